package import Basics
import Foundation

/// Time zone rules of Foundation, which has its own data.
package struct SystemTimeZones: TimeZoneRules {
  package init() {}

  package func secondsEast(in zone: String, at instant: Timestamp) -> Int? {
    TimeZone(identifier: zone)?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000))
  }
}
