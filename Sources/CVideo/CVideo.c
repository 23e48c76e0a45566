#include "CVideo.h"

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

// A phone writes two or three: video, sound, and what it knows of the place.
#define MOST_STREAMS 32
#define PIECE_BYTES (1 << 16)

// A descriptor as libavformat reads and writes it, at a place of its own.
typedef struct {
    int descriptor;
    int64_t place;
    // Of what is written, as far as it went.
    int64_t size;
    int64_t most;
    int error;
} File;

static int read_some(void *opaque, uint8_t *buffer, int count) {
    File *file = opaque;
    ssize_t done;
    do done = pread(file->descriptor, buffer, count, file->place);
    while (done < 0 && errno == EINTR);
    if (done <= 0) return done == 0 ? AVERROR_EOF : AVERROR(errno);
    file->place += done;
    return (int)done;
}

static int write_some(void *opaque, uint8_t *buffer, int count) {
    File *file = opaque;
    if (file->error == 0 && file->place + count > file->most) file->error = EFBIG;
    for (int done = 0; done < count && file->error == 0;) {
        ssize_t more = pwrite(file->descriptor, buffer + done, count - done, file->place);
        if (more < 0 && errno != EINTR) file->error = errno;
        if (more < 0) continue;
        done += (int)more;
        file->place += more;
    }
    if (file->place > file->size) file->size = file->place;
    return file->error ? AVERROR(file->error) : count;
}

static int64_t seek(void *opaque, int64_t offset, int whence) {
    File *file = opaque;
    if (whence == AVSEEK_SIZE) return file->size;
    int64_t place = whence == SEEK_SET ? offset : whence == SEEK_CUR ? file->place + offset : file->size + offset;
    return place < 0 ? AVERROR(EINVAL) : (file->place = place);
}

static AVIOContext *open_io(File *file, int writes) {
    unsigned char *buffer = av_malloc(PIECE_BYTES);
    if (!buffer) return NULL;
    AVIOContext *io = avio_alloc_context(
        buffer, PIECE_BYTES, writes, file, writes ? NULL : read_some, writes ? write_some : NULL, seek);
    if (!io) av_free(buffer);
    return io;
}

static void close_io(AVIOContext **io) {
    if (*io) av_freep(&(*io)->buffer);
    avio_context_free(io);
}

// Files may name others, whose content they pretend to have.
static int open_nothing(AVFormatContext *context, AVIOContext **io, const char *url, int flags, AVDictionary **options) {
    (void)context, (void)io, (void)url, (void)flags, (void)options;
    return AVERROR(EPERM);
}

// The muxer reads what it has written, to move it behind its index.
static int open_again(AVFormatContext *context, AVIOContext **io, const char *url, int flags, AVDictionary **options) {
    (void)url, (void)options;
    if (flags & AVIO_FLAG_WRITE) return AVERROR(EPERM);
    File *file = av_memdup(context->opaque, sizeof(File));
    if (!file) return AVERROR(ENOMEM);
    file->place = 0;
    *io = open_io(file, 0);
    return *io ? 0 : AVERROR(ENOMEM);
}

static int close_again(AVFormatContext *context, AVIOContext *io) {
    (void)context;
    av_free(io->opaque);
    close_io(&io);
    return 0;
}

static uint64_t number(const uint8_t *bytes, int count) {
    uint64_t value = 0;
    for (int place = 0; place < count; place++) value = value << 8 | bytes[place];
    return value;
}

// Whether the file ends where a box of its first level does (ISO/IEC 14496-12, section 4.2): libavformat makes do with
// an index that is cut off, and with what is left of the sound.
static int is_whole(int descriptor, int64_t size) {
    int64_t place = 0;
    while (place < size) {
        uint8_t head[16] = {0};
        ssize_t got = pread(descriptor, head, sizeof head, place);
        if (got < 8) return 0;
        uint64_t length = number(head, 4), least = 8;
        // The last one may leave its length out.
        if (length == 0) return 1;
        if (length == 1) {
            if (got < 16) return 0;
            length = number(head + 8, 8);
            least = 16;
        }
        if (length < least || length > (uint64_t)(size - place)) return 0;
        place += (int64_t)length;
    }
    return 1;
}

// Whether a stream is kept: the first moving picture, and all sound. Titles, chapters, pictures of covers, and what
// was measured along the way are left out.
static int is_kept(AVStream *stream, int video) {
    if (stream->codecpar->codec_type == AVMEDIA_TYPE_AUDIO) return 1;
    return stream->index == video;
}

static int first_video(AVFormatContext *input) {
    for (unsigned index = 0; index < input->nb_streams; index++) {
        AVStream *stream = input->streams[index];
        if (stream->codecpar->codec_type == AVMEDIA_TYPE_VIDEO && !(stream->disposition & AV_DISPOSITION_ATTACHED_PIC))
            return (int)index;
    }
    return -1;
}

static void copy_text(AVDictionary *metadata, const char *name, char *text, size_t size) {
    AVDictionaryEntry *entry = av_dict_get(metadata, name, NULL, 0);
    if (entry && !text[0] && strlen(entry->value) < size) strcpy(text, entry->value);
}

static void look(AVFormatContext *input, AVStream *stream, const int32_t *matrix, CVideoInfo *info) {
    info->width = stream->codecpar->width;
    info->height = stream->codecpar->height;
    double angle = matrix ? av_display_rotation_get(matrix) : 0;
    if (!isnan(angle) && labs(lround(angle / 90)) % 2 == 1) {
        info->width = stream->codecpar->height;
        info->height = stream->codecpar->width;
    }
    copy_text(input->metadata, "com.apple.quicktime.creationdate", info->taken_at, sizeof info->taken_at);
    copy_text(input->metadata, "creation_time", info->taken_at, sizeof info->taken_at);
    copy_text(input->metadata, "com.apple.quicktime.location.ISO6709", info->place, sizeof info->place);
    copy_text(input->metadata, "location", info->place, sizeof info->place);
}

// A stream of the new file like that of the old, but for everything that is said of it.
static AVStream *like(AVFormatContext *output, AVStream *stream, const int32_t *matrix) {
    AVStream *copy = avformat_new_stream(output, NULL);
    if (!copy || avcodec_parameters_copy(copy->codecpar, stream->codecpar) < 0) return NULL;
    // Some codecs go by several names, and some players know one of them only.
    if (av_codec_get_id(output->oformat->codec_tag, copy->codecpar->codec_tag) != copy->codecpar->codec_id)
        copy->codecpar->codec_tag = 0;
    copy->time_base = stream->time_base;
    copy->sample_aspect_ratio = stream->sample_aspect_ratio;
    if (matrix) {
        uint8_t *side = av_stream_new_side_data(copy, AV_PKT_DATA_DISPLAYMATRIX, 9 * sizeof(int32_t));
        if (!side) return NULL;
        memcpy(side, matrix, 9 * sizeof(int32_t));
    }
    return copy;
}

// What coded bytes say of their own size, read by a parser: nothing is decoded. 0: they don't say.
static void parse(AVStream *stream, const uint8_t *data, int size, int *width, int *height) {
    AVCodecParserContext *parser = av_parser_init(stream->codecpar->codec_id);
    AVCodecContext *codec = avcodec_alloc_context3(NULL);
    *width = *height = 0;
    if (parser && codec && avcodec_parameters_to_context(codec, stream->codecpar) >= 0) {
        uint8_t *frame;
        int frame_size;
        codec->width = codec->height = 0;
        parser->flags |= PARSER_FLAG_COMPLETE_FRAMES;
        av_parser_parse2(
            parser, codec, &frame, &frame_size, data, size, AV_NOPTS_VALUE, AV_NOPTS_VALUE, 0);
        *width = parser->width > 0 ? parser->width : codec->width;
        *height = parser->height > 0 ? parser->height : codec->height;
    }
    avcodec_free_context(&codec);
    if (parser) av_parser_close(parser);
}

// Whether a coded frame says of itself that it is of another size than the file does. What can't be told is believed.
static int lies(AVStream *stream, AVPacket *packet) {
    int width, height;
    parse(stream, packet->data, packet->size, &width, &height);
    // Blocks of 16 pixels that are cut off are counted by some and not by others.
    return width > 0 && height > 0 &&
        (abs(width - stream->codecpar->width) > 16 || abs(height - stream->codecpar->height) > 16);
}

typedef struct {
    AVFormatContext *input, *output;
    AVPacket *packet;
    int video;
    // Of each stream of the old file, the number in the new one, and how many packets came.
    int number[MOST_STREAMS];
    int packets[MOST_STREAMS];
    // Of the video, in its time base.
    int64_t first, last;
} Copying;

static int copy_packet(Copying *copying) {
    AVPacket *packet = copying->packet;
    AVStream *stream = copying->input->streams[packet->stream_index];
    int is_video = stream->index == copying->video;
    if (copying->number[stream->index] < 0) return CVIDEO_DONE;
    if (packet->flags & AV_PKT_FLAG_CORRUPT || packet->size == 0) return CVIDEO_DAMAGED;
    if (is_video && copying->packets[stream->index] == 0 && lies(stream, packet)) return CVIDEO_DAMAGED;
    copying->packets[stream->index]++;
    int64_t time = packet->pts != AV_NOPTS_VALUE ? packet->pts : packet->dts;
    if (is_video && time != AV_NOPTS_VALUE && !(packet->flags & AV_PKT_FLAG_DISCARD)) {
        if (time < copying->first) copying->first = time;
        if (time + packet->duration > copying->last) copying->last = time + packet->duration;
    }
    AVStream *copy = copying->output->streams[copying->number[stream->index]];
    av_packet_rescale_ts(packet, stream->time_base, copy->time_base);
    packet->stream_index = copy->index;
    packet->pos = -1;
    return av_interleaved_write_frame(copying->output, packet) < 0 ? CVIDEO_DAMAGED : CVIDEO_DONE;
}

static int copy_packets(Copying *copying, uint64_t samples) {
    int result;
    uint64_t read = 0;
    while ((result = av_read_frame(copying->input, copying->packet)) >= 0) {
        // Of a file in fragments no index says at once how many come.
        if (++read > samples) return CVIDEO_TOO_MANY_SAMPLES;
        // A file without all that its index speaks of.
        if (copying->packet->stream_index >= MOST_STREAMS) return CVIDEO_DAMAGED;
        result = copy_packet(copying);
        av_packet_unref(copying->packet);
        if (result != CVIDEO_DONE) return result;
    }
    if (result != AVERROR_EOF) return CVIDEO_DAMAGED;
    for (unsigned index = 0; index < copying->input->nb_streams; index++) {
        if (copying->number[index] < 0) continue;
        if (copying->packets[index] < avformat_index_get_entries_count(copying->input->streams[index]))
            return CVIDEO_DAMAGED;
    }
    return copying->packets[copying->video] > 0 ? CVIDEO_DONE : CVIDEO_DAMAGED;
}

static const int32_t *display_matrix(AVStream *stream) {
    size_t size = 0;
    const uint8_t *side = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    return size >= 9 * sizeof(int32_t) ? (const int32_t *)side : NULL;
}

static int copy(Copying *copying, uint64_t pixels, uint64_t samples, CVideoInfo *info) {
    AVFormatContext *input = copying->input, *output = copying->output;
    uint64_t indexed = 0;
    for (unsigned index = 0; index < input->nb_streams; index++)
        indexed += (uint64_t)avformat_index_get_entries_count(input->streams[index]);
    if (indexed > samples) return CVIDEO_TOO_MANY_SAMPLES;
    copying->video = first_video(input);
    if (copying->video < 0) return CVIDEO_UNSUPPORTED;
    AVStream *video = input->streams[copying->video];
    AVCodecParameters *coded = video->codecpar;
    // libavformat leaves the size of MPEG-4 Part 2 to a decoder; what comes before the frames says it too.
    if (coded->width == 0 && coded->extradata)
        parse(video, coded->extradata, coded->extradata_size, &coded->width, &coded->height);
    if (coded->width <= 0 || coded->height <= 0) return CVIDEO_DAMAGED;
    if ((uint64_t)coded->width * (uint64_t)coded->height > pixels) return CVIDEO_TOO_MANY_PIXELS;
    look(input, video, display_matrix(video), info);
    for (unsigned index = 0; index < input->nb_streams; index++) {
        AVStream *stream = input->streams[index];
        copying->number[index] = -1;
        if (!is_kept(stream, copying->video)) {
            stream->discard = AVDISCARD_ALL;
            continue;
        }
        AVStream *made = like(output, stream, stream == video ? display_matrix(video) : NULL);
        if (!made) return CVIDEO_DAMAGED;
        copying->number[index] = made->index;
    }
    AVDictionary *options = NULL;
    av_dict_set(&options, "movflags", "+faststart", 0);
    int result = avformat_write_header(output, &options);
    av_dict_free(&options);
    // Codecs that such a file may not hold, or of which what it takes to decode them is missing.
    if (result < 0) return CVIDEO_UNSUPPORTED;
    copying->first = INT64_MAX;
    copying->last = INT64_MIN;
    result = copy_packets(copying, samples);
    if (result != CVIDEO_DONE) return result;
    if (av_write_trailer(output) < 0) return CVIDEO_DAMAGED;
    if (copying->last <= copying->first) return CVIDEO_DAMAGED;
    info->milliseconds = av_rescale_q(copying->last - copying->first, video->time_base, (AVRational){1, 1000});
    return CVIDEO_DONE;
}

int cvideo_copy(
    int input, int output, CVideoFormat format, uint64_t pixels, uint64_t samples, uint64_t most, CVideoInfo *info) {
    memset(info, 0, sizeof *info);
    av_log_set_level(AV_LOG_QUIET);
    File from = {.descriptor = input, .size = lseek(input, 0, SEEK_END)};
    File to = {.descriptor = output, .most = (int64_t)most};
    Copying copying = {.packet = av_packet_alloc(), .input = avformat_alloc_context()};
    int result = CVIDEO_DAMAGED;
    AVIOContext *reads = open_io(&from, 0), *writes = open_io(&to, 1);
    const char *muxer = format == CVIDEO_QUICKTIME ? "mov" : "mp4";
    if (!is_whole(input, from.size) || !copying.packet || !copying.input || !reads || !writes ||
        avformat_alloc_output_context2(&copying.output, NULL, muxer, NULL) < 0)
        goto done;
    copying.input->pb = reads;
    copying.input->io_open = open_nothing;
    copying.input->max_streams = MOST_STREAMS;
    // By name: no other demuxer, whatever the bytes look like. It frees its context when it fails.
    if (avformat_open_input(&copying.input, NULL, av_find_input_format("mov"), NULL) < 0) goto done;
    copying.output->pb = writes;
    copying.output->opaque = &to;
    copying.output->io_open = open_again;
    copying.output->io_close2 = close_again;
    copying.output->url = av_strdup("");
    // No name of a program, no moment.
    copying.output->flags |= AVFMT_FLAG_BITEXACT | AVFMT_FLAG_CUSTOM_IO;
    result = copy(&copying, pixels, samples, info);
    avio_flush(writes);
done:
    // Nothing is freed of the muxer's: the process ends.
    avformat_close_input(&copying.input);
    av_packet_free(&copying.packet);
    return to.error ? to.error : result;
}
