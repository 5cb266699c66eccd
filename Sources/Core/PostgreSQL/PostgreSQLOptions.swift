/// How a PostgreSQL database is used. Times of 0 mean no limit.
package struct PostgreSQLOptions: Sendable {
  /// How write transactions see each other.
  package enum Isolation: Sendable {
    /// As if one ran after the other. What the server refuses for that reason is run again, a limited number of times.
    case serializable
    /// Each statement sees what is committed: bodies must lock what they read.
    case readCommitted
  }

  package enum StatementNames: Sendable {
    /// Used until a proxy turns out not to keep them, as PgBouncer before 1.21 does in transaction mode.
    case automatic
    /// Never used: right for such a proxy from the first statement on. The server plans each statement again.
    case never
  }

  /// How many transactions can run at the same time, each with a connection and a thread; at least 1.
  package var maxConnections = 8
  /// How many calls may wait for a connection; more are refused at once.
  package var maxWaiting = 512
  /// How long a call waits in all for a connection: for one to be free and, where there is none, to be opened.
  package var waitMilliseconds = 5000
  /// How long one attempt to connect to a host may take; libpq rounds it up to 2 s.
  package var connectSeconds = 5
  /// How long a statement may run, with the time that a body takes for the rows which it is still given.
  package var statementMilliseconds = 60_000
  /// How long a statement waits for each lock.
  package var lockMilliseconds = 5000
  /// How long a body may do something else between two statements before the server ends its transaction.
  package var idleInTransactionMilliseconds = 120_000
  /// How write transactions see each other.
  package var isolation = Isolation.serializable
  /// How often a write is tried that the server refuses because of others, before it is given up; at least 1.
  package var maxAttempts = 25
  package var statementNames = StatementNames.automatic
  /// What the server's lists of connections call the program, unless the connection string says; none where empty.
  package var applicationName = ""

  /// The usual ones.
  package init() {}

  /// The settings that hold for each transaction. They are set with its beginning rather than with the connection's:
  /// that costs about 10 µs, and behind a proxy nobody else gets them.
  var transactionSettings: [String] {
    let limits = [
      ("statement_timeout", statementMilliseconds), ("lock_timeout", lockMilliseconds),
      ("idle_in_transaction_session_timeout", idleInTransactionMilliseconds),
    ]
    return limits.map { "SET LOCAL \($0) = \(max(0, $1))" }
  }
}
