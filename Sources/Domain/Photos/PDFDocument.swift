/// PDF documents (ISO 32000), which one of the old contracts accepts. They are stored unchanged and never parsed.
package enum PDFDocument {
  /// `%%EOF` must be within the last 1024 bytes.
  private static let maxTrailerDistance = 1024

  /// Whether bytes look like a complete PDF of version 1 or 2: `%PDF-1.` or `%PDF-2.` at the very beginning, so that no
  /// other format can precede it, and `%%EOF` near the end, so that it is not truncated.
  package static func isDocument(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: "%PDF-1.".utf8) || bytes.starts(with: "%PDF-2.".utf8) else { return false }
    let mark = Array("%%EOF".utf8)
    let end = bytes.suffix(maxTrailerDistance)
    return end.indices.contains { end[$0...].starts(with: mark) }
  }
}
