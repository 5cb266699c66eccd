/// A document in a subset of TOML 1.0: names with texts, whole numbers, switches, and lists of texts.
///
/// Everything that it accepts means the same in TOML. Tables, dotted or quoted names, texts of several lines, fractions
/// and dates are rejected.
package struct TOMLDocument: Sendable, Hashable {
  package enum Value: Sendable, Hashable {
    case text(String)
    case integer(Int64)
    case boolean(Bool)
    case list([String])
  }

  package struct Entry: Sendable, Hashable {
    package let name: String
    package let value: Value
    /// From 1.
    package let line: Int
  }

  /// In the order of the document, each name once.
  package let entries: [Entry]

  /// Reads a document in UTF-8.
  package init(_ bytes: [UInt8]) throws(TOMLFault) {
    var reader = TOMLReader(try Self.decode(bytes))
    entries = try reader.entries()
  }

  private static func decode(_ bytes: [UInt8]) throws(TOMLFault) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let invalid = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    throw TOMLFault(line: invalid + 1, column: 1, message: "The line is not in UTF-8: save the file in this encoding.")
  }
}

package struct TOMLFault: Error, Hashable, CustomStringConvertible {
  /// From 1.
  package let line: Int
  /// In characters, from 1.
  package let column: Int
  /// One sentence: what is wrong, then what to do.
  package let message: String

  package var description: String { "\(line):\(column): \(message)" }
}
