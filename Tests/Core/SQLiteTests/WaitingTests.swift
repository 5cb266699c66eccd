import Basics
import Dispatch
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

  /// A write transaction that runs until the semaphore is signalled.
  private func holding(_ database: SQLiteDatabase) async -> (task: Task<Void, any Error>, end: DispatchSemaphore) {
    let (started, starting) = AsyncStream.makeStream(of: Void.self)
    let end = DispatchSemaphore(value: 0)
    let task = Task {
      try await database.write { _ in
        starting.yield()
        end.wait()
      }
    }
    for await _ in started { break }
    return (task, end)
  }

  private static func insert(_ database: SQLiteDatabase) async throws {
    try await database.write { _ = try $0.run("INSERT INTO item DEFAULT VALUES") }
  }

  @Test("Writes that wait are refused after their time, however long the one before takes, and served again afterwards")
  func deadline() async throws {
    let database = try await opened { $0.busyMilliseconds = 100 }
    let (task, end) = await holding(database)
    let domainErrors = await withTaskGroup(of: DomainError?.self) { group in
      for _ in 0..<20 {
        group.addTask { try? await domainError { try await Self.insert(database) } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(domainErrors.count == 20)
    #expect(domainErrors.allSatisfy { $0?.kind == .unavailable && $0?.code == "database-busy" })
    end.signal()
    try await task.value
    try await Self.insert(database)
    #expect(try await database.read { try $0.integer("SELECT COUNT(*) FROM item") } == 1)
  }

  @Test("Writes that wait have one time for those before them and for other processes")
  func oneDeadline() async throws {
    let database = try await opened { $0.busyMilliseconds = 300 }
    let other = try await opened { _ in }
    let (task, end) = await holding(other)
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
    end.signal()
    try await task.value
  }

  @Test("Writes that wait are refused at once where too many wait already, and the others come in their order")
  func bounded() async throws {
    let database = try await opened {
      $0.busyMilliseconds = 60_000
      $0.maxWaitingWrites = 2
    }
    let (task, end) = await holding(database)
    let results = AsyncStream.makeStream(of: String.self)
    for _ in 0..<5 {
      Task {
        let rejected = try? await domainError { try await Self.insert(database) }
        results.continuation.yield(rejected?.code ?? "done")
      }
    }
    var answers = results.stream.makeAsyncIterator()
    for _ in 0..<3 { #expect(await answers.next() == "database-busy") }
    end.signal()
    for _ in 0..<2 { #expect(await answers.next() == "done") }
    try await task.value
    #expect(try await database.read { try $0.integer("SELECT COUNT(*) FROM item") } == 2)
  }
}
