#pragma once
// Swift cannot call the variadic functions of libvips: one wrapper with fixed options for each operation.
#include <setjmp.h>
#include <stdio.h>
#include <vips/vips.h>
#include <jpeglib.h>
#include <jerror.h>

// Loaders: one pass from top to bottom; a truncated or damaged file is an error.
#define CVIPS_STRICT "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_ERROR

// libjpeg only warns of missing data, and also of harmless bytes: see cvips_jpeg_is_whole.
static inline int cvips_load_jpeg(const void *bytes, size_t count, int lenient, VipsImage **out) {
  return vips_jpegload_buffer(
      (void *)bytes, count, out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
      lenient ? VIPS_FAIL_ON_ERROR : VIPS_FAIL_ON_WARNING, NULL);
}

struct cvips_jpeg_check {
  struct jpeg_error_mgr errors;
  jmp_buf end;
};

static inline void cvips_jpeg_end(j_common_ptr info) { longjmp(((struct cvips_jpeg_check *)info->err)->end, 1); }

// Ignores warnings that do not affect pixels.
static inline void cvips_jpeg_message(j_common_ptr info, int level) {
  int code = info->err->msg_code;
  if (level >= 0 || code == JWRN_EXTRANEOUS_DATA || code == JWRN_JFIF_MAJOR || code == JWRN_ADOBE_XFORM) return;
  cvips_jpeg_end(info);
}

// Whether a JPEG file has all of its pixels. Decodes every coefficient, but outputs an eighth of the size.
static inline int cvips_jpeg_is_whole(const void *bytes, size_t count) {
  struct jpeg_decompress_struct info;
  struct cvips_jpeg_check check;
  info.err = jpeg_std_error(&check.errors);
  check.errors.error_exit = cvips_jpeg_end;
  check.errors.emit_message = cvips_jpeg_message;
  if (setjmp(check.end)) {
    jpeg_destroy_decompress(&info);
    return 0;
  }
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, (const unsigned char *)bytes, count);
  jpeg_read_header(&info, TRUE);
  info.scale_num = 1;
  info.scale_denom = 8;
  jpeg_start_decompress(&info);
  JSAMPARRAY row = (*info.mem->alloc_sarray)(
      (j_common_ptr)&info, JPOOL_IMAGE, info.output_width * info.output_components, 1);
  while (info.output_scanline < info.output_height) jpeg_read_scanlines(&info, row, 1);
  jpeg_finish_decompress(&info);
  jpeg_destroy_decompress(&info);
  return 1;
}
static inline int cvips_load_png(const void *bytes, size_t count, VipsImage **out) {
  return vips_pngload_buffer((void *)bytes, count, out, CVIPS_STRICT, NULL);
}
static inline int cvips_load_gif(const void *bytes, size_t count, int pages, VipsImage **out) {
  return vips_gifload_buffer((void *)bytes, count, out, CVIPS_STRICT, "n", pages, NULL);
}
static inline int cvips_load_webp(const void *bytes, size_t count, int pages, VipsImage **out) {
  return vips_webpload_buffer((void *)bytes, count, out, CVIPS_STRICT, "n", pages, NULL);
}
static inline int cvips_load_heif(const void *bytes, size_t count, VipsImage **out) {
  return vips_heifload_buffer((void *)bytes, count, out, CVIPS_STRICT, NULL);
}

// Pixels of three bytes each, red, green and blue, row by row; they are copied.
static inline VipsImage *cvips_from_pixels(const void *pixels, size_t count, int width, int height) {
  return vips_image_new_from_memory_copy(pixels, count, width, height, 3, VIPS_FORMAT_UCHAR);
}

// Savers: they write no metadata except the frame times of an animation.
static inline int cvips_save_jpeg(VipsImage *in, int quality, void **bytes, size_t *count) {
  return vips_jpegsave_buffer(in, bytes, count, "Q", quality, "optimize_coding", TRUE, "strip", TRUE, NULL);
}
static inline int cvips_save_png(VipsImage *in, void **bytes, size_t *count) {
  // Level 3 is three times as fast as the default 6, and photos get no larger.
  return vips_pngsave_buffer(
      in, bytes, count, "compression", 3, "filter", VIPS_FOREIGN_PNG_FILTER_ALL, "strip", TRUE, NULL);
}
static inline int cvips_save_gif(VipsImage *in, void **bytes, size_t *count) {
  return vips_gifsave_buffer(in, bytes, count, "effort", 3, "strip", TRUE, NULL);
}
static inline int cvips_save_webp(VipsImage *in, int quality, void **bytes, size_t *count) {
  return vips_webpsave_buffer(in, bytes, count, "Q", quality, "effort", 2, "strip", TRUE, NULL);
}

static inline int cvips_to_srgb_by_profile(VipsImage *in, VipsImage **out) {
  return vips_icc_transform(in, out, "srgb", "embedded", TRUE, "intent", VIPS_INTENT_PERCEPTUAL, NULL);
}
static inline int cvips_to_srgb(VipsImage *in, VipsImage **out) {
  return vips_colourspace(in, out, VIPS_INTERPRETATION_sRGB, NULL);
}
static inline int cvips_to_bytes(VipsImage *in, VipsImage **out) { return vips_cast_uchar(in, out, NULL); }
static inline int cvips_turn_upright(VipsImage *in, VipsImage **out) { return vips_autorot(in, out, NULL); }
static inline int cvips_band(VipsImage *in, int band, VipsImage **out) {
  return vips_extract_band(in, out, band, NULL);
}
static inline int cvips_lowest(VipsImage *in, double *out) { return vips_min(in, out, NULL); }

static inline int cvips_flatten(VipsImage *in, VipsImage **out) {
  double white[] = {255, 255, 255};
  VipsArrayDouble *background = vips_array_double_new(white, 3);
  int outcome = vips_flatten(in, out, "background", background, NULL);
  vips_area_unref(VIPS_AREA(background));
  return outcome;
}

// The first frame, never enlarged.
static inline int cvips_thumbnail(const void *bytes, size_t count, int width, VipsImage **out) {
  return vips_thumbnail_buffer(
      (void *)bytes, count, out, width, "height", VIPS_MAX_COORD, "size", VIPS_SIZE_DOWN, "no_rotate", TRUE,
      "fail_on", VIPS_FAIL_ON_ERROR, NULL);
}

// Drawing: a ground of one colour, an image upon another, and text.
static inline int cvips_filled(int width, int height, double red, double green, double blue, VipsImage **out) {
  double one[] = {1, 1, 1}, colour[] = {red, green, blue};
  VipsImage *black = NULL, *painted = NULL;
  int outcome = vips_black(&black, width, height, "bands", 3, NULL)
      || vips_linear(black, &painted, one, colour, 3, "uchar", TRUE, NULL)
      || vips_copy(painted, out, "interpretation", VIPS_INTERPRETATION_sRGB, NULL);
  if (black) g_object_unref(black);
  if (painted) g_object_unref(painted);
  return outcome;
}
static inline int cvips_insert(VipsImage *ground, VipsImage *image, int x, int y, VipsImage **out) {
  return vips_insert(ground, image, out, x, y, NULL);
}
static inline int cvips_crop(VipsImage *in, int width, int height, VipsImage **out) {
  return vips_extract_area(in, out, 0, 0, width, height, NULL);
}
// Text as a mask. At 72 dots per inch a font's size is in pixels. The text is in Pango's markup.
static inline int cvips_text(const char *markup, const char *font, int width, VipsImage **out) {
  return vips_text(out, markup, "font", font, "width", width, "dpi", 72, "wrap", VIPS_TEXT_WRAP_WORD_CHAR, NULL);
}
// Paints the ground where the mask, which begins at (x, y), is set.
static inline int cvips_stamp(VipsImage *ground, VipsImage *mask, int x, int y, VipsImage *ink, VipsImage **out) {
  VipsImage *placed = NULL;
  int outcome = vips_embed(mask, &placed, x, y, ground->Xsize, ground->Ysize, NULL)
      || vips_ifthenelse(placed, ink, ground, out, "blend", TRUE, NULL);
  if (placed) g_object_unref(placed);
  return outcome;
}

// Silences the library's warnings, which are about users' files; real problems are returned as errors.
static inline void cvips_ignore_message(
    const char *domain, GLogLevelFlags level, const char *message, void *data) {}
static inline void cvips_silence(void) {
  g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING | G_LOG_LEVEL_INFO, cvips_ignore_message, NULL);
}
