package import Basics
import Contracts
package import HTTP

/// How an interface tells of errors, and what becomes of unknown parameters.
package struct ErrorFormat: Sendable {
  /// Whether unknown and repeated parameters are refused; otherwise they are passed over.
  package let isStrict: Bool
  /// The answer that tells of a refusal at some time.
  package let refuse: @Sendable (DomainError, Timestamp) -> Response
  /// The answer that tells of a fault of our own, under a reference.
  package let fault: @Sendable (String) -> Response

  /// A format that tells the time.
  package init(
    isStrict: Bool, refuseAt refuse: @escaping @Sendable (DomainError, Timestamp) -> Response,
    fault: @escaping @Sendable (String) -> Response
  ) {
    self.isStrict = isStrict
    self.refuse = refuse
    self.fault = fault
  }

  /// A format that does not.
  package init(
    isStrict: Bool, refuse: @escaping @Sendable (DomainError) -> Response,
    fault: @escaping @Sendable (String) -> Response
  ) {
    self.init(isStrict: isStrict, refuseAt: { domainError, _ in refuse(domainError) }, fault: fault)
  }

  /// Problems (RFC 9457); OGC API – Features asks for the same.
  package static let problem = ErrorFormat(
    isStrict: true, refuse: { Problem($0).response }, fault: { Problem.fault($0).response })

  /// The same for callers that may add parameters of their own.
  package static let lenientProblem = ErrorFormat(isStrict: false, refuseAt: problem.refuse, fault: problem.fault)
}
