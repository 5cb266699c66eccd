import Foundation
import PostgreSQL
package import SQL
import SQLite
import Stores
import Synchronization

/// Databases for tests, of the engine that the environment variable `FOURCUTS_TEST_ENGINE` names: `sqlite`, which is
/// the default, or `postgresql`. The same tests run on both.
package enum TestDatabase {
  package static let engine: SQLEngine =
    switch ProcessInfo.processInfo.environment["FOURCUTS_TEST_ENGINE"] {
    case nil, "sqlite": .sqlite
    case "postgresql": .postgresql
    case let other?: fatalError("FOURCUTS_TEST_ENGINE is '\(other)': it must be 'sqlite' or 'postgresql'.")
    }

  /// Opens the database at a path, and creates it if there is none. Each call opens new connections, as another
  /// process does. In PostgreSQL the path only stands for a database, which is dropped with the last one opened; a
  /// process that a test starts finds those of the test.
  /// - Parameter busyMilliseconds: How long a write waits for another.
  package static func open(_ path: String, busyMilliseconds: Int = 5000) async throws -> any Database {
    switch engine {
    case .sqlite: try await SQLiteDatabase(path: path, busyMilliseconds: Int32(busyMilliseconds))
    case .postgresql: try await ServerDatabase(path, busyMilliseconds: busyMilliseconds)
    }
  }

  /// The database of the test server that a path stands for, with the tables of the stores; nil for SQLite.
  package static func server(for path: String) async throws -> MadeDatabase? {
    engine == .postgresql ? try await MadeDatabases.shared.database(for: path) : nil
  }
}

/// A database of the test server, with the tables of the stores.
private final class ServerDatabase: ForwardingDatabase {
  let base: any Database
  /// Nil for that of a parent process, which drops it.
  private let made: MadeDatabase?

  init(_ path: String, busyMilliseconds: Int) async throws {
    var options = PostgreSQLOptions()
    options.maxConnections = 4
    options.lockMilliseconds = busyMilliseconds
    if await !MadeDatabases.shared.has(path), let address = getenv(MadeDatabase.variable(path)) {
      made = nil
      base = try PostgreSQLDatabase(String(cString: address), options: options)
    } else {
      let found = try await MadeDatabases.shared.database(for: path)
      made = found
      base = try PostgreSQLDatabase(found.address, options: options)
    }
  }

  /// Runs each body twice, as an engine may: the first time nothing of it is kept.
  @discardableResult
  func write<Result: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    do {
      try await base.write {
        _ = try body($0)
        throw DiscardedWrite()
      }
    } catch is DiscardedWrite {}
    return try await base.write(body)
  }
}

/// Ends a write that shall leave nothing.
private struct DiscardedWrite: Error {}

/// A database of the test server that is dropped when nobody uses it any more.
package final class MadeDatabase: Sendable {
  package let address: String
  private let name: String
  private let path: String

  /// An empty database.
  package convenience init() throws { try self.init(for: UUID().uuidString, template: "template0") }

  fileprivate init(for path: String, template: String) throws {
    let server = try PostgreSQLServer.shared
    self.path = path
    name = try server.makeDatabase(template: template)
    address = server.address(of: name)
    setenv(Self.variable(path), address, 1)
  }

  deinit {
    unsetenv(Self.variable(path))
    _ = try? PostgreSQLServer.shared.psql("DROP DATABASE \(name) WITH (FORCE)")
  }

  /// The environment variable with the address of the database that a path stands for. A child process has those that
  /// were set when it began.
  fileprivate static func variable(_ path: String) -> String { "FOURCUTS_TEST_DATABASE \(path)" }
}

/// The databases of this process by the path that stands for them.
private actor MadeDatabases {
  private struct WeakDatabase {
    weak var database: MadeDatabase?
  }

  static let shared = MadeDatabases()

  private var made: [String: WeakDatabase] = [:]
  private var template: Task<String, any Error>?

  func has(_ path: String) -> Bool { made[path]?.database != nil }

  func database(for path: String) async throws -> MadeDatabase {
    let template = try await migratedTemplate()
    if let found = made[path]?.database { return found }
    let new = try MadeDatabase(for: path, template: template)
    made[path] = WeakDatabase(database: new)
    return new
  }

  /// The name of a database with all tables, which the others are copies of: to migrate each takes longer.
  private func migratedTemplate() async throws -> String {
    let making =
      template
      ?? Task {
        let name = try PostgreSQLServer.shared.makeDatabase()
        let database = try PostgreSQLDatabase(PostgreSQLServer.shared.address(of: name))
        try await database.prepareStores()
        await database.close()
        return name
      }
    template = making
    return try await making.value
  }
}
