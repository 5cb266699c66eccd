import Basics
import Booths
import Crypto
import Geo
import GrapeCard
import Stores
import TimeZones

extension Assembly {
  /// The grape cards of the data directory.
  /// - Parameter catalogue: Supplies the coordinates of visited booths.
  func grapeCard(catalogue: CatalogueHolder, now: @escaping @Sendable () -> Timestamp) -> GrapeCardService {
    GrapeCardService(
      store: SQLGrapeCardStore(readDatabase), zones: SystemTimeZones(),
      coordinateOfBooth: { booth in
        let catalogue = catalogue.current
        return catalogue.ordinal(of: booth).map { Coordinate(catalogue.record($0).coordinate) }
      }, clock: now, random: systemRandom)
  }
}
