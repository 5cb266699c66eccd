import APIKit
import Basics
import Geo
import GrapeCard
import JSON

enum GrapeCardFields {
  static let timeZone = BodyField<String>(
    "time_zone", .text(1...64),
    "The time zone of the caller's days: an IANA name of the form region/city.",
    isRequired: true, example: "Asia/Seoul")

  static let contents = BodyField<String>(
    "contents", .text(1...200), "The text, on one line.", isRequired: true, example: "성수에서 네 컷 찍기")
  static let group = BodyField<TodoGroupID>(
    "group", .identifier(), "One of the caller's groups; the default group when absent.")
  static let day = BodyField<CivilDate>(
    "day", .day(), "The day, from 2000 to 2199; today when absent.", example: "2026-11-20")
  static let booth = BodyField<BoothID?>(
    "booth", ValueKind.booth().orNull,
    "The number of a booth to visit: such a todo is done by check-in.")
  static let draft: [any DescribedField] = [contents, group, day, booth]

  static let changedContents = BodyField<String>(
    "contents", .text(1...200), "The text, on one line; unchanged when absent.", example: "성수에서 네 컷 찍기")
  static let changedGroup = BodyField<TodoGroupID>(
    "group", .identifier(), "One of the caller's groups; unchanged when absent.")
  static let changedDay = BodyField<CivilDate>(
    "day", .day(), "The day, from 2000 to 2199; unchanged when absent.", example: "2026-11-21")
  static let changedBooth = BodyField<BoothID?>(
    "booth", ValueKind.booth().orNull,
    "The number of the booth to visit; another booth marks the todo as not done; null removes it; unchanged when absent."
  )
  static let change: [any DescribedField] = [changedContents, changedGroup, changedDay, changedBooth]

  static let latitude = BodyField<Double>(
    "latitude", .number(-90...90), "Degrees north.", isRequired: true, example: .number(37.4979))
  static let longitude = BodyField<Double>(
    "longitude", .number(-180...180), "Degrees east.", isRequired: true, example: .number(127.0276))
  static let accuracy = BodyField<Double>(
    "accuracy_m", .number(0...40_000_000), "The accuracy of the position in metres, as the device reports it.",
    isRequired: true, example: .number(12.5))
  static let position: [any DescribedField] = [latitude, longitude, accuracy]

  static let name = BodyField<String>("name", .text(1...21), "The name.", isRequired: true, example: "데이트")
  static let changedName = BodyField<String>(
    "name", .text(1...21), "The name; unchanged when absent.", example: "데이트")
  static let color = BodyField<GroupColor>(
    "color", .color(), "The colour; purple for a new group, unchanged when absent from a change.", example: "#7B4FA3")
  static let isOpen = BodyField<Bool>(
    "is_open", .flag(),
    "Whether the group is expanded; true for a new group. Todos of collapsed groups count too.")
}

enum GrapeCardParameters {
  static let todo = Parameter<TodoID>(
    "id", .identifier(), "The identifier of one of the caller's todos.", example: "0199c0ffee0123456789abcd")
  static let group = Parameter<TodoGroupID>(
    "id", .identifier(), "The identifier of one of the caller's groups.", example: "0199c0ffee0123456789abcd")
  static let first = Parameter<CivilDate>(
    "from", .day(), "The first day; today by default.", example: "2026-11-01")
  static let last = Parameter<CivilDate>(
    "to", .day(), "The last day, for at most 42 days; the first day by default.", example: "2026-11-30")
  static let month = Parameter<ClosedRange<CivilDate>>(
    "month", .month(), "The month.", isRequired: true, example: "2026-11")
}

extension JSONBody {
  /// The position of a device, in `GrapeCardFields.position`.
  func reportedPosition() throws(DomainError) -> ReportedPosition {
    let coordinate = try Coordinate.checked(
      latitude: try required(GrapeCardFields.latitude), longitude: try required(GrapeCardFields.longitude))
    return ReportedPosition(coordinate: coordinate, accuracy: try required(GrapeCardFields.accuracy))
  }

  func todoDraft() throws(DomainError) -> TodoDraft {
    TodoDraft(
      contents: try required(GrapeCardFields.contents), group: try value(GrapeCardFields.group),
      day: try value(GrapeCardFields.day), booth: try value(GrapeCardFields.booth))
  }

  func todoChange() throws(DomainError) -> TodoChange {
    var change = TodoChange(
      contents: try value(GrapeCardFields.changedContents), group: try value(GrapeCardFields.changedGroup),
      day: try value(GrapeCardFields.changedDay))
    if has(GrapeCardFields.changedBooth) { change.booth = .some(try value(GrapeCardFields.changedBooth)) }
    return change
  }
}

// MARK: - Kinds

extension ValueKind<GroupColor> {
  fileprivate static func color() -> ValueKind {
    ValueKind(
      "a colour such as #7B4FA3", schema: .object(["type": "string", "pattern": "^#[0-9A-Fa-f]{6}$"])
    ) { text in ParsedParameter(GroupColor(text)) }
  }
}

extension ValueKind<CivilDate> {
  fileprivate static func day() -> ValueKind {
    ValueKind("a date such as 2026-11-20", schema: .object(["type": "string", "format": "date"])) { text in
      ParsedParameter(CivilDate(rfc3339: text))
    }
  }
}

extension ValueKind<ClosedRange<CivilDate>> {
  fileprivate static func month() -> ValueKind {
    ValueKind(
      "a month such as 2026-11", schema: .object(["type": "string", "pattern": "^[0-9]{4}-[0-9]{2}$"])
    ) { text in
      guard let first = CivilDate(rfc3339: "\(text)-01") else { return .malformed }
      return .value(first...first.adding(days: CivilDate.daysInMonth(first.month, of: first.year) - 1))
    }
  }
}
