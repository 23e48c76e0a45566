#ifndef CVIDEO_H
#define CVIDEO_H

#include <stdint.h>

// What Glimp needs of libavformat: one video written anew, without anything that its camera wrote down.

typedef enum { CVIDEO_MP4 = 1, CVIDEO_QUICKTIME = 2 } CVideoFormat;

typedef enum {
    CVIDEO_DONE = 0,
    /// Cut short, altered, or not what it promises.
    CVIDEO_DAMAGED = -1,
    /// There is no video in it, or none that such a file may hold.
    CVIDEO_UNSUPPORTED = -2,
    CVIDEO_TOO_MANY_PIXELS = -3,
    CVIDEO_TOO_MANY_SAMPLES = -4,
} CVideoResult;

typedef struct {
    /// In pixels, turned as it is to be shown.
    int width, height;
    int64_t milliseconds;
    /// As the camera wrote them down; empty: it did not.
    char taken_at[64];
    char place[64];
} CVideoInfo;

/// Copies the first video and the sound of a file, as they are coded, into a new file of the same format, whose index
/// stands at its beginning. Nothing is decoded. Whatever else is in the file is left out.
/// - input: read from its beginning.
/// - samples: the frames and pieces of sound that the file may have.
/// - most: the bytes that the new file may have.
/// - Returns: a CVideoResult; above 0 the errno of a write that failed, EFBIG when it has more than `most`.
int cvideo_copy(
    int input, int output, CVideoFormat format, uint64_t pixels, uint64_t samples, uint64_t most, CVideoInfo *info);

#endif
