import Basics
import Foundation
import Support
import Testing
import Workload

@testable import Booths

/// A moment by Korean clocks, e.g. `2026-11-21 01:30`.
func korean(_ text: String) -> Timestamp {
  let parts = text.split { "- :".contains($0) }.map { Int($0)! }
  return LocalTime(
    day: CivilDate(year: parts[0], month: parts[1], day: parts[2])!.daysSince1970, minute: parts[3] * 60 + parts[4]
  ).instant(in: .korea)!
}

/// The state by a text at a moment, with Korean public holidays.
func state(_ hours: String, _ instant: String) throws -> OpenState {
  try OpeningHours(parsing: hours).state(at: korean(instant))
}

/// How long tests that try random texts go on: `FOURCUTS_FUZZ_ROUNDS` times the short form.
let fuzzRounds = ProcessInfo.processInfo.environment["FOURCUTS_FUZZ_ROUNDS"].flatMap(Int.init) ?? 1

/// Opening hours painted on a timeline of minutes, rule after rule, without any cleverness.
struct PlainHours {
  let state: [OpenState]

  /// Paints days `0..<days`, with a day before that spills in. `isHoliday` has one entry more, for the day before.
  init(_ rules: [OpeningHours.Rule], firstWeekday: Int, isHoliday: [Bool]) {
    let days = isHoliday.count
    var strokes: [(startDay: Int, from: Int, to: Int, state: OpenState)] = []
    for rule in rules {
      let matching = (0..<days).filter { day in
        rule.days & 1 << UInt8((firstWeekday + day) % 7) != 0 || (isHoliday[day] && rule.days & 0x80 != 0)
      }
      let adds = rule.isAdditional || (rule.state == .closed && !rule.spans.isEmpty)
      if !adds {
        for day in matching {
          strokes.removeAll { $0.startDay == day }
          for coordinate in strokes.indices where strokes[coordinate].startDay == day - 1 {
            strokes[coordinate].to = min(strokes[coordinate].to, day * 1440)
          }
        }
      }
      for day in matching {
        for span in rule.spans.isEmpty ? [.wholeDay] : rule.spans {
          strokes.append((day, day * 1440 + Int(span.start), day * 1440 + Int(span.end), rule.state))
        }
      }
    }
    var minutes = [OpenState](repeating: .closed, count: (days + 1) * 1440)
    for stroke in strokes where stroke.from < stroke.to {
      for minute in stroke.from..<stroke.to { minutes[minute] = stroke.state }
    }
    state = Array(minutes[1440..<(days * 1440)])
  }

  /// Whether the state changes at a minute or after it.
  func changes(beside minute: Int) -> Bool {
    minute > 0 && state[minute - 1] != state[minute]
      || minute + 1 < state.count && state[minute + 1] != state[minute]
  }
}

/// Random opening hours, right by construction, in the many ways in which they can be written.
func anyHours(_ random: inout SeededNumbers) -> String {
  let count = Int.random(in: 1...5, using: &random)
  var text = ""
  for coordinate in 0..<count {
    if coordinate > 0 { text += [";", "; ", ", ", " ; ;", ","].randomElement(using: &random)! }
    text += anyRule(&random)
  }
  return text
}

private func anyRule(_ random: inout SeededNumbers) -> String {
  let names = ["Mo", "tu", "We", "TH", "Fr", "Sa", "Su"]
  var days: [String] = []
  for _ in 0..<Int.random(in: 1...3, using: &random) {
    let day = names.randomElement(using: &random)!
    switch Int.random(in: 0..<5, using: &random) {
    case 0: days.append("PH")
    case 1, 2: days.append("\(day)-\(names.randomElement(using: &random)!)")
    default: days.append(day)
    }
  }
  var spans: [String] = []
  for _ in 0..<Int.random(in: 1...3, using: &random) {
    let start = Int.random(in: 0..<288, using: &random) * 5
    let end = start + Int.random(in: 1...288, using: &random) * 5
    let wraps = Bool.random(using: &random) && end > 1440 ? end - 1440 : end
    spans.append(
      "\(start / 60):\(start % 60 < 10 ? "0" : "")\(start % 60)-\(wraps / 60):\(wraps % 60 < 10 ? "0" : "")\(wraps % 60)"
    )
  }
  let state = [" open", " off", " closed", " unknown", " unknown \"전화\"", " \"문의\""].randomElement(using: &random)!
  switch Int.random(in: 0..<6, using: &random) {
  case 0: return "24/7" + (Bool.random(using: &random) ? "" : state)
  case 1: return days.joined(separator: ",") + state
  case 2: return spans.joined(separator: ",") + (Bool.random(using: &random) ? "" : state)
  default:
    return days.joined(separator: ", ") + " " + spans.joined(separator: ", ")
      + (Bool.random(using: &random) ? "" : state)
  }
}
