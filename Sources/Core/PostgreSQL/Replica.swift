import Basics
package import Concurrency
import SQL

/// A replica of a database, and whether it can be used.
///
/// It is used once it was found to be a replica of this very database that is less than ten seconds behind, and not any
/// longer once it failed, until it is found so again. It is checked each second, by no request: a replica that is away
/// costs the requests nothing but those that it failed.
package final class Replica: Sendable {
  private struct State {
    var isUsable = false
    /// Where the primary was, oldest first: at first the only one, later one that is `maxLag` old and those after it.
    var samples: [(instant: ContinuousClock.Instant, position: LogPosition)] = []
    /// The latest instant at which the primary had no more than the replica has.
    var caughtUpAt: ContinuousClock.Instant?

    /// What a replica has that is not too far behind. While the primary is away, that is what it was last seen to have.
    var minimum: LogPosition? { samples.first?.position }
  }

  private static let maxLag: Duration = .seconds(10)

  private let primary: PostgreSQLDatabase
  private let database: PostgreSQLDatabase
  private let state = Locked(State())

  /// - Parameters:
  ///   - primary: what it is a replica of.
  ///   - address: as of a database; behind it there may be a server for each connection.
  /// - Throws: `DomainError` `database-address-invalid`.
  package init(of primary: PostgreSQLDatabase, at address: String, options: PostgreSQLOptions) throws {
    var options = options
    // The primary is there for what can't be had at once.
    (options.waitMilliseconds, options.connectSeconds, options.maxAttempts) = (1000, 2, 1)
    self.primary = primary
    database = try PostgreSQLDatabase(address, options: options)
  }

  /// Whether it was usable when it was last looked at or used.
  package var isUsable: Bool { state.withLock(\.isUsable) }

  /// How far it is behind the primary, to about a second: since when it has lacked what the primary has. Nil until both
  /// were seen.
  package func lag(at instant: ContinuousClock.Instant = .now) -> Duration? {
    state.withLock { state in state.caughtUpAt.map { max(.zero, instant - $0) } }
  }

  package var load: PoolLoad { database.load }

  package func close() async { await database.close() }

  // MARK: Reading

  /// Reads what holds everything up to a position.
  /// - Returns: Nil if the primary has to be asked.
  func read<Result: Sendable>(
    notBefore position: LogPosition, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result? {
    let oldest = state.withLock { $0.isUsable ? $0.minimum : nil }
    guard let oldest else { return nil }
    do {
      return try await database.read(notBefore: max(oldest, position), body)
    } catch is ServerBehind {
      return nil
    } catch is DatabaseFailure {
      // It may be that a new schema has not arrived.
      return nil
    } catch let error as DomainError where error.kind == .unavailable && error.code != "database-timeout" {
      // Statements that conflict with what is replayed are cancelled (`database-locked`).
      let isImpaired = !["database-locked", "database-busy"].contains(error.code)
      if isImpaired { state.withLock { $0.isUsable = false } }
      return nil
    }
  }

  // MARK: Looking after it

  /// Looks at it each second until the task is cancelled.
  /// - Parameter onFailure: is called each time that it can't be used.
  package func run(onFailure: @escaping @Sendable (any Error) -> Void) async {
    await repeating(every: .seconds(1), onFailure: onFailure) { try await check() }
  }

  /// Compares it with the primary.
  /// - Throws: `DomainError` with a condition of the subject `replica`, where it can't be used: `replica-unsuitable`
  ///   (conflict), `replica-unreachable`, `replica-behind`.
  package func check(at instant: ContinuousClock.Instant = .now) async throws {
    do {
      // Other calls report an unreachable primary. Reads of a known replica continue.
      let known = try? await primary.serverState()
      if let known { note(known.position, at: instant) }
      let found = try await found()
      noteReached(found.position)
      try judge(found, known)
      state.withLock { $0.isUsable = true }
    } catch {
      state.withLock { $0.isUsable = false }
      throw error
    }
  }

  private func found() async throws -> ServerState {
    do {
      return try await database.serverState()
    } catch let error as DomainError {
      throw DomainError.replica(.unavailable, "replica-unreachable", error.operatorMessage)
    } catch let error as DatabaseFailure {
      throw DomainError.replica(.unavailable, "replica-unreachable", "\(error).")
    } catch is ServerBehind {
      throw DomainError.replica(.unavailable, "replica-behind", "it has received nothing yet.")
    }
  }

  private func note(_ position: LogPosition, at instant: ContinuousClock.Instant) {
    state.withLock { state in
      state.samples.append((instant, position))
      let outdated = state.samples.prefix { instant - $0.instant >= Self.maxLag }.count
      state.samples.removeFirst(max(0, outdated - 1))
    }
  }

  private func noteReached(_ position: LogPosition) {
    state.withLock { state in
      guard let reached = state.samples.last(where: { $0.position <= position }) else { return }
      state.caughtUpAt = max(state.caughtUpAt ?? reached.instant, reached.instant)
    }
  }

  private func judge(_ found: ServerState, _ primary: ServerState?) throws {
    if let primary {
      guard found.systemIdentifier == primary.systemIdentifier, found.database == primary.database else {
        throw DomainError.replica(
          .conflict, "replica-unsuitable",
          "it is no replica of the database that --database names: name a streaming replica of that server, and the same "
            + "database.")
      }
      // The primary itself does: a proxy leads to it if no replica is left.
      guard found.isReplica || found.startedAt == primary.startedAt else {
        throw DomainError.replica(
          .conflict, "replica-unsuitable",
          "it is a copy that follows the primary no longer: make it a replica again, or name another one.")
      }
    }
    guard let minimum = state.withLock(\.minimum) else {
      throw DomainError.replica(
        .unavailable, "replica-unreachable", "the primary is out of reach, and they were not compared yet.")
    }
    guard found.position >= minimum else {
      throw DomainError.replica(
        .unavailable, "replica-behind",
        "it is more than \(Self.maxLag.components.seconds) seconds behind the primary, or catching up: check its load and "
          + "its connection to the primary.")
    }
  }
}

extension DomainError {
  fileprivate static func replica(_ kind: Kind, _ code: String, _ reason: String) -> DomainError {
    let message = "The server that --read-database names cannot be used: \(reason)"
    return DomainError(
      kind, code, message, condition: ServiceCondition(.replica, "\(message) The primary answers until it can."))
  }
}
