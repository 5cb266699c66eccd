extension JSONWriter {
  /// Writes an `Encodable` value with its members in the order of `encode(to:)`; nil members are written as null, not
  /// omitted. When `encode(to:)` throws, the partial output stays.
  ///
  /// Values may contain values, but an `encode(to:)` that requests nested containers or a super encoder traps.
  public mutating func encode(_ value: some Encodable) throws {
    try withEncoder { encoder in try encoder.write(value) }
  }

  /// Writes the members of a value into the current object.
  public mutating func encodeMembers(of value: some Encodable) throws {
    try withEncoder { encoder in
      encoder.opened = .object
      try value.encode(to: encoder)
    }
  }

  private mutating func withEncoder(_ body: (WriterEncoder) throws -> Void) rethrows {
    let encoder = WriterEncoder()
    swap(&encoder.writer, &self)
    defer { swap(&encoder.writer, &self) }
    try body(encoder)
  }
}

/// The encoder of a value and all nested values. It closes the object or array of a value when its `encode(to:)`
/// returns.
private final class WriterEncoder: Encoder {
  enum Opened { case nothing, object, array }

  // No access to these calls back into the encoder, so two cannot overlap; the checks were a measurable cost.
  @exclusivity(unchecked) var writer = JSONWriter(capacity: 0)
  @exclusivity(unchecked) var opened = Opened.nothing

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func write(_ value: some Encodable) throws {
    let outer = opened
    opened = .nothing
    try value.encode(to: self)
    switch opened {
    case .nothing: break
    case .object: writer.endObject()
    case .array: writer.endArray()
    }
    opened = outer
  }

  /// A second request returns the same object.
  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if opened != .object {
      precondition(opened == .nothing, "a value is an object or a list")
      opened = .object
      writer.beginObject()
    }
    return KeyedEncodingContainer(ObjectContainer(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if opened != .array {
      precondition(opened == .nothing, "a value is an object or a list")
      opened = .array
      writer.beginArray()
    }
    return ListContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { ValueContainer(encoder: self) }
}

private struct ObjectContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: WriterEncoder

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) {
    encoder.writer.key(named: key.stringValue)
    encoder.writer.null()
  }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    encoder.writer.key(named: key.stringValue)
    try encoder.write(value)
  }

  // Skips `encode(to:)` of the most frequent types.
  func encode(_ value: Bool, forKey key: Key) {
    encoder.writer.key(named: key.stringValue)
    encoder.writer.bool(value)
  }

  func encode(_ value: String, forKey key: Key) {
    encoder.writer.key(named: key.stringValue)
    encoder.writer.string(value)
  }

  func encode(_ value: Double, forKey key: Key) {
    encoder.writer.key(named: key.stringValue)
    encoder.writer.number(value)
  }

  func encode(_ value: Int, forKey key: Key) {
    encoder.writer.key(named: key.stringValue)
    encoder.writer.integer(value)
  }

  func encode(_ value: Int64, forKey key: Key) {
    encoder.writer.key(named: key.stringValue)
    encoder.writer.integer(value)
  }

  // The protocol's defaults omit nil, type by type.
  func encodeIfPresent(_ value: Bool?, forKey key: Key) {
    if let value { encode(value, forKey: key) } else { encodeNil(forKey: key) }
  }

  func encodeIfPresent(_ value: String?, forKey key: Key) {
    if let value { encode(value, forKey: key) } else { encodeNil(forKey: key) }
  }

  func encodeIfPresent(_ value: Double?, forKey key: Key) {
    if let value { encode(value, forKey: key) } else { encodeNil(forKey: key) }
  }

  func encodeIfPresent(_ value: Int?, forKey key: Key) {
    if let value { encode(value, forKey: key) } else { encodeNil(forKey: key) }
  }

  func encodeIfPresent(_ value: Int64?, forKey key: Key) {
    if let value { encode(value, forKey: key) } else { encodeNil(forKey: key) }
  }

  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOrNull(value, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOrNull(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOrNull(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOrNull(value, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOrNull(value, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOrNull(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOrNull(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOrNull(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOrNull(value, key) }
  func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws { try encodeOrNull(value, key) }

  private func encodeOrNull(_ value: (some Encodable)?, _ key: Key) throws {
    if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
  }

  func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
    preconditionFailure("nest a value instead")
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    preconditionFailure("nest a value instead")
  }

  func superEncoder() -> any Encoder { preconditionFailure("nest a value instead") }
  func superEncoder(forKey key: Key) -> any Encoder { preconditionFailure("nest a value instead") }
}

private struct ListContainer: UnkeyedEncodingContainer {
  let encoder: WriterEncoder
  private(set) var count = 0

  init(encoder: WriterEncoder) { self.encoder = encoder }

  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() {
    encoder.writer.null()
    count += 1
  }

  mutating func encode(_ value: some Encodable) throws {
    try encoder.write(value)
    count += 1
  }

  func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    preconditionFailure("nest a value instead")
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { preconditionFailure("nest a value instead") }
  func superEncoder() -> any Encoder { preconditionFailure("nest a value instead") }
}

private struct ValueContainer: SingleValueEncodingContainer {
  let encoder: WriterEncoder

  var codingPath: [any CodingKey] { [] }

  func encodeNil() { encoder.writer.null() }
  func encode(_ value: Bool) { encoder.writer.bool(value) }
  func encode(_ value: String) { encoder.writer.string(value) }
  func encode(_ value: Double) { encoder.writer.number(value) }
  func encode(_ value: Float) { encoder.writer.number(Double(value)) }
  func encode(_ value: Int) { encoder.writer.integer(value) }
  func encode(_ value: Int8) { encoder.writer.integer(Int64(value)) }
  func encode(_ value: Int16) { encoder.writer.integer(Int64(value)) }
  func encode(_ value: Int32) { encoder.writer.integer(Int64(value)) }
  func encode(_ value: Int64) { encoder.writer.integer(value) }
  func encode(_ value: UInt) { encoder.writer.integer(UInt64(value)) }
  func encode(_ value: UInt8) { encoder.writer.integer(Int64(value)) }
  func encode(_ value: UInt16) { encoder.writer.integer(Int64(value)) }
  func encode(_ value: UInt32) { encoder.writer.integer(Int64(value)) }
  func encode(_ value: UInt64) { encoder.writer.integer(value) }
  func encode(_ value: some Encodable) throws { try value.encode(to: encoder) }
}
