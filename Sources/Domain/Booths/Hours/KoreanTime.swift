import Basics

/// A minute in Korea Standard Time.
///
/// It is UTC+9 without daylight saving since 1988-10-09, and photo booths came later: a fixed offset is right for every
/// relevant instant and needs no time zone data.
struct KoreanTime: Hashable {
  /// Days since 1970-01-01 of the Korean calendar date.
  var day: Int
  /// Minutes since midnight, 0..<1440.
  var minute: Int

  static let offsetMinutes = 540

  /// The minute that contains an instant, also before 1970.
  init(_ instant: Timestamp) {
    let minutes = floorDivide(Int(instant.milliseconds), 60_000).quotient + Self.offsetMinutes
    (day, minute) = floorDivide(minutes, 1440)
  }

  init(day: Int, minute: Int) {
    self.day = day
    self.minute = minute
  }

  /// The instant at which the minute begins; nil if out of the range of `Timestamp`.
  var instant: Timestamp? {
    let (milliseconds, overflow) = (day * 1440 + minute - Self.offsetMinutes).multipliedReportingOverflow(by: 60_000)
    return overflow ? nil : Timestamp(milliseconds: Int64(milliseconds))
  }
}
