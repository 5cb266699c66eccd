import Basics
import Booths
import Concurrency
import Crypto
import Dispatch
import Foundation
import NativeAPI
import SQL
import Stores
import Support
import Synchronization
import Workload

@testable import App

/// The services of `fourcuts serve` over a new data directory, with a clock that is moved by hand.
final class TestBackend: Sendable {
  let directory: ScratchDirectory
  let clock: ManualClock
  let assembly: ServiceAssembly
  /// The services of `assembly`; their catalogue is given, and its store only answers for its version.
  let services: NativeServices
  let database: any Database
  /// Kept, because its database goes with it; nil where that is a file.
  private let server: MadeDatabase?
  /// Kept, because its temporary directory goes with it.
  private let opened: Assembly

  /// Services without accounts, and with a shop that is closed unless the settings open it.
  /// - Parameter wrap: wraps the database, for example to interrupt it.
  init(
    _ booths: [Booth] = Sample.booths, clock: ManualClock = ManualClock(Sample.now),
    settings: ServiceSettings = ServiceSettings(), maskedSecrets: [String] = [],
    wrap: (any Database) -> any Database = { $0 }
  ) async throws {
    directory = try ScratchDirectory()
    server = try await TestDatabase.server(for: directory.url.path)
    var opened = try await Assembly.open(directory: directory.url, address: server?.address)
    database = opened.database
    opened.database = wrap(opened.database)
    var settings = settings
    settings.decoder = .built
    assembly = try await ServiceAssembly(
      opened, settings, maskedSecrets: maskedSecrets, catalogue: Sample.catalogue(booths),
      audit: opened.audit(now: { clock.now }) { _ in }, now: { clock.now })
    self.opened = opened
    var services = assembly.services
    services.store = IdleStore(stored: 7)
    self.services = services
    self.clock = clock
  }

  var idempotency: SQLIdempotencyStore { assembly.idempotency }

  /// Every row of every table but the counters of guesses, the buckets of tokens and the audit log, as text.
  func contents() async throws -> [String] {
    let tables = try await database.tables().filter { !["attempt_counter", "audit_entry", "rate_bucket"].contains($0) }
    return try await database.read { connection in
      var rows: [String] = []
      for table in tables {
        // No table has more columns; one that is not there reads as null.
        try connection.each("SELECT * FROM \(table)", []) { row in
          rows.append("\(table): " + (0..<24).map { row.optionalText($0) ?? "NULL" }.joined(separator: ","))
        }
      }
      return rows.sorted()
    }
  }
}

extension TestBackend {
  /// A town for tests of booths, which ask nothing of it.
  static let empty: TestBackend = opened()

  /// Waits for the backend to open. Its tasks run on another thread, so that waiting does not block them.
  private static func opened() -> TestBackend {
    let result = Mutex<Result<TestBackend, any Error>?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Task.detached(executorPreference: BackgroundThread("town")) {
      do {
        let backend = try await TestBackend()
        result.withLock { $0 = .success(backend) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      isDone.signal()
    }
    isDone.wait()
    return try! result.withLock { $0 }!.get()
  }
}
