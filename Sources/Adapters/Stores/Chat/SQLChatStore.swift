package import Chat
package import SQL

/// A database store of workspaces, channels and messages.
package struct SQLChatStore: ChatStore {
  private let database: any Database

  /// - Parameter database: its schema must be up to date.
  package init(_ database: any Database) {
    self.database = database
  }

  package func read<Result: Sendable>(
    _ body: @escaping @Sendable (any ChatReading) throws -> Result
  ) async throws -> Result {
    try await database.read { try body(ChatTransaction(connection: $0)) }
  }

  package func write<Result: Sendable>(
    _ body: @escaping @Sendable (any ChatWriting) throws -> Result
  ) async throws -> Result {
    try await database.write { try body(ChatTransaction(connection: $0)) }
  }

  package func dataVersion() async throws -> Int64 { try await database.dataVersion() }
}

/// The operations of the chat rules within one transaction.
struct ChatTransaction: ChatWriting {
  let connection: any DatabaseConnection

  func all<Item>(_ query: String, _ values: [Value], _ item: (any Row) throws -> Item) throws -> [Item] {
    var items: [Item] = []
    try connection.each(query, values) { items.append(try item($0)) }
    return items
  }

  func exists(_ query: String, _ values: [Value]) throws -> Bool { try connection.integer(query, values) != nil }

  /// Runs an insert and returns the id of the new row.
  func added(_ statement: String, _ values: [Value]) throws -> Int64 {
    guard let number = try connection.integer(statement + " RETURNING id", values) else {
      throw Unreadable(what: "the number of a new row")
    }
    return number
  }
}
