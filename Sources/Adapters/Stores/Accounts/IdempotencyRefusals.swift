import Basics

extension Refusal {
  static let idempotencyKeyReused = Refusal(
    .contradiction, "idempotency-key-reused",
    "The key came with another request before: a new request needs a new key.", field: "Idempotency-Key")
  static let idempotencyKeyInUse = Refusal(
    .conflict, "idempotency-key-in-use",
    "The same request is being done right now: ask again when it is done.", field: "Idempotency-Key")
}
