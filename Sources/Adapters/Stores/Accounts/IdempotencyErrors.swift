import Basics

extension DomainError {
  static let idempotencyKeyReused = DomainError(
    .unprocessable, "idempotency-key-reused",
    "The key came with another request before: a new request needs a new key.", field: "Idempotency-Key")
  static let idempotencyKeyInUse = DomainError(
    .conflict, "idempotency-key-in-use",
    "The same request is being done right now: ask again when it is done.", field: "Idempotency-Key")
}
