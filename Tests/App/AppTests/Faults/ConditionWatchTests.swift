import Basics
import Dispatch
import Foundation
import SQL
import SQLite
import Support
import Testing
import Workload

@testable import App

@Suite("The watch over conditions", .enabled(if: TestDatabase.engine == .sqlite))
struct ConditionWatchTests {
  private let directory: ScratchDirectory
  private let assembly: Assembly
  private let conditions: ServiceConditions
  private let watch: ConditionWatch

  init() async throws {
    directory = try ScratchDirectory()
    assembly = try await Assembly.open(directory: directory.url.appendingPathComponent("data"))
    let clock = ManualClock()
    conditions = ServiceConditions(clock: { clock.now }) { _ in }
    watch = ConditionWatch(conditions, assembly.databases)
    conditions.report("disk-full", ServiceCondition(.database, "There is no room left."))
  }

  private func refuseWrites(_ isRefusing: Bool, of database: any Database) async throws {
    try await database.write { connection in
      try connection.run(
        isRefusing
          ? "CREATE TRIGGER refusal BEFORE INSERT ON schema_migration BEGIN SELECT RAISE(ABORT, 'refused'); END"
          : "DROP TRIGGER refusal")
    }
  }

  @Test("A condition lasts while either database refuses writes, and ends when neither does", arguments: [0, 1])
  func bothDatabases(_ index: Int) async throws {
    try await refuseWrites(true, of: assembly.databases[index])
    await watch.check()
    #expect(conditions.active.map(\.code) == ["disk-full"])
    try await refuseWrites(false, of: assembly.databases[index])
    await watch.check()
    #expect(conditions.active.isEmpty)
    await assembly.close()
  }

  @Test("A condition ends while an import writes to the catalogue")
  func duringImport() async throws {
    let path = directory.url.appendingPathComponent("data/booths.sqlite").path
    let other = try await SQLiteDatabase(path: path)
    let importing = await HeldWrite(other)
    await watch.check()
    #expect(conditions.active.isEmpty)
    try await importing.commit()
    await assembly.close()
  }
}
