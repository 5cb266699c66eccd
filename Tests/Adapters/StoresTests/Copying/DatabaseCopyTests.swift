import Basics
import SQL
import SQLite
import Stores
import Support
import Testing
import Workload

/// It is between both engines, so it is tested once, with those that need PostgreSQL.
@Suite("A copy from one engine to the other", .enabled(if: TestDatabase.engine == .postgresql))
struct DatabaseCopyTests {
  private struct Fault: Error {}

  @Test("Every row of every table is copied there and back, with every value")
  func everything() async throws {
    let source = try await Installation.filled()
    let columns = try await source.columns().flatMap { $0 }
    let original = try await source.contents(columns)
    for (table, rows) in original { #expect(rows.count == (table == "catalogue" ? 1 : 2), "\(table)") }
    let (server, files) = (try await Installation(on: .postgresql), try await Installation(on: .sqlite))
    let compared = try await source.copy(to: server)
    #expect(Set(compared.map(\.name)) == Set(original.keys))
    #expect(compared.allSatisfy { $0.source == $0.target && $0.source.rows > 0 })
    #expect(try await server.contents(columns) == original)
    #expect(try await server.copy(to: files).allSatisfy { $0.source == $0.target })
    #expect(try await files.contents(columns) == original)
    for database in files.databases { #expect(try await database.brokenReferences() == 0) }
  }

  @Test("The target of a copy has the tables and triggers of a new database")
  func triggers() async throws {
    let source = try await Installation.filled()
    let (server, files) = (try await Installation(on: .postgresql), try await Installation(on: .sqlite))
    try await source.copy(to: server)
    try await server.copy(to: files)
    for target in [server, files] {
      #expect(try await target.main.tables() == Installation(on: target.main.engine).main.tables())
      try await target.main.addAccount(77)
      let number = try await target.main.read {
        try $0.integer("SELECT number FROM account_number WHERE account_id = $1", [.text("\(AccountID.numbered(77))")])
      }
      #expect(number == 100)
      await #expect(throws: (any Error).self) {
        try await target.main.write { try $0.run("DELETE FROM ledger_posting") }
      }
    }
  }

  @Test("A copied database does not reuse a number, not even that of a removed row")
  func numbers() async throws {
    let source = try await Installation(on: .sqlite)
    try await source.main.addAccount(1)
    for _ in 1...3 { try await source.addWorkspace() }
    try await source.main.write { try $0.run("DELETE FROM workspace WHERE id = 3") }
    let (server, files) = (try await Installation(on: .postgresql), try await Installation(on: .sqlite))
    try await source.copy(to: server)
    #expect(try await server.addWorkspace() == 4)
    try await server.main.write { try $0.run("DELETE FROM workspace WHERE id = 4") }
    try await server.copy(to: files)
    #expect(try await files.addWorkspace() == 5)
  }

  @Test(
    "A copy that is interrupted at any statement can be continued",
    arguments: [(.sqlite, .postgresql, 1), (.postgresql, .sqlite, 2)] as [(SQLEngine, SQLEngine, UInt64)])
  func interrupted(_ from: SQLEngine, _ to: SQLEngine, _ seed: UInt64) async throws {
    let files = try await Installation.filled()
    let columns = try await files.columns().flatMap { $0 }
    let original = try await files.contents(columns)
    var source = files
    if from == .postgresql {
      source = try await Installation(on: .postgresql)
      try await files.copy(to: source)
    }
    let target = try await Installation(on: to)
    var random = SeededNumbers(seed: seed)
    var (faults, isDone) = (0, false)
    while !isDone && faults < 200 {
      // The source is read anew each time, so it must be let through now and then.
      let faultySources = source.databases.map { Self.faulty($0, before: Int.random(in: 1...800, using: &random)) }
      let faultyTargets = target.databases.map { Self.faulty($0, before: Int.random(in: 1...150, using: &random)) }
      do {
        try await Installation.copy(faultySources, to: faultyTargets)
        isDone = true
      } catch is Fault {
        faults += 1
        if try await !isUnfinished(target) { #expect(try await target.contents(columns)["account"] == []) }
      }
    }
    #expect(isDone && faults > 2)
    #expect(try await target.contents(columns) == original)
    #expect(try await !isUnfinished(target))
  }

  private static func faulty(_ database: any Database, before statement: Int) -> InterruptedDatabase {
    InterruptedDatabase(database, before: statement) { throw Fault() }
  }

  private func isUnfinished(_ target: Installation) async throws -> Bool {
    do {
      try await target.main.checkIsNoUnfinishedCopy()
      return false
    } catch let error as DomainError {
      #expect(error.code == "copy-unfinished")
      return true
    }
  }

  @Test("A continued copy names the table in which the source has changed")
  func changedSource() async throws {
    let source = try await Installation.filled()
    let target = try await Installation(on: .postgresql)
    let copy = try await DatabaseCopy(from: source.databases, to: target.databases)
    try await copy.begin()
    _ = try await copy.run { _, _ in }
    try await source.main.write { try $0.run("UPDATE account SET bio = 'new' WHERE created_at = 1") }
    let compared = try await source.copy(to: target)
    #expect(compared.filter { $0.source != $0.target }.map(\.name) == ["account"])
    #expect(try await isUnfinished(target))
  }

  @Test("A copy stops when another run continues it")
  func takenOver() async throws {
    let source = try await Installation.filled()
    let target = try await Installation(on: .postgresql)
    let copies = [
      try await DatabaseCopy(from: source.databases, to: target.databases),
      try await DatabaseCopy(from: source.databases, to: target.databases),
    ]
    for copy in copies { try await copy.begin() }
    await expectRefusal("copy-taken-over") { _ = try await copies[0].run { _, _ in } }
    _ = try await copies[1].run { _, _ in }
  }

  // MARK: Refusals

  private func expectRefusal(_ code: String, naming words: String = "", _ body: () async throws -> Void) async {
    let error = await #expect(throws: DomainError.self) { try await body() }
    #expect(error?.code == code)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test(
    "A target with rows is refused, and its rows are unchanged",
    arguments: [SQLEngine.sqlite, .postgresql])
  func occupied(_ engine: SQLEngine) async throws {
    let source = try await Installation(on: engine == .sqlite ? .postgresql : .sqlite)
    let target = try await Installation(on: engine)
    try await target.main.addAccount(1)
    await expectRefusal("target-not-empty", naming: "account") { try await source.copy(to: target) }
    #expect(try await target.main.read { try $0.integer("SELECT COUNT(*) FROM account") } == 1)
  }

  @Test("A copy is continued only with the same source")
  func anotherSource() async throws {
    let target = try await Installation(on: .postgresql)
    let source = try await Installation(on: .sqlite)
    try await DatabaseCopy(from: source.databases, to: target.databases).begin()
    let other = try await Installation(on: .sqlite)
    await expectRefusal("copy-of-another") { try await other.copy(to: target) }
    try await source.copy(to: target)
  }

  @Test("A character that PostgreSQL cannot store is reported with its row")
  func nul() async throws {
    let source = try await Installation(on: .sqlite)
    try await source.main.addAccount(1)
    try await source.main.write { try $0.run("UPDATE account SET bio = $1", [.text("a\0b")]) }
    let target = try await Installation(on: .postgresql)
    await expectRefusal(
      "text-with-nul", naming: "column bio of the row with id \(AccountID.numbered(1)) of the table account"
    ) {
      try await source.copy(to: target)
    }
    try await source.main.write { try $0.run("UPDATE account SET bio = 'ab'") }
    #expect(try await source.copy(to: target).allSatisfy { $0.source == $0.target })
  }

  @Test(
    "A value that is not of its column's type is reported with its row",
    arguments: [("value-of-wrong-type", "created_at = 'soon'"), ("text-not-utf8", "bio = CAST(x'FF41' AS TEXT)")])
  func wrongType(_ code: String, _ assignment: String) async throws {
    let source = try await Installation(on: .sqlite)
    try await source.main.addAccount(1)
    try await source.main.write { try $0.run("UPDATE account SET \(assignment)") }
    let target = try await Installation(on: .postgresql)
    await expectRefusal(code, naming: "id \(AccountID.numbered(1))") { try await source.copy(to: target) }
  }

  @Test(
    "A copy is refused if one side has a table or column that the other lacks",
    arguments: ["notes", "account"])
  func ownTable(_ table: String) async throws {
    let source = try await Installation(on: .sqlite)
    let target = try await Installation(on: .postgresql)
    let change = table == "notes" ? "CREATE TABLE notes (text TEXT)" : "ALTER TABLE account ADD COLUMN own TEXT"
    try await target.main.write { try $0.run(change) }
    await expectRefusal("tables-differ", naming: table) { try await source.copy(to: target) }
  }
}

extension Installation {
  /// Adds a workspace of account 1.
  /// - Returns: The number that it was given.
  @discardableResult
  fileprivate func addWorkspace() async throws -> Int64 {
    try await main.write { connection in
      try connection.integer(
        """
        INSERT INTO workspace (owner_id, name, name_folded, description, created_at, member_count)
        VALUES ($1, '', '', '', 0, 0) RETURNING id
        """, [.text("\(AccountID.numbered(1))")]) ?? 0
    }
  }
}
