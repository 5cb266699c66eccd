import Basics
import Foundation
import Support
import Testing

@testable import Booths

@Suite("Opening hours: calendar, next change, many schedules")
struct OpeningHoursHolidayTests {
  /// All public holidays of 2025 to 2028, substitutes included.
  static let years: [Int: String] = [
    2025: "0101 0127 0128 0129 0130 0301 0303 0505 0506 0603 0606 0815 1003 1005 1006 1007 1008 1009 1225",
    2026: "0101 0216 0217 0218 0301 0302 0505 0524 0525 0603 0606 0717 0815 0817 0924 0925 0926 1003 1005 1009 1225",
    2027:
      "0101 0206 0207 0208 0209 0301 0505 0513 0606 0717 0719 0815 0816 0914 0915 0916 1003 1004 1009 1011 1225 1227",
    2028: "0101 0126 0127 0128 0301 0502 0505 0606 0717 0815 1002 1003 1004 1005 1009 1225",
  ]

  @Test("the holidays of whole years", arguments: years.keys.sorted())
  func holidays(_ year: Int) {
    var found: [String] = []
    for month in 1...12 {
      for day in 1...31 where PublicHolidays.contains(year, month, day) {
        found.append("\(month < 10 ? "0" : "")\(month)\(day < 10 ? "0" : "")\(day)")
      }
    }
    #expect(found.joined(separator: " ") == Self.years[year])
  }

  @Test("outside the covered years only fixed dates are known")
  func outside() {
    #expect(PublicHolidays.contains(2035, 3, 1))
    #expect(PublicHolidays.contains(2035, 7, 17))
    #expect(!PublicHolidays.contains(2020, 7, 17))
    #expect(PublicHolidays.contains(-5, 12, 25))
    #expect((1...28).filter { PublicHolidays.contains(2035, 2, $0) }.isEmpty)
  }

  @Test("dates and days agree with Foundation's calendar for centuries")
  func calendar() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 9 * 3600)!
    for day in stride(from: -100_000, through: 100_000, by: 97) where day > -130_000 {
      let date = KoreanTime.date(day)
      #expect(KoreanTime.day(date.year, date.month, date.day) == day)
      let moment = KoreanTime(day: day, minute: 0).moment!
      let foundation = calendar.dateComponents(
        [.year, .month, .day, .weekday], from: Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000))
      // Before 15 October 1582 Foundation's calendar is Julian.
      guard date.year > 1582 else { continue }
      #expect(foundation.year == date.year && foundation.month == date.month && foundation.day == date.day)
      #expect((foundation.weekday! + 5) % 7 == KoreanTime.weekday(day))
      #expect(KoreanTime(moment) == KoreanTime(day: day, minute: 0))
    }
  }

  @Test("when a booth opens or closes next")
  func nextChange() throws {
    func next(_ hours: String, _ moment: String) throws -> OpeningChange? {
      try OpeningHours(parsing: hours).nextChange(after: korean(moment), isPublicHoliday: PublicHolidays.contains)
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

  @Test("texts that mean the same share a class; what is not understood is class 0")
  func classes() throws {
    var table = ScheduleTable()
    func intern(_ text: String) -> UInt32 { table.intern(ArraySlice(text.utf8)) }
    #expect(intern("") == 0)
    #expect(intern("nonsense") == 0)
    #expect(intern("24/7") == 1)
    #expect(intern("Mo-Su 00:00-24:00") == 1)
    #expect(intern("mo-fr 9:00-20:00") == 2)
    #expect(intern("Mo-Fr 09:00-20:00") == 2)
    #expect(intern("nonsense") == 0)
    #expect(table.schedules.map { $0?.text } == [nil, "24/7", "Mo-Fr 09:00-20:00"])
    let moment = OpeningMoment(korean("2026-11-21 12:00"), isPublicHoliday: PublicHolidays.contains)
    #expect(table.states(at: moment) == [.unknown, .open, .closed])
  }

  @Test("thousands of schedules keep their classes")
  func manyClasses() throws {
    var table = ScheduleTable()
    var expected: [UInt32] = []
    func text(_ number: Int) -> ArraySlice<UInt8> {
      ArraySlice(
        "Mo \(number / 60 % 24):\(number % 60 < 10 ? "0" : "")\(number % 60)-24:00; Tu \(number / 1440):00-23:00".utf8)
    }
    for number in 0..<3000 { expected.append(table.intern(text(number))) }
    #expect(Set(expected).count == 3000)
    for number in (0..<3000).reversed() { #expect(table.intern(text(number)) == expected[number]) }
  }
}
