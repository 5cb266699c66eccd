import Foundation
import JSON
import Testing

private func json(_ value: some Encodable) throws -> String {
  var writer = JSONWriter(capacity: 1)
  try writer.encode(value)
  return String(decoding: writer.finish(), as: UTF8.self)
}

/// Every primitive type of `Codable`, required and optional.
private struct Numbers: Codable, Equatable {
  var flag = true
  var text = "\"t\"\n"
  var double = -0.1
  var float: Float = 1.5
  var (int, int8, int16, int32, int64) = (Int.min, Int8.min, Int16.min, Int32.min, Int64.min)
  var (uint, uint8, uint16, uint32, uint64) = (UInt.max, UInt8.max, UInt16.max, UInt32.max, UInt64.max)
  var others: Others?
}

private struct Others: Codable, Equatable {
  var flag: Bool?
  var text: String?
  var double: Double?
  var float: Float?
  var int: Int?
  var int8: Int8?
  var int16: Int16?
  var int32: Int32?
  var int64: Int64?
  var uint: UInt?
  var uint8: UInt8?
  var uint16: UInt16?
  var uint32: UInt32?
  var uint64: UInt64?
  var list: [String?]?
  var numbers: [Numbers]?
}

/// Coding keys in another order than the properties, with other names.
private struct Ordered: Codable, Equatable {
  var first: Int
  var second: String?

  enum CodingKeys: String, CodingKey {
    case second = "the \"second\""
    case first
  }
}

@Suite("Values are written as Codable describes them")
struct EncodableTests {
  @Test("Keys have the order of the coding keys, and nil values are null")
  func order() throws {
    #expect(try json(Ordered(first: 1, second: nil)) == #"{"the \"second\"":null,"first":1}"#)
    #expect(
      try json([Ordered(first: 1, second: "x"), nil]) == #"[{"the \"second\"":"x","first":1},null]"#)
    #expect(try json([[Int]]()) == "[]" && json([[], [1, 2], []]) == "[[],[1,2],[]]")
    #expect(try json(["a": ["b": Int?.none]]) == #"{"a":{"b":null}}"#)
    #expect(try json(7) == "7" && json("x") == #""x""# && json(Bool?.none) == "null")
  }

  @Test("Every type is read back unchanged, with a key for each nil value")
  func types() throws {
    var numbers = Numbers()
    numbers.others = Others()
    let text = try json(numbers)
    #expect(try JSONDecoder().decode(Numbers.self, from: Data(text.utf8)) == numbers)
    #expect(text.components(separatedBy: ":null").count - 1 == Mirror(reflecting: Others()).children.count)
    numbers.others = Others(
      flag: false, text: "", double: 1e300, float: 0, int: 1, int8: 2, int16: 3, int32: 4, int64: 5, uint: 6, uint8: 7,
      uint16: 8, uint32: 9, uint64: 10, list: ["a", nil], numbers: [Numbers(), Numbers()])
    let whole = try json(numbers)
    #expect(try JSONDecoder().decode(Numbers.self, from: Data(whole.utf8)) == numbers)
    #expect(whole.components(separatedBy: ":null").count - 1 == 2)
  }

  @Test("NaN and infinity are written as null")
  func notFinite() throws {
    #expect(try json([Double.nan, .infinity]) == "[null,null]")
  }

  @Test("A value or its members are written at the position of the writer")
  func inside() throws {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("a")
    try writer.encode(Ordered(first: 1, second: "x"))
    try writer.encodeMembers(of: Ordered(first: 2, second: nil))
    writer.key("b")
    writer.integer(3)
    writer.endObject()
    #expect(
      String(decoding: writer.finish(), as: UTF8.self)
        == #"{"a":{"the \"second\"":"x","first":1},"the \"second\"":null,"first":2,"b":3}"#)
  }

  private struct Failing: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(1)
      throw CancellationError()
    }
  }

  @Test("An error of an encodable value is thrown, and the writer stays usable")
  func failing() {
    var writer = JSONWriter()
    #expect(throws: CancellationError.self) { try writer.encode([Failing()]) }
    #expect(String(decoding: writer.finish(), as: UTF8.self) == "[[1")
  }
}
