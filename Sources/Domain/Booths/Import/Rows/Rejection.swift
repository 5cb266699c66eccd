/// The reason why a row is rejected.
struct Rejection: Error, Hashable {
  /// A stable code, lower case with hyphens.
  var code: String
  var reason: String

  init(_ code: String, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}

/// Counts the values left out of a file's rows, by field.
struct WarningTally {
  private var warnings: [ImportField: ImportWarning] = [:]

  mutating func note(_ field: ImportField, line: Int, value: ArraySlice<UInt8>) {
    if warnings[field] != nil {
      warnings[field]?.count += 1
    } else {
      warnings[field] = ImportWarning(field: field, count: 1, firstLine: line, example: WarningTally.excerpt(value))
    }
  }

  /// In the order of `ImportField`.
  var all: [ImportWarning] { ImportField.allCases.compactMap { warnings[$0] } }

  /// The same for a value that may be a word for "none" or the error of a spreadsheet.
  static func raw(_ value: ArraySlice<UInt8>) -> String {
    let text = excerpt(value)
    if !text.isEmpty { return text }
    let bytes = PlainText.trimmed(value.prefix(100))
    return bytes.count > 60 ? "" : String(decoding: bytes, as: UTF8.self)
  }

  /// A value for a message: trimmed, without control characters, shortened to 60 characters.
  static func excerpt(_ value: ArraySlice<UInt8>) -> String {
    let text = PlainText.text(value.prefix(1000)) ?? ""
    return text.count > 60 ? String(text.prefix(60)) + "…" : text
  }
}
