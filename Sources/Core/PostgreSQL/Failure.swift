import Basics
import CPQ
package import SQL

/// A statement that the server refused, as it said so.
struct Failure {
  /// Five letters or digits.
  let state: String
  /// Without bound values.
  let message: String
  let statement: String?
  /// Whether the server ended the connection with it.
  let isFatal: Bool
  /// The server's function that refused it: some states have several causes, and messages are translated.
  let routine: String?

  init(state: String, message: String, statement: String?, isFatal: Bool = false, routine: String? = nil) {
    self.state = state
    self.statement = statement
    self.isFatal = isFatal
    self.routine = routine
    self.message = Redaction.message(message, state: state, statement: statement ?? "")
  }

  init(_ result: borrowing ResultHandle, statement: String?) {
    let severity = result.field("V") ?? result.field("S") ?? ""
    self.init(
      state: result.field("C") ?? "XX000", message: result.field("M") ?? "no message", statement: statement,
      isFatal: severity == "FATAL" || severity == "PANIC", routine: result.field("R"))
  }

  /// Whether the transaction was refused because of others (not serialisable, deadlock): nothing of it was kept, and it
  /// may succeed when it is run again.
  var isTransient: Bool { state == "40001" || state == "40P01" }

  /// Whether a key is there already. A body that had looked for it did not see the transaction that committed it
  /// meanwhile; run again, it does. (PostgreSQL 15, 13.5 "Serialization Failure Handling".)
  var isDuplicateKey: Bool { state == "23505" }

  /// How often a transaction is run in all, which was refused so and left nothing behind.
  func maxAttempts(_ options: PostgreSQLOptions) -> Int {
    if isTransient { return options.maxAttempts }
    if isDuplicateKey { return 3 }
    // Each connection can refuse a stale statement once.
    return isStalePreparation ? options.maxConnections + 1 : 1
  }

  /// Whether a statement may not be prepared as this connection believes: a table was changed since ("cached plan must
  /// not change result type"), or a proxy put another connection in this one's place. What the server does not support
  /// has the state of the former, too.
  var isStalePreparation: Bool { showsProxy || state == "0A000" && routine == "RevalidateCachedQuery" }

  /// Whether a proxy does not keep prepared statements.
  var showsProxy: Bool { state == "26000" || state == "42P05" }

  /// What to throw: a `DomainError` if people can do something about it, otherwise a `DatabaseFailure`.
  func error(server: String) -> any Error {
    domainError(server: server)
      ?? DatabaseFailure(
        code: DatabaseFailure.code(sqlState: state), message: "\(message) (SQLSTATE \(state))", statement: statement)
  }

  private func domainError(server: String) -> DomainError? {
    switch state {
    case "25006":
      .database(
        "database-read-only", "Nothing can be written at the moment: try again later.",
        "The database \(server) takes no writes: check whether it is a standby or default_transaction_read_only is on.")
    case "53100":
      .database(
        "disk-full", "There is no room left: nothing was changed; try again later.",
        "There is no room left for the database \(server): nothing was changed; free some space and try again.")
    case "58030":
      .database(
        "database-io-failed", "The database cannot be read or written at the moment: try again later.",
        "The server of the database \(server) cannot read or write its files: check the disk and the server's log.")
    case "XX001", "XX002":
      DomainError(
        .unavailable, "database-damaged", "The database is damaged: contact the operator.",
        condition: ServiceCondition(
          .storedData, "The database \(server) is damaged: look into the server's log and restore it from a backup."))
    case "40001", "40P01", "55P03":
      .database(
        "database-locked", "The database is busy: try again in a moment.",
        "Other transactions stood in the way in the database \(server) (SQLSTATE \(state)): try again.")
    case "57014", "25P03":
      .database(
        "database-timeout", "The database took too long: try again in a little while.",
        "A transaction in the database \(server) exceeded its time (SQLSTATE \(state)): check its load and its locks.")
    case "53000", "53200", "53300", "53400":
      .database(
        "database-busy", "The database is busy just now: try again in a few seconds.",
        "The server of the database \(server) has no more connections or memory (SQLSTATE \(state)): raise its limits.")
    default: connectionError(server: server)
    }
  }

  private func connectionError(server: String) -> DomainError? {
    guard isFatal || state.hasPrefix("08") || state.hasPrefix("57P") else { return nil }
    return .connectionLost(server: server, reason: "SQLSTATE \(state)")
  }
}

extension DatabaseFailure {
  /// The number of a SQLSTATE: its five characters read in base 36.
  package static func code(sqlState: String) -> Int { Int(sqlState, radix: 36) ?? 0 }

  /// The SQLSTATE of an error of PostgreSQL, in capitals.
  package var sqlState: String {
    let digits = String(code, radix: 36).uppercased()
    return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }

  /// An error that was found before the server was asked, with the SQLSTATE that it would have given.
  static func refused(_ state: String, _ message: String, _ statement: String?) -> DatabaseFailure {
    DatabaseFailure(code: code(sqlState: state), message: "\(message) (SQLSTATE \(state))", statement: statement)
  }
}

extension DomainError {
  static func database(_ code: String, _ message: String, _ forOperator: String) -> DomainError {
    DomainError(.unavailable, code, message, condition: ServiceCondition(.database, forOperator))
  }

  /// The connection broke before a commit was asked for: nothing was changed.
  static func connectionLost(server: String, reason: String) -> DomainError {
    .database(
      "database-connection-lost", "The database cannot be reached at the moment: nothing was changed; try again later.",
      "The connection to the database \(server) was lost (\(reason)): check the server and the network.")
  }

  /// The connection broke while a commit was under way.
  static func outcomeUnknown(server: String, reason: String) -> DomainError {
    .database(
      "database-outcome-unknown",
      "It is not known whether this was saved: look whether it was before you try again.",
      "The connection to the database \(server) was lost during a commit (\(reason)): the transaction may stand or not."
    )
  }

  static func notOpened(server: String, reason: String) -> DomainError {
    .database(
      "database-not-opened", "The database cannot be opened at the moment: try again later.",
      "The database \(server) cannot be reached: \(reason)")
  }

  static let poolBusy = DomainError(
    .unavailable, "database-busy", "Too much is asked of the database just now: try again in a few seconds.")

  static let nulInText = DomainError(
    .invalid, "text-with-nul", "The text holds the character U+0000, which cannot be kept: leave it out.")
}

/// Keeps people's data out of what the server says of a failure. Its details and hints are never looked at: they quote
/// rows. Its main message names tables, columns and constraints, except where it quotes a value.
enum Redaction {
  static func message(_ message: String, state: String, statement: String) -> String {
    switch state.prefix(2) {
    // Messages that quote or describe a value.
    case "22": "a value is not one that the statement can take"
    case "08", "0A", "21", "23", "25", "26", "2B", "3B", "3D", "3F", "40", "44", "53", "54", "55", "57", "58", "XX":
      message
    // Names in it are those of the statement; what else is quoted came from a value (a cast to regclass, say).
    case "42": withoutForeignQuotes(message, statement: statement)
    // Raised by functions and triggers in the database, whose words are ours.
    case "P0": message
    default: "the server refused the statement"
    }
  }

  private static func withoutForeignQuotes(_ message: String, statement: String) -> String {
    let parts = message.split(separator: "\"", omittingEmptySubsequences: false)
    // The server writes names in small letters.
    let statement = statement.lowercased()
    return parts.enumerated().map { index, part in
      index % 2 == 0 || statement.contains(part.lowercased()) ? String(part) : "…"
    }.joined(separator: "\"")
  }
}
