/// The supported formats. The first bytes of a file alone determine its format.
package enum ImageFormat: String, Hashable, Sendable, CaseIterable {
  case jpeg, png, gif, webp
  /// HEIC: HEVC still images in the container of ISO/IEC 23008-12. Not AVIF, whose decoder may allocate more than the
  /// header of the file states.
  case heif

  /// The format of a file that begins with these bytes; nil for other formats. 12 bytes are enough.
  package init?(beginning bytes: some Collection<UInt8>) {
    let head = Array(bytes.prefix(12))
    if head.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if head.starts(with: "GIF87a".utf8) || head.starts(with: "GIF89a".utf8) {
      self = .gif
    } else if head.count == 12, head.starts(with: "RIFF".utf8), head[8...].elementsEqual("WEBP".utf8) {
      self = .webp
    } else if head.count == 12, head[4..<8].elementsEqual("ftyp".utf8), Self.isStillBrand(head[8...]) {
      self = .heif
    } else {
      return nil
    }
  }

  /// Brands of still images, without those of videos and image sequences.
  private static func isStillBrand(_ brand: ArraySlice<UInt8>) -> Bool {
    ["heic", "heix", "heim", "heis", "mif1"].contains { brand.elementsEqual($0.utf8) }
  }
}
