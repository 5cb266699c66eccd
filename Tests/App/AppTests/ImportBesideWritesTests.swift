import Basics
import Booths
import Foundation
import SQL
import SQLite
import Support
import Testing
import Workload

@testable import App

@Suite("While booths are imported")
struct ImportBesideWritesTests {
  @Test("During an import everything else can be written, by this process and others", arguments: [false, true])
  func writes(isDryRun: Bool) async throws {
    let directory = try ScratchDirectory()
    let data = directory.url.appendingPathComponent("data")
    let (assembly, other) = (try await Assembly.open(directory: data), try await Assembly.open(directory: data))
    let rows = PausedRows([.sample("1", "a"), .sample("2", "b")])
    let request = ImportRequest(
      source: "seoul", file: "f", startedAt: Timestamp(seconds: 1_800_000_000), isDryRun: isDryRun)
    let importing = Task {
      try await assembly.store.importRows(request, rows, onRejected: { _ in }, progress: { _ in })
    }
    await rows.reachPause()
    for (number, database) in [assembly.database, other.database].enumerated() {
      try await database.write { connection in
        _ = try connection.run(
          """
          INSERT INTO account (id, email, password_hash, nickname, nickname_folded, bio, created_at)
          VALUES ($1, $1, '', $1, $1, '', 0)
          """, [.text("person \(number)")])
      }
    }
    #expect(try await other.store.version() == 0)
    rows.resume()
    #expect(try await importing.value.counts.added == 2)
    #expect(try await other.store.version() == (isDryRun ? 0 : 1))
    #expect(try await other.database.read { try $0.integer("SELECT COUNT(*) FROM account") } == 2)
  }
}
