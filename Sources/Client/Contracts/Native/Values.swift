public import Basics
public import JSON

// The encoding of single values in native documents.

/// A document of the native API. Its properties and coding keys define its fields; the server's writer, the clients'
/// decoders and the published schema are derived from them.
public protocol NativeDocument: Codable, Hashable, Sendable {}

extension NativeDocument {
  /// The document as UTF-8 bytes. Every key is present, in the order of the coding keys; unknown values are null.
  public var bytes: [UInt8] {
    var writer = JSONWriter(capacity: 1024)
    writer.write(self)
    return writer.finish()
  }

  /// The document as a value, for a part of another one.
  package var json: JSONValue { (try? JSONReader.value(of: bytes)) ?? .null }
}

extension JSONWriter {
  /// Writes a document at the writer's position.
  public mutating func write<Document: NativeDocument>(_ document: Document) {
    do { try encode(document) } catch { preconditionFailure("\(Document.self): \(error)") }
  }

  /// Writes the members of a document into the current object.
  public mutating func writeMembers<Document: NativeDocument>(of document: Document) {
    do { try encodeMembers(of: document) } catch { preconditionFailure("\(Document.self): \(error)") }
  }
}

/// An open enumeration of strings: clients must accept unknown values.
public protocol OpenEnum: RawRepresentable, ExpressibleByStringLiteral, Codable, Hashable, Sendable
where RawValue == String {
  /// Creates a value from its raw value.
  init(rawValue: String)
  static var all: [Self] { get }
}

extension OpenEnum {
  /// Creates a value from its raw value.
  public init(stringLiteral text: String) { self.init(rawValue: text) }
}

extension Identifier: Codable {
  /// Decodes 24 hexadecimal digits.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(called: "an identifier") { Identifier($0) }
  }

  /// Encodes 24 hexadecimal digits.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(description) }
}

extension PhotoName: Codable {
  /// Decodes the name.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(called: "the name of a photo") { PhotoName($0) }
  }

  /// Encodes the name.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(description) }
}

extension Timestamp: Codable {
  /// Decodes an RFC 3339 `date-time`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(called: "a date and time") { Timestamp(rfc3339: $0) }
  }

  /// Encodes an RFC 3339 `date-time` in UTC with milliseconds.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(rfc3339Milliseconds) }

  /// The instant in UTC in RFC 3339 format, always with three decimals: `2026-11-20T10:15:00.000Z`.
  public var rfc3339Milliseconds: String {
    milliseconds % 1000 == 0 ? String(rfc3339.dropLast()) + ".000Z" : rfc3339
  }
}

extension CivilDate: Codable {
  /// Decodes an RFC 3339 `full-date`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(called: "a date") { CivilDate(rfc3339: $0) }
  }

  /// Encodes an RFC 3339 `full-date`: `2026-11-20`.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(rfc3339) }
}

extension BoothID: Codable {
  /// Decodes the number.
  public init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(Int64.self)) }

  /// Encodes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

extension Number: Codable {
  /// Decodes the number.
  public init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(Int64.self)) }

  /// Encodes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension Encoder {
  fileprivate func encode(_ text: String) throws {
    var container = singleValueContainer()
    try container.encode(text)
  }
}

extension Decoder {
  fileprivate func value<Value>(called name: String, _ read: (String) -> Value?) throws -> Value {
    let container = try singleValueContainer()
    guard let value = read(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is not \(name).")
    }
    return value
  }
}

extension JSONWriter {
  mutating func text(_ key: StaticString, _ text: String) {
    self.key(key)
    string(text)
  }

  mutating func text(_ key: StaticString, orNull text: String?) {
    self.key(key)
    if let text { string(text) } else { null() }
  }

  mutating func number(_ key: StaticString, _ number: Int) {
    self.key(key)
    integer(number)
  }

  mutating func flag(_ key: StaticString, _ flag: Bool) {
    self.key(key)
    bool(flag)
  }

  mutating func instant(_ key: StaticString, _ instant: Timestamp) {
    text(key, instant.rfc3339Milliseconds)
  }

  mutating func list<Item>(_ key: StaticString, _ items: [Item], _ write: (Item, inout JSONWriter) -> Void) {
    self.key(key)
    beginArray()
    for item in items { write(item, &self) }
    endArray()
  }
}
