import Basics
import Support
import Testing

@testable import Booths

@Suite("Opening hours: holidays and the next change")
struct OpeningHoursHolidayTests {
  /// All public holidays of 2025 to 2028, substitutes included.
  static let years: [Int: String] = [
    2025: "0101 0127 0128 0129 0130 0301 0303 0505 0506 0603 0606 0815 1003 1005 1006 1007 1008 1009 1225",
    2026:
      "0101 0216 0217 0218 0301 0302 0501 0505 0524 0525 0603 0606 0717 0815 0817 0924 0925 0926 1003 1005 1009 1225",
    2027: "0101 0206 0207 0208 0209 0301 0501 0503 0505 0513 0606 0717 0719 0815 0816 0914 0915 0916 1003 1004 1009 "
      + "1011 1225 1227",
    2028: "0101 0126 0127 0128 0301 0412 0501 0502 0505 0606 0717 0815 1002 1003 1004 1005 1009 1225",
  ]

  @Test("The holidays of whole years are known", arguments: years.keys.sorted())
  func holidays(_ year: Int) {
    var found: [String] = []
    for month in 1...12 {
      for day in 1...31 where PublicHolidays.contains(year, month, day) {
        found.append("\(month < 10 ? "0" : "")\(month)\(day < 10 ? "0" : "")\(day)")
      }
    }
    #expect(found.joined(separator: " ") == Self.years[year])
  }

  @Test("Only fixed holidays are known outside the covered years")
  func outside() {
    #expect(PublicHolidays.contains(2035, 3, 1))
    #expect(PublicHolidays.contains(2035, 7, 17))
    #expect(!PublicHolidays.contains(2020, 7, 17))
    #expect(PublicHolidays.contains(2035, 5, 1) && !PublicHolidays.contains(2025, 5, 1))
    #expect(PublicHolidays.contains(-5, 12, 25))
    #expect((1...28).filter { PublicHolidays.contains(2035, 2, $0) }.isEmpty)
  }

  @Test("The operator is warned 180 days before the last known day, with the age of the data")
  func warning() throws {
    let last = Int64(PublicHolidays.lastDay.daysSince1970)
    func warning(_ daysBefore: Int64) -> String? {
      PublicHolidays.warning(at: Timestamp(seconds: (last - daysBefore) * 86_400 + 3600))
    }
    #expect(warning(181) == nil && warning(2000) == nil)
    #expect(PublicHolidays.warning(at: korean("2026-11-27 12:00")) == nil)
    for days in [180, 1, 0, -1, -4000] as [Int64] {
      let text = try #require(warning(days))
      #expect(text.contains("2030-12-31") && text.contains(PublicHolidays.asOf.rfc3339))
    }
    #expect(PublicHolidays.asOf < PublicHolidays.lastDay)
  }

  @Test("The next time that a booth opens or closes is found")
  func nextChange() throws {
    func next(_ hours: String, _ instant: String) throws -> OpeningChange? {
      try OpeningHours(parsing: hours).nextChange(after: korean(instant))
    }
    #expect(try next("24/7", "2026-11-18 12:00") == nil)
    #expect(try next("off", "2026-11-18 12:00") == nil)
    #expect(try next("unknown", "2026-11-18 12:00") == nil)
    let weekdays = "Mo-Fr 10:00-22:00"
    #expect(try next(weekdays, "2026-11-18 12:00") == OpeningChange(at: korean("2026-11-18 22:00"), state: .closed))
    #expect(try next(weekdays, "2026-11-20 22:00") == OpeningChange(at: korean("2026-11-23 10:00"), state: .open))
    #expect(
      try next("Mo 10:00-11:00", "2026-11-16 10:59") == OpeningChange(at: korean("2026-11-16 11:00"), state: .closed))
    #expect(
      try next("Mo 10:00-11:00", "2026-11-16 11:00") == OpeningChange(at: korean("2026-11-23 10:00"), state: .open))
    #expect(
      try next("18:00-02:00", "2026-11-18 19:00") == OpeningChange(at: korean("2026-11-19 02:00"), state: .closed))
    #expect(
      try next("24/7; PH off", "2026-11-18 19:00") == OpeningChange(at: korean("2026-12-25 00:00"), state: .closed))
    #expect(
      try next("PH 10:00-11:00", "2026-12-25 11:00") == OpeningChange(at: korean("2027-01-01 10:00"), state: .open))
    #expect(
      try next("Sa unknown", "2026-11-18 19:00") == OpeningChange(at: korean("2026-11-21 00:00"), state: .unknown))
  }
}
