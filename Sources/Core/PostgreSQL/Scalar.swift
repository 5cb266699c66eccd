import Basics

/// One value of a row, which reads as any type: as SQLite does, so that the stores need not know the engine.
enum Scalar {
  case null
  case integer(Int64)
  case real(Double)
  /// A text, or the server's text of a type that is not known here.
  case text(String)
  case bytes([UInt8])
  /// Milliseconds since 1970.
  case instant(Int64)

  init(binary bytes: UnsafeBufferPointer<UInt8>, of type: ColumnType) {
    switch type {
    case .bool: self = .integer(bytes.first == 0 ? 0 : 1)
    case .int8: self = .integer(Self.number(bytes, Int64.self))
    case .int4: self = .integer(Int64(Self.number(bytes, Int32.self)))
    case .int2: self = .integer(Int64(Self.number(bytes, Int16.self)))
    case .oid: self = .integer(Int64(Self.number(bytes, UInt32.self)))
    case .float8: self = .real(Double(bitPattern: Self.number(bytes, UInt64.self)))
    case .float4: self = .real(Double(Float(bitPattern: Self.number(bytes, UInt32.self))))
    case .timestamptz: self = .instant(ServerTime.milliseconds(ofMicroseconds: Self.number(bytes, Int64.self)))
    case .bytes: self = .bytes(Array(bytes))
    default: self = .text(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// From the server's text.
  init(text bytes: UnsafeBufferPointer<UInt8>, of type: ColumnType) {
    switch type {
    case .bool: self = .integer(bytes.first == UInt8(ascii: "t") ? 1 : 0)
    case .bytes: self = .bytes(Self.unescaped(bytes))
    case .timestamptz:
      let text = String(decoding: bytes, as: UTF8.self)
      // The server leaves the minutes of an offset away where they are 0.
      let instant = Timestamp(rfc3339: text) ?? Timestamp(rfc3339: text + ":00")
      self = instant.map { .instant($0.milliseconds) } ?? .text(text)
    default: self = .text(String(decoding: bytes, as: UTF8.self))
    }
  }

  private static func number<Number: FixedWidthInteger>(
    _ bytes: UnsafeBufferPointer<UInt8>, _: Number.Type
  ) -> Number {
    bytes.reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  /// The bytes that the server writes as `\x` and two digits each.
  private static func unescaped(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    stride(from: 2, to: text.count - 1, by: 2).map { index in
      UInt8(String(decoding: text[index..<index + 2], as: UTF8.self), radix: 16) ?? 0
    }
  }
}

extension Scalar {
  /// As a whole number: a real is cut, a text is read as far as it is a number, and what is out of range gives the
  /// nearest.
  var integer: Int64 {
    switch self {
    case .null: 0
    case .integer(let number), .instant(let number): number
    case .real(let number): Self.cut(number)
    case .text(let text): Self.integer(leading: text)
    case .bytes(let bytes): Self.integer(leading: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// As a number.
  var real: Double {
    switch self {
    case .null: 0
    case .integer(let number), .instant(let number): Double(number)
    case .real(let number): number
    case .text(let text): Self.real(leading: text)
    case .bytes(let bytes): Self.real(leading: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// As text, in UTF-8.
  var bytes: [UInt8] {
    switch self {
    case .null: []
    case .integer(let number): Array(String(number).utf8)
    case .real(let number): Array(number.description.utf8)
    case .text(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    case .instant(let milliseconds): Array(Timestamp(milliseconds: milliseconds).rfc3339.utf8)
    }
  }

  private static func cut(_ number: Double) -> Int64 {
    if number.isNaN { return 0 }
    return Int64(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
  }

  private static func integer(leading text: String) -> Int64 {
    if let whole = Int64(text) { return whole }
    let digits = text.drop { $0 == " " }
    let end = digits.dropFirst(digits.first.map { "+-".contains($0) } ?? false ? 1 : 0).firstIndex {
      !("0"..."9").contains($0)
    }
    let leading = digits[..<(end ?? digits.endIndex)]
    return Int64(leading) ?? (leading.count < 2 ? 0 : leading.first == "-" ? .min : .max)
  }

  private static func real(leading text: String) -> Double {
    if let number = Double(text) { return number }
    let digits = text.drop { $0 == " " }.prefix { "+-.eE0123456789".contains($0) }
    // The longest beginning that is a number.
    for length in stride(from: digits.count, to: 0, by: -1) {
      if let number = Double(digits.prefix(length)) { return number }
    }
    return 0
  }
}
