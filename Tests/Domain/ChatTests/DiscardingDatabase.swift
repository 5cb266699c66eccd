import SQL
import Support
import Synchronization
import Testing

/// A database that takes back whatever was written, and says that it stands.
struct DiscardingDatabase: ForwardingDatabase {
  private struct Withdrawn: Error {}

  let base: any Database

  init(_ database: any Database) {
    base = database
  }

  func write<Result: Sendable>(_ body: @escaping @Sendable (any DatabaseConnection) throws -> Result) async throws
    -> Result
  {
    let result = Mutex<Result?>(nil)
    do {
      try await base.write { connection in
        let done = try body(connection)
        result.withLock { $0 = done }
        throw Withdrawn()
      }
    } catch is Withdrawn {}
    return try #require(result.withLock { $0 })
  }
}
