/// A named step around the router: what applies to all requests, such as limits, metrics and logs.
///
/// The closures run on the event loop: they must not block, and on the way of each request they should not allocate.
package struct Middleware: Sendable {
  package let name: String
  /// Called when a request was routed, before any of its body is read, in the order of the list. It may change the
  /// request that the handler gets, and add fields to the response. A fault is answered instead of the route, and later
  /// steps do not see the request.
  package var receive: (@Sendable (inout IncomingRequest) -> Fault?)?
  /// Called once for each request when its response has ended, or its connection before that. The request is nil when
  /// its head could not be parsed: such requests were not received by any step.
  package var finish: (@Sendable (AccessRecord, Request?) -> Void)?

  package init(
    _ name: String, receive: (@Sendable (inout IncomingRequest) -> Fault?)? = nil,
    finish: (@Sendable (AccessRecord, Request?) -> Void)? = nil
  ) {
    (self.name, self.receive, self.finish) = (name, receive, finish)
  }
}

/// A request whose head was routed.
package struct IncomingRequest: Sendable {
  package var request: Request
  /// The route's pattern; nil when no route matches.
  package let route: String?
  /// What the request costs, in the unit of `Route.cost`.
  package let cost: Int
  /// Fields that are added to the response, whatever it is.
  package var responseHeaders = Headers()
}

/// The record of a request that has ended, without anything that reveals a position or a person.
package struct AccessRecord: Sendable, Hashable {
  /// The status of requests whose client was gone before a response, as nginx logs it.
  package static let clientGone = 499

  /// The method; HEAD is `HEAD` here. Nil when the head could not be parsed.
  package var method: Method?
  /// The route's pattern, never the path or the query; nil when no route matched.
  package var route: String?
  package var status: Int
  /// Bytes of the response body, as sent.
  package var bytes: Int
  /// The time from the request's head to the end of the response.
  package var duration: Duration
}
