public import Basics
public import Payments
public import SQL

/// Keys of requests in a database.
public struct SQLIdempotencyStore: IdempotencyStore {
  private let database: any Database

  /// A store over a database whose schema is up to date.
  public init(_ database: any Database) {
    self.database = database
  }

  /// Begins a request. Complexity: O(log n).
  public func begin(_ request: IdempotentRequest, operation: OrderID, at moment: Timestamp) async throws
    -> IdempotentStart
  { fatalError("skeleton") }
  /// Keeps an answer. Complexity: O(log n).
  public func finish(_ request: IdempotentRequest, _ answer: KeptAnswer) async throws { fatalError("skeleton") }
  /// Gives a key free. Complexity: O(log n).
  public func abandon(_ request: IdempotentRequest) async throws { fatalError("skeleton") }
  /// Forgets keys. Complexity: O(keys).
  public func forgetKeys(before moment: Timestamp) async throws { fatalError("skeleton") }
}
