extension Timestamp {
  /// The instant in UTC in RFC 3339 format: `2026-11-20T10:15:00Z`, with three decimals if there are milliseconds.
  /// For the years 0000 to 9999.
  public var rfc3339: String {
    let (seconds, fraction) = floorDivide(milliseconds, 1000)
    let (days, second) = floorDivide(Int(seconds), 86_400)
    let date = CivilDate(daysSince1970: days)
    let time = "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    let decimals = fraction == 0 ? "" : ".\(padded(Int(fraction), 3))"
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T\(time)\(decimals)Z"
  }

  /// The years 0000 to 9999 in UTC: `rfc3339` writes no others.
  private static let writable = Int64(-62_167_219_200_000)...253_402_300_799_999

  /// Parses a `date-time` of RFC 3339; nil when malformed, or when its offset leads out of the years 0000 to 9999. A leap
  /// second counts as the second after it; decimals beyond milliseconds are truncated. Complexity: O(length).
  public init?(rfc3339 text: String) {
    var reader = DigitReader(Array(text.utf8))
    guard let year = reader.number(4), reader.skip(0x2D), let month = reader.number(2), reader.skip(0x2D),
      let dayOfMonth = reader.number(2), let date = CivilDate(year: year, month: month, day: dayOfMonth),
      reader.skipLetter(0x54) || reader.skip(0x20), let hour = reader.number(2), reader.skip(0x3A),
      let minute = reader.number(2), reader.skip(0x3A), let second = reader.number(2),
      let fraction = reader.fraction(), let offset = reader.offset(), reader.isAtEnd, hour < 24, minute < 60,
      second <= 60
    else { return nil }
    let seconds = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - offset * 60
    let milliseconds = Int64(seconds) * 1000 + Int64(fraction)
    guard Self.writable.contains(milliseconds) else { return nil }
    self.init(milliseconds: milliseconds)
  }
}

private func padded(_ value: Int, _ width: Int) -> String {
  let digits = String(value)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// Reads the parts of a date and time in order.
private struct DigitReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Skips a letter in upper or lower case.
  mutating func skipLetter(_ upper: UInt8) -> Bool { skip(upper) || skip(upper | 0x20) }

  mutating func number(_ count: Int) -> Int? {
    guard position + count <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[position..<position + count] {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    position += count
    return value
  }

  /// The milliseconds of an optional fraction; nil for a dot without digits.
  mutating func fraction() -> Int? {
    guard skip(0x2E) else { return 0 }
    var milliseconds = 0
    var count = 0
    while let digit = number(1) {
      if count < 3 { milliseconds = milliseconds * 10 + digit }
      count += 1
    }
    guard count > 0 else { return nil }
    for _ in count..<max(count, 3) { milliseconds *= 10 }
    return milliseconds
  }

  /// The UTC offset in minutes. A blank stands for `+`, since queries decode `+` to a blank.
  mutating func offset() -> Int? {
    if skipLetter(0x5A) { return 0 }
    let isEast = skip(0x2B) || skip(0x20)
    guard isEast || skip(0x2D), let hours = number(2), skip(0x3A), let minutes = number(2), hours < 24, minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (isEast ? 1 : -1)
  }
}
