package import Basics
import Contracts
package import HTTP

/// How an API formats errors, and whether it accepts unknown parameters.
package struct ErrorFormat: Sendable {
  /// Whether unknown and repeated parameters are errors; otherwise they are ignored.
  package let isStrict: Bool
  /// The response for a domain error at a given time.
  package let refuse: @Sendable (DomainError, Timestamp) -> Response
  /// The response for an internal error with its reference.
  package let fault: @Sendable (String) -> Response

  /// A format that includes the time.
  package init(
    isStrict: Bool, refuseAt refuse: @escaping @Sendable (DomainError, Timestamp) -> Response,
    fault: @escaping @Sendable (String) -> Response
  ) {
    self.isStrict = isStrict
    self.refuse = refuse
    self.fault = fault
  }

  /// A format without the time.
  package init(
    isStrict: Bool, refuse: @escaping @Sendable (DomainError) -> Response,
    fault: @escaping @Sendable (String) -> Response
  ) {
    self.init(isStrict: isStrict, refuseAt: { domainError, _ in refuse(domainError) }, fault: fault)
  }

  /// Problem documents (RFC 9457), which OGC API – Features recommends too.
  package static let problem = ErrorFormat(
    isStrict: true, refuse: { Problem($0).response }, fault: { Problem.fault($0).response })

  /// Problem documents; unknown parameters are ignored.
  package static let lenientProblem = ErrorFormat(isStrict: false, refuseAt: problem.refuse, fault: problem.fault)
}
