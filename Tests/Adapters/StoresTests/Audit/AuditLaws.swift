import Accounts
import Audit
import Basics
import Foundation
import SQL
import Stores
import Support
import Testing
import Workload

@Suite("The audit log")
struct AuditLaws {
  private let database: any Database
  private let store: SQLAuditStore
  private let directory: ScratchDirectory

  init() async throws {
    directory = try ScratchDirectory()
    database = try await TestDatabase.open(directory.url.appendingPathComponent("fourcuts.sqlite").path)
    try await database.prepareStores()
    store = SQLAuditStore(database)
  }

  private func instant(_ second: Int64) -> Timestamp { Timestamp(seconds: 1_800_000_000 + second) }

  private func count() async throws -> Int {
    Int(try await database.read { try $0.integer("SELECT COUNT(*) FROM audit_entry") } ?? -1)
  }

  @Test("Entries come back as they were added, newest first")
  func kept() async throws {
    let mina = AccountID.numbered(1)
    let entries = [
      AuditEntry(
        at: instant(0), "log-in", by: .account(mina), failure: "login-failed", detail: "password", network: "n",
        request: "r"),
      AuditEntry(at: instant(1), "log-in", by: .account(nil)),
      AuditEntry(at: instant(1), "import", by: .operator, on: "import 7"),
      AuditEntry(at: instant(2), "accounts suspend", by: .command("mina as root@node-1"), on: mina.description),
      AuditEntry(at: instant(2), "settings reload", by: .server, detail: "map-key"),
    ]
    for entry in entries { try await store.add(entry) }
    #expect(try await store.entries(action: nil, about: nil, limit: 100) == entries.reversed())
    #expect(try await store.entries(action: nil, about: nil, limit: 2) == [entries[4], entries[3]])
    #expect(try await store.entries(action: "log-in", about: nil, limit: 100) == [entries[1], entries[0]])
    // By whom, or on whom.
    #expect(try await store.entries(action: nil, about: mina.description, limit: 100) == [entries[3], entries[0]])
    #expect(try await store.entries(action: "log-in", about: mina.description, limit: 100) == [entries[0]])
    #expect(try await store.entries(action: "' OR 1=1 --", about: nil, limit: 100).isEmpty)
  }

  @Test("Entries are never changed")
  func unchanged() async throws {
    try await store.add(AuditEntry(at: instant(0), "import", by: .operator))
    await #expect(throws: (any Error).self) {
      try await database.write { try $0.run("UPDATE audit_entry SET action = 'nothing'") }
    }
    #expect(try await store.entries(action: "import", about: nil, limit: 1).count == 1)
  }

  @Test("Old entries are removed, and above the limit the oldest")
  func removed() async throws {
    for second in 0..<10 as Range<Int64> {
      try await store.add(AuditEntry(at: instant(second), "import", by: .operator, on: "\(second)"))
    }
    try await store.remove(before: instant(3), keeping: 100)
    #expect(try await count() == 7)
    try await store.remove(before: instant(3), keeping: 4)
    #expect(
      try await store.entries(action: nil, about: nil, limit: 100).map(\.subject) == ["9", "8", "7", "6"])
    try await store.remove(before: instant(100), keeping: 4)
    try await store.remove(before: instant(100), keeping: 4)
    #expect(try await count() == 0)
  }
}
