/// An expected error: a code for programs and a message of one sentence for people.
///
/// Any other thrown error is a bug or a failure of the system and is reported as an internal error. Features add
/// their errors as static functions or members, so that a new one breaks no `switch`.
public struct DomainError: Error, Hashable, Sendable {
  /// The category of the error; APIs map it to an HTTP status, the command line to an exit code. The texts of three are
  /// older than their names: they are in the `type` of problem documents, which clients may compare.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Invalid input: correct it and try again.
    case invalid
    /// The resource does not exist.
    case notFound = "missing"
    /// The request conflicts with the current state.
    case conflict
    /// The request reuses an idempotency key with different content.
    case unprocessable = "contradiction"
    /// Authentication required.
    case unauthenticated
    /// The caller is authenticated but not permitted.
    case forbidden
    /// The input exceeds a size limit.
    case tooLarge
    /// Too many requests; retry a little later.
    case rateLimited = "overCall"
    /// Temporarily unavailable; retry later.
    case unavailable
  }

  /// The category of the error.
  public let kind: Kind
  /// Stable, lower case with hyphens, e.g. `latitude-out-of-range`.
  public let code: String
  /// One sentence: what is wrong, then what to do. It never contains secrets or coordinates of people, and on servers
  /// no paths.
  public let message: String
  /// The parameter, option or field in question.
  public let field: String?
  /// The operational problem that caused the error, if any.
  public let condition: ServiceCondition?

  /// The message for the operator, which may contain paths.
  public var operatorMessage: String { condition?.message ?? message }

  /// The seconds until a retry can succeed, if known.
  public let retryAfter: Int64?

  /// An error; see the properties.
  public init(
    _ kind: Kind, _ code: String, _ message: String, field: String? = nil, condition: ServiceCondition? = nil,
    retryAfter: Int64? = nil
  ) {
    self.kind = kind
    self.code = code
    self.message = message
    self.field = field
    self.condition = condition
    self.retryAfter = retryAfter
  }
}

/// What the operator may know of any error.
package func operatorMessage(of error: any Error) -> String {
  (error as? DomainError)?.operatorMessage ?? "\(error)"
}
