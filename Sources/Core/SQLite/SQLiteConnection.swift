import Basics
import CSQLite
import Glibc
import SQL

/// A connection with its settings, statement cache and transactions.
final class SQLiteConnection: DatabaseConnection {
  /// The open file, shared with its statements.
  final class Core {
    private let handle: ConnectionHandle
    let path: String

    init(path: String, access: FileAccess = .readWrite) throws {
      self.path = path
      handle = try ConnectionHandle(path: path, access: access)
    }

    /// Opens a file for reading, also on a read-only file system.
    /// - Throws: `DomainError` `database-needs-writing` when the last changes are in the log or were interrupted, so that
    ///   only a process with write access can read the file.
    init(reading path: String, busyMilliseconds: Int32) throws {
      self.path = path
      if let handle = try Self.read(path, .readOnly, busyMilliseconds) {
        self.handle = handle
      } else if Self.isFilled(path + "-journal") {
        // The next process that may write rolls back what an interrupted one has written.
        guard let recovered = try Self.read(path, .readWrite, busyMilliseconds) else { throw Self.needsWriting(path) }
        handle = recovered
      } else {
        guard !Self.isFilled(path + "-wal") else { throw Self.needsWriting(path) }
        handle = try ConnectionHandle(path: path, access: .immutable)
      }
    }

    /// Opens a file and reads from it, which opens its log and the log's index; they are created when missing.
    /// - Returns: Nil if that takes write access.
    private static func read(
      _ path: String, _ access: FileAccess, _ busyMilliseconds: Int32
    ) throws -> ConnectionHandle? {
      let handle = try ConnectionHandle(path: path, access: access)
      sqlite3_busy_timeout(handle.pointer, busyMilliseconds)
      let code = sqlite3_exec(handle.pointer, "SELECT 1 FROM sqlite_schema LIMIT 1", nil, nil, nil)
      if code & 0xFF == SQLITE_CANTOPEN || code & 0xFF == SQLITE_READONLY { return nil }
      guard code == SQLITE_OK else {
        throw Failure(code: code, connection: handle.pointer, statement: nil).error(path: path)
      }
      return handle
    }

    private static func isFilled(_ path: String) -> Bool {
      var status = stat()
      return stat(path, &status) == 0 && status.st_size > 0
    }

    private static func needsWriting(_ path: String) -> DomainError {
      DomainError(
        .unavailable, "database-needs-writing",
        "The last changes of \(path) are in its log or were interrupted, so that it can only be read with write access "
          + "to its folder: run 'fourcuts migrate' once where the folder can be written.")
    }

    /// A private copy of the current content of another file. It lies in an unnamed temporary file, which disappears
    /// however the process ends.
    init(copyOf source: Core) throws {
      path = "\(source.path), copied to the folder for temporary files"
      handle = try ConnectionHandle(path: "")
      try fill(from: source)
    }

    /// Copies all pages of another file, as its running transaction sees them, in one step: the library starts again
    /// after a write to the source only between steps.
    func fill(from source: Core) throws {
      guard let backup = sqlite3_backup_init(handle.pointer, "main", source.handle.pointer, "main") else {
        throw failure(sqlite3_extended_errcode(handle.pointer), nil)
      }
      let code = sqlite3_backup_step(backup, -1)
      sqlite3_backup_finish(backup)
      guard code == SQLITE_DONE else { throw failure(code, nil) }
    }
  }

  enum Role {
    case writer
    case reader
    /// Reads a file without ever writing it.
    case readOnly
  }

  /// What holds for every connection to a file; the reasons are in the article Operating.
  private static let settings = [
    // Durability: the log is synchronised at every commit.
    "synchronous = FULL", "foreign_keys = ON", "journal_size_limit = \(maxIdleLogBytes)",
    // A damaged page is an error when it is read, not garbage. A mapped file would end the process at a disk error.
    "cell_size_check = ON", "mmap_size = 0",
    // A file from elsewhere may hold triggers.
    "trusted_schema = OFF",
  ]

  private let core: Core
  private let busyMilliseconds: Int32
  private var statements: [String: SQLiteStatement] = [:]
  /// Statements are constants of the program, some with lists of a few lengths, so the limit is reached only if texts
  /// are built in a loop.
  private static let maxCachedStatements = 512

  /// - Parameter erases: whether deleted content is overwritten in the file: personal data must not stay there.
  init(path: String, role: Role, busyMilliseconds: Int32, erases: Bool = false) throws {
    core = try role == .readOnly ? Core(reading: path, busyMilliseconds: busyMilliseconds) : Core(path: path)
    self.busyMilliseconds = busyMilliseconds
    try core.setBusyTimeout(milliseconds: busyMilliseconds)
    if role == .writer {
      try useWriteAheadLog()
      // In KiB. A large import touches all of its indexes; beyond this size the system's page cache is as good.
      try run("PRAGMA cache_size = -8192")
      // One more thread for sorting large indexes.
      try run("PRAGMA threads = 1")
      if erases { try run("PRAGMA secure_delete = ON") }
    }
    for setting in Self.settings { try run("PRAGMA \(setting)") }
    if role != .writer {
      try run("PRAGMA query_only = ON")
      // In KiB. Holds what most reads touch: the upper pages of all indexes.
      try run("PRAGMA cache_size = -16384")
    }
  }

  /// A private copy of the current content of a file, to write into.
  init(copyOf path: String, busyMilliseconds: Int32) throws {
    let source = try Core(reading: path, busyMilliseconds: busyMilliseconds)
    core = try Core(copyOf: source)
    self.busyMilliseconds = busyMilliseconds
    for setting in ["cache_size = -16384", "foreign_keys = ON"] { try run("PRAGMA \(setting)") }
  }

  /// Copies what the running transaction sees into a new file, page for page. The copy is neither journalled nor
  /// synchronised.
  func copyPages(to path: String) throws {
    let copy = try Core(path: path)
    for setting in ["journal_mode = OFF", "synchronous = OFF"] {
      try SQLiteStatement("PRAGMA \(setting)", on: copy).each { _ in }
    }
    try copy.fill(from: core)
  }

  /// Goes back to a journal of former pages, of which a new file has none, if nobody else has the file open.
  /// - Returns: Whether it did.
  func leaveWriteAheadLog() throws -> Bool {
    try core.setBusyTimeout(milliseconds: 0)
    defer { try? core.setBusyTimeout(milliseconds: busyMilliseconds) }
    // A truncated journal is synchronised, so that it does not come back after a power cut; a removed one is not.
    return (try? first("PRAGMA journal_mode = TRUNCATE", []) { $0.text(0) }) == "truncate"
  }

  func useWriteAheadLog() throws {
    let mode = try first("PRAGMA journal_mode = WAL", []) { $0.text(0) }
    guard mode == "wal" else {
      throw core.isReadOnly
        ? core.failure(SQLITE_READONLY, nil)
        : DatabaseFailure(code: Int(SQLITE_ERROR), message: "no write-ahead log here", statement: nil)
    }
    guard !core.isReadOnly else { throw core.failure(SQLITE_READONLY, nil) }
  }

  // MARK: Statements

  @discardableResult
  func run(_ statement: String, _ values: [Value]) throws -> Int {
    try bound(statement, values).run()
  }

  func each(_ query: String, _ values: [Value], _ body: (any Row) throws -> Void) throws {
    try bound(query, values).each(body)
  }

  func first<Result>(_ query: String, _ values: [Value], _ body: (any Row) throws -> Result) throws -> Result? {
    try bound(query, values).first(body)
  }

  /// A statement outside the cache, which a caller keeps over many runs.
  func prepare(_ statement: String) throws -> any PreparedStatement {
    try SQLiteStatement(statement, on: core)
  }

  private func bound(_ text: String, _ values: [Value]) throws -> SQLiteStatement {
    let statement = try cached(text)
    guard values.count == statement.parameterCount else {
      throw DatabaseFailure(
        code: Int(SQLITE_RANGE), message: "\(values.count) values for \(statement.parameterCount) parameters",
        statement: text)
    }
    for (index, value) in values.enumerated() { try statement.bind(index + 1, value) }
    return statement
  }

  private func cached(_ text: String) throws -> SQLiteStatement {
    if let statement = statements[text] {
      return statement.isBusy ? try SQLiteStatement(text, on: core) : statement
    }
    if statements.count >= Self.maxCachedStatements { statements.removeAll() }
    let statement = try SQLiteStatement(text, on: core)
    statements[text] = statement
    return statement
  }

  // MARK: Transactions

  /// Sets how long to wait for another process's lock.
  func setBusyTimeout(milliseconds: Int32) throws { try core.setBusyTimeout(milliseconds: milliseconds) }

  /// Whether a transaction could not be ended.
  var isInTransaction: Bool { core.isInTransaction }

  /// Runs `body` in a transaction, which is rolled back when it or the commit throws.
  func transaction<Result>(_ beginning: String, _ body: (any DatabaseConnection) throws -> Result) throws -> Result {
    try run(beginning)
    do {
      let result = try body(self)
      // After some errors (such as a full disk) SQLite has rolled back by itself: swallowing the error is no success.
      guard core.isInTransaction else {
        throw DatabaseFailure(code: Int(SQLITE_ABORT), message: "the transaction was rolled back", statement: nil)
      }
      try run("COMMIT")
      return result
    } catch {
      // The first error is the cause. Should this fail, the connection is replaced.
      if core.isInTransaction { _ = try? run("ROLLBACK") }
      throw error
    }
  }

  // MARK: Log

  /// The size above which the log is truncated after a commit; a large import would otherwise leave it on the disk.
  private static let maxIdleLogBytes: Int64 = 64 << 20

  /// Truncates a large log unless a reader still needs it. The commit is durable already.
  func checkpointLargeLog() {
    core.checkpoint(largerThan: Self.maxIdleLogBytes, waitingForReaders: 0, then: busyMilliseconds)
  }

  /// Truncates the log, whatever its size. Returns false when a reader still needs it after 250 ms.
  func checkpoint() -> Bool { core.checkpoint(largerThan: 0, waitingForReaders: 250, then: busyMilliseconds) }

  /// Copies of the log into the file what no reader keeps from it. Returns whether that was all of it.
  func backfill() -> Bool { core.backfill() }

  /// Ends the statement that runs, from any thread while the connection is open.
  var interruption: @Sendable () -> Void { core.interruption }

  /// Keeps the log when this is the last connection to be closed.
  func keepLogOnClose() { core.keepLogOnClose() }

  /// The header of the log's index, twice. A read transaction must be running.
  func logIndexHeader() throws -> [UInt8] { try core.logIndexHeader() }
}

extension SQLiteConnection.Core {
  var isInTransaction: Bool { sqlite3_get_autocommit(handle.pointer) == 0 }
  var isReadOnly: Bool { sqlite3_db_readonly(handle.pointer, "main") == 1 }
  var changesSinceOpening: Int64 { sqlite3_total_changes64(handle.pointer) }
  var changesOfLastStatement: Int { Int(sqlite3_changes64(handle.pointer)) }

  func failure(_ code: Int32, _ statement: String?) -> any Error {
    Failure(code: code, connection: handle.pointer, statement: statement).error(path: path)
  }

  func setBusyTimeout(milliseconds: Int32) throws {
    let code = sqlite3_busy_timeout(handle.pointer, milliseconds)
    guard code == SQLITE_OK else { throw failure(code, nil) }
  }

  /// Prepares exactly one statement.
  func prepare(_ statement: String) throws -> StatementHandle {
    var text = statement
    let (code, pointer, left) = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        var pointer: OpaquePointer?
        var rest: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v2(handle.pointer, bytes.baseAddress, Int32(bytes.count), &pointer, &rest)
        let left = bytes.baseAddress.flatMap { start in rest.map { bytes.count - ($0 - start) } } ?? 0
        return (code, pointer, left)
      }
    }
    guard code == SQLITE_OK else { throw failure(code, statement) }
    guard let pointer, left == 0 else {
      sqlite3_finalize(pointer)
      throw DatabaseFailure(code: Int(SQLITE_MISUSE), message: "one statement at a time", statement: statement)
    }
    return StatementHandle(pointer)
  }

  @discardableResult
  func checkpoint(largerThan limit: Int64, waitingForReaders timeout: Int32, then busyMilliseconds: Int32) -> Bool {
    var file = stat()
    guard stat(path + "-wal", &file) == 0, file.st_size > limit else { return true }
    // If a reader still needs the log, it is truncated after a later commit.
    sqlite3_busy_timeout(handle.pointer, timeout)
    let code = sqlite3_wal_checkpoint_v2(handle.pointer, "main", SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    sqlite3_busy_timeout(handle.pointer, busyMilliseconds)
    return code == SQLITE_OK
  }

  func backfill() -> Bool {
    var (frames, copied) = (Int32(-1), Int32(-1))
    let code = sqlite3_wal_checkpoint_v2(handle.pointer, "main", SQLITE_CHECKPOINT_PASSIVE, &frames, &copied)
    return code == SQLITE_OK && frames >= 0 && copied == frames
  }

  var interruption: @Sendable () -> Void {
    // A number, because pointers are not Sendable.
    let address = UInt(bitPattern: handle.pointer)
    return { sqlite3_interrupt(OpaquePointer(bitPattern: address)) }
  }

  func keepLogOnClose() { _ = csqlite_keep_log_on_close(handle.pointer) }

  func logIndexHeader() throws -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 96)
    let code = csqlite_wal_index_header(handle.pointer, &header)
    guard code == SQLITE_OK else { throw failure(code, nil) }
    return header
  }
}
