/// An idempotency key: a client may repeat the request without executing it twice (IETF draft of the header
/// `Idempotency-Key`).
public struct IdempotencyKey: Hashable, Sendable {
  /// The account that sent the request.
  public let account: AccountID
  /// The key that the client chose: 1...255 visible ASCII characters.
  public let key: String
  /// The SHA-256 of method, path and body, in hexadecimal.
  public let fingerprint: String

  /// A key from its parts.
  public init(account: AccountID, key: String, fingerprint: String) {
    self.account = account
    self.key = key
    self.fingerprint = fingerprint
  }
}

/// A stored response, which is replayed for repeated requests.
public struct StoredResponse: Hashable, Sendable {
  /// The HTTP status, 200...499.
  public let status: Int
  /// The body.
  public let body: [UInt8]
  /// The media type of the body.
  public let type: String

  /// A response from its parts.
  public init(status: Int, body: [UInt8], type: String) {
    self.status = status
    self.body = body
    self.type = type
  }
}

/// Stores the response to a request with an idempotency key in the transaction that decides its outcome, so that
/// outcome and response always agree.
public struct RequestCompletion<Outcome>: Sendable {
  /// The idempotency key of the request.
  public let key: IdempotencyKey
  /// Makes the response for an outcome; nil when none is stored, because a repetition may have another outcome.
  public let response: @Sendable (Result<Outcome, DomainError>) -> StoredResponse?

  /// A completion from its parts.
  public init(
    key: IdempotencyKey, response: @escaping @Sendable (Result<Outcome, DomainError>) -> StoredResponse?
  ) {
    self.key = key
    self.response = response
  }
}
