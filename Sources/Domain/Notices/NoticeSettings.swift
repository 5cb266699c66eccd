import Basics

/// Which notices an account gets, and how.
package struct NoticeSettings: Hashable, Sendable {
  /// The kinds that are listed and counted.
  package let page: Set<NoticeKind>
  /// Of these, the kinds that browsers show.
  package let push: Set<NoticeKind>
  /// Of these, the kinds that the daily mail counts.
  package let mail: Set<NoticeKind>
  /// When browsers show nothing; nil if they always do.
  package let quiet: QuietHours?

  package init(page: Set<NoticeKind>, push: Set<NoticeKind>, mail: Set<NoticeKind>, quiet: QuietHours?) {
    (self.page, self.quiet) = (page, quiet)
    self.push = push.intersection(page)
    self.mail = mail.intersection(page)
  }

  /// Those of an account that has chosen nothing.
  package static let standard = NoticeSettings(
    page: Set(NoticeKind.allCases).subtracting([.announcement]), push: Set(NoticeKind.allCases), mail: [], quiet: nil)

  /// The time zone of accounts that have chosen none.
  private static let standardZone = "Asia/Seoul"
  private static let mailTime = TimeOfDay(hour: 9, minute: 0)

  /// When the next daily mail is due: at nine o'clock, or at the end of quiet hours around it. Nil if no kind is chosen.
  func nextMail(after instant: Timestamp, _ zones: any TimeZoneRules) -> Timestamp? {
    guard !mail.isEmpty else { return nil }
    let next = Self.mailTime.next(after: instant, in: quiet?.zone ?? Self.standardZone, zones)
    return quiet?.end(around: next, zones) ?? next
  }
}

/// The hours of each day in which browsers show no notices.
package struct QuietHours: Hashable, Sendable {
  package let start: TimeOfDay
  package let end: TimeOfDay
  /// A name of the IANA database.
  package let zone: String

  /// Nil if they begin when they end.
  package init?(from start: TimeOfDay, until end: TimeOfDay, in zone: String) {
    guard start != end else { return nil }
    (self.start, self.end, self.zone) = (start, end, zone)
  }

  /// When the hours end that an instant is in; nil if it is in none.
  func end(around instant: Timestamp, _ zones: any TimeZoneRules) -> Timestamp? {
    let second = zones.secondsOfDay(in: zone, at: instant)
    let isWithin =
      start < end ? (start.seconds..<end.seconds).contains(second) : second >= start.seconds || second < end.seconds
    return isWithin ? end.next(after: instant, in: zone, zones) : nil
  }
}

/// A time of day, to the minute.
package struct TimeOfDay: Hashable, Sendable, Comparable {
  /// Minutes since midnight, below 1440.
  package let minutes: Int

  /// Nil outside a day.
  package init?(minutes: Int) {
    guard (0..<1440).contains(minutes) else { return nil }
    self.minutes = minutes
  }

  init(hour: Int, minute: Int) { minutes = hour * 60 + minute }

  /// A time such as `23:00`; nil for other texts.
  package init?(_ text: String) {
    let digits = text.utf8.filter { $0 != 0x3A }
    guard text.utf8.count == 5, Array(text.utf8)[2] == 0x3A, digits.count == 4,
      digits.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    let numbers = digits.map { Int($0) - 0x30 }
    let (hour, minute) = (numbers[0] * 10 + numbers[1], numbers[2] * 10 + numbers[3])
    guard hour < 24, minute < 60 else { return nil }
    self.init(hour: hour, minute: minute)
  }

  package var text: String {
    [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  package static func < (one: TimeOfDay, other: TimeOfDay) -> Bool { one.minutes < other.minutes }

  var seconds: Int64 { Int64(minutes) * 60 }

  /// When it is this time next in a zone; an hour off if clocks change before.
  func next(after instant: Timestamp, in zone: String, _ zones: any TimeZoneRules) -> Timestamp {
    let elapsed = floorDivide(zones.secondsOfDay(in: zone, at: instant) - seconds, 86_400).remainder
    return Timestamp(seconds: floorDivide(instant.milliseconds, 1000).quotient + 86_400 - elapsed)
  }
}
