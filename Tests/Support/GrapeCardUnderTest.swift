package import Basics
import Foundation
package import GrapeCard
package import SQL
import Stores
import Synchronization
import TimeZones
import Workload

/// The grape card service over a new, real database, with helpers for tests.
package struct GrapeCardUnderTest: Sendable {
  /// For direct access by tests.
  package let database: any Database
  /// The statements of the service.
  package let statements: CountedDatabase
  package let service: GrapeCardService
  package let clock: ManualClock
  private let directory: ScratchDirectory
  private let gone: RemovedBooths

  /// An empty database and a catalogue of the booths 1 to 9.
  package init(at instant: Timestamp = Timestamp(rfc3339: "2026-11-20T09:00:00+09:00")!, seed: UInt64 = 1) async throws
  {
    directory = try ScratchDirectory()
    let database = try await TestDatabase.open(directory.url.appendingPathComponent("stamps.sqlite").path)
    try await database.prepareStores()
    let (clock, gone) = (ManualClock(instant), RemovedBooths())
    (self.database, self.clock, self.gone) = (database, clock, gone)
    statements = CountedDatabase(database)
    service = GrapeCardService(
      store: SQLGrapeCardStore(statements), zones: SystemTimeZones(),
      coordinateOfBooth: { gone.contains($0) ? nil : GrapeCardUnderTest.coordinate(of: $0) }, clock: { clock.now },
      random: seededBytes(seed))
  }

  /// A service with its own connections to the same database, like another process, with the same clock.
  package func secondProcess() async throws -> GrapeCardService {
    let clock = clock
    return GrapeCardService(
      store: SQLGrapeCardStore(
        try await TestDatabase.open(directory.url.appendingPathComponent("stamps.sqlite").path)),
      zones: SystemTimeZones(), coordinateOfBooth: GrapeCardUnderTest.coordinate, clock: { clock.now },
      random: seededBytes(99))
  }

  package static func coordinate(of booth: BoothID) -> Coordinate? {
    (1...9).contains(booth.number)
      ? Coordinate(latitude: 37.4979 + Double(booth.number - 1) / 100, longitude: 127.0276) : nil
  }

  /// Removes a booth from the catalogue.
  package func remove(_ booth: BoothID) { gone.insert(booth) }

  /// An account whose identifier ends in a number.
  package func account(_ number: Int = 1) async throws -> AccountID {
    let id = AccountID.numbered(number)
    try await database.write {
      try $0.run(
        """
        INSERT INTO account (id, email, password_hash, nickname, nickname_folded, bio, created_at)
        VALUES ($1, $2, '', $2, $2, '', 0)
        """, [.text(id.description), .text("person \(number)")])
    }
    return id
  }

  /// Sets the clock, which may go back.
  package func wait(until instant: Timestamp) {
    clock.advance(milliseconds: instant.milliseconds - clock.now.milliseconds)
  }

  /// Sets the clock to an instant (RFC 3339).
  package func wait(until text: String) { wait(until: Timestamp(rfc3339: text)!) }

  /// The stored days with a grape, ascending.
  package func grapes(of account: AccountID) async throws -> [CivilDate] {
    try await database.read { connection in
      var days: [CivilDate] = []
      try connection.each(
        "SELECT day FROM grape WHERE account_id = $1 ORDER BY day", [.text(account.description)]
      ) { days.append(CivilDate(daysSince1970: Int($0.integer(0)))) }
      return days
    }
  }
}

private final class RemovedBooths: Sendable {
  private let booths = Mutex<Set<BoothID>>([])

  func contains(_ booth: BoothID) -> Bool { booths.withLock { $0.contains(booth) } }
  func insert(_ booth: BoothID) { booths.withLock { _ = $0.insert(booth) } }
}

extension CivilDate {
  /// Parses a date such as `2026-11-20`.
  package static func of(_ text: String) -> CivilDate { CivilDate(rfc3339: text)! }
}
