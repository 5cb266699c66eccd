package import Basics

/// The decoded parameters of a query, in the order sent.
///
/// `+` decodes to a blank (the form encoding that every client uses in queries); pairs are separated by `&`.
package struct QueryParameters: Sendable, Hashable {
  /// A decoded pair.
  package struct Parameter: Sendable, Hashable {
    /// Decoded, otherwise as sent; names are case-sensitive.
    package var name: String
    /// Empty when there is no `=`.
    package var value: String
  }

  package static let maxCount = 64

  /// All pairs in the order sent; names may repeat.
  package private(set) var all: [Parameter] = []

  /// Decodes the text after `?`; nil gives no parameters. O(bytes).
  ///
  /// Throws for a percent sign without two hexadecimal digits, invalid UTF-8, NUL, too many combining marks in a row, and
  /// more than `maxCount` parameters; the field of the error is the name of the parameter when it is known.
  package init(parsing query: String?) throws(DomainError) {
    guard var query, !query.isEmpty else { return }
    let parsed: Result<[Parameter], DomainError> = query.withUTF8 { bytes in
      Result { () throws(DomainError) in try Self.pairs(of: UnsafeRawBufferPointer(bytes)) }
    }
    all = try parsed.get()
  }

  /// The first value of a name.
  package subscript(name: String) -> String? {
    all.first { $0.name == name }?.value
  }

  /// All values of a name, in order.
  package func values(of name: String) -> [String] {
    all.filter { $0.name == name }.map(\.value)
  }

  private static func pairs(of bytes: UnsafeRawBufferPointer) throws(DomainError) -> [Parameter] {
    var pairs: [Parameter] = []
    // Most queries have less.
    pairs.reserveCapacity(4)
    var start = 0
    while start <= bytes.count {
      let end = bytes.position(of: UInt8(ascii: "&"), from: start) ?? bytes.count
      if end > start {
        guard pairs.count < maxCount else { throw .tooManyParameters }
        pairs.append(try pair(UnsafeRawBufferPointer(rebasing: bytes[start..<end])))
      }
      start = end + 1
    }
    return pairs
  }

  private static func pair(_ bytes: UnsafeRawBufferPointer) throws(DomainError) -> Parameter {
    let equals = bytes.position(of: UInt8(ascii: "=")) ?? bytes.count
    let rawName = UnsafeRawBufferPointer(rebasing: bytes[..<equals])
    let rawValue = UnsafeRawBufferPointer(rebasing: bytes[min(equals + 1, bytes.count)...])
    guard let name = percentDecoded(rawName, plusIsBlank: true) else { throw .malformedParameter(name: nil) }
    guard let value = percentDecoded(rawValue, plusIsBlank: true) else { throw .malformedParameter(name: name) }
    if CombiningMarks.areTooMany(in: name) { throw .tooManyMarks(field: nil) }
    if CombiningMarks.areTooMany(in: value) { throw .tooManyMarks(field: name) }
    return Parameter(name: name, value: value)
  }
}

extension DomainError {
  static var tooManyParameters: DomainError {
    DomainError(
      .invalid, "too-many-parameters",
      "The query has more than \(QueryParameters.maxCount) parameters: send fewer.")
  }

  static func malformedParameter(name: String?) -> DomainError {
    let which = name.map { "The value of the parameter \"\($0)\"" } ?? "The name of a parameter"
    return DomainError(
      .invalid, "malformed-parameter",
      "\(which) is not percent-encoded UTF-8: encode it again, with a percent sign as %25.", field: name)
  }
}
