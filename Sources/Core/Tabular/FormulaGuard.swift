/// Keeps foreign texts from running as formulas when a table is opened in a spreadsheet.
///
/// A guarded text begins with an apostrophe; `isGuarded` tells it from others, so that reading a table again gives the
/// same texts. See OWASP, "CSV Injection".
package enum FormulaGuard {
  private static let apostrophe: UInt8 = 0x27

  /// The text as a spreadsheet may read it. Numbers and telephone numbers (`-33.4`, `+82-2-123-4567`) stay as they are:
  /// what a spreadsheet makes of them is a wrong number at worst. Complexity: O(length).
  package static func guarded(_ text: String) -> String {
    var text = text
    return text.withUTF8 { isFormula($0) } ? "'" + text : text
  }

  /// Whether a text was guarded: its first byte is then not part of it.
  package static func isGuarded(_ text: Span<UInt8>) -> Bool {
    guard text.count >= 2, text[0] == apostrophe else { return false }
    var position = 1
    while position < text.count, text[position] == apostrophe { position += 1 }
    return position < text.count && isBeginning(text[position])
  }

  /// This includes a text that is already guarded: it is guarded once more, so it is restored exactly.
  private static func isFormula(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = text.first(where: { $0 != apostrophe }), isBeginning(first) else { return false }
    return first == UInt8(ascii: "=") || text.contains { !isOfNumber($0) }
  }

  private static func isBeginning(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D: true
    default: false
    }
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: " "):
      true
    default: false
    }
  }
}
