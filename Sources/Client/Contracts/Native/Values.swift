public import Basics

// How single values stand in native documents.

/// A document of the native interface: its properties and their coding keys are the table of its fields, from which
/// the server's writer, the clients' decoders and the published schema follow.
public protocol NativeDocument: Codable, Hashable, Sendable {}

extension NativeDocument {
  /// The document as UTF-8 bytes. Every key is there, in the order of the coding keys; what is not known is null.
  public var bytes: [UInt8] {
    var writer = JSONWriter(capacity: 1024)
    writer.write(self)
    return writer.finish()
  }
}

extension JSONWriter {
  /// Writes a document at the place where the writer is.
  public mutating func write<Document: NativeDocument>(_ document: Document) {
    do { try encode(document) } catch { preconditionFailure("\(Document.self): \(error)") }
  }

  /// Writes the members of a document into the object that is being written.
  public mutating func writeMembers<Document: NativeDocument>(of document: Document) {
    do { try encodeMembers(of: document) } catch { preconditionFailure("\(Document.self): \(error)") }
  }
}

/// A word on the wire. A client may meet words that it does not know yet.
public protocol OpenWord: RawRepresentable, ExpressibleByStringLiteral, Codable, Hashable, Sendable
where RawValue == String {
  /// A word by its text.
  init(rawValue: String)
  /// Those that there are.
  static var all: [Self] { get }
}

extension OpenWord {
  /// A word by its text.
  public init(stringLiteral text: String) { self.init(rawValue: text) }
}

extension Identifier: Codable {
  /// From its 24 digits.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(called: "an identifier") { Identifier($0) }
  }

  /// As its 24 digits.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(description) }
}

extension PhotoName: Codable {
  /// From its text.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(called: "the name of a photo") { PhotoName($0) }
  }

  /// As its text.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(description) }
}

extension Timestamp: Codable {
  /// From a `date-time` of RFC 3339.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(called: "a date and time") { Timestamp(rfc3339: $0) }
  }

  /// As a `date-time` of RFC 3339 in UTC with milliseconds.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(rfc3339Milliseconds) }

  /// The moment in UTC as RFC 3339 writes it, always with three decimals: `2026-11-20T10:15:00.000Z`.
  public var rfc3339Milliseconds: String {
    milliseconds % 1000 == 0 ? String(rfc3339.dropLast()) + ".000Z" : rfc3339
  }
}

extension CivilDate: Codable {
  /// From a `full-date` of RFC 3339.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(called: "a date") { CivilDate(rfc3339: $0) }
  }

  /// As a `full-date` of RFC 3339: `2026-11-20`.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(rfc3339) }
}

extension BoothID: Codable {
  /// From its number.
  public init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(Int64.self)) }

  /// As its number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

extension Number: Codable {
  /// From its digits.
  public init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(Int64.self)) }

  /// As its digits.
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
  /// What a text stands for.
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
