package import Telemetry

extension Request {
  /// The identifier of the request in logs and in calls to other services. The trace is the client's if it sent exactly
  /// one valid `traceparent`.
  package func scope(recorder: SpanRecorder? = nil) -> RequestScope {
    let sent = headers.values(of: "traceparent")
    return RequestScope(request: id.number, traceparent: sent.count == 1 ? sent[0] : nil, recorder: recorder)
  }
}

extension SpanRecorder {
  /// The step that records requests; to be the outermost, so that it sees those that others refuse.
  package var middleware: Middleware {
    Middleware("traces", finish: { [self] record, request in request.map { observe(record, $0) } })
  }

  private func observe(_ access: AccessRecord, _ request: Request) {
    let scope = request.scope(recorder: self)
    guard scope.recorder != nil else { return }
    // As the semantic conventions of OpenTelemetry name them.
    let method = access.method?.rawValue ?? "_OTHER"
    var attributes = [
      LogField("http.request.method", method), LogField("http.response.status_code", access.status),
      LogField("http.response.body.size", access.bytes),
    ]
    if let route = access.route { attributes.append(LogField("http.route", route)) }
    record(
      Span(
        .server, access.route.map { "\(method) \($0)" } ?? method, id: scope.request, parent: scope.trace.parent,
        of: scope.trace, lasting: access.duration, attributes, hasFailed: access.status >= 500))
  }
}
