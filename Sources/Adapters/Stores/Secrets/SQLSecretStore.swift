package import SQL

/// A database store of sealed secrets, for nodes that share a database.
package struct SQLSecretStore: Sendable {
  private let database: any Database

  /// - Parameter database: its schema must be up to date.
  package init(_ database: any Database) {
    self.database = database
  }

  /// Whether there is any secret.
  package func hasSecrets() async throws -> Bool {
    try await database.read { try $0.integer("SELECT 1 FROM secret LIMIT 1") != nil }
  }

  /// A sealed secret; nil when absent.
  package func sealed(_ name: String) async throws -> [UInt8]? {
    try await database.read { try Self.sealed(name, on: $0) }
  }

  /// Adds a secret, unless another process has done so.
  /// - Returns: The stored one.
  package func add(_ name: String, sealed: [UInt8]) async throws -> [UInt8] {
    try await database.write { connection in
      try connection.run(
        "INSERT INTO secret (name, sealed) VALUES ($1, $2) ON CONFLICT DO NOTHING", [.text(name), .blob(sealed)])
      return try Self.sealed(name, on: connection) ?? sealed
    }
  }

  /// Replaces a secret by what `change` makes of it.
  /// - Returns: The new one.
  package func change(
    _ name: String, _ change: @escaping @Sendable ([UInt8]) throws -> [UInt8]
  ) async throws -> [UInt8] {
    try await database.write { connection in
      guard let sealed = try Self.sealed(name, on: connection) else { throw Unreadable(what: "a secret") }
      let changed = try change(sealed)
      try connection.run("UPDATE secret SET sealed = $2 WHERE name = $1", [.text(name), .blob(changed)])
      return changed
    }
  }

  private static func sealed(_ name: String, on connection: any DatabaseConnection) throws -> [UInt8]? {
    try connection.first("SELECT sealed FROM secret WHERE name = $1", [.text(name)]) { $0.blob(0) }
  }
}
