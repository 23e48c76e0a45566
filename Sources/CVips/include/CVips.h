#ifndef CVIPS_H
#define CVIPS_H

#include <stddef.h>
#include <stdint.h>

// What Glimp needs of libvips, without its variadic functions, which Swift can't call, and without its headers.
//
// Functions return 0, or -1 when libvips has failed; what they give is released with cvips_release.

typedef struct _VipsImage CVipsImage;

typedef enum { CVIPS_JPEG = 1, CVIPS_PNG = 2, CVIPS_WEBP = 3, CVIPS_HEIC = 4, CVIPS_GIF = 5 } CVipsFormat;

/// Once a process, before anything else: loaders that are not made for files of strangers are blocked, nothing is
/// cached, one thread computes.
/// - loads_modules: whether what libvips brings in modules of their own is wanted, HEIC in places.
int cvips_start(int loads_modules);

/// Whether this libvips reads a format.
int cvips_reads(CVipsFormat format);

/// Opens a picture of exactly this format, its first frame; reads its header only. Whatever its decoder complains of is
/// an error, now or when pixels are read.
///
/// Pixels are read from top to bottom, once: see cvips_in_memory.
int cvips_open(int descriptor, CVipsFormat format, CVipsImage **out);

int cvips_width(CVipsImage *image);
int cvips_height(CVipsImage *image);

/// 1…8 as EXIF has it; 1 is upright.
int cvips_orientation(CVipsImage *image);

/// A field of its metadata that is text; NULL: there is none. Belongs to the picture.
const char *cvips_text(CVipsImage *image, const char *name);

/// All pixels decoded.
int cvips_in_memory(CVipsImage *image, CVipsImage **out);

/// Turned as its orientation says.
int cvips_upright(CVipsImage *image, CVipsImage **out);

int cvips_crop(CVipsImage *image, int x, int y, int width, int height, CVipsImage **out);

/// As screens show it: what is made for printers, or has a profile too large to be kept, becomes sRGB; anything else
/// stays as it is.
int cvips_for_screens(CVipsImage *image, CVipsImage **out);

/// Opens a picture again at a smaller size, pressed into it, in sRGB.
/// - image: the picture, opened from the same descriptor.
int cvips_open_smaller(CVipsImage *image, int descriptor, int width, int height, CVipsImage **out);

/// A picture that is in memory at a half, quarter… of its width and height, each pixel the mean of those it stands for; in
/// memory too.
int cvips_fraction(CVipsImage *image, int divisor, CVipsImage **out);

/// A smaller size of a picture that is in memory, in sRGB; in memory too.
/// - crops: cut to the size, at the centre; else pressed into it.
int cvips_smaller(CVipsImage *image, int width, int height, int crops, CVipsImage **out);

/// A picture of pixels, three bytes each (red, green, blue in sRGB), row by row from the top; it has a copy of them.
int cvips_from_pixels(const uint8_t *pixels, int width, int height, CVipsImage **out);

/// Writes a picture, from which everything but its colour profile is left out.
/// - quality: 1…100; of no meaning for PNG.
/// - keeps_profile: else the profile too is left out.
/// - most: the bytes it may have.
/// - Returns: 0; -1 when libvips has failed; else the errno of a write that failed, EFBIG when it has more than `most`.
int cvips_save(CVipsImage *image, int descriptor, CVipsFormat format, int quality, int keeps_profile, uint64_t most);

void cvips_release(CVipsImage *image);

#endif
