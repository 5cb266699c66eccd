import Basics
import Booths
import Crypto
import Geo
import Notices
import Stores
import TimeZones

extension Assembly {
  /// What operators write to members.
  /// - Parameter catalogue: tells where saved booths are.
  func announcements(
    catalogue: CatalogueHolder, announcing announce: @escaping NoticeAnnouncement,
    now: @escaping @Sendable () -> Timestamp
  ) -> AnnouncementService {
    AnnouncementService(
      store: SQLAnnouncementStore(database, announcing: announce),
      isWithin: { booth, area in
        let catalogue = catalogue.current
        guard let ordinal = catalogue.ordinal(of: booth) else { return false }
        let place = Coordinate(catalogue.record(ordinal).coordinate)
        return Geodesic.distance(Coordinate(area.middle), place) <= Double(area.metres)
      }, zones: SystemTimeZones(), clock: now, random: systemRandom)
  }
}
