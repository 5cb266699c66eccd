/// A date of the proleptic Gregorian calendar.
public struct CivilDate: Hashable, Comparable, Sendable {
  /// Astronomical year: 0 is 1 BC.
  public let year: Int
  /// 1...12.
  public let month: Int
  /// 1...31.
  public let day: Int

  /// A date; nil when there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1, day <= Self.daysInMonth(month, of: year) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The date that is `days` after 1970-01-01.
  /// Source: H. Hinnant, chrono-compatible low-level date algorithms (`civil_from_days`). Complexity: O(1).
  public init(daysSince1970 days: Int) {
    let (era, dayOfEra) = floorDivide(days + 719_468, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    month = shifted < 10 ? shifted + 3 : shifted - 9
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01, by the same source (`days_from_civil`). Complexity: O(1).
  public var daysSince1970: Int {
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = floorDivide(shifted, 400)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The day of the week: 0 is Monday, 6 is Sunday.
  public var weekday: Int { floorDivide(daysSince1970 + 3, 7).remainder }

  /// The number of days of a month.
  public static func daysInMonth(_ month: Int, of year: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Earlier before later.
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

/// Floor division: rounds towards minus infinity; the remainder is not negative. The divisor must be positive.
@inlinable
public func floorDivide<Number: BinaryInteger>(_ value: Number, _ divisor: Number) -> (
  quotient: Number, remainder: Number
) {
  let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}
