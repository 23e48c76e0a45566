#include "CVideosForTests.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <stdio.h>
#include <string.h>

static AVCodecContext *open_video(const CTestVideo *video) {
    const AVCodec *codec = avcodec_find_encoder(AV_CODEC_ID_MPEG4);
    AVCodecContext *context = codec ? avcodec_alloc_context3(codec) : NULL;
    if (!context) return NULL;
    context->width = video->width;
    context->height = video->height;
    context->pix_fmt = AV_PIX_FMT_YUV420P;
    context->time_base = (AVRational){1, 25};
    context->gop_size = 10;
    context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    context->bit_rate = 400000;
    if (avcodec_open2(context, codec, NULL) < 0) return NULL;
    return context;
}

static AVCodecContext *open_sound(void) {
    const AVCodec *codec = avcodec_find_encoder(AV_CODEC_ID_AAC);
    AVCodecContext *context = codec ? avcodec_alloc_context3(codec) : NULL;
    if (!context) return NULL;
    context->sample_rate = 44100;
    context->sample_fmt = AV_SAMPLE_FMT_FLTP;
    av_channel_layout_default(&context->ch_layout, 1);
    context->time_base = (AVRational){1, 44100};
    context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    if (avcodec_open2(context, codec, NULL) < 0) return NULL;
    return context;
}

static int encode(AVFormatContext *file, AVStream *stream, AVCodecContext *codec, AVFrame *frame) {
    AVPacket *packet = av_packet_alloc();
    int result = avcodec_send_frame(codec, frame);
    while (result >= 0 && (result = avcodec_receive_packet(codec, packet)) >= 0) {
        av_packet_rescale_ts(packet, codec->time_base, stream->time_base);
        packet->stream_index = stream->index;
        result = av_interleaved_write_frame(file, packet);
    }
    av_packet_free(&packet);
    return result == AVERROR(EAGAIN) || result == AVERROR_EOF ? 0 : result;
}

static int write_video(AVFormatContext *file, AVStream *stream, AVCodecContext *codec, int frames) {
    AVFrame *frame = av_frame_alloc();
    frame->format = codec->pix_fmt;
    frame->width = codec->width;
    frame->height = codec->height;
    if (av_frame_get_buffer(frame, 0) < 0) return -1;
    unsigned state = 1;
    for (int number = 0; number < frames; number++) {
        if (av_frame_make_writable(frame) < 0) return -1;
        for (int plane = 0; plane < 3; plane++)
            for (int y = 0; y < frame->height / (plane ? 2 : 1); y++)
                for (int x = 0; x < frame->width / (plane ? 2 : 1); x++) {
                    state = state * 1103515245 + 12345;
                    frame->data[plane][y * frame->linesize[plane] + x] =
                        (uint8_t)((x + y * 2 + number * 5 + plane * 40) + (state >> 28));
                }
        frame->pts = number;
        if (encode(file, stream, codec, frame)) return -1;
    }
    av_frame_free(&frame);
    return encode(file, stream, codec, NULL);
}

static int write_sound(AVFormatContext *file, AVStream *stream, AVCodecContext *codec, int count) {
    AVFrame *frame = av_frame_alloc();
    frame->format = codec->sample_fmt;
    frame->nb_samples = codec->frame_size;
    frame->sample_rate = codec->sample_rate;
    if (av_channel_layout_copy(&frame->ch_layout, &codec->ch_layout) < 0 || av_frame_get_buffer(frame, 0) < 0) return -1;
    for (int number = 0; number < count; number++) {
        if (av_frame_make_writable(frame) < 0) return -1;
        memset(frame->data[0], 0, codec->frame_size * sizeof(float));
        frame->pts = (int64_t)number * codec->frame_size;
        if (encode(file, stream, codec, frame)) return -1;
    }
    av_frame_free(&frame);
    return encode(file, stream, codec, NULL);
}

static AVStream *add(AVFormatContext *file, AVCodecContext *codec) {
    AVStream *stream = avformat_new_stream(file, NULL);
    if (!stream || avcodec_parameters_from_context(stream->codecpar, codec) < 0) return NULL;
    stream->time_base = codec->time_base;
    return stream;
}

int cvideos_make(const char *path, const CTestVideo *video) {
    av_log_set_level(AV_LOG_QUIET);
    AVFormatContext *file = NULL;
    if (avformat_alloc_output_context2(&file, NULL, video->muxer, path) < 0) return -1;
    AVCodecContext *picture = video->has_video ? open_video(video) : NULL, *sound = NULL;
    AVStream *pictures = picture ? add(file, picture) : NULL, *sounds = NULL;
    if (video->has_video && !pictures) return -2;
    if (video->has_sound && (!(sound = open_sound()) || !(sounds = add(file, sound)))) return -3;
    if (video->rotation) {
        uint8_t *side = av_stream_new_side_data(pictures, AV_PKT_DATA_DISPLAYMATRIX, 9 * sizeof(int32_t));
        av_display_rotation_set((int32_t *)side, video->rotation);
    }
    AVDictionary *options = NULL;
    if (video->has_origin) {
        av_dict_set(&file->metadata, "creation_time", "2019-10-01T12:30:45.000000Z", 0);
        av_dict_set(&file->metadata, "location", "+43.4674+011.8851/", 0);
        av_dict_set(&file->metadata, "artist", "Ada Leitz", 0);
        av_dict_set(&file->metadata, "comment", "Ada Leitz", 0);
        if (!strcmp(video->muxer, "mov")) {
            av_dict_set(&file->metadata, "com.apple.quicktime.location.ISO6709", "+43.4674+011.8851+100.000/", 0);
            av_dict_set(&file->metadata, "com.apple.quicktime.make", "Ada Leitz", 0);
            av_dict_set(&options, "movflags", "use_metadata_tags", 0);
        }
        if (pictures) av_dict_set(&pictures->metadata, "handler_name", "Ada Leitz", 0);
    }
    if (avio_open(&file->pb, path, AVIO_FLAG_WRITE) < 0 || avformat_write_header(file, &options) < 0) return -4;
    if (pictures && write_video(file, pictures, picture, video->frames)) return -5;
    if (sounds && write_sound(file, sounds, sound, video->frames * 44100 / 25 / sound->frame_size)) return -6;
    int result = av_write_trailer(file);
    avio_closep(&file->pb);
    avcodec_free_context(&picture);
    avcodec_free_context(&sound);
    avformat_free_context(file);
    return result;
}

// Where a box of the file's first level begins; -1: nowhere.
static long box(const char *path, const char *name) {
    FILE *file = fopen(path, "rb");
    unsigned char head[8];
    long place = 0, found = -1;
    while (file && found < 0 && fread(head, 1, 8, file) == 8) {
        if (!memcmp(head + 4, name, 4)) found = place;
        long size = (long)head[0] << 24 | head[1] << 16 | head[2] << 8 | head[3];
        if (size < 8) break;
        place += size;
        fseek(file, place, SEEK_SET);
    }
    if (file) fclose(file);
    return found;
}

static int decode(AVFormatContext *file, AVStream *stream, CSeenVideo *seen) {
    const AVCodec *decoder = avcodec_find_decoder(stream->codecpar->codec_id);
    AVCodecContext *codec = avcodec_alloc_context3(decoder);
    AVPacket *packet = av_packet_alloc();
    AVFrame *frame = av_frame_alloc();
    int result = avcodec_parameters_to_context(codec, stream->codecpar);
    codec->err_recognition = AV_EF_EXPLODE;
    if (result >= 0) result = avcodec_open2(codec, decoder, NULL);
    while (result >= 0) {
        int read = av_read_frame(file, packet);
        if (read >= 0 && packet->stream_index != stream->index) {
            av_packet_unref(packet);
            continue;
        }
        result = avcodec_send_packet(codec, read >= 0 ? packet : NULL);
        av_packet_unref(packet);
        while (result >= 0 && (result = avcodec_receive_frame(codec, frame)) >= 0) seen->frames++;
        if (result == AVERROR(EAGAIN)) result = 0;
    }
    av_packet_free(&packet);
    av_frame_free(&frame);
    avcodec_free_context(&codec);
    return result == AVERROR_EOF ? 0 : -1;
}

int cvideos_see(const char *path, CSeenVideo *seen) {
    av_log_set_level(AV_LOG_QUIET);
    memset(seen, 0, sizeof *seen);
    AVFormatContext *file = NULL;
    if (avformat_open_input(&file, path, NULL, NULL) < 0) return -1;
    int result = avformat_find_stream_info(file, NULL) < 0 ? -1 : 0;
    AVStream *video = NULL;
    for (unsigned index = 0; index < file->nb_streams; index++) {
        AVStream *stream = file->streams[index];
        seen->tags += av_dict_count(stream->metadata);
        if (stream->codecpar->codec_type == AVMEDIA_TYPE_VIDEO && !video) video = stream;
        else if (stream->codecpar->codec_type == AVMEDIA_TYPE_AUDIO) seen->sounds++;
        else seen->others++;
    }
    seen->tags += av_dict_count(file->metadata);
    if (video) {
        seen->width = video->codecpar->width;
        seen->height = video->codecpar->height;
        const uint8_t *matrix = av_stream_get_side_data(video, AV_PKT_DATA_DISPLAYMATRIX, NULL);
        if (matrix) seen->rotation = (int)av_display_rotation_get((const int32_t *)matrix);
        if (decode(file, video, seen)) result = -1;
    }
    seen->index_is_first = box(path, "moov") >= 0 && box(path, "moov") < box(path, "mdat");
    avformat_close_input(&file);
    return result;
}
