/// Takes everything out of a WebP file that is not needed to show it: Exif, XMP, colour profiles, and chunks that the
/// format does not name, between the frames and within them (RFC 9649, section 2.7).
///
/// The pixels are not touched; they are expected to be sRGB, as all that this module writes.
/// - Returns: Nil where there is nothing to take out, or the bytes are no whole WebP file.
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
  /// Of the extended head: transparency and animation. What else it announces is taken out.
  static let flags: UInt8 = 0x12
  /// What stands before the chunks of a frame.
  static let frameHead = 16
}

/// Appends the chunks of these names.
/// - Returns: Whether these are all that there are, unchanged; nil where they are cut off.
private func keep(_ names: Set<String>, of chunks: ArraySlice<UInt8>, in kept: inout [UInt8]) -> Bool? {
  var rest = chunks
  var isWhole = true
  while rest.count >= 8 {
    let name = String(decoding: rest.prefix(4), as: UTF8.self)
    let length = littleEndian(rest.dropFirst(4).prefix(4))
    guard length <= rest.count - 8 else { return nil }
    var content = Array(rest.dropFirst(8).prefix(length))
    // The last chunk's filling is sometimes left out.
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

private func littleEndian(_ bytes: some BidirectionalCollection<UInt8>) -> Int {
  bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
}

private func littleEndian(_ number: Int) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
}
