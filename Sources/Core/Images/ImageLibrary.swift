import CVips

/// libvips, initialised once per process.
enum ImageLibrary {
  /// Initialised at first use, since loading its modules takes about a tenth of a second.
  static let isReady: Bool = start()

  private static func start() -> Bool {
    cvips_silence()
    guard vips_init("fourcuts") == 0 else { return false }
    // Images are processed in parallel, not the parts of one; nothing of one is cached for the next.
    vips_concurrency_set(1)
    vips_cache_set_max(0)
    vips_block_untrusted_set(1)
    // In addition to that list: only the five loaders that are called by name can run.
    vips_operation_block_set("VipsForeignLoad", 1)
    for reader in ["Jpeg", "Png", "Nsgif", "Webp", "Heif"] {
      vips_operation_block_set("VipsForeignLoad\(reader)Buffer", 0)
    }
    return true
  }

  /// Clears the error buffer and the thread's state after an operation.
  static func cleanUp() {
    vips_error_clear()
    vips_thread_shutdown()
  }
}
