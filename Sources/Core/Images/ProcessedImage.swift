/// Limits of an image, checked before decoding.
package struct ImageLimits: Hashable, Sendable {
  /// The maximum of width × height × frames.
  package var pixels: Int
  /// The maximum width or height of a frame.
  package var side: Int
  package var frames: Int

  package init(pixels: Int, side: Int, frames: Int) {
    self.pixels = pixels
    self.side = side
    self.frames = frames
  }

  /// 50 megapixels, the most that phones take by default; 30,000 per side, which every output format allows for the
  /// smaller sizes; 500 frames.
  package static let photos = ImageLimits(pixels: 50_000_000, side: 30_000, frames: 500)
}

/// Why an image is rejected.
package enum ImageFault: Error, Hashable, Sendable {
  case unknownFormat
  /// Truncated, damaged, or not in the format of its first bytes.
  case unreadable
  /// Beyond the limits.
  case tooManyPixels
  /// libvips or libjpeg cannot be loaded.
  case libraryMissing
}

/// A re-encoded image: 8 bits per channel in sRGB, upright, without metadata.
package struct EncodedImage: Hashable, Sendable {
  package let bytes: [UInt8]
  /// Never `heif`.
  package let format: ImageFormat
  /// The width of a frame in pixels.
  package let width: Int
  /// The height of a frame in pixels.
  package let height: Int
}

package struct ProcessedImage: Hashable, Sendable {
  /// At full size: JPEG, PNG, GIF and WebP in the same format, animations with all frames; HEIC as JPEG.
  package let full: EncodedImage
  /// One image for each requested width, in that order: at most that wide, never larger than the original, the first
  /// frame of an animation. JPEG for opaque images; otherwise WebP for WebP and PNG for the rest.
  package let smaller: [EncodedImage]
}
