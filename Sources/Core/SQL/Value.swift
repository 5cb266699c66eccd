/// A value bound to a statement or read from a row.
package enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  /// NaN is stored as null.
  case real(Double)
  /// May hold U+0000, which not every engine keeps: PostgreSQL refuses it (`text-with-nul`).
  case text(String)
  case blob([UInt8])
}

extension Value {
  package static func text(orNull text: String?) -> Value { text.map(Value.text) ?? .null }

  package static func integer(orNull number: Int64?) -> Value { number.map(Value.integer) ?? .null }
}
