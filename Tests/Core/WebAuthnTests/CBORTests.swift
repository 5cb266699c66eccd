import Basics
import Testing

@testable import WebAuthn

@Suite("CBOR")
struct CBORTests {
  private func value(_ hex: String) -> CBORValue? { (try? CBORReader.value(of: bytes(hex))) ?? nil }

  private func bytes(_ hex: String) -> [UInt8] {
    let digits = Array(hex)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16)! }
  }

  /// RFC 8949, appendix A.
  private static let examples: [(String, CBORValue)] = [
    ("00", .integer(0)), ("17", .integer(23)), ("1818", .integer(24)), ("1864", .integer(100)),
    ("1903e8", .integer(1000)), ("1a000f4240", .integer(1_000_000)),
    ("1b000000e8d4a51000", .integer(1_000_000_000_000)),
    ("20", .integer(-1)), ("29", .integer(-10)), ("3863", .integer(-100)), ("3903e7", .integer(-1000)),
    ("3b7fffffffffffffff", .integer(.min)), ("f4", .bool(false)), ("f5", .bool(true)), ("f6", .null),
    ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])), ("60", .text("")), ("6449455446", .text("IETF")),
    ("62c3bc", .text("ü")), ("64f0908591", .text("\u{10151}")), ("80", .array([])),
    ("83010203", .array([.integer(1), .integer(2), .integer(3)])), ("a0", .map([])),
    (
      "a201020304",
      .map([CBORMember(key: .integer(1), value: .integer(2)), CBORMember(key: .integer(3), value: .integer(4))])
    ),
    ("826161a161626163", .array([.text("a"), .map([CBORMember(key: .text("b"), value: .text("c"))])])),
  ]

  @Test("The examples of the specification are read")
  func examples() {
    for (hex, expected) in Self.examples { #expect(value(hex) == expected, "\(hex)") }
  }

  @Test(
    "What authenticators must not write is refused",
    arguments: [
      // Longer than necessary.
      "1817", "190017", "1900ff", "1a0000ffff", "1b00000000ffffffff", "5803010203", "780161", "980101", "b8010101",
      // Beyond 63 bits.
      "1b8000000000000000", "1bffffffffffffffff", "3bffffffffffffffff",
      // Indefinite lengths, floating-point numbers, tags, other simple values.
      "5f42010243030405ff", "7f657374726561646d696e67ff", "9fff", "bf61610161629f0203ffff", "f90000",
      "fb3ff199999999999a",
      "c11a514b67b0", "f7", "f0", "f8ff", "ff",
      // Cut off, or followed by something.
      "", "18", "1903", "4401", "62c3", "8301", "a101", "0000", "f6f6",
      // Text that is no UTF-8.
      "61ff", "62c0af", "63eda080",
      // A key twice, in one map or in a nested one.
      "a201020103", "a2616101616102", "81a201020103",
      // Lengths beyond the input.
      "5bffffffffffffffff", "9b00000000ffffffff", "bb7fffffffffffffff", "5affffffff", "984180",
    ])
  func refused(_ hex: String) { #expect(value(hex) == nil) }

  @Test("Nesting ends at the limit")
  func depth() {
    let nested = { (count: Int) in String(repeating: "81", count: count) + "00" }
    #expect(value(nested(CBORReader.maxDepth)) != nil)
    #expect(value(nested(CBORReader.maxDepth + 1)) == nil)
    #expect(value(nested(100_000)) == nil)
  }

  @Test("A value is read from the beginning, and the rest is left")
  func rest() throws {
    let (value, rest) = try CBORReader.first(of: [0x82, 1, 2, 3, 4])
    #expect(value == .array([.integer(1), .integer(2)]) && Array(rest) == [3, 4])
  }
}
