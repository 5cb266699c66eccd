import Basics
import Support
import Testing

@testable import Booths

@Suite("Opening hours")
struct OpeningHoursTests {
  // 2026-11-16 is a Monday; no holiday falls into that week.
  @Test(
    "A booth is open, closed or unknown at an instant",
    arguments: [
      ("Mo-Fr 10:00-22:00; Sa,Su 10:00-23:00; PH off", "2026-11-16 09:59", OpenState.closed),
      ("Mo-Fr 10:00-22:00; Sa,Su 10:00-23:00; PH off", "2026-11-16 10:00", .open),
      ("Mo-Fr 10:00-22:00; Sa,Su 10:00-23:00; PH off", "2026-11-16 21:59", .open),
      ("Mo-Fr 10:00-22:00; Sa,Su 10:00-23:00; PH off", "2026-11-16 22:00", .closed),
      ("Mo-Fr 10:00-22:00; Sa,Su 10:00-23:00; PH off", "2026-11-21 22:30", .open),
      ("Mo-Fr 10:00-22:00; Sa,Su 10:00-23:00; PH off", "2026-12-25 12:00", .closed),
      ("24/7", "2026-11-18 03:33", .open),
      ("24/7; PH off", "2026-12-25 00:00", .closed),
      ("Sa-Mo 10:00-12:00", "2026-11-16 11:00", .open),
      ("Sa-Mo 10:00-12:00", "2026-11-17 11:00", .closed),
      ("10:00-14:00,15:00-20:00", "2026-11-18 14:30", .closed),
      ("10:00-14:00, 15:00-20:00", "2026-11-18 15:00", .open),
      ("22:00-02:00", "2026-11-18 01:59", .open),
      ("22:00-26:00", "2026-11-18 02:00", .closed),
      ("Fr 22:00-02:00", "2026-11-21 01:00", .open),
      ("Fr 22:00-02:00", "2026-11-20 01:00", .closed),
      ("Su 22:00-02:00", "2026-11-16 01:00", .open),
      ("10:00-10:00", "2026-11-18 09:59", .open),
      ("Mo-Fr 10:00-20:00", "2026-12-25 12:00", .open),
      ("Mo-Fr 10:00-20:00; PH 12:00-18:00", "2026-12-25 11:00", .closed),
      ("Mo-Fr 10:00-20:00; PH 12:00-18:00", "2026-12-25 13:00", .open),
      ("Su,PH 12:00-18:00", "2026-12-25 13:00", .open),
      ("Mo-Su,PH 10:00-22:00", "2026-12-25 13:00", .open),
      ("unknown", "2026-11-18 12:00", .unknown),
      ("off", "2026-11-18 12:00", .closed),
      ("\"by appointment\"", "2026-11-18 12:00", .unknown),
      ("Mo-Fr 10:00-18:00; Sa unknown", "2026-11-21 03:00", .unknown),
      ("Mo-Fr 10:00-18:00; Sa \"전화 문의\"", "2026-11-21 12:00", .unknown),
      ("Mo-Fr 10:00-18:00 \"ring\"", "2026-11-18 12:00", .unknown),
      ("Mo-Fr 10:00-18:00 open \"ring\"", "2026-11-18 12:00", .open),
      ("Mo-Fr", "2026-11-18 23:59", .open),
      ("Mo-Fr: 10:00-20:00", "2026-11-18 12:00", .open),
    ] as [(String, String, OpenState)])
  func states(_ hours: String, _ instant: String, _ expected: OpenState) throws {
    #expect(try state(hours, instant) == expected)
  }

  @Test("A later rule replaces its days, also hours from the evening before")
  func replacing() throws {
    let hours = "Mo-Fr 10:00-16:00; We 12:00-18:00"
    #expect(try state(hours, "2026-11-18 11:00") == .closed)
    #expect(try state(hours, "2026-11-18 17:00") == .open)
    #expect(try state(hours, "2026-11-19 11:00") == .open)
    let night = "22:00-02:00; Th 12:00-14:00"
    #expect(try state(night, "2026-11-19 01:00") == .closed)
    #expect(try state(night, "2026-11-19 13:00") == .open)
    #expect(try state(night, "2026-11-19 23:00") == .closed)
    #expect(try state(night, "2026-11-20 01:00") == .closed)
    #expect(try state(night, "2026-11-21 01:00") == .open)
    #expect(try state("Mo-Sa 08:00-13:00; 15:00-18:00", "2026-11-18 10:00") == .closed)
    // A rule's own evening is not cut by its own next day, nor by a rule before it.
    #expect(try state("Fr,Sa 18:00-06:00", "2026-11-21 05:00") == .open)
    #expect(try state("Su 12:00-20:00; Sa 10:00-02:00", "2026-11-22 01:00") == .open)
    #expect(try state("Sa 10:00-02:00; Su 12:00-20:00", "2026-11-22 01:00") == .closed)
  }

  @Test("A rule after a comma adds to its days")
  func adding() throws {
    let hours = "Su-Th 11:00-02:00, Fr,Sa 11:00-05:00"
    #expect(try state(hours, "2026-11-20 01:00") == .open)
    #expect(try state(hours, "2026-11-22 04:59") == .open)
    #expect(try state(hours, "2026-11-23 02:00") == .closed)
    let extra = "Mo-Fr 08:00-12:00, We 14:00-18:00"
    #expect(try state(extra, "2026-11-18 09:00") == .open)
    #expect(try state(extra, "2026-11-18 15:00") == .open)
    #expect(try state(extra, "2026-11-19 15:00") == .closed)
    #expect(try state("Mo-Fr 10:00-20:00, We 12:00-13:00 unknown", "2026-11-18 12:30") == .unknown)
  }

  @Test("A span that is off removes its time, and a day that is off removes the night before it as well")
  func truncating() throws {
    #expect(try state("Mo-Fr 10:00-20:00; 12:00-13:00 off", "2026-11-18 12:30") == .closed)
    #expect(try state("Mo-Fr 10:00-20:00; 12:00-13:00 off", "2026-11-18 13:00") == .open)
    #expect(try state("18:00-06:00; We off", "2026-11-18 03:00") == .closed)
    #expect(try state("18:00-06:00; We off", "2026-11-19 03:00") == .closed)
    #expect(try state("18:00-06:00; We 18:00-06:00 off", "2026-11-18 03:00") == .open)
    #expect(try state("18:00-06:00; We 18:00-06:00 off", "2026-11-19 03:00") == .closed)
  }

  @Test(
    "Hours are written in normal form",
    arguments: [
      ("mo-fr 9:00-22:00 ; sa,SU 10:00 - 26:00;", "Mo-Fr 09:00-22:00; Sa,Su 10:00-02:00"),
      ("24/7", "24/7"), ("00:00-24:00", "24/7"), ("Mo-Su,PH 00:00-24:00", "24/7"), ("24/7 open", "24/7"),
      ("Mo-Su", "24/7"), ("open", "24/7"), ("00:00-00:00", "24/7"), ("24/7 closed", "off"), ("closed", "off"),
      ("10:00-22:00", "Mo-Su 10:00-22:00"), ("10:00-00:00", "Mo-Su 10:00-24:00"),
      ("Mo-Su,PH 10:00-22:00", "Mo-Su 10:00-22:00"), ("Mo,Tu,We,Fr 1:00-2:00", "Mo-We,Fr 01:00-02:00"),
      ("Sa,Su,Mo 10:00-12:00", "Sa-Mo 10:00-12:00"), ("Su-Mo 10:00-12:00", "Su,Mo 10:00-12:00"),
      ("Mo-Mo 10:00-12:00", "Mo 10:00-12:00"), ("PH,Su off", "Su,PH off"), ("Tu-Mo 10:00-12:00", "Mo-Su 10:00-12:00"),
      ("15:00-20:00,10:00-14:00,13:00-15:00", "Mo-Su 10:00-20:00"), ("\"문의\"", "unknown \"문의\""),
      ("Mo-Fr 10:00-12:00, 13:00-15:00, Sa 10:00-12:00", "Mo-Fr 10:00-12:00,13:00-15:00, Sa 10:00-12:00"),
      ("Mo 10:00-12:00 open, 24/7 unknown", "Mo 10:00-12:00, unknown"),
      ("Mo: 10:00-12:00;;Tu off", "Mo 10:00-12:00; Tu off"),
      ("Mo-Fr open \"벨\"", "Mo-Fr 00:00-24:00 open \"벨\""), ("10:00-12:00, 24/7", "Mo-Su 10:00-12:00, 24/7"),
      ("20:00-30:00", "Mo-Su 20:00-06:00"), ("\tMo\u{20}\u{20}10:00-12:00\n", "Mo 10:00-12:00"),
    ])
  func normalForm(_ text: String, _ expected: String) throws {
    let hours = try OpeningHours(parsing: text)
    #expect(hours.text == expected)
    #expect(try OpeningHours(parsing: hours.text) == hours)
  }

  @Test(
    "Malformed hours are refused with the position",
    arguments: [
      ("", 1), ("   ", 4), ("10:00", 6), ("10:00-", 7), ("10:00++", 7), ("10:00-12:00/0", 13), ("2026", 5),
      ("2000-2200", 10),
      ("Mo-", 4), ("Mo-PH 10:00-12:00", 4), ("Mo,,Tu 10:00-12:00", 4), ("Mo 10:00-12:00 Tu 10:00-12:00", 16),
      ("Jan 32 off", 5), ("Feb 30 off", 5), ("week 54", 6), ("Mo[6] off", 4), ("Mo[1 off", 6), ("2027-2026 off", 10),
      ("(sunset 10:00-12:00", 9), ("Mo-Fr Jan 10:00-12:00", 7), ("Jan-", 5), ("easter +1 dag off", 8),
      ("25:00-26:00", 1), ("24:00-26:00", 1), ("10:60-12:00", 1), ("10:00-49:00", 7),
      ("01:00-26:00", 1), ("10-22", 1), ("10:0-12:00", 1), ("Mo-Fr 10:00-20:00 ||", 21),
      ("Mo 10:00-12:00,", 16),
      ("Mo, off", 5), ("\"open", 1), ("\"a\nb\"", 1), (";", 1), ("sunrise-sundown", 9), ("매일 10:00-22:00", 1),
      ("unknown unknown", 9), ("PH -1 dag off", 4), ("week off", 1), ("10:00-12:00 \u{1F4F7}", 13),
    ])
  func domainErrors(_ text: String, _ coordinate: Int) {
    let domainError = #expect(throws: DomainError.self) { try OpeningHours(parsing: text) }
    #expect(domainError?.code == "opening-hours-not-understood")
    #expect(domainError?.field == "opening_hours")
    #expect(domainError?.message.contains("at character \(coordinate):") == true, "\(domainError?.message ?? "")")
  }

  @Test("Very long texts are refused at once")
  func tooLong() throws {
    #expect(throws: DomainError.self) { try OpeningHours(parsing: String(repeating: "Mo,", count: 100_000)) }
    #expect(throws: DomainError.self) { try OpeningHours(parsing: String(repeating: "off;", count: 65)) }
    #expect(try OpeningHours(parsing: String(repeating: "off;", count: 64)).rules.count == 64)
  }

  @Test("Instants before 1970 and at the ends of time have a state")
  func distantInstants() throws {
    let hours = try OpeningHours(parsing: "Th 08:59-09:01")
    #expect(hours.state(at: Timestamp(seconds: 0)) == .open)
    #expect(hours.state(at: Timestamp(milliseconds: -1)) == .open)
    #expect(hours.state(at: Timestamp(seconds: -61)) == .closed)
    for end in [Int64.min, .max] {
      #expect(hours.state(at: Timestamp(milliseconds: end)) != .unknown)
      _ = hours.nextChange(after: Timestamp(milliseconds: end))
    }
  }
}
