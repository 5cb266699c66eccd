import Basics
import Foundation
import Support
import Testing
import TimeZones
import Workload

@testable import Notices

@Suite("Quiet hours")
struct QuietHoursTests {
  @Test(
    "A time of day is four digits with a colon",
    arguments: [
      ("00:00", 0), ("23:59", 1439), ("08:05", 485), ("8:05", nil), ("24:00", nil), ("12:60", nil), ("12-30", nil),
      ("1a:30", nil), ("12:3", nil), (" 2:30", nil), ("", nil), ("１2:30", nil), ("12:30 ", nil), (":1230", nil),
    ] as [(String, Int?)])
  func times(_ text: String, _ minutes: Int?) {
    #expect(TimeOfDay(text)?.minutes == minutes)
    if let time = TimeOfDay(text) { #expect(time.text == text) }
  }

  @Test(
    "They end where a calendar says, in zones with and without summer time",
    arguments: 1...20 as ClosedRange<UInt64>)
  func ends(_ seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    for _ in 0..<300 {
      let zone = ["Asia/Seoul", "Asia/Kathmandu", "America/New_York", "UTC"].randomElement(using: &random) ?? "UTC"
      let start = try #require(TimeOfDay(minutes: .random(in: 0..<1440, using: &random)))
      let end = try #require(TimeOfDay(minutes: .random(in: 0..<1440, using: &random)))
      guard let quiet = QuietHours(from: start, until: end, in: zone) else { continue }
      let instant = Timestamp(seconds: .random(in: 1_700_000_000..<1_900_000_000, using: &random))
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = try #require(TimeZone(identifier: zone))
      // The days on which clocks change are an hour off.
      let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
      let offsets = [-86_400.0, 0, 86_400].map { calendar.timeZone.secondsFromGMT(for: date + $0) }
      guard Set(offsets).count == 1 else { continue }
      let parts = calendar.dateComponents([.hour, .minute], from: date)
      let now = (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
      // Minute by minute from the beginning, round the clock.
      var (minute, isWithin) = (start.minutes, false)
      while minute != end.minutes {
        if minute == now { isWithin = true }
        minute = (minute + 1) % 1440
      }
      let found = quiet.end(around: instant, SystemTimeZones())
      let next = calendar.nextDate(
        after: date, matching: DateComponents(hour: end.minutes / 60, minute: end.minutes % 60, second: 0),
        matchingPolicy: .nextTime)
      #expect(found?.milliseconds == (isWithin ? next.map { Int64($0.timeIntervalSince1970) * 1000 } : nil))
    }
  }
}
