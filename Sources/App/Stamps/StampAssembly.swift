import Basics
import Booths
import Foundation
import Geo
import Stamps
import Stores
import Tokens

extension Assembly {
  /// The grape cards of the data folder.
  /// - Parameter catalogue: tells where the booths are that people visit.
  func stamps(catalogue: LiveCatalogue, now: @escaping @Sendable () -> Timestamp) -> StampService {
    StampService(
      store: SQLStampStore(database), zones: WorldZones(),
      placeOfBooth: { booth in
        let catalogue = catalogue.current
        return catalogue.ordinal(of: booth).map { Coordinate(catalogue.record($0).place) }
      }, clock: now, random: systemRandom)
  }
}

/// The rules of time zones as Foundation knows them, from data of its own.
struct WorldZones: ZoneRules {
  func secondsEast(in zone: String, at moment: Timestamp) -> Int? {
    TimeZone(identifier: zone)?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000))
  }
}
