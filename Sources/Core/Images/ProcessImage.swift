import CImages

/// Decodes an image and re-encodes it, also in smaller sizes. The results contain pixels and no other data of the
/// file.
///
/// It blocks for about a second for 12 megapixels, and must run on a thread that may block. Memory: the file, the
/// result, and 4 to 7 bytes per pixel; images that a decoder needs as a whole (progressive JPEG, interlaced PNG,
/// WebP) may have half of the limit's pixels. Limits are checked before decoding, and a file that contradicts its own
/// header is unreadable. May run on several threads at once.
package func processImage(
  _ file: [UInt8], widths: [Int], limits: ImageLimits = .photos
) throws(ImageFault) -> ProcessedImage {
  guard let format = ImageFormat(beginning: file) else { throw .unknownFormat }
  guard ImageLibrary.isReady else { throw .libraryMissing }
  defer { ImageLibrary.cleanUp() }
  let container = try Container(file, format)
  guard container.frames <= limits.frames, container.maxPartPixels <= limits.pixels else { throw .tooManyPixels }
  var limits = limits
  limits.pixels /= container.memoryFactor
  let full = try lending(container.bytes) { (bytes) throws(ImageFault) -> EncodedImage in
    do throws(ImageFault) { return try ImageProcessing(bytes, format, limits).full() } catch {
      // A warning does not imply damage: extra bytes between the parts of a file are harmless.
      guard error == .unreadable, format == .jpeg, cimages_jpeg_is_whole(bytes.baseAddress, bytes.count) != 0 else {
        throw error
      }
      return try ImageProcessing(bytes, format, limits, isLenient: true).full()
    }
  }
  let smaller = try lending(full.bytes) { (bytes) throws(ImageFault) -> [EncodedImage] in
    var forms: [EncodedImage] = []
    for width in widths { forms.append(try ImageProcessing.smaller(bytes, width, of: format)) }
    return forms
  }
  return ProcessedImage(full: full, smaller: smaller)
}

/// The bytes at a stable address while the body runs.
private func lending<Result>(
  _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(ImageFault) -> Result
) throws(ImageFault) -> Result {
  try bytes.withUnsafeBufferPointer { (bytes) throws(ImageFault) in try body(UnsafeRawBufferPointer(bytes)) }
}

private struct ImageProcessing {
  private let bytes: UnsafeRawBufferPointer
  private let format: ImageFormat
  private let frames: Int
  private let isLenient: Bool

  /// Visually lossless, at a third of the size of camera files.
  private static let quality: Int32 = 88
  private static let smallerQuality: Int32 = 82

  /// Reads the header only.
  init(
    _ bytes: UnsafeRawBufferPointer, _ format: ImageFormat, _ limits: ImageLimits, isLenient: Bool = false
  ) throws(ImageFault) {
    self.bytes = bytes
    self.format = format
    self.isLenient = isLenient
    let head = try Picture(bytes, format, isLenient: isLenient)
    frames = format == .gif || format == .webp ? head.framesInFile : 1
    guard max(head.width, head.height) <= limits.side, frames <= limits.frames,
      head.width * head.height * frames <= limits.pixels
    else { throw .tooManyPixels }
  }

  func full() throws(ImageFault) -> EncodedImage {
    let source = try Picture(bytes, format, allFrames: frames > 1, isLenient: isLenient)
    var picture = try source.convertedToSRGB()
    // The frames of an animation are stacked and cannot be rotated together; no camera writes animations.
    if frames == 1 { picture = try picture.upright() }
    let output: ImageFormat = format == .heif ? .jpeg : format
    if output == .jpeg { picture = try picture.opaque() }
    let encoded = try picture.encoded(as: output, quality: Self.quality)
    return EncodedImage(
      bytes: encoded, format: output, width: picture.width,
      height: frames > 1 ? picture.frameHeight : picture.height)
  }

  /// Made from the encoded image, which can be decoded at a reduced size.
  static func smaller(
    _ bytes: UnsafeRawBufferPointer, _ width: Int, of format: ImageFormat
  ) throws(ImageFault) -> EncodedImage {
    var picture = try Picture.smaller(bytes, width: width).convertedToSRGB()
    var output = ImageFormat.jpeg
    if try picture.isOpaqueThroughout() {
      picture = try picture.opaque()
    } else {
      output = format == .webp ? .webp : .png
    }
    let encoded = try picture.encoded(as: output, quality: smallerQuality)
    return EncodedImage(bytes: encoded, format: output, width: picture.width, height: picture.height)
  }
}
