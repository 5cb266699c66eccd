import Basics
import Testing

@Suite("Civil dates")
struct CivilDateTests {
  @Test("Each date of eight hundred years survives the way to a day number and back")
  func roundTrip() throws {
    var previous = CivilDate(daysSince1970: -150_001)
    for days in stride(from: -150_000, through: 150_000, by: 1) {
      let date = CivilDate(daysSince1970: days)
      #expect(date.daysSince1970 == days)
      #expect(previous < date)
      previous = date
    }
  }

  @Test(
    "Known dates have the right day numbers",
    arguments: [(1970, 1, 1, 0, 3), (2000, 2, 29, 11016, 1), (2026, 11, 20, 20777, 4), (1969, 12, 31, -1, 2)])
  func known(year: Int, month: Int, day: Int, days: Int, weekday: Int) throws {
    let date = try #require(CivilDate(year: year, month: month, day: day))
    #expect(date.daysSince1970 == days)
    #expect(date.weekday == weekday)
  }

  @Test(
    "A date that does not exist is refused",
    arguments: [(2025, 2, 29), (1900, 2, 29), (2026, 13, 1), (2026, 4, 31), (2026, 1, 0)])
  func impossible(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }
}

@Suite("Timestamps in RFC 3339")
struct RFC3339Tests {
  @Test(
    "A timestamp is parsed to milliseconds since 1970",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2026-12-24T21:00:00+09:00", 1_798_113_600_000),
      ("2026-12-24 12:00:00.250z", 1_798_113_600_250), ("2026-12-24T21:00:00 09:00", 1_798_113_600_000),
      ("1969-12-31T23:59:59.999Z", -1), ("2016-12-31T23:59:60Z", 1_483_228_800_000),
    ] as [(String, Int64)])
  func read(text: String, milliseconds: Int64) {
    #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
  }

  @Test(
    "A written timestamp is read back unchanged", arguments: [0, -1, 1_798_113_600_250, 253_402_300_799_999] as [Int64])
  func roundTrip(milliseconds: Int64) {
    let instant = Timestamp(milliseconds: milliseconds)
    #expect(Timestamp(rfc3339: instant.rfc3339) == instant)
  }

  @Test(
    "A malformed timestamp is rejected",
    arguments: [
      "", "2026", "2026-12-24", "2026-12-24T21:00Z", "2026-02-30T00:00:00Z", "2026-12-24T24:00:00Z",
      "2026-12-24T21:00:00", "2026-12-24T21:00:00.Z", "2026-12-24T21:00:00+24:00", "2026-12-24T21:00:00Zx",
      "２０２６-12-24T21:00:00Z",
    ])
  func rejected(text: String) {
    #expect(Timestamp(rfc3339: text) == nil)
  }

  @Test("A timestamp whose offset leads out of the years 0000 to 9999 is rejected")
  func years() {
    for (text, written) in [
      ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"), ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"),
      ("9999-12-31T23:59:59+23:59", "9999-12-31T00:00:59Z"), ("0000-01-01T23:59:00+23:59", "0000-01-01T00:00:00Z"),
    ] {
      #expect(Timestamp(rfc3339: text)?.rfc3339 == written)
    }
    for text in [
      "9999-12-31T23:59:59-23:59", "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:60Z", "0000-01-01T00:00:00+23:59",
      "0000-01-01T00:00:00+00:01",
    ] {
      #expect(Timestamp(rfc3339: text) == nil)
    }
  }

  @Test("A sum beyond the last instant is the last one, and one before the first is the first")
  func sums() {
    #expect(Timestamp(seconds: .max) == Timestamp(milliseconds: .max))
    #expect(Timestamp(seconds: .min) == Timestamp(milliseconds: .min))
    let instant = Timestamp(seconds: 1_800_000_000)
    #expect(instant.advanced(seconds: .max) == Timestamp(milliseconds: .max))
    #expect(instant.advanced(milliseconds: .max) == Timestamp(milliseconds: .max))
    #expect(Timestamp(milliseconds: -2).advanced(milliseconds: .min) == Timestamp(milliseconds: .min))
    #expect(Timestamp(milliseconds: .min).advanced(seconds: -1) == Timestamp(milliseconds: .min))
    #expect(instant.advanced(seconds: -1).advanced(milliseconds: 1000) == instant)
  }
}
