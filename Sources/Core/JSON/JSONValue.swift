/// A JSON value whose objects keep the order of their keys: for documents that are written by hand.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([JSONMember])

  /// An object from keys and values; values that are nil are left out.
  public static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(self.members(members))
  }

  /// The members of such an object.
  public static func members(_ members: KeyValuePairs<String, JSONValue?>) -> [JSONMember] {
    members.compactMap { key, value in value.map { JSONMember(key: key, value: $0) } }
  }

  /// The value of a key of an object; nil where there is none. Complexity: O(number of keys).
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The value as UTF-8 bytes.
  public var bytes: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.finish()
  }

  /// Writes the value at the place where the writer is.
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .integer(let value): writer.integer(value)
    case .number(let value): writer.number(value)
    case .string(let value): writer.string(value)
    case .array(let values):
      writer.beginArray()
      for value in values { value.write(to: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in members {
        writer.key(named: member.key)
        member.value.write(to: &writer)
      }
      writer.endObject()
    }
  }
}

/// A key of an object with its value.
public struct JSONMember: Hashable, Sendable {
  /// The key.
  public var key: String
  /// Its value.
  public var value: JSONValue

  /// A key with its value.
  public init(key: String, value: JSONValue) {
    self.key = key
    self.value = value
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}
