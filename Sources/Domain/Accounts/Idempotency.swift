package import Basics

/// What becomes of a request with a key.
package enum IdempotencyRecord: Hashable, Sendable {
  /// It is to be done. `operation` stays the same when a request is done anew that a process died over: whatever it
  /// makes is made under this number, once.
  case begin(operation: OperationID)
  /// It was done.
  case answered(StoredResponse)
}

/// Where keys are kept, for a day.
package protocol IdempotencyStore: Sendable {
  /// Begins a request, unless it was begun before.
  /// - Parameter operation: the number for one that is new.
  /// - Throws: `DomainError` `idempotency-key-reused` (unprocessable) where the key came with another request,
  ///   `idempotency-key-in-use` (conflict) where the same is being done right now: one that was begun less than
  ///   60 seconds ago and has no answer yet, `token-unusable` (unauthenticated) where the account is gone.
  func begin(_ request: IdempotencyKey, operation: OperationID, at instant: Timestamp) async throws -> IdempotencyRecord
  /// Keeps the answer of a request.
  func finish(_ request: IdempotencyKey, _ answer: StoredResponse) async throws
  /// Gives a key free whose request came to nothing that is to be repeated, such as a refusal for now. The same request
  /// goes on under its number; another one may take the key.
  func abandon(_ request: IdempotencyKey) async throws
  /// Forgets keys that were begun before a moment.
  func forgetKeys(before instant: Timestamp) async throws
}
