import Basics
package import SQL

/// One connection with its cache of statements and its transactions.
///
/// An error of the server ends a transaction: every further statement of it is refused, and it can't be committed. A
/// body that catches one and returns gets it thrown again in place of its result. Statements that may fail need a
/// savepoint (`SAVEPOINT`, `ROLLBACK TO`); the driver sets none by itself, since each statement would then cost a round
/// trip more.
package final class PostgreSQLConnection: DatabaseConnection {
  /// Why a transaction did not end normally.
  enum Interruption: Error {
    /// Nothing was done, since the connection was found broken: another one will do.
    case brokenBefore(any Error)
    /// Nothing was kept, and the same may succeed when it is run again.
    case refused(any Error, Failure)
  }

  let link: Link
  private var cache = StatementCache()
  private var namesGiven = 0
  /// Names no other connection gives, so that a proxy which mixes connections up can't run another statement.
  private let namePrefix = "s" + String(UInt64.random(in: .min ... .max), radix: 36)
  let usesNames: Bool
  private let options: PostgreSQLOptions

  init(_ link: Link, _ options: PostgreSQLOptions, usesNames: Bool) {
    self.link = link
    self.options = options
    self.usesNames = usesNames
  }

  // MARK: Statements

  @discardableResult
  package func run(_ statement: String, _ values: [Value]) throws -> Int {
    try bound(statement, values).run()
  }

  package func each(_ query: String, _ values: [Value], _ body: (any Row) throws -> Void) throws {
    try bound(query, values).each(body)
  }

  package func first<Result>(
    _ query: String, _ values: [Value], _ body: (any Row) throws -> Result
  ) throws -> Result? {
    try bound(query, values).first(body)
  }

  package func prepare(_ statement: String) throws -> any PreparedStatement {
    let prepared = try prepared(statement)
    cache.pin(prepared)
    return PostgreSQLStatement(prepared, on: link)
  }

  @discardableResult
  package func run(_ statements: [BoundStatement]) throws -> [Int] {
    try link.run(
      try statements.map { statement in
        let prepared = try prepared(statement.text)
        var parameters = Parameters(prepared.shape.parameters, statement: prepared.text)
        try parameters.bind(statement.values)
        return (prepared: prepared, parameters: parameters)
      })
  }

  private func bound(_ text: String, _ values: [Value]) throws -> PostgreSQLStatement {
    let statement = PostgreSQLStatement(try prepared(text), on: link)
    try statement.bind(values)
    return statement
  }

  func prepared(_ text: String) throws -> Prepared {
    if let found = cache.find(text) { return found }
    guard !text.utf8.contains(0) else { throw DatabaseFailure.refused("42601", "U+0000 in a statement", text) }
    if let deallocation = cache.takeDeallocation() { try link.execute(deallocation) }
    namesGiven += 1
    let name = usesNames ? "\(namePrefix)_\(namesGiven)" : ""
    let prepared = Prepared(name: name, text: text, shape: try link.prepare(name, text))
    cache.insert(prepared)
    return prepared
  }

  // MARK: Transactions

  private static let readCommitted = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
  /// A small table would be read as a whole, and then no two writes that read it could be in progress: with indexes only
  /// those of the same rows meet. (PostgreSQL 15, 13.2.3 "Serializable Isolation Level".)
  private static let serializable = [
    "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE", "SET LOCAL random_page_cost = 0",
  ]

  /// Runs a body in a transaction that reads one snapshot.
  /// - Parameter minimum: What the snapshot must hold; nil: whatever the server has.
  /// - Throws: `ServerBehind` if the server has not come as far.
  func read<Result>(
    notBefore minimum: LogPosition?, _ canceller: Canceller?, _ body: (PostgreSQLConnection) throws -> Result
  ) throws -> Result {
    let result = try transaction(
      ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"], notBefore: minimum, canceller, body)
    // Rows that were read stay valid, even if the connection breaks.
    try? link.execute("COMMIT")
    return result
  }

  /// Runs a body in a transaction that is committed when it returns.
  /// - Parameter notesPosition: Whether to ask for the position of the log after the commit.
  func write<Result>(
    notesPosition: Bool, _ canceller: Canceller?, _ body: (PostgreSQLConnection) throws -> Result
  ) throws -> Committed<Result> {
    let beginning = options.isolation == .serializable ? Self.serializable : [Self.readCommitted]
    let result = try transaction(beginning, canceller, body)
    return Committed(result: result, position: try commit(notesPosition: notesPosition))
  }

  /// Runs a body in a transaction that holds an advisory lock, and is committed when it returns.
  func writeExclusively<Result>(
    _ name: String, notesPosition: Bool, _ canceller: Canceller?, _ body: (PostgreSQLConnection) throws -> Result
  ) throws -> Committed<Result> {
    // At this level the statements after the lock see what its last holder committed.
    let result = try transaction([Self.readCommitted], canceller) { connection in
      try connection.run("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [.text("fourcuts " + name)])
      return try body(connection)
    }
    return Committed(result: result, position: try commit(notesPosition: notesPosition))
  }

  /// Runs a body in a transaction that is rolled back.
  func dryRun<Result>(_ canceller: Canceller?, _ body: (PostgreSQLConnection) throws -> Result) throws -> Result {
    let result = try transaction(["BEGIN ISOLATION LEVEL REPEATABLE READ READ WRITE"], canceller) { connection in
      // Not with the first statement: where the connection turns out to be broken, the body must not have begun.
      try link.beginNow()
      return try body(connection)
    }
    try? link.execute("ROLLBACK")
    return result
  }

  /// Everything but the commit. The beginning is sent with the first statement of the body.
  private func transaction<Result>(
    _ beginning: [String], notBefore minimum: LogPosition? = nil, _ canceller: Canceller?,
    _ body: (PostgreSQLConnection) throws -> Result
  ) throws -> Result {
    link.begin(canceller, with: beginning + options.transactionSettings)
    defer { cache.unpin() }
    do {
      if let minimum { try begin(notBefore: minimum) }
      let result = try body(self)
      try link.beginNow()
      try link.settleCopy()
      if let failure = link.failure, !link.isInTransaction { throw failure.error(server: link.server) }
      guard link.isInTransaction else {
        throw DatabaseFailure.refused("25000", "the transaction was ended inside", nil)
      }
      try canceller?.beginCommit()
      return result
    } catch {
      if link.isLost && !link.hasBegun { throw Interruption.brokenBefore(error) }
      throw rolledBack(after: error)
    }
  }

  /// Begins the transaction if the server has reached the position. The position is asked for in the same round trip,
  /// in a transaction before it: what the server has by then, the snapshot of this one has too.
  private func begin(notBefore minimum: LogPosition) throws {
    let found = try link.begin(after: "BEGIN READ ONLY; SELECT \(LogPosition.query); COMMIT")
    guard let position = LogPosition(bytes: found), position >= minimum else { throw ServerBehind() }
  }

  /// The time of statements ends before the commit: a commit that waits for its standbys and is given up would count as
  /// done on the server, without them.
  /// - Returns: Where the log is after it; nil if that was not asked for, or the connection broke before the answer.
  private func commit(notesPosition: Bool) throws -> LogPosition? {
    link.warnings.reset()
    var position: LogPosition?
    do {
      let query = notesPosition ? "; SELECT \(LogPosition.query)" : ""
      position = LogPosition(bytes: try link.value("SET LOCAL statement_timeout = 0; COMMIT" + query))
    } catch  where link.completed >= 2 {
      // It is committed.
    } catch {
      if link.isLost {
        // If the server rejects the first of the two, it did not run the second.
        let isKnown = link.completed == 0 && link.failure?.isFatal == true
        throw isKnown ? error : DomainError.outcomeUnknown(server: link.server, reason: "no answer")
      }
      if link.failure?.state == "40003" { throw DomainError.outcomeUnknown(server: link.server, reason: "40003") }
      throw rolledBack(after: error)
    }
    guard link.warnings.count == 0 else {
      throw DomainError.outcomeUnknown(server: link.server, reason: "the server warned that standbys may not have it")
    }
    return position
  }

  /// Rolls back, and separates errors that allow another attempt from the others, whatever error the body threw.
  private func rolledBack(after error: any Error) -> any Error {
    if !link.isLost { try? link.settleCopy() }
    let failure = link.failure
    (link.canceller, link.beginning) = (nil, .done)
    if !link.isLost && !link.isIdle { try? link.execute("ROLLBACK") }
    guard let failure, !(error is CancellationError) else { return error }
    if failure.isStalePreparation { cache.removeAll() }
    return failure.maxAttempts(options) > 1 ? Interruption.refused(error, failure) : error
  }

  /// The first row of a quick query, outside any transaction, as texts; null is empty.
  func row(_ query: String) throws -> [String] {
    link.begin(nil)
    return try link.quickly { try link.row(query) }
  }
}
