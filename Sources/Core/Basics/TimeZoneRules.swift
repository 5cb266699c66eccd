package protocol TimeZoneRules: Sendable {
  /// The UTC offset of a zone in seconds at an instant, positive east of Greenwich; nil for an unknown zone.
  /// - Parameter zone: a name of the IANA database such as `Asia/Seoul`.
  func secondsEast(in zone: String, at instant: Timestamp) -> Int?
}

extension TimeZoneRules {
  /// The calendar day in a zone at an instant. A zone that is no longer known counts as UTC, so that an account that
  /// chose it can still choose another.
  package func day(in zone: String, at instant: Timestamp) -> CivilDate {
    CivilDate(daysSince1970: Int(floorDivide(localSeconds(in: zone, at: instant), 86_400).quotient))
  }

  /// The seconds since midnight in a zone at an instant, likewise.
  package func secondsOfDay(in zone: String, at instant: Timestamp) -> Int64 {
    floorDivide(localSeconds(in: zone, at: instant), 86_400).remainder
  }

  private func localSeconds(in zone: String, at instant: Timestamp) -> Int64 {
    floorDivide(instant.milliseconds, 1000).quotient + Int64(secondsEast(in: zone, at: instant) ?? 0)
  }

  /// - Throws: `DomainError` `time-zone-unknown` (invalid, field `time_zone`) for all but known zones that are named by
  ///   region and city, UTC and GMT. Abbreviations mean different zones to different people, and bare offsets have no
  ///   daylight-saving rules.
  package func check(_ zone: String, at instant: Timestamp) throws(DomainError) {
    guard Self.isZoneName(zone), secondsEast(in: zone, at: instant) != nil else {
      throw DomainError(
        .invalid, "time-zone-unknown",
        "There is no such time zone: name one of the IANA database by region and city, such as Asia/Seoul.",
        field: "time_zone")
    }
  }

  private static func isZoneName(_ text: String) -> Bool {
    guard text.utf8.count <= 64 else { return false }
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2F, 0x5F: true
      default: false
      }
    }
    return isPlain && (text.contains("/") || text == "UTC" || text == "GMT")
  }
}
