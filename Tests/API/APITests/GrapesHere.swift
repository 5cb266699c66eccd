import Basics
import Booths
import Crypto
import Gateways
import Geo
import GrapeCard
import SQL
import Stores
import Support

extension GrapeCardService {
  /// Grape cards over a catalogue.
  static func here(
    _ database: any Database, _ catalogue: CatalogueHolder, _ now: @escaping @Sendable () -> Timestamp
  ) -> GrapeCardService {
    GrapeCardService(
      store: SQLGrapeCardStore(database), zones: SystemTimeZones(),
      coordinateOfBooth: { booth in
        let catalogue = catalogue.current
        return catalogue.ordinal(of: booth).map { Coordinate(catalogue.record($0).coordinate) }
      }, clock: now, random: systemRandom)
  }
}
