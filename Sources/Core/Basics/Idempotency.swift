/// A request that its client may repeat without its being done twice (as the IETF's draft of the header
/// `Idempotency-Key` says).
public struct IdempotencyKey: Hashable, Sendable {
  /// Whose key.
  public let account: AccountID
  /// The client's word: 1...255 visible ASCII characters.
  public let key: String
  /// The SHA-256 of method, path and body, in hexadecimal.
  public let fingerprint: String

  /// A request from its parts.
  public init(account: AccountID, key: String, fingerprint: String) {
    self.account = account
    self.key = key
    self.fingerprint = fingerprint
  }
}

/// An answer that is given again to repetitions.
public struct StoredResponse: Hashable, Sendable {
  /// The HTTP status, 200...499.
  public let status: Int
  /// The body.
  public let body: [UInt8]
  /// Its media type.
  public let type: String

  /// An answer from its parts.
  public init(status: Int, body: [UInt8], type: String) {
    self.status = status
    self.body = body
    self.type = type
  }
}

/// The answer to a request with a key, kept by the transaction that decides what it is: whatever happens afterwards,
/// what was decided and what is told of it agree.
public struct RequestCompletion<Outcome>: Sendable {
  /// The request.
  public let key: IdempotencyKey
  /// The answer that an outcome is told with; nil where none is kept, since the same request may have another outcome.
  public let response: @Sendable (Result<Outcome, DomainError>) -> StoredResponse?

  /// A completion from its parts.
  public init(
    key: IdempotencyKey, response: @escaping @Sendable (Result<Outcome, DomainError>) -> StoredResponse?
  ) {
    self.key = key
    self.response = response
  }
}
