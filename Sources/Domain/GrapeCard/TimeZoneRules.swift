package import Basics

/// The rules of the world's time zones.
package protocol TimeZoneRules: Sendable {
  /// How many seconds a zone is east of Greenwich at a moment; nil where no zone has that name.
  /// - Parameter zone: a name of the IANA database such as `Asia/Seoul`.
  func secondsEast(in zone: String, at instant: Timestamp) -> Int?
}

extension TimeZoneRules {
  /// The calendar day in a zone at a moment. A zone that is no longer known counts as that of Greenwich, so that
  /// somebody who chose it can still choose another.
  package func day(in zone: String, at instant: Timestamp) -> CivilDate {
    let east = secondsEast(in: zone, at: instant) ?? 0
    return CivilDate(daysSince1970: Int(floorDivide(instant.milliseconds + Int64(east) * 1000, 86_400_000).quotient))
  }
}
