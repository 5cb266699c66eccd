/// A value of CBOR (RFC 8949), as far as authenticators write it.
package enum CBORValue: Hashable, Sendable {
  /// Of -2^63 to 2^63 - 1.
  case integer(Int64)
  case bytes([UInt8])
  case text(String)
  case array([CBORValue])
  /// With unique keys, in their order.
  case map([CBORMember])
  case bool(Bool)
  case null

  /// The value of a key of a map; nil when there is none. Complexity: O(number of keys).
  package subscript(key: CBORValue) -> CBORValue? {
    guard case .map(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  package var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }
  package var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
  package var text: String? { if case .text(let text) = self { text } else { nil } }
}

package struct CBORMember: Hashable, Sendable {
  package let key: CBORValue
  package let value: CBORValue

  package init(key: CBORValue, value: CBORValue) { (self.key, self.value) = (key, value) }
}

/// The bytes are not CBOR as authenticators have to write it.
package struct CBORFault: Error, Hashable {}

/// A strict reader of CBOR: definite lengths and the shortest form of each number only, valid UTF-8, unique keys, at most
/// `maxDepth` nested arrays and maps; no tags, floating-point numbers or other simple values (CTAP 2.1, 8).
package struct CBORReader {
  package static let maxDepth = 8
  /// Keys of a map and elements of an array: more than any authenticator writes.
  package static let maxCount = 64

  private var rest: ArraySlice<UInt8>

  private init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The value that is all of the bytes.
  package static func value(of bytes: [UInt8]) throws(CBORFault) -> CBORValue {
    let (value, rest) = try first(of: bytes[...])
    guard rest.isEmpty else { throw CBORFault() }
    return value
  }

  /// The value at the beginning of the bytes, and what follows it.
  package static func first(
    of bytes: ArraySlice<UInt8>
  ) throws(CBORFault) -> (value: CBORValue, rest: ArraySlice<UInt8>) {
    var reader = CBORReader(bytes)
    let value = try reader.value(depth: 0)
    return (value, reader.rest)
  }

  private mutating func value(depth: Int) throws(CBORFault) -> CBORValue {
    guard depth <= Self.maxDepth, let first = rest.popFirst() else { throw CBORFault() }
    let (kind, detail) = (first >> 5, first & 31)
    if kind == 7 { return try simple(detail) }
    let argument = try argument(detail)
    switch kind {
    case 0: return .integer(Int64(argument))
    case 1: return .integer(-1 - Int64(argument))
    case 2: return .bytes(Array(try string(of: argument)))
    case 3:
      guard let text = String(validating: try string(of: argument), as: UTF8.self) else { throw CBORFault() }
      return .text(text)
    case 4:
      var elements: [CBORValue] = []
      for _ in 0..<(try count(argument)) { elements.append(try value(depth: depth + 1)) }
      return .array(elements)
    case 5: return .map(try members(try count(argument), depth: depth + 1))
    default: throw CBORFault()
    }
  }

  private mutating func members(_ count: Int, depth: Int) throws(CBORFault) -> [CBORMember] {
    var members: [CBORMember] = []
    var keys: Set<CBORValue> = []
    for _ in 0..<count {
      let key = try value(depth: depth)
      guard keys.insert(key).inserted else { throw CBORFault() }
      members.append(CBORMember(key: key, value: try value(depth: depth)))
    }
    return members
  }

  private func simple(_ detail: UInt8) throws(CBORFault) -> CBORValue {
    switch detail {
    case 20: return .bool(false)
    case 21: return .bool(true)
    case 22: return .null
    default: throw CBORFault()
    }
  }

  /// The number that follows an initial byte, in its shortest form and below 2^63.
  private mutating func argument(_ detail: UInt8) throws(CBORFault) -> UInt64 {
    guard detail >= 24 else { return UInt64(detail) }
    guard detail <= 27 else { throw CBORFault() }
    let size = 1 << Int(detail - 24)
    guard rest.count >= size else { throw CBORFault() }
    let number = rest.prefix(size).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    rest = rest.dropFirst(size)
    let least: UInt64 = detail == 24 ? 24 : 1 << UInt64(size * 4)
    guard number >= least, number <= UInt64(Int64.max) else { throw CBORFault() }
    return number
  }

  private func count(_ argument: UInt64) throws(CBORFault) -> Int {
    guard argument <= UInt64(Self.maxCount) else { throw CBORFault() }
    return Int(argument)
  }

  private mutating func string(of argument: UInt64) throws(CBORFault) -> ArraySlice<UInt8> {
    guard argument <= UInt64(rest.count) else { throw CBORFault() }
    defer { rest = rest.dropFirst(Int(argument)) }
    return rest.prefix(Int(argument))
  }
}
