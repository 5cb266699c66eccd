import CImages

/// Owns an image of libvips. Pixels are computed lazily, so any operation on an image from a file may find that file
/// damaged.
struct Picture: ~Copyable {
  private let image: OpaquePointer

  private init(owning image: OpaquePointer) {
    self.image = image
  }

  deinit {
    cimages_release(image)
  }

  var width: Int { Int(cimages_width(image)) }
  /// The height of all frames, which are stacked vertically.
  var height: Int { Int(cimages_height(image)) }
  var frameHeight: Int { Int(cimages_frame_height(image)) }
  /// The number of frames in the file, including those not loaded.
  var framesInFile: Int { Int(cimages_frame_count(image)) }
  var hasTransparency: Bool { cimages_has_alpha(image) != 0 }
  private var hasProfile: Bool { cimages_has_profile(image) != 0 }
  private var isUpright: Bool { cimages_orientation(image) <= 1 }

  private typealias Output = UnsafeMutablePointer<OpaquePointer?>

  private static func make(_ operation: (Output) -> Int32) throws(ImageFault) -> Picture {
    var output: OpaquePointer?
    guard operation(&output) == 0, let output else { throw .unreadable }
    return Picture(owning: output)
  }

  // MARK: Reading

  /// Reads the header of a file with the loader of its format; the pixels are read lazily. The bytes must outlive the
  /// picture and everything derived from it.
  /// - Parameter isLenient: whether warnings of the JPEG decoder are tolerated.
  init(
    _ bytes: UnsafeRawBufferPointer, _ format: ImageFormat, allFrames: Bool = false, isLenient: Bool = false
  ) throws(ImageFault) {
    let frames: Int32 = allFrames ? -1 : 1
    self = try Self.make { output in
      switch format {
      case .jpeg: cimages_load_jpeg(bytes.baseAddress, bytes.count, isLenient ? 1 : 0, output)
      case .png: cimages_load_png(bytes.baseAddress, bytes.count, output)
      case .gif: cimages_load_gif(bytes.baseAddress, bytes.count, frames, output)
      case .webp: cimages_load_webp(bytes.baseAddress, bytes.count, frames, output)
      case .heif: cimages_load_heif(bytes.baseAddress, bytes.count, output)
      }
    }
  }

  /// A picture of red, green and blue bytes, row by row.
  init(pixels: [UInt8], width: Int, height: Int) throws(ImageFault) {
    precondition(width > 0 && height > 0 && pixels.count == 3 * width * height)
    self = try Self.make { cimages_from_pixels(pixels, pixels.count, Int32(width), Int32(height), $0) }
  }

  /// Decodes one of our own images, scaled down to at most `width`, into memory.
  static func smaller(_ bytes: UnsafeRawBufferPointer, width: Int) throws(ImageFault) -> Picture {
    let lazy = try make { cimages_thumbnail(bytes.baseAddress, bytes.count, Int32(width), $0) }
    return try lazy.inMemory()
  }

  // MARK: Changing

  /// Converts to sRGB with 8 bits per channel. An unusable colour profile is ignored.
  func convertedToSRGB() throws(ImageFault) -> Picture {
    if hasProfile, let converted = try? Self.make({ cimages_to_srgb_by_profile(image, $0) }) {
      return try converted.eightBits()
    }
    return try Self.make { cimages_to_srgb(image, $0) }.eightBits()
  }

  private func eightBits() throws(ImageFault) -> Picture {
    try Self.make { cimages_to_bytes(image, $0) }
  }

  /// Applies the Exif orientation. A rotated image is read into memory completely.
  func upright() throws(ImageFault) -> Picture {
    if isUpright { return retained() }
    let whole = try inMemory()
    return try Self.make { cimages_turn_upright(whole.image, $0) }
  }

  /// Flattens transparency onto white.
  func opaque() throws(ImageFault) -> Picture {
    if !hasTransparency { return retained() }
    return try Self.make { cimages_flatten(image, $0) }
  }

  /// Whether every pixel is opaque, tested on all pixels.
  func isOpaqueThroughout() throws(ImageFault) -> Bool {
    guard hasTransparency else { return true }
    let band = cimages_band_count(image) - 1
    let alpha = try Self.make { cimages_band(image, band, $0) }
    var lowest = 0.0
    guard cimages_lowest(alpha.image, &lowest) == 0 else { throw .unreadable }
    return lowest == 255
  }

  func withImage<Result>(_ body: (OpaquePointer) throws -> Result) rethrows -> Result {
    try body(image)
  }

  private func inMemory() throws(ImageFault) -> Picture {
    guard let copy = cimages_copy_memory(image) else { throw .unreadable }
    return Picture(owning: copy)
  }

  private func retained() -> Picture {
    cimages_retain(image)
    return Picture(owning: image)
  }

  // MARK: Drawing

  static func filled(_ width: Int, _ height: Int, _ color: PictureColor) throws(ImageFault) -> Picture {
    try make {
      cimages_filled(
        Int32(width), Int32(height), Double(color.red), Double(color.green), Double(color.blue), $0)
    }
  }

  /// A text as a mask, broken into lines of at most `width`.
  static func text(_ text: String, size: Int, width: Int, isBold: Bool) throws(ImageFault) -> Picture {
    let font = "Noto Sans CJK KR, Noto Sans KR, NanumGothic, sans-serif\(isBold ? " Bold" : "") \(size)"
    return try make { cimages_text(markup(keepingWords(text)), font, Int32(width), $0) }.inMemory()
  }

  /// The text with invisible joiners around Korean syllables, so that lines break between words.
  private static func keepingWords(_ text: String) -> String {
    let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let last = result.last, last != " ", scalar != " ",
        syllables.contains(last.value) || syllables.contains(scalar.value)
      {
        result.append("\u{2060}")
      }
      result.append(scalar)
    }
    return String(result)
  }

  /// Only `&` and `<` are special in the content of Pango's markup.
  private static func markup(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }

  func inserting(_ other: borrowing Picture, x: Int, y: Int) throws(ImageFault) -> Picture {
    try Self.make { cimages_insert(image, other.image, Int32(x), Int32(y), $0) }
  }

  /// Paints where a mask that begins at a point is set.
  func stamping(_ mask: borrowing Picture, x: Int, y: Int, _ color: PictureColor) throws(ImageFault) -> Picture {
    let ink = try Self.filled(width, height, color)
    return try Self.make { cimages_stamp(image, mask.image, Int32(x), Int32(y), ink.image, $0) }
  }

  func top(_ height: Int) throws(ImageFault) -> Picture {
    try Self.make { cimages_crop(image, Int32(width), Int32(height), $0) }
  }

  // MARK: Writing

  /// Encodes the image in a format other than `heif`.
  func encoded(as format: ImageFormat, quality: Int32) throws(ImageFault) -> [UInt8] {
    var bytes: UnsafeMutableRawPointer?
    var count = 0
    let outcome =
      switch format {
      case .jpeg: cimages_save_jpeg(image, quality, &bytes, &count)
      case .png: cimages_save_png(image, &bytes, &count)
      case .gif: cimages_save_gif(image, &bytes, &count)
      case .webp: cimages_save_webp(image, quality, &bytes, &count)
      case .heif: preconditionFailure("HEIF is read, never written")
      }
    defer { cimages_free(bytes) }
    guard outcome == 0, let bytes else { throw .unreadable }
    let encoded = Array(UnsafeRawBufferPointer(start: bytes, count: count))
    // libvips's WebP saver keeps metadata that it was asked to strip.
    return format == .webp ? withoutWebPMetadata(encoded) ?? encoded : encoded
  }
}
