public import SQL
import Synchronization

/// A database in a file, through the system's SQLite: one writer and a few readers, each on a thread of its own.
///
/// The file is kept with a write-ahead log, so readers and the writer do not wait for each other.
public final class SQLiteDatabase: Database {
  private let path: String
  private let busyMilliseconds: Int32
  private let writer: ConnectionActor
  private let readers: [ConnectionActor]
  /// How many bodies wait or run at each reader.
  private let loads: Mutex<[Int]>

  /// Opens a database file, creating it where there is none.
  /// - Parameters:
  ///   - readers: how many read transactions can run at the same time; at least 1.
  ///   - busyMilliseconds: how long a write waits for another process before it is refused.
  /// - Throws: `Refusal` `not-a-database`, `database-not-opened`, `database-read-only`, `database-locked`,
  ///   `database-damaged` or `disk-full`, each with a sentence that names the file.
  public init(path: String, readers: Int = 2, busyMilliseconds: Int32 = 5000) async throws {
    precondition(readers > 0)
    self.path = path
    self.busyMilliseconds = busyMilliseconds
    writer = ConnectionActor(path: path, role: .writer, busyMilliseconds: busyMilliseconds)
    self.readers = (0..<readers).map { _ in
      ConnectionActor(path: path, role: .reader, busyMilliseconds: busyMilliseconds)
    }
    loads = Mutex([Int](repeating: 0, count: readers))
    // Settles the form of the file before any reader looks at it.
    try await writer.open()
  }

  /// Runs a body in a read transaction on the least busy reader.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (any Connection) throws -> Result
  ) async throws -> Result {
    let chosen = loads.withLock { loads in
      let least = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      loads[least] += 1
      return least
    }
    defer { loads.withLock { $0[chosen] -= 1 } }
    return try await readers[chosen].read(body)
  }

  /// Runs a body in a write transaction.
  @discardableResult
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (any Connection) throws -> Result
  ) async throws -> Result {
    try await writer.write(body)
  }

  /// Runs a body in a write transaction over this file and another one, whose tables are called `name.table` in it.
  /// A crash during the commit can leave what was written here without what was written there, never the reverse.
  @discardableResult
  public func write<Result: Sendable>(
    attaching other: String, as name: String, _ body: @escaping @Sendable (any Connection) throws -> Result
  ) async throws -> Result {
    try await writer.write(attaching: other, as: name, body)
  }

  /// Runs a body on a private copy of the file as it is now.
  public func dryRun<Result: Sendable>(
    _ body: @escaping @Sendable (any Connection) throws -> Result
  ) async throws -> Result {
    try await CopyActor().run(path, busyMilliseconds, body)
  }

  /// A number that is another one once anything was committed since.
  public func changeNumber() async throws -> Int64 {
    // Numbers of one connection alone can be compared, and one that writes is not told of what it wrote itself.
    try await readers[0].read { try $0.integer("PRAGMA data_version") ?? 0 }
  }

  /// Closes every connection once what runs has ended; the log goes into the file. Later calls open anew.
  public func close() async {
    for reader in readers { await reader.close() }
    await writer.close()
  }
}

/// One connection and the thread that it is used on.
private actor ConnectionActor {
  private let executor: QueueExecutor
  private let path: String
  private let role: SQLiteConnection.Role
  private let busyMilliseconds: Int32
  private var connection: SQLiteConnection?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(path: String, role: SQLiteConnection.Role, busyMilliseconds: Int32) {
    executor = QueueExecutor(label: "database \(role)")
    self.path = path
    self.role = role
    self.busyMilliseconds = busyMilliseconds
  }

  func open() throws {
    _ = try opened()
  }

  private func opened() throws -> SQLiteConnection {
    if let connection { return connection }
    let new = try SQLiteConnection(path: path, role: role, busyMilliseconds: busyMilliseconds)
    connection = new
    return new
  }

  func read<Result: Sendable>(_ body: @Sendable (any Connection) throws -> Result) throws -> Result {
    try opened().transaction("BEGIN", body)
  }

  func write<Result: Sendable>(_ body: @Sendable (any Connection) throws -> Result) throws -> Result {
    let connection = try opened()
    let result = try connection.transaction("BEGIN IMMEDIATE", body)
    connection.emptyLargeLog()
    return result
  }

  func write<Result: Sendable>(
    attaching other: String, as name: String, _ body: @Sendable (any Connection) throws -> Result
  ) throws -> Result {
    let connection = try opened()
    try connection.run("ATTACH DATABASE $1 AS \(name)", [.text(other)])
    defer { _ = try? connection.run("DETACH DATABASE \(name)") }
    // Both files are locked by it, and committed one after the other in the order in which they were opened.
    let result = try connection.transaction("BEGIN IMMEDIATE", body)
    connection.emptyLargeLog()
    return result
  }

  func close() {
    connection = nil
  }
}

/// The thread of one dry run.
private actor CopyActor {
  private let executor = QueueExecutor(label: "database copy")

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func run<Result: Sendable>(
    _ path: String, _ busyMilliseconds: Int32, _ body: @Sendable (any Connection) throws -> Result
  ) throws -> Result {
    let connection = try SQLiteConnection(copyOf: path, busyMilliseconds: busyMilliseconds)
    // One transaction, so that nothing is synchronised between statements; the copy goes with the connection.
    try connection.run("BEGIN")
    return try body(connection)
  }
}
