import Basics
import Booths
import Contracts

/// The next opening or closing of a booth.
struct OpenStateDocument: NativeDocument {
  let kind: String
  let state: String
  /// Null when the state stays.
  let changesAt: Timestamp?
  let nextState: String?
  /// The time of day of the change by the clocks of the booth.
  let time: String?
  /// The day of the change there, as in `opening_hours`.
  let weekday: String?
  let holiday: String?

  enum CodingKeys: String, CodingKey {
    case kind, state, time, weekday, holiday
    case changesAt = "changes_at"
    case nextState = "next_state"
  }

  init(_ outlook: OpeningOutlook) {
    kind = outlook.kind.rawValue
    state = outlook.state.rawValue
    changesAt = outlook.change?.at
    nextState = outlook.change?.state.rawValue
    time = outlook.changeTime
    weekday = outlook.changeWeekday.map { OpeningHours.dayNames[$0] }
    holiday = outlook.holiday?.rawValue
  }
}

struct OpeningDayDocument: NativeDocument {
  struct Span: NativeDocument {
    let opens: String
    let closes: String
    let state: String
  }

  let date: String
  let weekday: String
  let holiday: String?
  let hours: [Span]

  init(_ day: OpeningDay) {
    date = day.date.rfc3339
    weekday = OpeningHours.dayNames[day.weekday]
    holiday = day.holiday?.rawValue
    hours = day.spans.map { Span(opens: $0.opens, closes: $0.closes, state: $0.state.rawValue) }
  }
}

struct PartyPriceDocument: NativeDocument {
  let people: Int
  let prints: Int
  let amount: Int

  init(_ price: PartyPrice) { (people, prints, amount) = (price.people, price.prints, price.amount) }
}

/// The documents about opening hours of one response: many booths share few schedules.
final class HoursDetails {
  private var outlooks: [OpeningHours: OpenStateDocument] = [:]
  private var weeks: [OpeningHours: [OpeningDayDocument]] = [:]

  func openState(of ordinal: UInt32, in catalogue: Catalogue, at instant: Timestamp) -> OpenStateDocument {
    guard let hours = catalogue.openingHours(ordinal), catalogue.record(ordinal).status != .closed else {
      return OpenStateDocument(catalogue.outlook(ordinal, at: instant))
    }
    if let known = outlooks[hours] { return known }
    let document = OpenStateDocument(OpeningOutlook(hours, at: instant))
    outlooks[hours] = document
    return document
  }

  /// Nil when the hours are unknown or the booth is no longer in operation.
  func week(of ordinal: UInt32, in catalogue: Catalogue, at instant: Timestamp) -> [OpeningDayDocument]? {
    guard let hours = catalogue.openingHours(ordinal), catalogue.record(ordinal).status != .closed else { return nil }
    if let known = weeks[hours] { return known }
    let week = hours.week(from: instant).map(OpeningDayDocument.init)
    weeks[hours] = week
    return week
  }
}
