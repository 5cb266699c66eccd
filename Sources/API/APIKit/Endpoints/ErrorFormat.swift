package import Basics
import Contracts
package import HTTP

/// How an API formats errors, and whether it accepts unknown parameters.
package struct ErrorFormat: Sendable {
  /// Whether unknown and repeated parameters are errors; otherwise they are ignored.
  package let isStrict: Bool
  package let errorResponse: @Sendable (DomainError, Timestamp) -> Response
  package let internalErrorResponse: @Sendable (String) -> Response

  /// A format that includes the time.
  package init(
    isStrict: Bool, errorResponseAt errorResponse: @escaping @Sendable (DomainError, Timestamp) -> Response,
    internalErrorResponse: @escaping @Sendable (String) -> Response
  ) {
    self.isStrict = isStrict
    self.errorResponse = errorResponse
    self.internalErrorResponse = internalErrorResponse
  }

  /// A format without the time.
  package init(
    isStrict: Bool, errorResponse: @escaping @Sendable (DomainError) -> Response,
    internalErrorResponse: @escaping @Sendable (String) -> Response
  ) {
    self.init(
      isStrict: isStrict, errorResponseAt: { domainError, _ in errorResponse(domainError) },
      internalErrorResponse: internalErrorResponse)
  }

  /// Problem documents (RFC 9457), which OGC API – Features recommends too.
  package static let problem = ErrorFormat(
    isStrict: true, errorResponse: { Problem($0).response }, internalErrorResponse: { Problem.fault($0).response })

  /// Problem documents; unknown parameters are ignored.
  package static let lenientProblem = ErrorFormat(
    isStrict: false, errorResponseAt: problem.errorResponse, internalErrorResponse: problem.internalErrorResponse)
}
