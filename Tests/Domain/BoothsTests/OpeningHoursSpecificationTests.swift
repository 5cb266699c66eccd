import Basics
import Geo
import Support
import Testing
import Workload

@testable import Booths

@Suite("Opening hours: the whole specification")
struct OpeningHoursSpecificationTests {
  // 2026-11-18 is a Wednesday in week 47.
  @Test(
    "Years, months, dates, weeks and weekdays of a month are evaluated",
    arguments: [
      ("2026 10:00-20:00", "2026-11-18 12:00", OpenState.open), ("2027 10:00-20:00", "2026-11-18 12:00", .closed),
      ("2025+ 10:00-20:00", "2026-11-18 12:00", .open), ("2025-2029/2 10:00-20:00", "2026-11-18 12:00", .closed),
      ("2024-2029/2 10:00-20:00", "2026-11-18 12:00", .open), ("Nov 10:00-20:00", "2026-11-18 12:00", .open),
      ("Jun-Aug 10:00-20:00", "2026-11-18 12:00", .closed), ("Oct-Feb 10:00-20:00", "2026-11-18 12:00", .open),
      ("Oct-Feb 10:00-20:00", "2026-03-01 12:00", .closed), ("Jan,Nov 10:00-20:00", "2026-11-18 12:00", .open),
      ("Nov 18 10:00-20:00", "2026-11-18 12:00", .open), ("Nov 10-20 10:00-20:00", "2026-11-18 12:00", .open),
      ("Nov 17,19 10:00-20:00", "2026-11-18 12:00", .closed), ("Dec 24-Jan 06 off", "2027-01-06 12:00", .closed),
      ("24/7; Dec 24-Jan 06 off", "2027-01-06 12:00", .closed), ("24/7; Dec 24-Jan 06 off", "2027-01-07 12:00", .open),
      ("2026 Dec 24-2027 Jan 06 10:00-20:00", "2027-01-05 12:00", .open),
      ("2026 Dec 24-2027 Jan 06 10:00-20:00", "2026-01-05 12:00", .closed),
      ("Nov 15+ 10:00-20:00", "2026-12-18 12:00", .open), ("Nov 15+ 10:00-20:00", "2026-10-18 12:00", .closed),
      ("Feb 29 10:00-20:00", "2028-02-29 12:00", .open), ("Feb 29 10:00-20:00", "2027-03-01 12:00", .closed),
      ("easter 10:00-20:00", "2026-04-05 12:00", .open), ("easter +1 day 10:00-20:00", "2026-04-06 12:00", .open),
      ("easter -2 days 10:00-20:00", "2027-03-26 12:00", .open), ("Dec 25 -Su 10:00-20:00", "2026-12-20 12:00", .open),
      ("Dec 25 +Su 10:00-20:00", "2026-12-27 12:00", .open), ("week 47 10:00-20:00", "2026-11-18 12:00", .open),
      ("week 01-53/2 10:00-20:00", "2026-11-18 12:00", .open),
      ("week 02-53/2 10:00-20:00", "2026-11-18 12:00", .closed),
      ("week 53 10:00-20:00", "2027-01-03 12:00", .open), ("We[3] 10:00-20:00", "2026-11-18 12:00", .open),
      ("We[-2] 10:00-20:00", "2026-11-18 12:00", .open), ("We[1,2] 10:00-20:00", "2026-11-18 12:00", .closed),
      ("We[2-4] 10:00-20:00", "2026-11-18 12:00", .open), ("Mo[3] +2 days 10:00-20:00", "2026-11-18 12:00", .open),
      ("Mo-Fr 10:00-20:00; Nov We[3] off", "2026-11-18 12:00", .closed),
      ("\"winter\": Nov-Feb 10:00-20:00", "2026-11-18 12:00", .open),
    ] as [(String, String, OpenState)])
  func dates(_ hours: String, _ instant: String, _ expected: OpenState) throws {
    #expect(try state(hours, instant) == expected)
  }

  @Test(
    "Holidays with an offset or a weekday are evaluated, and school holidays are unknown",
    arguments: [
      ("PH -1 day 10:00-20:00", "2026-12-24 12:00", OpenState.open),
      ("PH +1 day 10:00-20:00", "2026-12-26 12:00", .open),
      ("PH Mo-Th 10:00-20:00", "2026-12-25 12:00", .closed), ("PH Fr 10:00-20:00", "2026-12-25 12:00", .open),
      ("PH Fr 10:00-20:00", "2026-12-18 12:00", .closed), ("SH 10:00-20:00", "2026-11-18 12:00", .unknown),
      ("SH 10:00-20:00", "2026-11-18 21:00", .closed), ("Mo-Fr 10:00-20:00; SH 12:00-14:00", "2026-11-18 13:00", .open),
      ("Mo-Fr 10:00-20:00; SH off", "2026-11-18 11:00", .unknown),
    ] as [(String, String, OpenState)])
  func holidays(_ hours: String, _ instant: String, _ expected: OpenState) throws {
    #expect(try state(hours, instant) == expected)
  }

  @Test(
    "Open ends, sunrise, sunset and fallbacks are evaluated",
    arguments: [
      ("10:00+", "2026-11-18 09:59", OpenState.closed), ("10:00+", "2026-11-18 23:59", .unknown),
      ("10:00+", "2026-11-19 00:00", .closed), ("18:00+", "2026-11-19 03:59", .unknown),
      ("10:00-18:00+", "2026-11-18 12:00", .open), ("10:00-18:00+", "2026-11-18 19:00", .unknown),
      ("Mo-Fr 10:00-18:00 || unknown", "2026-11-18 12:00", .open),
      ("Mo-Fr 10:00-18:00 || unknown", "2026-11-18 19:00", .unknown),
      ("We off || 10:00-12:00", "2026-11-18 11:00", .open),
      // Without a place the sun rises at 7 and sets at 19.
      ("sunrise-sunset", "2026-11-18 06:59", .closed), ("sunrise-sunset", "2026-11-18 07:00", .open),
      ("(sunset-01:00)-24:00", "2026-11-18 18:00", .open), ("sunset-02:00", "2026-11-19 01:59", .open),
    ] as [(String, String, OpenState)])
  func times(_ hours: String, _ instant: String, _ expected: OpenState) throws {
    #expect(try state(hours, instant) == expected)
  }

  @Test(
    "The whole grammar has a normal form",
    arguments: [
      ("2026 dec 24-2027 jan 6 10:00-12:00", "2026 Dec 24-2027 Jan 06 10:00-12:00"),
      ("dec 24-26: off", "Dec 24-Dec 26 off"), ("Dec 24,31 off", "Dec 24,Dec 31 off"),
      ("week 1-10/2 Mo 10:00-12:00", "week 01-10/2 Mo 10:00-12:00"), ("Mo[ 3,1 ] off", "Mo[1,3] off"),
      ("Mo[1-2,-1] +1 day off", "Mo[1,2,-1] +1 day off"), ("SH,PH off", "PH,SH off"), ("PH mo-fr off", "PH Mo-Fr off"),
      ("Mo-Su,PH -1 day 10:00-12:00", "Mo-Su 10:00-12:00"), ("10:00+", "Mo-Su 10:00+"),
      ("10:00-16:00/90", "Mo-Su 10:00-16:00/01:30"), ("(SUNSET - 1:00)-sunset", "Mo-Su (sunset-01:00)-sunset"),
      ("Mo 10:00-12:00||\"ring\"", "Mo 10:00-12:00 || unknown \"ring\""),
      ("\"a\" : Jan Mo-Su open", "\"a\": Jan 00:00-24:00"), ("2026-2030/2,2033+ Mo off", "2026-2030/2,2033+ Mo off"),
    ])
  func normalForm(_ text: String, _ expected: String) throws {
    let hours = try OpeningHours(parsing: text)
    #expect(hours.text == expected)
    #expect(try OpeningHours(parsing: hours.text) == hours)
  }

  @Test("The normal form of random hours is parsed to the same hours, with the same next change")
  func stability() throws {
    var random = SeededNumbers(seed: 39)
    for round in 0..<2000 * fuzzRounds {
      let text = anyDatedHours(&random)
      let hours = try OpeningHours(parsing: text)
      #expect(try OpeningHours(parsing: hours.text) == hours, "\(text) as \(hours.text)")
      // The search for a change may go through years, so that it takes most of the time.
      guard fuzzRounds > 1 || round % 16 == 0 else { continue }
      let instant = korean("2026-01-01 00:00").advanced(seconds: Int64.random(in: 0..<94_000_000, using: &random))
      guard let change = hours.nextChange(after: instant) else { continue }
      #expect(hours.state(at: change.at) == change.state && change.state != hours.state(at: instant), "\(text)")
      #expect(hours.state(at: change.at.advanced(seconds: -1)) == hours.state(at: instant), "\(text)")
    }
  }

  @Test("Hours with dates have no typical week")
  func typicalWeek() throws {
    #expect(try OpeningHours(parsing: "Jun-Aug 10:00-20:00; PH off").typicalWeek.isEmpty)
    #expect(try OpeningHours(parsing: "Mo[1] off").holidays(from: korean("2026-11-18 12:00")).isEmpty)
  }
}

@Suite("Opening hours: in the time zone of the booth")
struct OpeningPlaceTests {
  private func place(_ latitude: Double, _ longitude: Double, usesSun: Bool = false) -> OpeningPlace {
    OpeningPlace(at: Coordinate(latitude: latitude, longitude: longitude)!, usesSun: usesSun)
  }

  @Test(
    "A coordinate has its region, currency and time in summer and winter",
    arguments: [
      (37.5, 127.0, "KR", "KRW", 540, 540), (48.86, 2.35, "FR", "EUR", 120, 60), (35.68, 139.69, "JP", "JPY", 540, 540),
      (25.03, 121.56, "TW", "TWD", 480, 480), (40.71, -74.0, "US", "USD", -240, -300),
      (34.05, -118.24, "US", "USD", -420, -480), (51.5, -0.12, "GB", "GBP", 60, 0), (52.52, 13.4, "DE", "EUR", 120, 60),
      (-33.87, 151.2, "AU", "AUD", 600, 660), (32.53, -117.02, "MX", "MXN", -420, -480),
      (22.3, 114.17, "HK", "HKD", 480, 480), (13.75, 100.5, "TH", "THB", 420, 420), (28.6, 77.2, "IN", "INR", 330, 330),
      (21.03, 105.85, "VN", "VND", 420, 420), (39.9, 116.4, "CN", "CNY", 480, 480),
      (37.95, 126.67, "KR", "KRW", 540, 540),
    ] as [(Double, Double, String, String, Int, Int)])
  func regions(
    _ latitude: Double, _ longitude: Double, _ country: String, _ currency: String, _ summer: Int, _ winter: Int
  ) {
    let region = BoothRegion.at(Coordinate(latitude: latitude, longitude: longitude)!)
    #expect(region.country == country && region.currency == currency)
    // The middle of July and of December 2026.
    #expect(region.zone.offset(at: 29_736_000) == summer && region.zone.offset(at: 29_955_000) == winter)
  }

  @Test("Every time zone of the data is read, and the ends of the world have one")
  func data() {
    #expect(Regions.shared.regions.count == Regions.list.split(separator: "\n").count)
    for (latitude, longitude) in [(90.0, 180.0), (-90, -180), (90, -180), (-90, 180), (0, 0)] {
      _ = BoothRegion.at(Coordinate(latitude: latitude, longitude: longitude)!)
    }
  }

  @Test("Clocks change at the instant of the rule, and each local time has one instant")
  func summerTime() throws {
    let paris = try #require(TimeZoneRule(posix: "CET-1CEST,M3.5.0,M10.5.0/3"))
    // 2026-03-29T01:00Z and 2026-10-25T01:00Z.
    let (spring, autumn) = (29_579_100, 29_881_500)
    #expect(paris.offset(at: spring - 1) == 60 && paris.offset(at: spring) == 120)
    #expect(paris.offset(at: autumn - 1) == 120 && paris.offset(at: autumn) == 60)
    for minutes in [spring - 90, spring + 90, autumn - 90, autumn + 90] {
      let time = LocalTime(minutesSince1970: minutes, in: paris)
      #expect(time.instant(in: paris) == Timestamp(seconds: Int64(minutes) * 60))
    }
    let sydney = try #require(TimeZoneRule(posix: "AEST-10AEDT,M10.1.0,M4.1.0/3"))
    #expect(sydney.offset(at: 29_736_000) == 600 && sydney.offset(at: 29_955_000) == 660)
    #expect(TimeZoneRule(posix: "<-03>3")?.standard == -180 && TimeZoneRule(posix: "<+0545>-5:45")?.standard == 345)
    #expect(TimeZoneRule(posix: "") == nil && TimeZoneRule(posix: "CET-1CEST,J60,J300") == nil)
  }

  @Test("A booth opens by the time and the holidays of its country")
  func elsewhere() throws {
    let paris = try OpeningHours(parsing: "Mo-Sa 10:00-20:30; PH off", in: place(48.86, 2.35))
    // 09:59 and 10:00 of a Saturday in Paris, 17:59 and 18:00 in Korea.
    #expect(paris.state(at: korean("2026-11-28 17:59")) == .closed)
    #expect(paris.state(at: korean("2026-11-28 18:00")) == .open)
    let outlook = OpeningOutlook(paris, at: korean("2026-11-29 03:00"))
    #expect(outlook.kind == .openUntil && outlook.changeTime == "20:30" && outlook.changeWeekday == 5)
    // Bastille Day is none in Korea, and Hangul Day is none in France.
    #expect(paris.state(at: korean("2026-07-14 20:00")) == .closed)
    #expect(OpeningOutlook(paris, at: korean("2026-07-14 20:00")).holiday == .elsewhere)
    #expect(paris.state(at: korean("2026-10-09 20:00")) == .open)
    #expect(PublicHolidays.countries == ["KR", "CN", "DE", "FR", "GB", "JP", "TH", "TW", "US", "VN"])
  }

  @Test("Sunrise is that of the booth's position")
  func sun() throws {
    // By the almanac: 06:56 to 18:24 in Seoul on 2026-03-01 is within some minutes of every source.
    let seoul = try OpeningHours(parsing: "sunrise-sunset", in: place(37.57, 126.98, usesSun: true))
    for (minute, expected) in [("06:50", OpenState.closed), ("07:10", .open), ("18:15", .open), ("18:35", .closed)] {
      #expect(seoul.state(at: korean("2026-03-01 \(minute)")) == expected, "\(minute)")
    }
    // The sun does not set in Tromsø in June: usual times count.
    let north = try OpeningHours(parsing: "sunrise-sunset", in: place(69.65, 18.96, usesSun: true))
    #expect(north.week(from: korean("2026-06-20 12:00"))[0].spans.map(\.opens) == ["07:00"])
  }
}

/// Random opening hours with every kind of condition, right by construction.
private func anyDatedHours(_ random: inout SeededNumbers) -> String {
  func one(_ texts: [String]) -> String { texts.randomElement(using: &random)! }
  func number(_ range: ClosedRange<Int>) -> String {
    let number = Int.random(in: range, using: &random)
    return number < 10 ? "0\(number)" : "\(number)"
  }
  let days = OpeningHours.dayNames
  let months = OpeningHours.monthNames
  var rules = ""
  for position in 0..<Int.random(in: 1...4, using: &random) {
    var parts: [String] = []
    if Bool.random(using: &random) { parts.append(one(["2026", "2026-2028", "2027+", "2025-2031/2,2040"])) }
    if Bool.random(using: &random) {
      let date = "\(one(months)) \(number(1...28))"
      parts.append(
        one([
          one(months), "\(one(months))-\(one(months))", date, "\(date)-\(one(months)) \(number(1...28))", "\(date)+",
          "easter -\(number(2...60)) days", "\(date) +\(one(days))", "\(date),\(number(1...28))",
        ]))
    }
    if Int.random(in: 0..<4, using: &random) == 0 { parts.append("week \(number(1...20))-\(number(21...53))/3") }
    if Bool.random(using: &random) {
      parts.append(
        one([
          one(days), "\(one(days))-\(one(days))", "\(one(days))[1,-1]", "\(one(days))[2-3] -2 days", "PH", "SH,PH",
          "PH +1 day,\(one(days))", "PH \(one(days))-\(one(days))", "SH",
        ]))
    }
    let (from, to) = ("\(number(0...23)):\(number(0...59))", "\(number(0...23)):\(number(0...59))")
    parts.append(
      one(["\(from)-\(to)", "\(from)+", "\(from)-\(to)+", "sunrise-\(to)", "(dusk+01:00)-\(to)", "dawn-(sunset-00:30)"])
    )
    parts.append(one(["", "open", "off", "unknown", "\"문의\"", "open \"벨\""]))
    rules += (position == 0 ? "" : one(["; ", ", ", " || "])) + parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
  return rules
}
