public import Basics
import Foundation
public import GrapeCard

/// The rules of time zones as Foundation knows them, from data of its own.
public struct SystemTimeZones: TimeZoneRules {
  /// The rules.
  public init() {}

  /// As the protocol says.
  public func secondsEast(in zone: String, at instant: Timestamp) -> Int? {
    TimeZone(identifier: zone)?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000))
  }
}
