extension CivilDate {
  /// Parses a `full-date` of RFC 3339, such as `2026-11-20`; nil when malformed.
  public init?(rfc3339 text: some StringProtocol) {
    let bytes = Array(text.utf8.prefix(11))
    guard bytes.count == 10, bytes[4] == 0x2D, bytes[7] == 0x2D, let year = Self.number(bytes[..<4]),
      let month = Self.number(bytes[5..<7]), let day = Self.number(bytes[8...])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var number = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      number = number * 10 + Int(digit - 0x30)
    }
    return number
  }

  /// The `full-date` of RFC 3339, for the years 0000 to 9999.
  public var rfc3339: String { String(Timestamp(seconds: Int64(daysSince1970) * 86_400).rfc3339.prefix(10)) }

  /// The date `days` later; earlier when negative. Complexity: O(1).
  public func adding(days: Int) -> CivilDate { CivilDate(daysSince1970: daysSince1970 + days) }
}
