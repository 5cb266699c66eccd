import CImages

/// libvips and libjpeg, loaded once per process.
enum ImageLibrary {
  /// Why they cannot be used; nil: they can. Loaded at first use, which takes about a tenth of a second.
  static let fault = cimages_start().map { String(cString: $0) }

  static var isReady: Bool { fault == nil }

  /// Clears the error buffer and the thread's state after an operation.
  static func cleanUp() { cimages_clean_up() }
}
