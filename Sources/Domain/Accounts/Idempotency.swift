package import Basics

/// The state of a request with an idempotency key.
package enum IdempotencyRecord: Hashable, Sendable {
  /// To be executed. `operation` stays the same if a request is executed again after a process crashed during it: what
  /// it creates is created under this identifier, once.
  case begin(operation: OperationID)
  /// Executed already.
  case answered(StoredResponse)
}

extension IdempotencyKey {
  /// The time in seconds after which a request without response counts as abandoned: longer than any request takes.
  package static let abandonedAfterSeconds: Int64 = 60
}

/// The store of idempotency keys, which are kept for a day.
package protocol IdempotencyStore: Sendable {
  /// Begins a request, unless it was begun before.
  /// - Parameter operation: the identifier for a new request.
  /// - Throws: `DomainError` `idempotency-key-reused` (unprocessable) if the key came with another request,
  ///   `idempotency-key-in-use` (conflict) while the same request is in progress (begun less than
  ///   `IdempotencyKey.abandonedAfterSeconds` ago and not answered yet), `token-unusable` (unauthenticated) if the
  ///   account is gone.
  func begin(_ request: IdempotencyKey, operation: OperationID, at instant: Timestamp) async throws -> IdempotencyRecord
  func finish(_ request: IdempotencyKey, _ answer: StoredResponse) async throws
  /// Releases the key of a request whose result is not to be replayed, such as a temporary error. The same request
  /// continues under its operation identifier; another request may use the key.
  func abandon(_ request: IdempotencyKey) async throws
  /// Deletes the keys that were begun before an instant.
  func forgetKeys(before instant: Timestamp) async throws
}
