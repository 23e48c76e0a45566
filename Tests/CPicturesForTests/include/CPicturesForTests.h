#ifndef CPICTURESFORTESTS_H
#define CPICTURESFORTESTS_H

#include <stddef.h>

// Pictures made and looked into by libvips, as it comes: apart from what Glimp does with it.

typedef struct _VipsImage CTestPicture;

int cpictures_start(void);

/// A picture of RGB pixels, row after row.
CTestPicture *cpictures_make(const unsigned char *pixels, int width, int height);

CTestPicture *cpictures_make_black(int width, int height);

/// A field of its metadata; EXIF's by directory and name, as libvips names them.
void cpictures_set(CTestPicture *picture, const char *name, const char *text);
void cpictures_set_orientation(CTestPicture *picture, int orientation);
/// Makes it an animation of frames that lie below each other.
void cpictures_set_frames(CTestPicture *picture, int height);
/// Display P3, which libvips brings along.
/// - padding: bytes that its profile is larger, without saying more.
int cpictures_set_profile(CTestPicture *picture, size_t padding);

/// As a file of the suffix's format (`.jpg`, `.png[interlace]`), everything that it has with it. Freed by g_free.
void *cpictures_encode(CTestPicture *picture, const char *suffix, unsigned long *length);

/// Opens a file, fully decoded; NULL when that fails.
CTestPicture *cpictures_open(const char *path);
int cpictures_width(CTestPicture *picture);
int cpictures_height(CTestPicture *picture);
int cpictures_orientation(CTestPicture *picture);
int cpictures_has_profile(CTestPicture *picture);
/// The names of all metadata, a line each. Freed by g_free.
char *cpictures_fields(CTestPicture *picture);
/// As sRGB.
int cpictures_pixel(CTestPicture *picture, int x, int y, unsigned char *rgb);

/// The mean difference of all pixels, below 0 when they are not of one size.
double cpictures_difference(CTestPicture *first, CTestPicture *second);

void cpictures_release(CTestPicture *picture);
void cpictures_free(void *memory);

#endif
