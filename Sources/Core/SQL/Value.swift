/// A value that goes into a statement or comes out of a row.
package enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  /// Not a number is kept as null.
  case real(Double)
  /// May hold U+0000.
  case text(String)
  case blob([UInt8])
}

extension Value {
  /// A text, or null where there is none.
  package static func text(orNull text: String?) -> Value { text.map(Value.text) ?? .null }

  /// A whole number, or null where there is none.
  package static func integer(orNull number: Int64?) -> Value { number.map(Value.integer) ?? .null }
}
