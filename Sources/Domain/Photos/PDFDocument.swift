/// PDF documents (ISO 32000), which one of the old contracts takes. They are kept as they are and never opened here.
package enum PDFDocument {
  /// How near its end a document says that it ends, in bytes.
  private static let tail = 1024

  /// Whether bytes begin and end as a document of version 1 or 2 does: `%PDF-1.` or `%PDF-2.` at the very beginning, so
  /// that nothing else can stand before it, and `%%EOF` near the end, so that it was not cut.
  package static func isDocument(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: "%PDF-1.".utf8) || bytes.starts(with: "%PDF-2.".utf8) else { return false }
    let mark = Array("%%EOF".utf8)
    let end = bytes.suffix(tail)
    return end.indices.contains { end[$0...].starts(with: mark) }
  }
}
