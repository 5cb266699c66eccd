import Basics
import Foundation
import SQL
import SQLite
import Support
import Testing
import Workload

@Suite("Writes that wait")
struct WaitingTests {
  private let directory: ScratchDirectory
  private var path: String { directory.url.appendingPathComponent("items.sqlite").path }

  init() throws {
    directory = try ScratchDirectory()
  }

  private func opened(_ change: (inout SQLiteOptions) -> Void) async throws -> SQLiteDatabase {
    var options = SQLiteOptions()
    change(&options)
    let database = try await SQLiteDatabase(path: path, options: options)
    try await database.write { try $0.run("CREATE TABLE IF NOT EXISTS item (id INTEGER PRIMARY KEY)") }
    return database
  }

  private static func insert(_ database: SQLiteDatabase) async throws {
    try await database.write { _ = try $0.run("INSERT INTO item DEFAULT VALUES") }
  }

  @Test("A write has one timeout for earlier writes and for other processes together")
  func oneDeadline() async throws {
    let database = try await opened { $0.busyMilliseconds = 300 }
    let other = try await opened { _ in }
    let held = await HeldWrite(other)
    // The first waits for the lock until the common timeout; no time is left for the others.
    let start = ContinuousClock.now
    let domainErrors = await withTaskGroup(of: DomainError?.self) { group in
      for _ in 0..<30 {
        group.addTask { try? await domainError { try await Self.insert(database) } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(domainErrors.allSatisfy { ["database-busy", "database-locked"].contains($0?.code) })
    // With a timeout for each, they would take 9 seconds.
    #expect(ContinuousClock.now - start < .seconds(6))
    try await held.commit()
  }
}
