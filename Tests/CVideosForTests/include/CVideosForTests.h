#ifndef CVIDEOSFORTESTS_H
#define CVIDEOSFORTESTS_H

// Videos made and looked into by libav, as it comes: apart from what Glimp does with it.

typedef struct {
    /// `mp4`, `mov`.
    const char *muxer;
    int width, height, frames;
    /// Degrees, a multiple of 90.
    int rotation;
    int has_sound, has_video;
    /// Where and when, and by whom, in all the places that cameras write it to.
    int has_origin;
} CTestVideo;

/// - Returns: 0 when the file is written.
int cvideos_make(const char *path, const CTestVideo *video);

typedef struct {
    int width, height, rotation, frames, sounds, others, tags;
    /// Of the index and of the frames, in the file.
    int index_is_first;
} CSeenVideo;

/// Decodes a file to its end.
/// - Returns: 0 when nothing in it is damaged.
int cvideos_see(const char *path, CSeenVideo *seen);

#endif
