import Basics
import CSQLite
import SQL

/// A result code other than success, with the library's message, which must be read before the next call.
struct Failure {
  let code: Int32
  let message: String
  let statement: String?

  init(code: Int32, connection: OpaquePointer?, statement: String?) {
    self.code = code
    // The library's messages name tables and columns, never bound values.
    self.message = String(cString: connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
    self.statement = statement
  }

  /// The error to throw: a `DomainError` if the caller or the operator can act on it, otherwise a `DatabaseFailure`.
  func error(path: String) -> any Error {
    domainError(path: path) ?? DatabaseFailure(code: Int(code), message: message, statement: statement)
  }

  private func domainError(path: String) -> DomainError? {
    switch code & 0xFF {
    case SQLITE_NOTADB:
      DomainError(
        .conflict, "not-a-database", "The database cannot be read.",
        condition: ServiceCondition(
          .storedData, "The file \(path) is not a database: move it away or choose another folder."))
    case SQLITE_CORRUPT:
      DomainError(
        .unavailable, "database-damaged", "The database is damaged: contact the operator.",
        condition: ServiceCondition(
          .storedData,
          "The database \(path) is damaged: restore it from a backup, or move it away and import again."))
    case SQLITE_CANTOPEN:
      unavailable(
        "database-not-opened", "The database cannot be opened at the moment: try again later.",
        "The database \(path) cannot be opened: check that its folder exists and may be written to.")
    case SQLITE_READONLY, SQLITE_PERM:
      unavailable(
        "database-read-only", "Nothing can be written at the moment: try again later.",
        "The database \(path) may not be written to: check the permissions of the file and of its folder.")
    case SQLITE_FULL:
      unavailable(
        "disk-full", "There is no room left: nothing was changed; try again later.",
        "There is no room left for the database \(path): nothing was changed; free some space and try again.")
    case SQLITE_IOERR:
      unavailable(
        "database-io-failed", "The database cannot be read or written at the moment: try again later.",
        "The system cannot read or write the database \(path) (\(message), code \(code)): check the disk and its quotas."
      )
    case SQLITE_BUSY, SQLITE_LOCKED:
      unavailable(
        "database-locked", "Another process is writing to the database: try again in a few seconds.",
        "Another process is writing to the database \(path): try again when it is done.")
    default: nil
    }
  }

  private func unavailable(_ code: String, _ message: String, _ forOperator: String) -> DomainError {
    DomainError(.unavailable, code, message, condition: ServiceCondition(.database, forOperator))
  }
}
