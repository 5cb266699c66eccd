/// A JSON value whose objects keep the order of their keys: for documents that are assembled by hand.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([JSONMember])

  /// An object from keys and values; nil values are omitted.
  public static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(self.members(members))
  }

  /// The members of an object; nil values are omitted.
  public static func members(_ members: KeyValuePairs<String, JSONValue?>) -> [JSONMember] {
    members.compactMap { key, value in value.map { JSONMember(key: key, value: $0) } }
  }

  /// The value of a key of an object; nil when there is none. Complexity: O(number of keys).
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The string; nil for other values.
  public var string: String? { if case .string(let string) = self { string } else { nil } }
  /// The integer; nil for other values.
  public var integer: Int? { if case .integer(let integer) = self { integer } else { nil } }
  /// The elements of an array; nil for other values.
  public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

  /// The value serialized as UTF-8.
  public var bytes: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.finish()
  }

  /// Writes the value at the writer's current position.
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

/// A member of an object.
public struct JSONMember: Hashable, Sendable {
  /// The key.
  public var key: String
  /// The value.
  public var value: JSONValue

  /// A member of an object.
  public init(key: String, value: JSONValue) {
    self.key = key
    self.value = value
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An integer.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}
