import Basics
import Support
import Testing
import Workload

@testable import Booths

@Suite("Opening hours: the outlook and the coming days")
struct OpeningOutlookTests {
  private func outlook(_ hours: String, _ instant: String) throws -> OpeningOutlook {
    OpeningOutlook(try OpeningHours(parsing: hours), at: korean(instant))
  }

  // 2026-11-20 is a Friday.
  @Test(
    "The outlook depends on the time until the next change",
    arguments: [
      ("Mo-Su 10:00-22:00", "2026-11-20 12:00", OpeningOutlook.Kind.openUntil, "22:00"),
      ("Mo-Su 10:00-22:00", "2026-11-20 21:29", .openUntil, "22:00"),
      ("Mo-Su 10:00-22:00", "2026-11-20 21:30", .closesSoon, "22:00"),
      ("Mo-Su 10:00-22:00", "2026-11-20 21:59", .closesSoon, "22:00"),
      ("Mo-Su 10:00-22:00", "2026-11-20 22:00", .opensTomorrow, "10:00"),
      ("Mo-Su 10:00-22:00", "2026-11-20 09:29", .opensToday, "10:00"),
      ("Mo-Su 10:00-22:00", "2026-11-20 09:30", .opensSoon, "10:00"),
      ("Mo-Su 18:00-02:00", "2026-11-20 23:00", .openUntil, "02:00"),
      ("Mo-Su 00:20-02:00", "2026-11-20 23:55", .opensSoon, "00:20"),
      ("Mo-Fr 10:00-22:00", "2026-11-20 22:30", .opensOnDay, "10:00"),
      ("We 10:00-22:00", "2026-11-20 12:00", .opensOnDay, "10:00"),
      ("Fr 10:00-11:00", "2026-11-20 12:00", .closed, "10:00"),
      ("Fr-Su 00:00-24:00", "2026-11-20 12:00", .open, "00:00"), ("24/7", "2026-11-20 12:00", .open, nil),
      ("Mo-Su off", "2026-11-20 12:00", .closed, nil), ("Mo-Su unknown", "2026-11-20 12:00", .unknown, nil),
      ("Fr 10:00-12:00, Fr 12:00-14:00 unknown", "2026-11-20 11:50", .open, "12:00"),
    ] as [(String, String, OpeningOutlook.Kind, String?)])
  func kinds(_ hours: String, _ instant: String, _ kind: OpeningOutlook.Kind, _ time: String?) throws {
    let outlook = try outlook(hours, instant)
    #expect(outlook.kind == kind && outlook.changeTime == time)
  }

  @Test("The day of the change is that of Korea, and a holiday is named")
  func days() throws {
    #expect(try outlook("Mo-Fr 08:00-22:00", "2026-11-20 22:30").changeWeekday == 0)
    #expect(try outlook("Mo-Su 10:00-22:00", "2026-09-25 12:00").holiday == .chuseok)
    #expect(try outlook("Mo-Su 10:00-22:00", "2026-11-20 12:00").holiday == nil)
  }

  @Test("The kind agrees with the state, for any hours at any time")
  func agreement() throws {
    var random = SeededNumbers(seed: 20)
    for _ in 0..<(200 * fuzzRounds) {
      let hours = try OpeningHours(parsing: anyHours(&random))
      let instant = korean("2026-09-20 00:00").advanced(seconds: Int64.random(in: 0..<1_209_600, using: &random))
      let outlook = OpeningOutlook(hours, at: instant)
      #expect(outlook.state == hours.state(at: instant))
      let states: [OpeningOutlook.Kind: OpenState] = [
        .open: .open, .openUntil: .open, .closesSoon: .open, .unknown: .unknown,
      ]
      #expect(states[outlook.kind] ?? .closed == outlook.state, "\(hours.text) at \(instant.rfc3339)")
    }
  }

  private func week(_ hours: String, from day: String) throws -> [String] {
    try OpeningHours(parsing: hours).week(from: korean("\(day) 12:00")).map { day in
      day.spans.map { "\($0.opens)-\($0.closes)\($0.state == .unknown ? "?" : "")" }.joined(separator: " ")
    }
  }

  @Test("The coming days begin with today, and a night belongs to its evening")
  func weeks() throws {
    #expect(
      try week("Mo-Th 11:00-22:00, Fr,Sa 11:00-05:00", from: "2026-11-20") == [
        "11:00-05:00", "11:00-05:00", "", "11:00-22:00", "11:00-22:00", "11:00-22:00", "11:00-22:00",
      ])
    #expect(try week("24/7", from: "2026-11-20") == Array(repeating: "00:00-24:00", count: 7))
    #expect(
      try week("Fr 18:00-24:00, Sa 00:00-24:00", from: "2026-11-20").prefix(3) == ["18:00-24:00", "00:00-24:00", ""])
    #expect(
      try week("Fr 10:00-12:00,13:00-14:00; Sa unknown", from: "2026-11-20").prefix(2) == [
        "10:00-12:00 13:00-14:00", "00:00-24:00?",
      ])
    let holidays = try OpeningHours(parsing: "Mo-Su 10:00-22:00; PH off").week(from: korean("2026-12-24 12:00"))
    #expect(holidays[1].holiday == .christmas && holidays[1].spans.isEmpty && !holidays[2].spans.isEmpty)
    #expect(holidays[1].date.rfc3339 == "2026-12-25" && holidays[1].weekday == 4)
  }

  @Test("A typical week has no holidays, and begins with Monday")
  func typical() throws {
    let week = try OpeningHours(parsing: "Mo 10:00-22:00; Su 12:00-02:00; PH off").typicalWeek
    #expect(week.map { $0.map(\.opens) } == [["10:00"], [], [], [], [], [], ["12:00"]] && week[6][0].closes == "02:00")
  }

  @Test(
    "Holidays have names, also the substitutes and those of one year",
    arguments: [
      ("2025-01-27", PublicHoliday.temporary), ("2025-05-05", .childrensDay), ("2025-05-06", .substitute),
      ("2025-06-03", .election), ("2026-02-16", .lunarNewYear), ("2026-02-18", .lunarNewYear),
      ("2026-05-25", .substitute), ("2026-07-17", .constitutionDay), ("2027-12-25", .christmas),
      ("2040-01-01", .newYearsDay), ("2025-07-17", nil), ("2040-09-25", nil),
    ] as [(String, PublicHoliday?)])
  func names(_ date: String, _ name: PublicHoliday?) {
    #expect(PublicHolidays.holiday(on: CivilDate(rfc3339: date)!.daysSince1970) == name)
  }
}
