/// Removes everything from a WebP file that is not needed to display it: Exif, XMP, colour profiles, and unknown
/// chunks between the frames and within them (RFC 9649, section 2.7).
///
/// The pixels stay unchanged; they must be sRGB, as in all files that this module writes.
/// - Returns: Nil when there is nothing to remove, or the bytes are not a complete WebP file.
package func withoutWebPMetadata(_ file: [UInt8]) -> [UInt8]? {
  guard ImageFormat(beginning: file) == .webp, file.count >= 12 else { return nil }
  let size = littleEndian(file[4..<8])
  guard size >= 4, size + 8 <= file.count else { return nil }
  var kept: [UInt8] = []
  guard let isWhole = keep(WebPChunks.ofFile, of: file[12..<(size + 8)], in: &kept) else { return nil }
  if isWhole && file.count == size + 8 { return nil }
  return Array("RIFF".utf8) + littleEndian(kept.count + 4) + Array("WEBP".utf8) + kept
}

private enum WebPChunks {
  static let ofFile: Set<String> = ["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF"]
  static let ofFrame: Set<String> = ["VP8 ", "VP8L", "ALPH"]
  /// The kept flags of the extended header: transparency and animation.
  static let flags: UInt8 = 0x12
  static let frameHead = 16
}

/// Appends the chunks with these names.
/// - Returns: Whether nothing was removed or changed; nil when the chunks are truncated.
private func keep(_ names: Set<String>, of chunks: ArraySlice<UInt8>, in kept: inout [UInt8]) -> Bool? {
  var rest = chunks
  var isWhole = true
  while rest.count >= 8 {
    let name = String(decoding: rest.prefix(4), as: UTF8.self)
    let length = littleEndian(rest.dropFirst(4).prefix(4))
    guard length <= rest.count - 8 else { return nil }
    var content = Array(rest.dropFirst(8).prefix(length))
    // The padding of the last chunk is sometimes missing.
    rest = rest.dropFirst(8 + length + length % 2)
    guard names.contains(name) else {
      isWhole = false
      continue
    }
    if name == "VP8X", let flags = content.first, flags & ~WebPChunks.flags != 0 {
      content[0] = flags & WebPChunks.flags
      isWhole = false
    }
    if name == "ANMF", content.count > WebPChunks.frameHead {
      var frame = Array(content.prefix(WebPChunks.frameHead))
      guard let isFrameWhole = keep(WebPChunks.ofFrame, of: content[WebPChunks.frameHead...], in: &frame) else {
        return nil
      }
      isWhole = isWhole && isFrameWhole
      content = frame
    }
    kept += Array(name.utf8) + littleEndian(content.count) + content
    if content.count % 2 == 1 { kept.append(0) }
  }
  return isWhole && rest.isEmpty
}

func littleEndian(_ bytes: some BidirectionalCollection<UInt8>) -> Int {
  bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
}

func littleEndian(_ number: Int) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
}
