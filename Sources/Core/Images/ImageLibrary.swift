import CVips

/// The library behind this module, set up once for the process.
enum ImageLibrary {
  /// Starts it at the first use, since it loads modules: about a tenth of a second.
  static let isReady: Bool = start()

  private static func start() -> Bool {
    cvips_silence()
    guard vips_init("fourcuts") == 0 else { return false }
    // Images are handled at the same time, not the parts of one; and nothing of one is kept for the next.
    vips_concurrency_set(1)
    vips_cache_set_max(0)
    vips_block_untrusted_set(1)
    // Beyond that list: no reader can run but the five that are called by name.
    vips_operation_block_set("VipsForeignLoad", 1)
    for reader in ["Jpeg", "Png", "Nsgif", "Webp", "Heif"] {
      vips_operation_block_set("VipsForeignLoad\(reader)Buffer", 0)
    }
    return true
  }

  /// Forgets what the last operation on this thread left behind.
  static func cleanUp() {
    vips_error_clear()
    vips_thread_shutdown()
  }
}
