import Dispatch
package import SQL

/// A write transaction that stays open until it is told to commit.
package struct HeldWrite: Sendable {
  private let task: Task<Void, any Error>
  private let end = DispatchSemaphore(value: 0)

  /// Returns when the transaction has begun and its body has run.
  package init(
    _ database: any Database, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Void = { _ in }
  ) async {
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    task = Task { [end] in
      defer { beginning.finish() }
      try await database.write { connection in
        try body(connection)
        beginning.yield()
        end.wait()
      }
    }
    for await _ in begun { break }
  }

  /// Lets the transaction commit, and waits for it.
  package func commit() async throws {
    end.signal()
    try await task.value
  }
}
