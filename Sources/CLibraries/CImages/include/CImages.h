#pragma once
// What images need of libvips and libjpeg. Swift cannot call the variadic functions of libvips: each operation has a
// function with fixed options here. The libraries are loaded when they are first needed, since libvips brings a hundred
// others, which every short command would wait for.
#include <stddef.h>

typedef struct _VipsImage cimages_image;

// Loads the libraries, prepares libvips for files of strangers, and must have returned NULL before any other function is
// called. Otherwise it returns what is missing; the text is valid until the thread's next dlopen. Call it once.
const char *cimages_start(void);
const char *cimages_version(void);
// Clears the error buffer and the thread's state after an operation.
void cimages_clean_up(void);

void cimages_retain(cimages_image *image);
void cimages_release(cimages_image *image);
void cimages_free(void *bytes);

int cimages_width(cimages_image *image);
// Of all frames, which are stacked vertically.
int cimages_height(cimages_image *image);
int cimages_frame_height(cimages_image *image);
int cimages_frame_count(cimages_image *image);
int cimages_band_count(cimages_image *image);
int cimages_has_alpha(cimages_image *image);
int cimages_has_profile(cimages_image *image);
// As in Exif; 1 is upright.
int cimages_orientation(cimages_image *image);
cimages_image *cimages_copy_memory(cimages_image *image);

// All functions below return 0, or -1 where libvips refuses.

// Loaders: one pass from top to bottom; a truncated or damaged file is an error.
int cimages_load_jpeg(const void *bytes, size_t count, int lenient, cimages_image **out);
int cimages_load_png(const void *bytes, size_t count, cimages_image **out);
int cimages_load_gif(const void *bytes, size_t count, int pages, cimages_image **out);
int cimages_load_webp(const void *bytes, size_t count, int pages, cimages_image **out);
int cimages_load_heif(const void *bytes, size_t count, cimages_image **out);
// Pixels of three bytes each, red, green and blue, row by row; they are copied.
int cimages_from_pixels(const void *pixels, size_t count, int width, int height, cimages_image **out);
// Whether a JPEG file has all of its pixels (1 or 0). Decodes every coefficient, but outputs an eighth of the size.
int cimages_jpeg_is_whole(const void *bytes, size_t count);

// Savers: they write no metadata except the frame times of an animation.
int cimages_save_jpeg(cimages_image *in, int quality, void **bytes, size_t *count);
int cimages_save_png(cimages_image *in, void **bytes, size_t *count);
int cimages_save_gif(cimages_image *in, void **bytes, size_t *count);
int cimages_save_webp(cimages_image *in, int quality, void **bytes, size_t *count);

int cimages_to_srgb_by_profile(cimages_image *in, cimages_image **out);
int cimages_to_srgb(cimages_image *in, cimages_image **out);
int cimages_to_bytes(cimages_image *in, cimages_image **out);
int cimages_turn_upright(cimages_image *in, cimages_image **out);
int cimages_band(cimages_image *in, int band, cimages_image **out);
int cimages_lowest(cimages_image *in, double *out);
// Onto white.
int cimages_flatten(cimages_image *in, cimages_image **out);
// The first frame, never enlarged.
int cimages_thumbnail(const void *bytes, size_t count, int width, cimages_image **out);

// Drawing: a ground of one colour, an image upon another, and text.
int cimages_filled(int width, int height, double red, double green, double blue, cimages_image **out);
int cimages_insert(cimages_image *ground, cimages_image *image, int x, int y, cimages_image **out);
int cimages_crop(cimages_image *in, int width, int height, cimages_image **out);
// Text as a mask. At 72 dots per inch a font's size is in pixels. The text is in Pango's markup.
int cimages_text(const char *markup, const char *font, int width, cimages_image **out);
// Paints the ground where the mask, which begins at (x, y), is set.
int cimages_stamp(
    cimages_image *ground, cimages_image *mask, int x, int y, cimages_image *ink, cimages_image **out);
