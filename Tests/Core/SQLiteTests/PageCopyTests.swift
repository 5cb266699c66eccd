import Foundation
import SQL
import SQLite
import Support
import Testing
import Workload

@Suite("A copy of files page by page")
struct PageCopyTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  private func path(_ name: String) -> String { directory.url.appendingPathComponent(name).path }

  /// Two accounts whose balances are 0 together, and a log as long as the number of transfers.
  private func makeBank(_ name: String) async throws -> SQLiteDatabase {
    let database = try await SQLiteDatabase(path: path(name))
    try await database.write { connection in
      try connection.run("CREATE TABLE account (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL)")
      try connection.run("CREATE TABLE other (id INTEGER PRIMARY KEY, balance INTEGER, transfers INTEGER)")
      try connection.run("CREATE TABLE transfer (id INTEGER PRIMARY KEY, note TEXT NOT NULL)")
      try connection.run("INSERT INTO account VALUES (1, 0)")
      try connection.run("INSERT INTO other VALUES (1, 0, 0)")
    }
    return database
  }

  private static let transfer = [
    "UPDATE account SET balance = balance - 7", "UPDATE other SET balance = balance + 7, transfers = transfers + 1",
    "INSERT INTO transfer (note) VALUES (hex(randomblob(2000)))",
  ]

  private static func transfer(on database: SQLiteDatabase) async throws {
    try await database.write { connection in
      for statement in transfer { try connection.run(statement) }
    }
  }

  private func expectOneState(_ copy: String) async throws -> Int64 {
    let database = try await SQLiteDatabase(path: copy)
    let transfers = try await database.read { connection in
      #expect(try connection.first("PRAGMA integrity_check", []) { $0.text(0) } == "ok")
      #expect(try connection.integer("SELECT account.balance + other.balance FROM account, other") == 0)
      let transfers = try connection.integer("SELECT transfers FROM other") ?? -1
      #expect(try connection.integer("SELECT COUNT(*) FROM transfer") == transfers)
      return transfers
    }
    await database.close()
    return transfers
  }

  /// Another process, which writes for longer than the test takes.
  private func writingProcess() throws -> Process {
    let transfer = "BEGIN IMMEDIATE;\(Self.transfer.joined(separator: ";"));COMMIT;\n"
    let statements = "PRAGMA busy_timeout=5000;\n" + String(repeating: transfer, count: 50_000)
    let input = directory.url.appendingPathComponent("statements")
    try Data(statements.utf8).write(to: input)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
    process.arguments = [path("bank.sqlite")]
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    return process
  }

  @Test(
    "A copy is one state, whatever this process and another one write meanwhile",
    .timeLimit(.minutes(2)))
  func consistent() async throws {
    let bank = try await makeBank("bank.sqlite")
    for _ in 0..<300 { try await Self.transfer(on: bank) }
    let other = try writingProcess()
    let writing = Task {
      while !Task.isCancelled { try await Self.transfer(on: bank) }
    }
    var counts: [Int64] = []
    for number in 0..<15 {
      let copy = path("copy-\(number).sqlite")
      try await SQLiteDatabase.copyPages(of: [(path("bank.sqlite"), copy)])
      counts.append(try await expectOneState(copy))
    }
    other.killAndWait()
    writing.cancel()
    _ = try? await writing.value
    #expect(counts == counts.sorted() && Set(counts).count > 5, "Nothing was written meanwhile: \(counts)")
  }

  @Test("A copy of several files is of one instant, in their order")
  func severalFiles() async throws {
    let (first, second) = (try await makeBank("first.sqlite"), try await makeBank("second.sqlite"))
    let writing = Task {
      while !Task.isCancelled {
        try await Self.transfer(on: second)
        try await Self.transfer(on: first)
      }
    }
    for number in 0..<20 {
      let copies = [path("first-\(number)"), path("second-\(number)")]
      try await SQLiteDatabase.copyPages(of: [(path("first.sqlite"), copies[0]), (path("second.sqlite"), copies[1])])
      #expect(try await expectOneState(copies[0]) <= expectOneState(copies[1]))
    }
    writing.cancel()
    _ = try? await writing.value
  }

  @Test("Equal pages of two copies are at the same offsets")
  func offsets() async throws {
    let bank = try await makeBank("bank.sqlite")
    for _ in 0..<400 { try await Self.transfer(on: bank) }
    try await SQLiteDatabase.copyPages(of: [(path("bank.sqlite"), path("before"))])
    try await Self.transfer(on: bank)
    try await SQLiteDatabase.copyPages(of: [(path("bank.sqlite"), path("after"))])
    let before = try Data(contentsOf: directory.url.appendingPathComponent("before"))
    let after = try Data(contentsOf: directory.url.appendingPathComponent("after"))
    let pages = before.count / 4096
    let differing = (0..<pages).count { page in
      let bytes = (page * 4096)..<((page + 1) * 4096)
      return before[bytes] != after[bytes]
    }
    #expect(pages > 400 && differing < 10, "\(differing) of \(pages)")
  }

  @Test("A copy is refused if the target exists or a source is missing")
  func errors() async throws {
    _ = try await makeBank("bank.sqlite")
    try Data("no database".utf8).write(to: URL(fileURLWithPath: path("taken")))
    await #expect(throws: (any Error).self) {
      try await SQLiteDatabase.copyPages(of: [(path("bank.sqlite"), path("taken"))])
    }
    await #expect(throws: (any Error).self) {
      try await SQLiteDatabase.copyPages(of: [(path("absent.sqlite"), path("copy"))])
    }
  }
}
