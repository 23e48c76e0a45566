#include "CPicturesForTests.h"

#include <string.h>
#include <vips/vips.h>

int cpictures_start(void) { return VIPS_INIT("tests"); }

CTestPicture *cpictures_make(const unsigned char *pixels, int width, int height) {
    VipsImage *picture = vips_image_new_from_memory_copy(
        pixels, (size_t)width * height * 3, width, height, 3, VIPS_FORMAT_UCHAR);
    VipsImage *colours = NULL;
    if (!picture) return NULL;
    if (vips_copy(picture, &colours, "interpretation", VIPS_INTERPRETATION_sRGB, NULL)) colours = NULL;
    g_object_unref(picture);
    return colours;
}

CTestPicture *cpictures_make_black(int width, int height) {
    VipsImage *picture = NULL;
    return vips_black(&picture, width, height, "bands", 3, NULL) ? NULL : picture;
}

void cpictures_set(CTestPicture *picture, const char *name, const char *text) {
    vips_image_set_string(picture, name, text);
}

void cpictures_set_orientation(CTestPicture *picture, int orientation) {
    vips_image_set_int(picture, VIPS_META_ORIENTATION, orientation);
}

void cpictures_set_frames(CTestPicture *picture, int height) {
    vips_image_set_int(picture, VIPS_META_PAGE_HEIGHT, height);
}

int cpictures_set_profile(CTestPicture *picture, size_t padding) {
    VipsBlob *profile;
    if (vips_profile_load("p3", &profile, NULL)) return -1;
    size_t length;
    const void *data = vips_blob_get(profile, &length);
    // Its size stands at its beginning, big-endian (ICC.1, section 7.2.2); nothing points at what is behind the rest.
    size_t size = length + padding;
    unsigned char *padded = g_malloc0(size);
    memcpy(padded, data, length);
    for (int place = 0; place < 4; place++) padded[place] = (unsigned char)(size >> (24 - 8 * place));
    vips_image_set_blob_copy(picture, VIPS_META_ICC_NAME, padded, size);
    g_free(padded);
    vips_area_unref(VIPS_AREA(profile));
    return 0;
}

void *cpictures_encode(CTestPicture *picture, const char *suffix, unsigned long *length) {
    void *bytes = NULL;
    size_t size = 0;
    if (vips_image_write_to_buffer(picture, suffix, &bytes, &size, NULL)) return NULL;
    *length = size;
    return bytes;
}

CTestPicture *cpictures_open(const char *path) {
    VipsImage *picture = vips_image_new_from_file(path, "fail_on", VIPS_FAIL_ON_WARNING, NULL);
    if (!picture) return NULL;
    VipsImage *whole = vips_image_copy_memory(picture);
    g_object_unref(picture);
    return whole;
}

int cpictures_width(CTestPicture *picture) { return vips_image_get_width(picture); }
int cpictures_height(CTestPicture *picture) { return vips_image_get_height(picture); }
int cpictures_orientation(CTestPicture *picture) { return vips_image_get_orientation(picture); }
int cpictures_has_profile(CTestPicture *picture) { return vips_image_get_typeof(picture, VIPS_META_ICC_NAME) != 0; }

char *cpictures_fields(CTestPicture *picture) {
    char **names = vips_image_get_fields(picture);
    char *all = g_strjoinv("\n", names);
    g_strfreev(names);
    return all;
}

int cpictures_pixel(CTestPicture *picture, int x, int y, unsigned char *rgb) {
    VipsImage *colours = NULL;
    double *values = NULL;
    int count = 0;
    if (vips_colourspace(picture, &colours, VIPS_INTERPRETATION_sRGB, NULL)) return -1;
    int result = vips_getpoint(colours, &values, &count, x, y, NULL);
    if (result == 0)
        for (int band = 0; band < 3; band++) rgb[band] = (unsigned char)values[band < count ? band : 0];
    g_free(values);
    g_object_unref(colours);
    return result;
}

double cpictures_difference(CTestPicture *first, CTestPicture *second) {
    VipsImage *difference = NULL, *size = NULL;
    double mean = -1;
    if (vips_image_get_width(first) != vips_image_get_width(second) ||
        vips_image_get_height(first) != vips_image_get_height(second))
        return -1;
    if (!vips_subtract(first, second, &difference, NULL) && !vips_abs(difference, &size, NULL) &&
        vips_avg(size, &mean, NULL))
        mean = -1;
    if (size) g_object_unref(size);
    if (difference) g_object_unref(difference);
    return mean;
}

void cpictures_release(CTestPicture *picture) { g_object_unref(picture); }
void cpictures_free(void *memory) { g_free(memory); }
