import Basics

extension DomainError {
  static let idempotencyKeyReused = DomainError(
    .unprocessable, "idempotency-key-reused",
    "The key was used for a different request; use a new key.", field: "Idempotency-Key")
  static let idempotencyKeyInUse = DomainError(
    .conflict, "idempotency-key-in-use",
    "The same request is still in progress; retry when it has finished.", field: "Idempotency-Key")
}
