import Basics
import Support
import Testing
import Workload

@testable import Booths

@Suite("Opening hours, tried with random texts")
struct OpeningHoursPropertyTests {
  @Test("The minutes of two weeks have the states of a plain evaluation of the rules")
  func minutes() throws {
    var random = SeededNumbers(seed: 11)
    for _ in 0..<60 * fuzzRounds {
      let hours = try OpeningHours(parsing: anyHours(&random))
      let weekday = Int.random(in: 0..<7, using: &random)
      let isHoliday = (0..<15).map { _ in Int.random(in: 0..<5, using: &random) == 0 }
      let painted = PlainHours(hours.rules, firstWeekday: weekday, isHoliday: isHoliday)
      // 1970-01-05 was a Monday.
      let first = 4 + weekday
      let holidays = Set(isHoliday.indices.filter { isHoliday[$0] }.map { first + $0 })
      let place = OpeningPlace(.korea, holidays: .days(holidays))
      let days = isHoliday.indices.map { DayFacts(first + $0, in: place) }
      var differing: [Int] = []
      for minute in painted.state.indices where fuzzRounds > 1 || minute % 29 == 0 || painted.changes(beside: minute) {
        let day = minute / 1440 + 1
        let instant = LocalInstant(days[day], days[day - 1], minute: minute % 1440)
        if hours.state(at: instant) != painted.state[minute] { differing.append(minute) }
      }
      #expect(differing.isEmpty, "\(hours.text) from weekday \(weekday), holidays \(isHoliday)")
    }
  }

  @Test("The next change is the first minute with another state")
  func nextChange() throws {
    var random = SeededNumbers(seed: 12)
    for _ in 0..<40 * fuzzRounds {
      let hours = try OpeningHours(parsing: anyHours(&random))
      let start = korean("2026-09-21 00:00").advanced(seconds: Int64.random(in: 0..<1_000_000, using: &random))
      let current = hours.state(at: start)
      let change = hours.nextChange(after: start)
      var minute = LocalTime(start, in: .korea)
      for _ in 0..<3 * 1440 {
        minute = LocalTime(minute.instant(in: .korea)!.advanced(seconds: 60), in: .korea)
        let then = hours.state(at: minute.instant(in: .korea)!)
        guard then != current else { continue }
        #expect(change == OpeningChange(at: minute.instant(in: .korea)!, state: then), "\(hours.text) after \(start)")
        break
      }
      if let change {
        #expect(change.at > start && change.state != current)
        #expect(hours.state(at: change.at) == change.state)
        let before = change.at.advanced(seconds: -1)
        #expect(hours.state(at: before) == current)
      }
    }
  }

  @Test("The normal form is parsed to the same value")
  func stability() throws {
    var random = SeededNumbers(seed: 13)
    for _ in 0..<3000 * fuzzRounds {
      let text = anyHours(&random)
      let hours = try OpeningHours(parsing: text)
      #expect(try OpeningHours(parsing: hours.text) == hours, "\(text)")
    }
  }

  @Test("Random Korean words give nothing or valid hours")
  func koreanWords() throws {
    var random = SeededNumbers(seed: 15)
    let words = [
      "월", "월요일", "토", "일", "평일", "주말", "공휴일", "매일", "휴무", "연중무휴", "24시간", "10:00", "22:00", "02:00", "익일 02:00",
      "오전 10시", "오후 9시", "9시 30분", "자정", "~", "-", "~", ",", "/", "(", ")", " ", ":", "부터", "까지", "격주", "24", "１０：００",
    ]
    var understood = 0
    for _ in 0..<6000 * fuzzRounds {
      let text = (0..<Int.random(in: 1...9, using: &random)).map { _ in words.randomElement(using: &random)! }.joined()
      guard let hours = OpeningHours.asWritten(text) else { continue }
      understood += 1
      #expect(try OpeningHours(parsing: hours.text) == hours, "\(text)")
    }
    #expect(understood > 20)
  }
}
