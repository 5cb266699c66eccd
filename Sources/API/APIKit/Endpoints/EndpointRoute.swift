import Basics
import Contracts
package import HTTP
import Telemetry

extension Endpoint {
  package func route(in environment: APIEnvironment) -> Route {
    // A JSON body beyond its own limit is still read, so that the error can name the field.
    let limit = body.map { $0.fields == nil ? $0.limit : max($0.limit, RequestBody.discarded) } ?? 0
    var route = Route(method, path, bodyLimit: limit, handler(in: environment))
    route.isSafe = isSafe
    route.cost = cost.tokens
    route.isLongLived = isLongLived
    route.handlerTime = deadline
    return route
  }

  private func handler(in environment: APIEnvironment) -> Handler {
    let names = ParameterNames(query.map(\.name))
    switch handler {
    case .immediate(let answer):
      return .immediate { request in
        do { return try answer(context(request, names, environment)) } catch {
          return RequestScope.$current.withValue(request.scope(recorder: environment.spans)) {
            failure(error, request, environment)
          }
        }
      }
    case .deferred(let answer):
      // The engine refuses a request to a streaming route that says nothing of its body: an optional one is read first.
      if let body, body.fields != nil, !body.isOptional {
        return .streaming { await serve($0, names, environment, answer) }
      }
      // On the global executor: a long handler must not block the other connections of the event loop.
      return .deferred { request in
        await withTaskExecutorPreference(globalConcurrentExecutor) { await serve(request, names, environment, answer) }
      }
    case .streaming(let answer): return .streaming { await serve($0, names, environment, answer) }
    }
  }

  private func context(
    _ request: Request, _ names: ParameterNames, _ environment: APIEnvironment
  ) throws(DomainError) -> RequestContext {
    try RequestContext(request, knowing: names, isStrict: errorFormat.isStrict, cost: cost, in: environment)
  }

  private func serve(
    _ request: Request, _ names: ParameterNames, _ environment: APIEnvironment,
    _ answer: @Sendable (RequestContext) async throws -> Response
  ) async -> Response {
    await RequestScope.$current.withValue(request.scope(recorder: environment.spans)) {
      await respond(to: request, names, environment, answer)
    }
  }

  private func respond(
    to request: Request, _ names: ParameterNames, _ environment: APIEnvironment,
    _ answer: @Sendable (RequestContext) async throws -> Response
  ) async -> Response {
    do {
      var context = try context(request, names, environment)
      try await context.authenticate(for: self)
      try await context.readBody(body, isStrict: errorFormat.isStrict)
      let known = context
      return await known.servedConsistently(self) {
        do { return try await answer(known) } catch { return failure(error, request, environment) }
      }
    } catch { return failure(error, request, environment) }
  }

  private func failure(_ error: any Error, _ request: Request, _ environment: APIEnvironment) -> Response {
    let (format, now) = (errorFormatFor?(request) ?? errorFormat, environment.clock())
    if let domainError = error as? DomainError {
      var response = format.errorResponse(environment.conditions.report(domainError), now)
      if let seconds = domainError.retryAfter { response.headers["Retry-After"] = String(seconds) }
      return response
    }
    if let exceeded = error as? RateLimitExceeded {
      var response = failure(exceeded.domainError, request, environment)
      response.headers.add(exceeded)
      return response
    }
    if let nothing = error as? NotAcceptable { return Problem.notAcceptable(nothing.offered).response }
    if let error = error as? UnsupportedMediaType { return Problem.unsupportedMediaType(error.advice).response }
    if let failure = error as? BodyFailure { return format.errorResponse(DomainError(failure), now) }
    return format.internalErrorResponse(environment.report(error))
  }
}
