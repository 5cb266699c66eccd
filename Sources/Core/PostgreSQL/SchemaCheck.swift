import Concurrency
package import SQL

/// What writes check before they begin: whether the schema is still the program's.
///
/// The check is made in a transaction of those that write, and holds for a second, so that it costs one statement a
/// second. What a program writes within that second of a migration is the price.
final class SchemaCheck: Sendable {
  private static let validity: Duration = .seconds(1)

  private struct State {
    var check: (@Sendable (any DatabaseConnection) throws -> Void)?
    var passedAt: ContinuousClock.Instant?
  }

  private let state = Locked(State())

  func set(_ check: @escaping @Sendable (any DatabaseConnection) throws -> Void) {
    state.withLock { $0 = State(check: check) }
  }

  /// - Throws: What the check throws; each call does so until the check passes.
  func run(on connection: any DatabaseConnection) throws {
    let start = ContinuousClock.now
    let due = state.withLock { state in
      state.passedAt.map { start - $0 < Self.validity } == true ? nil : state.check
    }
    guard let due else { return }
    try due(connection)
    state.withLock { $0.passedAt = start }
  }
}

extension PostgreSQLDatabase {
  /// Makes writes check the schema first, unless that was done within the last second.
  /// - Parameter check: Throws for an unknown schema; nothing is written then.
  package func checkSchema(_ check: @escaping @Sendable (any DatabaseConnection) throws -> Void) {
    schemaCheck.set(check)
  }
}
