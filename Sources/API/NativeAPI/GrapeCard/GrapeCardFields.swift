import APIKit
import Basics
import Contracts
import GrapeCard

/// The fields of the bodies that speak of cards and todos.
enum GrapeCardFields {
  static let timeZone = BodyField<String>(
    "time_zone", .text(1...64),
    "By whose clocks the caller's days begin and end: a name of the IANA database by region and city.",
    isRequired: true, example: "Asia/Seoul")

  static let contents = BodyField<String>(
    "contents", .text(1...200), "What is to be done, on one line.", isRequired: true, example: "성수에서 네 컷 찍기")
  static let group = BodyField<TodoGroupID>(
    "group", .identifier(), "One of the caller's groups; without it the default one.")
  static let day = BodyField<CivilDate>(
    "day", .day(), "When, from 2000 to 2199; without it today.", example: "2026-11-20")
  static let booth = BodyField<BoothID?>(
    "booth", FieldKind.booth().orNull,
    "The number of a booth that is to be visited: such a todo is done by checking in there.")
  static let draft: [any DescribedField] = [contents, group, day, booth]

  static let changedContents = BodyField<String>(
    "contents", .text(1...200), "What is to be done; without it, as it was.", example: "성수에서 네 컷 찍기")
  static let changedGroup = BodyField<TodoGroupID>(
    "group", .identifier(), "One of the caller's groups; without it, as it was.")
  static let changedDay = BodyField<CivilDate>(
    "day", .day(), "When, from 2000 to 2199; without it, as it was.", example: "2026-11-21")
  static let changedBooth = BodyField<BoothID?>(
    "booth", FieldKind.booth().orNull,
    "The number of another booth that is to be visited, with which the todo is no longer done; null: none; without it, as"
      + " it was.")
  static let change: [any DescribedField] = [changedContents, changedGroup, changedDay, changedBooth]

  static let latitude = BodyField<Double>(
    "latitude", .number(-90...90), "Degrees north.", isRequired: true, example: .number(37.4979))
  static let longitude = BodyField<Double>(
    "longitude", .number(-180...180), "Degrees east.", isRequired: true, example: .number(127.0276))
  static let accuracy = BodyField<Double>(
    "accuracy_m", .number(0...40_000_000), "How far, in metres, the device says that the truth may lie from there.",
    isRequired: true, example: .number(12.5))
  static let position: [any DescribedField] = [latitude, longitude, accuracy]

  static let name = BodyField<String>("name", .text(1...21), "What it is called.", isRequired: true, example: "데이트")
  static let changedName = BodyField<String>(
    "name", .text(1...21), "What it is called; without it, as it was.", example: "데이트")
  static let color = BodyField<GroupColor>(
    "color", .color(), "A new group without one is purple; of another it stays as it was.", example: "#7B4FA3")
  static let isOpen = BodyField<Bool>(
    "is_open", .flag(),
    "Whether the group's todos are shown, which those of a new group are; what is folded away counts all the same.")
}

/// The parameters of the endpoints of cards and todos.
enum GrapeCardParameters {
  static let todo = Parameter<TodoID>(
    "id", .identifier(), "The identifier of one of the caller's todos.", example: "0199c0ffee0123456789abcd")
  static let group = Parameter<TodoGroupID>(
    "id", .identifier(), "The identifier of one of the caller's groups.", example: "0199c0ffee0123456789abcd")
  static let first = Parameter<CivilDate>(
    "from", .day(), "The first day; today where not given.", example: "2026-11-01")
  static let last = Parameter<CivilDate>(
    "to", .day(), "The last day, at most 42 in all; the first where not given.", example: "2026-11-30")
  static let month = Parameter<ClosedRange<CivilDate>>(
    "month", .month(), "Which month.", isRequired: true, example: "2026-11")
}

extension JSONBody {
  /// A todo that is to be made.
  func todoDraft() throws(DomainError) -> TodoDraft {
    TodoDraft(
      contents: try required(GrapeCardFields.contents), group: try value(GrapeCardFields.group),
      day: try value(GrapeCardFields.day), booth: try value(GrapeCardFields.booth))
  }

  /// What changes of a todo.
  func todoChange() throws(DomainError) -> TodoChange {
    var change = TodoChange(
      contents: try value(GrapeCardFields.changedContents), group: try value(GrapeCardFields.changedGroup),
      day: try value(GrapeCardFields.changedDay))
    if has(GrapeCardFields.changedBooth) { change.booth = .some(try value(GrapeCardFields.changedBooth)) }
    return change
  }
}

// MARK: - Kinds

extension FieldKind<CivilDate> {
  /// A date.
  fileprivate static func day() -> FieldKind {
    FieldKind("a date such as 2026-11-20", schema: .object(["type": "string", "format": "date"])) { json, _ in
      guard case .string(let text) = json else { return nil }
      return CivilDate(rfc3339: text)
    }
  }
}

extension FieldKind<GroupColor> {
  /// A colour.
  fileprivate static func color() -> FieldKind {
    FieldKind(
      "a colour such as #7B4FA3", schema: .object(["type": "string", "pattern": "^#[0-9A-Fa-f]{6}$"])
    ) { json, _ in
      guard case .string(let text) = json else { return nil }
      return GroupColor(text)
    }
  }
}

extension FieldKind<Double> {
  /// A number within a range.
  fileprivate static func number(_ range: ClosedRange<Double>) -> FieldKind {
    let schema = JSONValue.object([
      "type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
    ])
    let (low, high) = (DecimalText.plain(range.lowerBound), DecimalText.plain(range.upperBound))
    return FieldKind("a number from \(low) to \(high)", schema: schema) { json, _ in
      switch json {
      case .integer(let number) where range.contains(Double(number)): Double(number)
      case .number(let number) where range.contains(number): number
      default: nil
      }
    }
  }
}

extension ParameterKind<CivilDate> {
  /// A date.
  fileprivate static func day() -> ParameterKind {
    ParameterKind("a date such as 2026-11-20", schema: .object(["type": "string", "format": "date"])) { text in
      Reading(CivilDate(rfc3339: text))
    }
  }
}

extension ParameterKind<ClosedRange<CivilDate>> {
  /// The days of a month.
  fileprivate static func month() -> ParameterKind {
    ParameterKind(
      "a month such as 2026-11", schema: .object(["type": "string", "pattern": "^[0-9]{4}-[0-9]{2}$"])
    ) { text in
      guard let first = CivilDate(rfc3339: "\(text)-01") else { return .malformed }
      return .value(first...first.adding(days: CivilDate.daysInMonth(first.month, of: first.year) - 1))
    }
  }
}
