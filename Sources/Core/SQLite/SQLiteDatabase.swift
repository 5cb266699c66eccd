import Basics
package import Concurrency
import Glibc
package import SQL
import Synchronization

package struct SQLiteOptions: Sendable {
  /// The number of concurrent read transactions; at least 1.
  package var readers = 2
  /// The timeout of a write: for earlier writes of this process, then for the locks of other processes.
  package var busyMilliseconds: Int32 = 5000
  /// The maximum number of waiting writes; more fail at once.
  package var maxWaitingWrites = 512
  /// Whether deleted content is overwritten in the file.
  package var erasesDeleted = false
  /// Whether `fill` may lock the file against every other process.
  package var locksToFill = false

  package init() {}
}

/// A SQLite database in a file, with one writer and a few readers, each on its own thread.
///
/// The file uses a write-ahead log, so readers and the writer do not wait for each other.
package final class SQLiteDatabase: Database {
  package var engine: SQLEngine { .sqlite }
  package let path: String
  private let options: SQLiteOptions
  /// Nil for a file opened for reading.
  private let writer: ConnectionActor?
  private let readers: [ConnectionActor]
  /// The number of waiting and running bodies of each reader.
  private let loads: Mutex<[Int]>
  /// Its one permit is the turn of the single writer.
  private let queue: AsyncSemaphore

  /// Opens a database file, or creates it.
  /// - Throws: `DomainError` `not-a-database`, `database-not-opened`, `database-read-only`, `database-locked`,
  ///   `database-damaged` or `disk-full`, each with a message for the operator that names the file.
  package convenience init(path: String, busyMilliseconds: Int32) async throws {
    var options = SQLiteOptions()
    options.busyMilliseconds = busyMilliseconds
    try await self.init(path: path, options: options)
  }

  /// Opens a database file, or creates it.
  /// - Throws: As above.
  package init(path: String, options: SQLiteOptions = SQLiteOptions()) async throws {
    precondition(options.readers > 0)
    self.path = path
    self.options = options
    queue = AsyncSemaphore("database write queue", permits: 1, maxWaiting: options.maxWaitingWrites)
    let writer = ConnectionActor(path: path, role: .writer, options)
    self.writer = writer
    readers = (0..<options.readers).map { _ in ConnectionActor(path: path, role: .reader, options) }
    loads = Mutex([Int](repeating: 0, count: options.readers))
    // The writer sets the journal mode before a reader opens the file.
    try await writer.open()
  }

  /// Opens an existing database file for reading, also without write access to the file and its directory.
  /// - Throws: `DomainError` as above, and `database-needs-writing`.
  package init(reading path: String) async throws {
    self.path = path
    options = SQLiteOptions()
    queue = AsyncSemaphore("database write queue", permits: 0, maxWaiting: 0)
    writer = nil
    readers = (0..<options.readers).map { [options] _ in ConnectionActor(path: path, role: .readOnly, options) }
    loads = Mutex([Int](repeating: 0, count: options.readers))
    try await readers[0].open()
  }

  /// Runs `body` in a read transaction on the least busy reader.
  package func read<Result: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    let chosen = loads.withLock { loads in
      let least = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      loads[least] += 1
      return least
    }
    defer { loads.withLock { $0[chosen] -= 1 } }
    return try await readers[chosen].read(body)
  }

  @discardableResult
  package func write<Result: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try await withTurn { try await $0.write(before: $1, body) }
  }

  /// Runs `body` in a write transaction: there is one writer anyway.
  @discardableResult
  package func writeExclusively<Result: Sendable>(
    _ name: String, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try await write(body)
  }

  /// Runs `body` in a write transaction. Where the options allow it and no other process has the file open, new pages go
  /// straight into the file, which is locked meanwhile: with a log they are written twice.
  @discardableResult
  package func fill<Result: Sendable>(
    _ name: String, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    guard options.locksToFill else { return try await write(body) }
    return try await withTurn { writer, deadline in
      for reader in readers { await reader.close() }
      return try await writer.fill(before: deadline, body)
    }
  }

  private func withTurn<Result: Sendable>(
    _ body: (ConnectionActor, ContinuousClock.Instant) async throws -> Result
  ) async throws -> Result {
    guard let writer else { throw DatabaseFailure(code: 8, message: "opened for reading", statement: nil) }
    // One deadline for the queue and for the locks.
    let deadline = ContinuousClock.now + .milliseconds(options.busyMilliseconds)
    guard await queue.wait(before: deadline) else { throw Self.busy }
    defer { queue.signal() }
    return try await body(writer, deadline)
  }

  /// The turn of the writer, and the writes that wait for it.
  package var writerLoad: PoolLoad { queue.load }

  /// The bodies that the readers run, and those that wait for one.
  package var readerLoad: PoolLoad {
    loads.withLock { loads in
      let used = loads.count { $0 > 0 }
      return PoolLoad(used: used, waiting: loads.reduce(0, +) - used, capacity: loads.count)
    }
  }

  /// The size of the write-ahead log in bytes; 0 if there is none.
  package var logSize: Int {
    var status = stat()
    return stat(path + "-wal", &status) == 0 ? Int(status.st_size) : 0
  }

  private static let busy = DomainError(
    .unavailable, "database-busy", "Too many writes are waiting: try again in a few seconds.")

  /// Makes every write check the file's schema first, if another process has changed the file.
  /// - Parameter check: Throws for an unknown schema; nothing is written then.
  package func checkSchema(_ check: @escaping @Sendable (any DatabaseConnection) throws -> Void) async {
    await writer?.setSchemaCheck(check)
  }

  /// Runs `body` on a private copy of the file's current content.
  package func dryRun<Result: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try await MaintenanceActor().dryRun(path, options.busyMilliseconds, body)
  }

  /// Checks the whole file for damage, on its own thread, until the task is cancelled.
  /// - Returns: The first problem found; nil for a sound file.
  package func integrityCheck() async throws -> String? {
    try await MaintenanceActor().integrityCheck(path)
  }

  /// Writes the current content into a new file, without deleted content (`VACUUM INTO`).
  package func copy(to other: String) async throws {
    try await MaintenanceActor().copy(path, to: other)
  }

  /// Copies the current content of files into new ones, page for page, so that equal pages stay at their offsets;
  /// damaged pages, too. No writer waits, and none delays the copy. All are read as of one moment, except for the time
  /// between the beginnings of their transactions, which begin in the order of the files.
  /// - Parameter files: Each with the path of its copy, at which there must be no file. A copy is complete only if this
  ///   returns.
  package static func copyPages(of files: [(path: String, copy: String)]) async throws {
    try await MaintenanceActor().copyPages(of: files)
  }

  /// Truncates the log, so that overwritten and deleted content leaves it. While a reader still needs it, this is
  /// repeated after later writes; where the log is followed, with its next restart.
  package func checkpoint() async {
    await writer?.checkpoint()
  }

  /// Whether the log is followed: only `restartLog` truncates it then.
  package func setLogIsFollowed(_ isFollowed: Bool) async {
    await writer?.setLogIsFollowed(isFollowed)
  }

  /// Whether `checkpoint` was called and the log could not be truncated yet.
  package var needsCheckpoint: Bool {
    get async { await writer?.needsCheckpoint ?? false }
  }

  /// Makes the next write start the log over, in turn with the writes of this process; no other one writes meanwhile.
  /// - Returns: As `WALFollower.restart`.
  /// - Throws: As a write, and as `WALFollower.restart`.
  package func restartLog(
    _ follower: WALFollower, after position: WALPosition, maxBytes: Int
  ) async throws -> (frames: WALFrames?, isDone: Bool) {
    try await withTurn { writer, deadline in
      try await writer.restartLog(before: deadline) { try follower.restart(after: position, maxBytes: maxBytes) }
    }
  }

  package func dataVersion() async throws -> Int64 {
    // Numbers of different connections cannot be compared, and a connection does not count its own writes.
    try await readers[0].read { try $0.integer("PRAGMA data_version") ?? 0 }
  }

  /// Closes every connection after its running body; the log is moved into the file. Later calls reopen it.
  package func close() async {
    for reader in readers { await reader.close() }
    await writer?.close()
  }
}

private actor ConnectionActor {
  private let executor: SerialQueueExecutor
  private let path: String
  private let role: SQLiteConnection.Role
  private let options: SQLiteOptions
  private var connection: SQLiteConnection?
  private var check: (@Sendable (any DatabaseConnection) throws -> Void)?
  /// SQLite's `data_version` at the last successful schema check; it changes with each commit of another connection.
  private var checkedVersion: Int64?
  private(set) var needsCheckpoint = false
  private var logIsFollowed = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(path: String, role: SQLiteConnection.Role, _ options: SQLiteOptions) {
    executor = SerialQueueExecutor(label: "database \(role)")
    self.path = path
    self.role = role
    self.options = options
  }

  func open() throws {
    _ = try opened()
  }

  private func opened() throws -> SQLiteConnection {
    if let connection, !connection.isInTransaction { return connection }
    let new = try SQLiteConnection(
      path: path, role: role, busyMilliseconds: options.busyMilliseconds, erases: options.erasesDeleted)
    connection = new
    return new
  }

  func read<Result: Sendable>(_ body: @Sendable (any DatabaseConnection) throws -> Result) throws -> Result {
    try opened().transaction("BEGIN", body)
  }

  func write<Result: Sendable>(
    _ beginning: String = "BEGIN IMMEDIATE", before deadline: ContinuousClock.Instant,
    _ body: @Sendable (any DatabaseConnection) throws -> Result
  ) throws -> Result {
    let connection = try opened()
    let left = max(.zero, deadline - .now) / .milliseconds(1)
    try connection.setBusyTimeout(milliseconds: Int32(left))
    let writeback = EarlyWriteback(path: path)
    defer { withExtendedLifetime(writeback) {} }
    let result = try connection.transaction(beginning) { connection in
      try checkSchema(on: connection)
      return try body(connection)
    }
    finishWrite(connection)
    return result
  }

  func fill<Result: Sendable>(
    before deadline: ContinuousClock.Instant, _ body: @Sendable (any DatabaseConnection) throws -> Result
  ) throws -> Result {
    let connection = try opened()
    guard try connection.leaveWriteAheadLog() else { return try write(before: deadline, body) }
    // If this fails, the next process that opens the file returns to the log.
    defer { try? connection.useWriteAheadLog() }
    // From the beginning: a later reader would delay its end, perhaps for nothing.
    return try write("BEGIN EXCLUSIVE", before: deadline, body)
  }

  /// Runs `body` while no other connection of any process writes.
  func restartLog<Result: Sendable>(
    before deadline: ContinuousClock.Instant, _ body: @Sendable () throws -> Result
  ) throws -> Result {
    let connection = try opened()
    try connection.setBusyTimeout(milliseconds: Int32(max(.zero, deadline - .now) / .milliseconds(1)))
    let result = try connection.transaction("BEGIN IMMEDIATE") { _ in try body() }
    if needsCheckpoint { needsCheckpoint = !connection.checkpoint() }
    return result
  }

  private func finishWrite(_ connection: SQLiteConnection) {
    // A follower keeps the log: each write would wait for nothing.
    if logIsFollowed { return }
    if needsCheckpoint { needsCheckpoint = !connection.checkpoint() }
    connection.checkpointLargeLog()
  }

  func checkpoint() {
    needsCheckpoint = logIsFollowed || ((try? opened()).map { !$0.checkpoint() } ?? true)
  }

  func setLogIsFollowed(_ isFollowed: Bool) { logIsFollowed = isFollowed }

  func setSchemaCheck(_ check: @escaping @Sendable (any DatabaseConnection) throws -> Void) {
    self.check = check
    checkedVersion = nil
  }

  private func checkSchema(on connection: any DatabaseConnection) throws {
    guard let check else { return }
    let version = try connection.integer("PRAGMA data_version")
    guard version != checkedVersion else { return }
    try check(connection)
    checkedVersion = version
  }

  func close() {
    connection = nil
  }
}

/// Its own thread for long operations, which must not block the readers or the writer.
private actor MaintenanceActor {
  private let executor = SerialQueueExecutor(label: "database side")

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func dryRun<Result: Sendable>(
    _ path: String, _ busyMilliseconds: Int32, _ body: @Sendable (any DatabaseConnection) throws -> Result
  ) throws -> Result {
    let connection = try SQLiteConnection(copyOf: path, busyMilliseconds: busyMilliseconds)
    // One transaction, so that nothing is synchronised between statements; the copy is discarded with the connection.
    try connection.run("BEGIN")
    return try body(connection)
  }

  func integrityCheck(_ path: String) async throws -> String? {
    let connection = try SQLiteConnection(path: path, role: .readOnly, busyMilliseconds: 5000)
    let found = try await withTaskCancellationHandler {
      try Task.checkCancellation()
      return try connection.first("PRAGMA quick_check(1)", []) { $0.text(0) }
    } onCancel: { [interrupt = connection.interruption] in
      interrupt()
    }
    return found == "ok" ? nil : found
  }

  func copy(_ path: String, to other: String) throws {
    let connection = try SQLiteConnection(path: path, role: .readOnly, busyMilliseconds: 5000)
    // The source stays unchanged; the connection must be allowed to write the copy.
    try connection.run("PRAGMA query_only = OFF")
    try connection.run("VACUUM INTO $1", [.text(other)])
  }

  func copyPages(of files: [(path: String, copy: String)]) throws {
    var connections = try files.map { try SQLiteConnection(path: $0.path, role: .readOnly, busyMilliseconds: 5000) }
    for connection in connections {
      try connection.run("BEGIN")
      // The transaction begins with the first read.
      _ = try connection.integer("SELECT COUNT(*) FROM sqlite_schema")
    }
    for file in files {
      try connections[0].copyPages(to: file.copy)
      // Its log may be truncated from now on.
      connections.removeFirst()
    }
  }
}
