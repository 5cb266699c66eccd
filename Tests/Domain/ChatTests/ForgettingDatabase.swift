import SQL
import Synchronization
import Testing

/// A database that takes back whatever was written, and says that it stands.
struct ForgettingDatabase: Database {
  private struct Withdrawn: Error {}

  private let database: any Database

  init(_ database: any Database) {
    self.database = database
  }

  func read<Result: Sendable>(_ body: @escaping @Sendable (any DatabaseConnection) throws -> Result) async throws
    -> Result
  {
    try await database.read(body)
  }

  func dataVersion() async throws -> Int64 { try await database.dataVersion() }

  func write<Result: Sendable>(_ body: @escaping @Sendable (any DatabaseConnection) throws -> Result) async throws
    -> Result
  {
    let result = Mutex<Result?>(nil)
    do {
      try await database.write { connection in
        let done = try body(connection)
        result.withLock { $0 = done }
        throw Withdrawn()
      }
    } catch is Withdrawn {}
    return try #require(result.withLock { $0 })
  }
}
