package import Basics

/// When a booth is open: the part of OpenStreetMap's `opening_hours` syntax that booths need.
///
/// A text is a sequence of rules: days (`Mo-Fr`, `Sa,Su`, `PH`; none: every day), spans of time (none: the whole day)
/// and a state (`open`, `off` or `closed`, `unknown`, or a `"comment"`, which alone means unknown; none: open).
/// What no rule speaks of is closed; what is not known is `unknown`.
///
/// As the specification of the syntax says:
/// * A rule after `;` replaces all that earlier rules say of the days it matches, *including the hours that the evening
///   before spills past midnight into them*. A rule after `,` adds to the earlier ones instead, so that nights are
///   written `Su-Th 11:00-02:00, Fr,Sa 11:00-05:00`.
/// * Spans with `off` only cut that time out of the earlier rules.
/// * Among rules that apply at the same minute, the last one decides.
///
/// Left out, and refused by the place in the text: months, dates, weeks, school holidays, sunrise, open end (`10:00+`),
/// intervals and the fallback separator `||`.
package struct OpeningHours: Hashable, Sendable {
  /// The text in its normal form: parsing it again gives the same value.
  package let text: String

  let rules: [Rule]

  /// Some days, the spans of time on them, and what the booth is then.
  struct Rule: Hashable, Sendable {
    /// Bit 0 Monday … bit 6 Sunday, bit 7 public holidays.
    var days: UInt8
    /// In order; empty only where the state is not open: the whole day.
    var spans: [Span]
    var state: OpenState
    var comment: String?
    /// Whether it adds to the rules before instead of replacing them.
    var isAdditional: Bool

    static let everyDay: UInt8 = 0x7F
    static let holidays: UInt8 = 0x80

    /// Whether it replaces what earlier rules say of the days that it matches.
    var replaces: Bool { !isAdditional && (state != .closed || spans.isEmpty) }

    /// Whether one of its spans covers a minute, counted from the midnight that begins its day.
    func covers(_ minute: Int) -> Bool {
      spans.isEmpty ? minute < 1440 : spans.contains { minute >= Int($0.start) && minute < Int($0.end) }
    }
  }

  /// Minutes from the midnight that begins the day; `end` up to 2880, at most a day after `start`.
  struct Span: Hashable, Sendable {
    var start: Int16
    var end: Int16

    static let wholeDay = Span(start: 0, end: 1440)
  }

  /// Parses a text such as `Mo-Fr 10:00-22:00; Sa,Su 10:00-23:00; PH off` or `24/7`.
  /// - Throws: `DomainError` `opening-hours-not-understood` with the place in the text. Complexity: O(length); texts
  ///   over 1,000 bytes are refused.
  package init(parsing text: String) throws(DomainError) {
    var parser = OpeningHoursParser(text)
    rules = try parser.parse()
    self.text = Self.normalForm(rules)
  }

  /// Open, closed or not known at a moment, in Korea Standard Time.
  package func state(
    at instant: Timestamp,
    isPublicHoliday: (_ year: Int, _ month: Int, _ day: Int) -> Bool = PublicHolidays.contains
  ) -> OpenState {
    state(at: OpeningInstant(instant, isPublicHoliday: isPublicHoliday))
  }

  /// Open, closed or not known at a moment that was prepared for many schedules. Complexity: O(rules and spans).
  package func state(at instant: OpeningInstant) -> OpenState {
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

  /// The place of the last rule that replaces what others say of such a day; 0 where none does.
  private func replacing(_ day: UInt8) -> Int {
    rules.lastIndex { $0.replaces && $0.days & day != 0 } ?? 0
  }
}

/// Whether a booth is open at a moment.
package enum OpenState: String, Hashable, Sendable, CaseIterable {
  case open
  case closed
  case unknown
}

/// A moment as opening hours see it: worked out once, asked of many schedules.
package struct OpeningInstant: Hashable, Sendable {
  /// The bits of `OpeningHours.Rule.days` that the day matches.
  let today: UInt8
  /// The same for the day before.
  let yesterday: UInt8
  /// Minutes since midnight.
  let minute: Int

  /// A moment in Korea Standard Time. Complexity: O(1), with two questions to `isPublicHoliday`.
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

  /// The day of the week of a number of days since 1970-01-01, a Thursday: Monday 0 … Sunday 6.
  static func weekday(_ day: Int) -> Int { floorDivide(day + 3, 7).remainder }

  static func bits(_ day: Int, _ isPublicHoliday: (Int, Int, Int) -> Bool) -> UInt8 {
    let date = CivilDate(daysSince1970: day)
    let holiday = isPublicHoliday(date.year, date.month, date.day) ? OpeningHours.Rule.holidays : 0
    return 1 << UInt8(weekday(day)) | holiday
  }
}
