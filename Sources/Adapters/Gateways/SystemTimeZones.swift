package import Basics
import Foundation
import GrapeCard

/// The rules of time zones as Foundation knows them, from data of its own.
package struct SystemTimeZones: TimeZoneRules {
  /// The rules.
  package init() {}

  /// As the protocol says.
  package func secondsEast(in zone: String, at instant: Timestamp) -> Int? {
    TimeZone(identifier: zone)?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000))
  }
}
