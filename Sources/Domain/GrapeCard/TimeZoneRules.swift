package import Basics

package protocol TimeZoneRules: Sendable {
  /// The UTC offset of a zone in seconds at an instant, positive east of Greenwich; nil for an unknown zone.
  /// - Parameter zone: a name of the IANA database such as `Asia/Seoul`.
  func secondsEast(in zone: String, at instant: Timestamp) -> Int?
}

extension TimeZoneRules {
  /// The calendar day in a zone at an instant. A zone that is no longer known counts as UTC, so that an account that
  /// chose it can still choose another.
  package func day(in zone: String, at instant: Timestamp) -> CivilDate {
    let east = secondsEast(in: zone, at: instant) ?? 0
    return CivilDate(daysSince1970: Int(floorDivide(instant.milliseconds + Int64(east) * 1000, 86_400_000).quotient))
  }
}
