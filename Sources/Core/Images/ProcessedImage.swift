/// What an image may be, checked before anything is decoded.
package struct ImageLimits: Hashable, Sendable {
  /// Width times height times frames.
  package var pixels: Int
  /// Width or height of a frame.
  package var side: Int
  /// Frames of an animation.
  package var frames: Int

  /// Limits from their parts.
  package init(pixels: Int, side: Int, frames: Int) {
    self.pixels = pixels
    self.side = side
    self.frames = frames
  }

  /// 50 megapixels, as the largest phones take by themselves; 30,000 a side, as every format that is written allows
  /// for its smaller forms; 500 frames.
  package static let photos = ImageLimits(pixels: 50_000_000, side: 30_000, frames: 500)
}

/// Why an image is not taken.
package enum ImageFault: Error, Hashable, Sendable {
  /// None of the formats that are read.
  case unknownFormat
  /// Cut off, damaged, or not what its first bytes say.
  case unreadable
  /// Beyond the limits.
  case tooManyPixels
}

/// An image as it was written anew: 8 bits a channel in sRGB, upright, without any metadata.
package struct EncodedImage: Hashable, Sendable {
  /// The file.
  package let bytes: [UInt8]
  /// Never `heif`.
  package let format: ImageFormat
  /// Pixels of a frame.
  package let width: Int
  /// Pixels of a frame.
  package let height: Int
}

/// An image and its smaller forms.
package struct ProcessedImage: Hashable, Sendable {
  /// At full size: JPEG, PNG, GIF and WebP in their own format, an animation with its frames; HEIC as JPEG.
  package let full: EncodedImage
  /// For each width asked for, in that order: at most so wide, never larger than the image, the first frame of an
  /// animation. JPEG where nothing shows through; else WebP for WebP and PNG for the rest.
  package let smaller: [EncodedImage]
}
