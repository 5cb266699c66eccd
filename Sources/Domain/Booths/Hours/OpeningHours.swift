package import Basics

/// The opening hours of a booth by the specification of OpenStreetMap's `opening_hours`, version 0.7, and where they
/// apply.
///
/// A text is a sequence of rules: dates (`2026`, `Jun-Aug`, `Dec 24-26`, `easter`, `week 1-10`; none: every date), days
/// (`Mo-Fr`, `Sa,Su`, `Mo[1]`, `PH`, `SH`; none: every day), time spans (none: the whole day) and a state (`open`,
/// `off` or `closed`, `unknown`, or a `"comment"`, which alone means unknown; none: open). Times that no rule covers
/// are closed; uncertain hours are written as `unknown`.
///
/// By the specification: * A rule after `;` replaces all earlier rules for the days it matches, *including the hours
/// after midnight that the evening before spills into them*. A rule after `,` adds to the earlier ones instead, so that
/// nights are written `Su-Th 11:00-02:00, Fr,Sa 11:00-05:00`. A rule after `||` applies if the earlier ones leave the
/// booth closed. * Spans with `off` only cut that time out of the earlier rules. * Among rules that match the same
/// minute, the last one decides. * After an open end (`18:00+`, `18:00-22:00+`) the state is unknown until an assumed
/// end: the next midnight, ten hours after a time from 17:00 on, eight hours after one from 22:00 on. * Which days are
/// school holidays is not known. Where they matter, the state is unknown.
///
/// A time of day without an end (`10:00`) is refused: the specification has it for collection times.
package struct OpeningHours: Hashable, Sendable {
  /// The text in normal form: parsing it again gives the same value.
  package let text: String
  /// Whose clocks and public holidays apply.
  package let place: OpeningPlace

  let rules: [Rule]

  /// Days, their time spans, and the state in them.
  struct Rule: Hashable, Sendable {
    /// Bit 0 Monday … bit 6 Sunday, bit 7 public holidays.
    var days: UInt8
    /// Further conditions on the day, and days that the bits cannot name.
    var selector: DaySelector?
    /// Ascending. Empty only for a state other than open: the whole day.
    var spans: [Span]
    var state: OpenState
    var comment: String?
    var separator: Separator

    static let everyDay: UInt8 = 0x7F
    static let holidays: UInt8 = 0x80

    init(
      days: UInt8, selector: DaySelector? = nil, spans: [Span], state: OpenState, comment: String? = nil,
      separator: Separator
    ) {
      (self.days, self.selector, self.spans) = (days, selector, spans)
      (self.state, self.comment, self.separator) = (state, comment, separator)
    }

    /// Whether it adds to the earlier rules instead of replacing them.
    var isAdditional: Bool { separator != .normal }

    /// Whether it replaces earlier rules for the days that it matches.
    var replaces: Bool { !isAdditional && (state != .closed || spans.isEmpty) }

    var hasSchoolHolidays: Bool { selector?.hasSchoolHolidays ?? false }

    func matches(_ day: DayFacts, isSchoolHoliday: Bool) -> Bool {
      guard let selector else { return days & day.bits != 0 }
      return selector.matches(day, days, isSchoolHoliday: isSchoolHoliday)
    }

    /// The state at a minute, counted from the midnight that begins its day; nil outside of its spans.
    func state(at minute: Int, _ day: DayFacts) -> OpenState? {
      if spans.isEmpty { return minute < 1440 ? state : nil }
      var found: OpenState?
      for span in spans {
        let (start, end) = span.minutes(on: day)
        if minute >= start, minute < end, !span.isOpenEnd || span.hasEnd { return state }
        guard span.isOpenEnd, minute >= start, minute < Span.assumedEnd(after: span.hasEnd ? end : start) else {
          continue
        }
        found = state == .open ? .unknown : state
      }
      return found
    }
  }

  /// The separator before a rule.
  enum Separator: Hashable, Sendable {
    /// `;`, or the beginning of the text.
    case normal
    /// `,`
    case additional
    /// `||`
    case fallback
  }

  /// A time of the day at which the sun is at a certain height.
  enum SunEvent: String, Hashable, Sendable, CaseIterable {
    case dawn
    case sunrise
    case sunset
    case dusk
  }

  /// Minutes from the midnight that begins the day, or from events of the sun on that day. Without events `end` is at
  /// most 2880 and at most a day after `start`.
  struct Span: Hashable, Sendable {
    var start: Int16
    var end: Int16
    var startEvent: SunEvent?
    var endEvent: SunEvent?
    /// Whether it may last longer: `18:00-22:00+`.
    var isOpenEnd = false
    /// Whether an end is given: not so in `18:00+`.
    var hasEnd = true
    /// The minutes between points of time in it, which have no meaning for opening hours: `10:00-16:00/01:30`.
    var interval: Int16?

    static let wholeDay = Span(start: 0, end: 1440)

    var isPlain: Bool { startEvent == nil && endEvent == nil && !isOpenEnd && interval == nil }

    /// Its minutes on a day; the end after the start.
    func minutes(on day: DayFacts) -> (start: Int, end: Int) {
      if startEvent == nil, endEvent == nil { return (Int(start), Int(end)) }
      let from = max(0, Int(start) + (startEvent.map(day.minute) ?? 0))
      let to = max(0, Int(end) + (endEvent.map(day.minute) ?? 0))
      return (from, to <= from ? to + 1440 : to)
    }

    /// The assumed end of an open span, as in other programs.
    static func assumedEnd(after minute: Int) -> Int {
      switch minute {
      case (22 * 60)...: minute + 8 * 60
      case (17 * 60)...: minute + 10 * 60
      default: 1440
      }
    }
  }

  /// Parses a text such as `Mo-Fr 10:00-22:00; Sa,Su 10:00-23:00; PH off` or `24/7`.
  /// - Throws: `DomainError` `opening-hours-not-understood` with the position in the text, also for texts over 1,000
  ///   bytes. Complexity: O(length).
  package init(parsing text: String, in place: OpeningPlace = .korea) throws(DomainError) {
    var parser = OpeningHoursParser(text)
    rules = try parser.parse()
    self.text = Self.normalForm(rules)
    self.place = place
  }

  private init(_ hours: OpeningHours, in place: OpeningPlace) {
    (text, rules, self.place) = (hours.text, hours.rules, place)
  }

  package func moved(to place: OpeningPlace) -> OpeningHours { OpeningHours(self, in: place) }

  /// The state at an instant. Complexity: as `state(at:)` of a prepared instant.
  package func state(at instant: Timestamp) -> OpenState { state(at: LocalInstant(instant, in: place)) }

  /// The state at an instant that was prepared for many schedules. Complexity: O(rules and spans).
  func state(at instant: LocalInstant) -> OpenState {
    let state = state(at: instant, isSchoolHoliday: false)
    guard rules.contains(where: \.hasSchoolHolidays) else { return state }
    return self.state(at: instant, isSchoolHoliday: true) == state ? state : .unknown
  }

  private func state(at instant: LocalInstant, isSchoolHoliday: Bool) -> OpenState {
    let replacedToday = replacing(instant.today, isSchoolHoliday)
    let replacedBefore = replacing(instant.yesterday, isSchoolHoliday)
    var state = OpenState.closed
    for (position, rule) in rules.enumerated() where position >= replacedToday {
      if rule.separator == .fallback, state != .closed { continue }
      if rule.matches(instant.today, isSchoolHoliday: isSchoolHoliday),
        let own = rule.state(at: instant.minute, instant.today)
      {
        state = own
      } else if position >= replacedBefore, rule.matches(instant.yesterday, isSchoolHoliday: isSchoolHoliday),
        let spilled = rule.state(at: instant.minute + 1440, instant.yesterday)
      {
        state = spilled
      }
    }
    return state
  }

  /// The position of the last rule that replaces the earlier ones on such a day; 0 when absent.
  private func replacing(_ day: DayFacts, _ isSchoolHoliday: Bool) -> Int {
    rules.lastIndex { $0.replaces && $0.matches(day, isSchoolHoliday: isSchoolHoliday) } ?? 0
  }
}

package enum OpenState: String, Hashable, Sendable, CaseIterable {
  case open
  case closed
  case unknown
}
