#define _GNU_SOURCE
#include "CImages.h"
#include <dlfcn.h>
#include <setjmp.h>
#include <stdio.h>
#include <vips/vips.h>
#include <jpeglib.h>
#include <jerror.h>

// Every function of the two libraries that is called here, found by name when they are loaded.
#define GLIB(F) F(g_free) F(g_log_set_handler) F(g_object_ref) F(g_object_unref)
#define VIPS(F)                                                                                                      \
  F(vips_area_unref) F(vips_array_double_new) F(vips_autorot) F(vips_black) F(vips_block_untrusted_set)              \
  F(vips_cache_set_max) F(vips_cast_uchar) F(vips_colourspace) F(vips_concurrency_set) F(vips_copy) F(vips_embed)    \
  F(vips_error_clear) F(vips_extract_area) F(vips_extract_band) F(vips_flatten) F(vips_gifload_buffer)               \
  F(vips_gifsave_buffer) F(vips_heifload_buffer) F(vips_icc_transform) F(vips_ifthenelse) F(vips_image_copy_memory)  \
  F(vips_image_get_bands) F(vips_image_get_height) F(vips_image_get_n_pages) F(vips_image_get_orientation)           \
  F(vips_image_get_page_height) F(vips_image_get_typeof) F(vips_image_get_width) F(vips_image_hasalpha)              \
  F(vips_image_new_from_memory_copy) F(vips_init) F(vips_insert) F(vips_jpegload_buffer) F(vips_jpegsave_buffer)     \
  F(vips_linear) F(vips_min) F(vips_operation_block_set) F(vips_pngload_buffer) F(vips_pngsave_buffer) F(vips_text)  \
  F(vips_thread_shutdown) F(vips_thumbnail_buffer) F(vips_version_string) F(vips_webpload_buffer)                    \
  F(vips_webpsave_buffer)
#define JPEG(F)                                                                                                      \
  F(jpeg_CreateDecompress) F(jpeg_destroy_decompress) F(jpeg_finish_decompress) F(jpeg_mem_src) F(jpeg_read_header)  \
  F(jpeg_read_scanlines) F(jpeg_start_decompress) F(jpeg_std_error)

#define DECLARED(name) __typeof__(name) *name##_;
static struct {
  GLIB(DECLARED) VIPS(DECLARED) JPEG(DECLARED)
} library;
#define CALL(name) (*library.name##_)

// Loads one library and looks its functions up.
#define FOUND(name)                                                                                                  \
  if (!(library.name##_ = (__typeof__(name) *)dlsym(handle, #name))) return dlerror();
#define LOADER(title, functions)                                                                                     \
  static const char *load_##title(const char *file) {                                                                \
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);                                                              \
    if (!handle) return dlerror();                                                                                   \
    functions(FOUND) return NULL;                                                                                    \
  }
LOADER(glib, GLIB)
LOADER(vips, VIPS)
LOADER(jpeg, JPEG)

// Silences the library's warnings, which are about users' files; real problems are returned as errors.
static void ignore_message(const char *domain, GLogLevelFlags level, const char *message, void *data) {}

const char *cimages_start(void) {
  // The sonames of the headers that this is compiled with. libgobject has the functions of libglib in its scope.
  const char *missing = load_glib("libgobject-2.0.so.0");
  if (!missing) missing = load_vips("libvips.so.42");
  if (!missing) missing = load_jpeg("libjpeg.so.62");
  if (missing) return missing;
  CALL(g_log_set_handler)("VIPS", G_LOG_LEVEL_WARNING | G_LOG_LEVEL_INFO, ignore_message, NULL);
  if (CALL(vips_init)("fourcuts") != 0) return "libvips cannot be initialised";
  // Images are processed in parallel, not the parts of one; nothing of one is cached for the next.
  CALL(vips_concurrency_set)(1);
  CALL(vips_cache_set_max)(0);
  CALL(vips_block_untrusted_set)(TRUE);
  // In addition to that list: only the five loaders that are called by name can run.
  CALL(vips_operation_block_set)("VipsForeignLoad", TRUE);
  static const char *const allowed[] = {
      "VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadNsgifBuffer",
      "VipsForeignLoadWebpBuffer", "VipsForeignLoadHeifBuffer"};
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) CALL(vips_operation_block_set)(allowed[i], FALSE);
  return NULL;
}

const char *cimages_version(void) { return CALL(vips_version_string)(); }
void cimages_clean_up(void) {
  CALL(vips_error_clear)();
  CALL(vips_thread_shutdown)();
}

void cimages_retain(cimages_image *image) { CALL(g_object_ref)(image); }
void cimages_release(cimages_image *image) { CALL(g_object_unref)(image); }
void cimages_free(void *bytes) { CALL(g_free)(bytes); }

int cimages_width(cimages_image *image) { return CALL(vips_image_get_width)(image); }
int cimages_height(cimages_image *image) { return CALL(vips_image_get_height)(image); }
int cimages_frame_height(cimages_image *image) { return CALL(vips_image_get_page_height)(image); }
int cimages_frame_count(cimages_image *image) { return CALL(vips_image_get_n_pages)(image); }
int cimages_band_count(cimages_image *image) { return CALL(vips_image_get_bands)(image); }
int cimages_has_alpha(cimages_image *image) { return CALL(vips_image_hasalpha)(image); }
int cimages_has_profile(cimages_image *image) { return CALL(vips_image_get_typeof)(image, VIPS_META_ICC_NAME) != 0; }
int cimages_orientation(cimages_image *image) { return CALL(vips_image_get_orientation)(image); }
cimages_image *cimages_copy_memory(cimages_image *image) { return CALL(vips_image_copy_memory)(image); }

#define STRICT "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_ERROR

// libjpeg only warns of missing data, and also of harmless bytes: see cimages_jpeg_is_whole.
int cimages_load_jpeg(const void *bytes, size_t count, int lenient, cimages_image **out) {
  return CALL(vips_jpegload_buffer)(
      (void *)bytes, count, out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
      lenient ? VIPS_FAIL_ON_ERROR : VIPS_FAIL_ON_WARNING, NULL);
}
int cimages_load_png(const void *bytes, size_t count, cimages_image **out) {
  return CALL(vips_pngload_buffer)((void *)bytes, count, out, STRICT, NULL);
}
int cimages_load_gif(const void *bytes, size_t count, int pages, cimages_image **out) {
  return CALL(vips_gifload_buffer)((void *)bytes, count, out, STRICT, "n", pages, NULL);
}
int cimages_load_webp(const void *bytes, size_t count, int pages, cimages_image **out) {
  return CALL(vips_webpload_buffer)((void *)bytes, count, out, STRICT, "n", pages, NULL);
}
int cimages_load_heif(const void *bytes, size_t count, cimages_image **out) {
  return CALL(vips_heifload_buffer)((void *)bytes, count, out, STRICT, NULL);
}
int cimages_from_pixels(const void *pixels, size_t count, int width, int height, cimages_image **out) {
  *out = CALL(vips_image_new_from_memory_copy)(pixels, count, width, height, 3, VIPS_FORMAT_UCHAR);
  return *out ? 0 : -1;
}

struct jpeg_check {
  struct jpeg_error_mgr errors;
  jmp_buf end;
};

static void end_check(j_common_ptr info) { longjmp(((struct jpeg_check *)info->err)->end, 1); }

// Ignores warnings that do not affect pixels.
static void weigh_message(j_common_ptr info, int level) {
  int code = info->err->msg_code;
  if (level >= 0 || code == JWRN_EXTRANEOUS_DATA || code == JWRN_JFIF_MAJOR || code == JWRN_ADOBE_XFORM) return;
  end_check(info);
}

int cimages_jpeg_is_whole(const void *bytes, size_t count) {
  struct jpeg_decompress_struct info;
  struct jpeg_check check;
  info.err = CALL(jpeg_std_error)(&check.errors);
  check.errors.error_exit = end_check;
  check.errors.emit_message = weigh_message;
  if (setjmp(check.end)) {
    CALL(jpeg_destroy_decompress)(&info);
    return 0;
  }
  // What the macro jpeg_create_decompress does.
  CALL(jpeg_CreateDecompress)(&info, JPEG_LIB_VERSION, sizeof info);
  CALL(jpeg_mem_src)(&info, (const unsigned char *)bytes, count);
  CALL(jpeg_read_header)(&info, TRUE);
  info.scale_num = 1;
  info.scale_denom = 8;
  CALL(jpeg_start_decompress)(&info);
  JSAMPARRAY row = (*info.mem->alloc_sarray)(
      (j_common_ptr)&info, JPOOL_IMAGE, info.output_width * info.output_components, 1);
  while (info.output_scanline < info.output_height) CALL(jpeg_read_scanlines)(&info, row, 1);
  CALL(jpeg_finish_decompress)(&info);
  CALL(jpeg_destroy_decompress)(&info);
  return 1;
}

int cimages_save_jpeg(cimages_image *in, int quality, void **bytes, size_t *count) {
  return CALL(vips_jpegsave_buffer)(
      in, bytes, count, "Q", quality, "optimize_coding", TRUE, "strip", TRUE, NULL);
}
int cimages_save_png(cimages_image *in, void **bytes, size_t *count) {
  // Level 3 is three times as fast as the default 6, and photos get no larger.
  return CALL(vips_pngsave_buffer)(
      in, bytes, count, "compression", 3, "filter", VIPS_FOREIGN_PNG_FILTER_ALL, "strip", TRUE, NULL);
}
int cimages_save_gif(cimages_image *in, void **bytes, size_t *count) {
  return CALL(vips_gifsave_buffer)(in, bytes, count, "effort", 3, "strip", TRUE, NULL);
}
int cimages_save_webp(cimages_image *in, int quality, void **bytes, size_t *count) {
  return CALL(vips_webpsave_buffer)(in, bytes, count, "Q", quality, "effort", 2, "strip", TRUE, NULL);
}

int cimages_to_srgb_by_profile(cimages_image *in, cimages_image **out) {
  return CALL(vips_icc_transform)(
      in, out, "srgb", "embedded", TRUE, "intent", VIPS_INTENT_PERCEPTUAL, NULL);
}
int cimages_to_srgb(cimages_image *in, cimages_image **out) {
  return CALL(vips_colourspace)(in, out, VIPS_INTERPRETATION_sRGB, NULL);
}
int cimages_to_bytes(cimages_image *in, cimages_image **out) { return CALL(vips_cast_uchar)(in, out, NULL); }
int cimages_turn_upright(cimages_image *in, cimages_image **out) { return CALL(vips_autorot)(in, out, NULL); }
int cimages_band(cimages_image *in, int band, cimages_image **out) {
  return CALL(vips_extract_band)(in, out, band, NULL);
}
int cimages_lowest(cimages_image *in, double *out) { return CALL(vips_min)(in, out, NULL); }
int cimages_flatten(cimages_image *in, cimages_image **out) {
  double white[] = {255, 255, 255};
  VipsArrayDouble *background = CALL(vips_array_double_new)(white, 3);
  int outcome = CALL(vips_flatten)(in, out, "background", background, NULL);
  CALL(vips_area_unref)((VipsArea *)background);
  return outcome;
}
int cimages_thumbnail(const void *bytes, size_t count, int width, cimages_image **out) {
  return CALL(vips_thumbnail_buffer)(
      (void *)bytes, count, out, width, "height", VIPS_MAX_COORD, "size", VIPS_SIZE_DOWN, "no_rotate", TRUE,
      "fail_on", VIPS_FAIL_ON_ERROR, NULL);
}

int cimages_filled(int width, int height, double red, double green, double blue, cimages_image **out) {
  double one[] = {1, 1, 1}, colour[] = {red, green, blue};
  VipsImage *black = NULL, *painted = NULL;
  int outcome = CALL(vips_black)(&black, width, height, "bands", 3, NULL)
      || CALL(vips_linear)(black, &painted, one, colour, 3, "uchar", TRUE, NULL)
      || CALL(vips_copy)(painted, out, "interpretation", VIPS_INTERPRETATION_sRGB, NULL);
  if (black) cimages_release(black);
  if (painted) cimages_release(painted);
  return outcome ? -1 : 0;
}
int cimages_insert(cimages_image *ground, cimages_image *image, int x, int y, cimages_image **out) {
  return CALL(vips_insert)(ground, image, out, x, y, NULL);
}
int cimages_crop(cimages_image *in, int width, int height, cimages_image **out) {
  return CALL(vips_extract_area)(in, out, 0, 0, width, height, NULL);
}
int cimages_text(const char *markup, const char *font, int width, cimages_image **out) {
  return CALL(vips_text)(
      out, markup, "font", font, "width", width, "dpi", 72, "wrap", VIPS_TEXT_WRAP_WORD_CHAR, NULL);
}
int cimages_stamp(
    cimages_image *ground, cimages_image *mask, int x, int y, cimages_image *ink, cimages_image **out) {
  VipsImage *placed = NULL;
  int outcome = CALL(vips_embed)(mask, &placed, x, y, ground->Xsize, ground->Ysize, NULL)
      || CALL(vips_ifthenelse)(placed, ink, ground, out, "blend", TRUE, NULL);
  if (placed) cimages_release(placed);
  return outcome ? -1 : 0;
}
