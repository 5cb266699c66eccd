/// Why something that was asked for is not done: a code for programs, one sentence for people.
///
/// Whatever else is thrown is our own fault and is reported as such.
/// Features add their refusals as static functions or members, so that a new one breaks no `switch`.
public struct DomainError: Error, Hashable, Sendable {
  /// What the refusal means to whoever asked; surfaces map it to an HTTP status or an exit code.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// What was said is wrong: it can be corrected and said again.
    case invalid
    /// The thing does not exist.
    case notFound = "missing"
    /// It contradicts what is there now.
    case conflict
    /// It contradicts what the same caller said before under the same key.
    case unprocessable = "contradiction"
    /// Whoever asks is not known.
    case unauthenticated
    /// Whoever asks is known and may not.
    case forbidden
    /// Larger than what is taken.
    case tooLarge
    /// Asked too often or by too many at once; the same may succeed in a little while.
    case rateLimited = "overCall"
    /// Not now; the same may succeed later.
    case unavailable
  }

  /// What the refusal means to whoever asked.
  public let kind: Kind
  /// Stable, lower case with hyphens, e.g. `latitude-out-of-range`.
  public let code: String
  /// One sentence that says what is wrong and what to do. It never holds secrets or people's places, and from servers
  /// no path of the machine.
  public let message: String
  /// The parameter, option or field it speaks of.
  public let field: String?
  /// What is out of order around the service, where that is the cause.
  public let condition: ServiceCondition?

  /// What the operator is told, who may know paths of the machine.
  public var operatorMessage: String { condition?.message ?? message }

  /// After how many seconds the same will be allowed, where that is known.
  public let retryAfter: Int64?

  /// A refusal; see the properties for what each part is for.
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
