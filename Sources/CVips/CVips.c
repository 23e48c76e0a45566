#include "CVips.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <vips/vips.h>

// A profile of a camera has some kilobytes, and is kept; one of a printer a megabyte and more.
#define MOST_PROFILE_BYTES (1 << 20)

int cvips_start(int loads_modules) {
    // Modules lie beside this prefix: below it there are none. They bring along ImageMagick, Poppler and more, which
    // takes as long to load as all the rest of a worker's start.
    if (!loads_modules) setenv("VIPSHOME", "/nonexistent", 1);
    if (VIPS_INIT("glimp-media-worker")) return -1;
    vips_block_untrusted_set(TRUE);
    vips_cache_set_max(0);
    vips_concurrency_set(1);
    return 0;
}

static const char *loader(CVipsFormat format) {
    switch (format) {
    case CVIPS_JPEG: return "jpegload_source";
    case CVIPS_PNG: return "pngload_source";
    case CVIPS_WEBP: return "webpload_source";
    case CVIPS_HEIC: return "heifload_source";
    case CVIPS_GIF: return "gifload_source";
    }
    return NULL;
}

int cvips_reads(CVipsFormat format) {
    return loader(format) && vips_type_find("VipsOperation", loader(format)) != 0;
}

int cvips_open(int descriptor, CVipsFormat format, CVipsImage **out) {
    if (!loader(format)) return -1;
    VipsSource *source = vips_source_new_from_descriptor(descriptor);
    if (!source) return -1;
    // By name: no other loader, whatever the bytes look like.
    int result = vips_call(loader(format), source, out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
        VIPS_FAIL_ON_WARNING, NULL);
    g_object_unref(source);
    return result;
}

int cvips_width(CVipsImage *image) { return vips_image_get_width(image); }

int cvips_height(CVipsImage *image) { return vips_image_get_height(image); }

int cvips_orientation(CVipsImage *image) { return vips_image_get_orientation(image); }

const char *cvips_text(CVipsImage *image, const char *name) {
    const char *text = NULL;
    if (vips_image_get_typeof(image, name) == 0 || vips_image_get_string(image, name, &text)) return NULL;
    return text;
}

int cvips_in_memory(CVipsImage *image, CVipsImage **out) {
    *out = vips_image_copy_memory(image);
    return *out ? 0 : -1;
}

int cvips_upright(CVipsImage *image, CVipsImage **out) { return vips_autorot(image, out, NULL); }

int cvips_crop(CVipsImage *image, int x, int y, int width, int height, CVipsImage **out) {
    return vips_extract_area(image, out, x, y, width, height, NULL);
}

// The size of its colour profile, if that is one and says what these colours are; else 0.
static size_t profile_bytes(VipsImage *image) {
    const void *data;
    size_t length;
    if (vips_image_get_typeof(image, VIPS_META_ICC_NAME) == 0 ||
        vips_image_get_blob(image, VIPS_META_ICC_NAME, &data, &length) ||
        !vips_icc_is_compatible_profile(image, data, length))
        return 0;
    return length;
}

int cvips_for_screens(CVipsImage *image, CVipsImage **out) {
    if (vips_image_get_interpretation(image) == VIPS_INTERPRETATION_CMYK)
        return vips_icc_transform(image, out, "srgb", "embedded", TRUE, "input_profile", "cmyk", NULL);
    // Without its profile it would have other colours.
    if (profile_bytes(image) > MOST_PROFILE_BYTES)
        return vips_icc_transform(image, out, "srgb", "embedded", TRUE, "depth",
            vips_image_get_format(image) == VIPS_FORMAT_USHORT ? 16 : 8, NULL);
    return vips_copy(image, out, NULL);
}

// What a smaller picture is converted to: sRGB, where a profile says what its colours are. Without one they are sRGB as
// they are, and libvips, told to convert them all the same, makes them darker.
static const char *screens(VipsImage *image) { return profile_bytes(image) > 0 ? "srgb" : NULL; }

int cvips_smaller(CVipsImage *image, int width, int height, int crops, CVipsImage **out) {
    VipsImage *smaller = NULL;
    int result = vips_thumbnail_image(image, &smaller, width, "height", height, "size",
        crops ? VIPS_SIZE_DOWN : VIPS_SIZE_FORCE, "crop", crops ? VIPS_INTERESTING_CENTRE : VIPS_INTERESTING_NONE,
        "no_rotate", TRUE, "export_profile", screens(image), NULL);
    if (result) return result;
    result = cvips_in_memory(smaller, out);
    g_object_unref(smaller);
    return result;
}

int cvips_fraction(CVipsImage *image, int divisor, CVipsImage **out) {
    // What can't be seen must not colour what lies beside it. Released as one, in the order they were made.
    VipsObject *steps = VIPS_OBJECT(vips_image_new());
    VipsImage **step = (VipsImage **)vips_object_local_array(steps, 4);
    int result = -1;
    if (vips_image_hasalpha(image)) {
        if (!vips_premultiply(image, &step[0], NULL) && !vips_shrink(step[0], &step[1], divisor, divisor, NULL) &&
            !vips_unpremultiply(step[1], &step[2], NULL) &&
            !vips_cast(step[2], &step[3], vips_image_get_format(image), NULL))
            result = cvips_in_memory(step[3], out);
    } else if (!vips_shrink(image, &step[0], divisor, divisor, NULL)) {
        result = cvips_in_memory(step[0], out);
    }
    g_object_unref(steps);
    return result;
}

int cvips_open_smaller(CVipsImage *image, int descriptor, int width, int height, CVipsImage **out) {
    if (lseek(descriptor, 0, SEEK_SET) < 0) return -1;
    VipsSource *source = vips_source_new_from_descriptor(descriptor);
    if (!source) return -1;
    int result = vips_thumbnail_source(source, out, width, "height", height, "size", VIPS_SIZE_FORCE, "no_rotate", TRUE,
        "export_profile", screens(image), "fail_on", VIPS_FAIL_ON_WARNING, NULL);
    g_object_unref(source);
    return result;
}

int cvips_from_pixels(const uint8_t *pixels, int width, int height, CVipsImage **out) {
    // As rawload does, which is among the loaders that are blocked in every worker.
    VipsImage *bands = vips_image_new_from_memory_copy(
        pixels, (size_t)width * (size_t)height * 3, width, height, 3, VIPS_FORMAT_UCHAR);
    if (!bands) return -1;
    int result = vips_copy(bands, out, "interpretation", VIPS_INTERPRETATION_sRGB, NULL);
    g_object_unref(bands);
    return result;
}

// The picture with nothing beside its pixels but, perhaps, its colour profile. Savers leave out that too when they are
// told to strip; when they are not, they write EXIF of their own with a resolution, here the same for all.
static VipsImage *bare(VipsImage *image, int keeps_profile) {
    VipsImage *copy = NULL;
    const double dots = 72 / 25.4;
    if (vips_copy(image, &copy, "xres", dots, "yres", dots, NULL)) return NULL;
    char **names = vips_image_get_fields(copy);
    for (char **name = names; *name; name++)
        if (!keeps_profile || strcmp(*name, VIPS_META_ICC_NAME) != 0) vips_image_remove(copy, *name);
    g_strfreev(names);
    return copy;
}

typedef struct {
    int descriptor;
    uint64_t left;
    int error;
} Output;

static gint64 write_some(VipsTargetCustom *target, const void *data, gint64 length, Output *output) {
    (void)target;
    if (output->error == 0 && (uint64_t)length > output->left) output->error = EFBIG;
    if (output->error != 0) return -1;
    ssize_t written;
    do written = write(output->descriptor, data, length);
    while (written < 0 && errno == EINTR);
    if (written < 0) output->error = errno;
    else output->left -= written;
    return written;
}

// Whether it comes from a JPEG that has a quarter of its colours, as most cameras' have: to write the others, which
// were made up when it was read, takes space and time and shows nothing.
static int has_few_colours(VipsImage *image) {
    const char *sampling = cvips_text(image, "jpeg-chroma-subsample");
    return sampling && strcmp(sampling, "4:2:0") == 0;
}

static int save(
    VipsImage *image, VipsTarget *target, CVipsFormat format, int quality, int strips, VipsForeignSubsample colours) {
    // A picture with holes is shown on white, where a format has none.
    double white = 255;
    VipsArrayDouble *background = vips_array_double_new(&white, 1);
    int result = -1;
    switch (format) {
    case CVIPS_JPEG:
        result = vips_jpegsave_target(
            image, target, "Q", quality, "optimize_coding", TRUE, "strip", strips, "subsample_mode",
            colours, "background", background, NULL);
        break;
    case CVIPS_PNG: result = vips_pngsave_target(image, target, "strip", strips, NULL); break;
    case CVIPS_WEBP: result = vips_webpsave_target(image, target, "Q", quality, "strip", strips, NULL); break;
    default: vips_error("cvips", "this format is not written");
    }
    vips_area_unref(VIPS_AREA(background));
    return result;
}

int cvips_save(CVipsImage *image, int descriptor, CVipsFormat format, int quality, int keeps_profile, uint64_t most) {
    keeps_profile = keeps_profile && profile_bytes(image) > 0;
    VipsForeignSubsample colours = has_few_colours(image) ? VIPS_FOREIGN_SUBSAMPLE_ON : VIPS_FOREIGN_SUBSAMPLE_AUTO;
    VipsImage *only = bare(image, keeps_profile);
    if (!only) return -1;
    Output output = {descriptor, most, 0};
    VipsTargetCustom *target = vips_target_custom_new();
    g_signal_connect(target, "write", G_CALLBACK(write_some), &output);
    int result = save(only, VIPS_TARGET(target), format, quality, !keeps_profile, colours);
    g_object_unref(target);
    g_object_unref(only);
    return output.error != 0 ? output.error : result;
}

void cvips_release(CVipsImage *image) { g_object_unref(image); }
