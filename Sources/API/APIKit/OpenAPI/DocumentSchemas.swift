package import Basics
package import Contracts
package import JSON

/// Derives JSON schemas from `Decodable` types: a decoder without input records what `init(from:)` decodes.
package struct DocumentSchemas: Sendable {
  package let documents: KeyValuePairs<String, any NativeDocument.Type>
  private let names: [ObjectIdentifier: String]

  /// - Parameter documents: the types to which others refer by name; types without a name are described inline.
  package init(_ documents: KeyValuePairs<String, any NativeDocument.Type>) {
    self.documents = documents
    names = Dictionary(uniqueKeysWithValues: documents.map { (ObjectIdentifier($0.value), $0.key) })
  }

  package var members: [JSONMember] {
    documents.map { name, type in JSONMember(key: name, value: schema(of: type)) }
  }

  package func schema<Document: NativeDocument>(of type: Document.Type) -> JSONValue { exampleAndSchema(type).schema }

  /// An example of a type, with all nullable members present, and its schema.
  package func exampleAndSchema<Document: NativeDocument>(_ type: Document.Type) -> (
    example: Document, schema: JSONValue
  ) {
    do { return try SchemaReader.read(type, names) } catch { preconditionFailure("\(type): \(error)") }
  }
}

package protocol SchemaProviding: Decodable {
  static var schema: JSONValue { get }
  /// The value that the recording decoder returns.
  static var example: Self { get }
}

extension String: SchemaProviding {
  package static var schema: JSONValue { Schemas.text }
  package static var example: String { "" }
}

extension Bool: SchemaProviding {
  package static var schema: JSONValue { Schemas.boolean }
  package static var example: Bool { false }
}

extension Double: SchemaProviding {
  package static var schema: JSONValue { Schemas.number }
  package static var example: Double { 0 }
}

/// Counts and measures.
extension Int: SchemaProviding {
  package static var schema: JSONValue { Schemas.count }
  package static var example: Int { 0 }
}

/// Serial numbers.
extension Int64: SchemaProviding {
  package static var schema: JSONValue { Schemas.serial }
  package static var example: Int64 { 1 }
}

extension Identifier: SchemaProviding {
  package static var schema: JSONValue { .object(["type": "string", "pattern": "^[0-9a-f]{24}$"]) }
  package static var example: Identifier { Identifier(String(repeating: "0", count: 24))! }
}

extension PhotoName: SchemaProviding {
  package static var schema: JSONValue { Schemas.text }
  package static var example: PhotoName { PhotoName(String(repeating: "0", count: 64) + ".jpg")! }
}

extension Timestamp: SchemaProviding {
  package static var schema: JSONValue { Schemas.instant }
  package static var example: Timestamp { Timestamp(seconds: 0) }
}

extension CivilDate: SchemaProviding {
  package static var schema: JSONValue { .object(["type": "string", "format": "date"]) }
  package static var example: CivilDate { CivilDate(rfc3339: "1970-01-01")! }
}

private final class SchemaReader: Decoder {
  private enum Shape { case object, list(JSONValue), value(JSONValue) }

  private let type: any Decodable.Type
  private let names: [ObjectIdentifier: String]
  private var shape = Shape.object
  private var members: [JSONMember] = []
  /// Whether the next decoded value may be null.
  var mayBeNull = false

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  private init(_ type: any Decodable.Type, _ names: [ObjectIdentifier: String]) {
    self.type = type
    self.names = names
  }

  static func read<Value: Decodable>(
    _ type: Value.Type, _ names: [ObjectIdentifier: String]
  ) throws -> (example: Value, schema: JSONValue) {
    if let described = type as? any SchemaProviding.Type { return (described.example as! Value, described.schema) }
    if let word = type as? any OpenEnum.Type { return (word.all[0] as! Value, word.schema) }
    if let word = type as? any (CaseIterable & RawRepresentable<String>).Type {
      return (word.first as! Value, word.schema)
    }
    let reader = SchemaReader(type, names)
    return (try Value(from: reader), reader.schema)
  }

  private var schema: JSONValue {
    switch shape {
    case .object: Schemas.object(members)
    case .list(let items): Schemas.list(items)
    case .value(let schema): schema
    }
  }

  /// An example of a nested type, and the schema or reference that stands for it here.
  private func inner<Value: Decodable>(_ type: Value.Type) throws -> (example: Value, schema: JSONValue) {
    // A type whose only content is itself would recurse without end.
    if type == self.type { throw UndescribedType() }
    let (value, schema) = try SchemaReader.read(type, names)
    let referred = names[ObjectIdentifier(type)].map(Schemas.named) ?? schema
    defer { mayBeNull = false }
    return (value, mayBeNull ? Schemas.orNull(referred) : referred)
  }

  func member<Value: Decodable>(_ type: Value.Type, _ key: String) throws -> Value {
    let (value, schema) = try inner(type)
    members.append(JSONMember(key: key, value: schema))
    return value
  }

  func item<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let (value, schema) = try inner(type)
    shape = .list(schema)
    return value
  }

  func single<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let (value, schema) = try inner(type)
    shape = .value(schema)
    return value
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(MemberReader(reader: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { ItemReader(reader: self) }
  func singleValueContainer() -> any SingleValueDecodingContainer { ValueReader(reader: self) }
}

private struct UndescribedType: Error {}

extension OpenEnum {
  fileprivate static var schema: JSONValue { Schemas.enumeration(all.map(\.rawValue)) }
}

extension CaseIterable where Self: RawRepresentable<String> {
  fileprivate static var schema: JSONValue { Schemas.enumeration(allCases.map(\.rawValue)) }
  fileprivate static var first: Self? { allCases.first }
}

private struct MemberReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reader: SchemaReader

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }

  func decodeNil(forKey key: Key) -> Bool {
    reader.mayBeNull = true
    return false
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try reader.member(type, key.stringValue)
  }

  func nestedContainer<Nested>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw UndescribedType() }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw UndescribedType() }
  func superDecoder() throws -> any Decoder { throw UndescribedType() }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw UndescribedType() }
}

private struct ItemReader: UnkeyedDecodingContainer {
  let reader: SchemaReader
  private(set) var currentIndex = 0

  init(reader: SchemaReader) { self.reader = reader }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { 1 }
  var isAtEnd: Bool { currentIndex == 1 }

  func decodeNil() -> Bool {
    reader.mayBeNull = true
    return false
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    currentIndex = 1
    return try reader.item(type)
  }

  func nestedContainer<Nested>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    throw UndescribedType()
  }

  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw UndescribedType() }
  func superDecoder() throws -> any Decoder { throw UndescribedType() }
}

private struct ValueReader: SingleValueDecodingContainer {
  let reader: SchemaReader

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool {
    reader.mayBeNull = true
    return false
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try reader.single(type) }
}
