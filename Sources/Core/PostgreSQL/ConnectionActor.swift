import Basics
import Concurrency
import SQL

/// One connection and the thread that it is used on. It serves one call at a time.
actor ConnectionActor {
  private let executor = SerialQueueExecutor(label: "database connection")
  private let connector: Connector
  private var connection: PostgreSQLConnection?
  /// The canceller of the current call.
  private nonisolated let canceller = Locked<Canceller?>(nil)

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ connector: Connector) {
    self.connector = connector
  }

  /// Gives up the statement that runs.
  nonisolated func cancel() { canceller.withLock { $0 }?.cancel() }

  func read<Result: Sendable>(
    notBefore minimum: LogPosition?, before deadline: ContinuousClock.Instant, isCancellable: Bool,
    _ body: @Sendable (any DatabaseConnection) throws -> Result
  ) throws -> Result {
    try serve(before: deadline, isCancellable) { try $0.read(notBefore: minimum, $1, body) }
  }

  func write<Result: Sendable>(
    notesPosition: Bool, before deadline: ContinuousClock.Instant, isCancellable: Bool,
    _ body: @Sendable (any DatabaseConnection) throws -> Result
  ) throws -> Committed<Result> {
    try serve(before: deadline, isCancellable) { try $0.write(notesPosition: notesPosition, $1, body) }
  }

  func writeExclusively<Result: Sendable>(
    _ name: String, notesPosition: Bool, before deadline: ContinuousClock.Instant, isCancellable: Bool,
    _ body: @Sendable (any DatabaseConnection) throws -> Result
  ) throws -> Committed<Result> {
    try serve(before: deadline, isCancellable) {
      try $0.writeExclusively(name, notesPosition: notesPosition, $1, body)
    }
  }

  func dryRun<Result: Sendable>(
    before deadline: ContinuousClock.Instant, isCancellable: Bool,
    _ body: @Sendable (any DatabaseConnection) throws -> Result
  ) throws -> Result {
    try serve(before: deadline, isCancellable) { try $0.dryRun($1, body) }
  }

  /// The first row of a query, outside any transaction, as texts.
  func row(_ query: String, before deadline: ContinuousClock.Instant) throws -> [String] {
    try serve(before: deadline, false) { connection, _ in
      do {
        return try connection.row(query)
      } catch {
        throw connection.link.isLost ? PostgreSQLConnection.Interruption.brokenBefore(error) : error
      }
    }
  }

  func close() { connection = nil }

  /// Serves a call on the open connection, or on a new one if the server has closed it meanwhile.
  private func serve<Result>(
    before deadline: ContinuousClock.Instant, _ isCancellable: Bool,
    _ body: (PostgreSQLConnection, Canceller?) throws -> Result
  ) throws -> Result {
    defer { canceller.withLock { $0 = nil } }
    if let connection, connection.usesNames != connector.usesNames { self.connection = nil }
    while true {
      let isNew = connection == nil
      let connection = try connection ?? connector.open(before: deadline)
      self.connection = connection
      let canceller = isCancellable ? Canceller(connection.link.cancelToken) : nil
      self.canceller.withLock { $0 = canceller }
      // A cancellation before that line found nothing to cancel.
      if Task.isCancelled { canceller?.cancel() }
      defer { settle(connection, canceller) }
      do {
        return try body(connection, canceller)
      } catch PostgreSQLConnection.Interruption.brokenBefore(let error) {
        // A new connection did not break because of its age.
        if isNew { throw error }
      }
    }
  }

  /// Keeps the connection for the next call, unless it is broken or something may still come over it.
  private func settle(_ connection: PostgreSQLConnection, _ canceller: Canceller?) {
    let failure = connection.link.failure
    if failure?.showsProxy == true { connector.stopUsingNames() }
    let isGood = !connection.link.isLost && connection.link.isIdle && canceller?.isCancelled != true
    if !isGood || failure?.showsProxy == true { self.connection = nil }
    connection.link.canceller = nil
  }
}
