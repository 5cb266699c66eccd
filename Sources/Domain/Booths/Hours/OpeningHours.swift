package import Basics

/// The opening hours of a booth: a subset of OpenStreetMap's `opening_hours` syntax.
///
/// A text is a sequence of rules: days (`Mo-Fr`, `Sa,Su`, `PH`; none: every day), time spans (none: the whole day) and
/// a state (`open`, `off` or `closed`, `unknown`, or a `"comment"`, which alone means unknown; none: open). Times that
/// no rule covers are closed; uncertain hours are written as `unknown`.
///
/// By the specification of the syntax:
/// * A rule after `;` replaces all earlier rules for the days it matches, *including the hours after midnight that the
///   evening before spills into them*. A rule after `,` adds to the earlier ones instead, so that nights are written
///   `Su-Th 11:00-02:00, Fr,Sa 11:00-05:00`.
/// * Spans with `off` only cut that time out of the earlier rules.
/// * Among rules that match the same minute, the last one decides.
///
/// Not supported, and rejected with the position in the text: months, dates, weeks, school holidays, sunrise, open end
/// (`10:00+`), intervals and the fallback separator `||`.
package struct OpeningHours: Hashable, Sendable {
  /// The text in normal form: parsing it again gives the same value.
  package let text: String

  let rules: [Rule]

  /// Days, their time spans, and the state in them.
  struct Rule: Hashable, Sendable {
    /// Bit 0 Monday … bit 6 Sunday, bit 7 public holidays.
    var days: UInt8
    /// Ascending. Empty only for a state other than open: the whole day.
    var spans: [Span]
    var state: OpenState
    var comment: String?
    /// Whether it adds to the earlier rules instead of replacing them.
    var isAdditional: Bool

    static let everyDay: UInt8 = 0x7F
    static let holidays: UInt8 = 0x80

    /// Whether it replaces earlier rules for the days that it matches.
    var replaces: Bool { !isAdditional && (state != .closed || spans.isEmpty) }

    /// Whether one of its spans contains a minute, counted from the midnight that begins its day.
    func covers(_ minute: Int) -> Bool {
      spans.isEmpty ? minute < 1440 : spans.contains { minute >= Int($0.start) && minute < Int($0.end) }
    }
  }

  /// Minutes from the midnight that begins the day. `end` is at most 2880 and at most a day after `start`.
  struct Span: Hashable, Sendable {
    var start: Int16
    var end: Int16

    static let wholeDay = Span(start: 0, end: 1440)
  }

  /// Parses a text such as `Mo-Fr 10:00-22:00; Sa,Su 10:00-23:00; PH off` or `24/7`.
  /// - Throws: `DomainError` `opening-hours-not-understood` with the position in the text, also for texts over 1,000
  ///   bytes. Complexity: O(length).
  package init(parsing text: String) throws(DomainError) {
    var parser = OpeningHoursParser(text)
    rules = try parser.parse()
    self.text = Self.normalForm(rules)
  }

  /// The state at an instant, in Korea Standard Time.
  package func state(
    at instant: Timestamp,
    isPublicHoliday: (_ year: Int, _ month: Int, _ day: Int) -> Bool = PublicHolidays.contains
  ) -> OpenState {
    state(at: PreparedInstant(instant, isPublicHoliday: isPublicHoliday))
  }

  /// The state at an instant that was prepared for many schedules. Complexity: O(rules and spans).
  package func state(at instant: PreparedInstant) -> OpenState {
    let replacedToday = replacing(instant.today)
    let replacedBefore = replacing(instant.yesterday)
    var state = OpenState.closed
    for (position, rule) in rules.enumerated() where position >= replacedToday {
      let starts = rule.days & instant.today != 0 && rule.covers(instant.minute)
      let spills =
        position >= replacedBefore && rule.days & instant.yesterday != 0 && rule.covers(instant.minute + 1440)
      if starts || spills { state = rule.state }
    }
    return state
  }

  /// The position of the last rule that replaces the earlier ones on such a day; 0 when absent.
  private func replacing(_ day: UInt8) -> Int {
    rules.lastIndex { $0.replaces && $0.days & day != 0 } ?? 0
  }
}

/// Whether a booth is open at an instant.
package enum OpenState: String, Hashable, Sendable, CaseIterable {
  case open
  case closed
  case unknown
}

/// An instant prepared for evaluating opening hours: computed once, used for many schedules.
package struct PreparedInstant: Hashable, Sendable {
  /// The bits of `OpeningHours.Rule.days` that the day matches.
  let today: UInt8
  /// The same for the day before.
  let yesterday: UInt8
  /// Minutes since midnight.
  let minute: Int

  /// An instant in Korea Standard Time. Complexity: O(1), with two calls of `isPublicHoliday`.
  package init(
    _ instant: Timestamp, isPublicHoliday: (_ year: Int, _ month: Int, _ day: Int) -> Bool = PublicHolidays.contains
  ) {
    let time = KoreanTime(instant)
    self.init(
      today: Self.bits(time.day, isPublicHoliday), yesterday: Self.bits(time.day - 1, isPublicHoliday),
      minute: time.minute)
  }

  init(today: UInt8, yesterday: UInt8, minute: Int) {
    self.today = today
    self.yesterday = yesterday
    self.minute = minute
  }

  /// The weekday of a day counted from 1970-01-01, a Thursday: Monday 0 … Sunday 6.
  static func weekday(_ day: Int) -> Int { floorDivide(day + 3, 7).remainder }

  static func bits(_ day: Int, _ isPublicHoliday: (Int, Int, Int) -> Bool) -> UInt8 {
    let date = CivilDate(daysSince1970: day)
    let holiday = isPublicHoliday(date.year, date.month, date.day) ? OpeningHours.Rule.holidays : 0
    return 1 << UInt8(weekday(day)) | holiday
  }
}
