import Basics
import WebClient

/// Sends requests to a gateway. Retries if that is safe and may help, within the timeout of one call.
struct Transport: Sendable {
  /// The longest accepted `Retry-After`, in seconds: the caller would give up during a longer one.
  private static let maxRetryDelay = 2.0

  private let connection: PortOneConfiguration
  private let client: WebClient

  init(_ connection: PortOneConfiguration) {
    self.connection = connection
    var limits = WebLimits()
    (limits.parallel, limits.waiting) = (64, 1000)
    client = WebClient(
      "portone", limits: limits,
      overloadError: GatewayError.unavailable("was not called: too many requests are waiting"))
  }

  /// The response to a request, whatever its status, after all retries.
  /// - Throws: `gateway-unavailable` without a response.
  func response(to portOneRequest: PortOneRequest, authorization: GatewaySecret?) async throws(DomainError)
    -> PortOneResponse
  {
    var request = portOneRequest.request(below: connection.address, authorization: authorization)
    let deadline = ContinuousClock.now + .seconds(totalTimeout)
    request.deadline = deadline
    var pauses = connection.retryDelays[...]
    while true {
      if Task.isCancelled { throw GatewayError.unavailable("was not called: the caller cancelled") }
      let outcome = try await outcome(of: request)
      guard portOneRequest.isRepeatable, let pause = pauses.popFirst(),
        let wait = Self.wait(after: outcome, pause: pause),
        .now + .seconds(wait) < deadline
      else { return try Self.response(of: outcome) }
      try? await Task.sleep(for: .seconds(wait))
    }
  }

  /// Seconds; 0 for invalid settings.
  private var totalTimeout: Double { connection.timeout > 0 ? min(connection.timeout, 3_600) : 0 }

  private func outcome(of request: WebRequest) async throws(DomainError) -> Result<PortOneResponse, WebFailure> {
    do {
      return .success(PortOneResponse(try await client.send(request)))
    } catch let failure as WebFailure {
      return .failure(failure)
    } catch let error as DomainError {
      throw error
    } catch {
      preconditionFailure("a client throws WebFailure and DomainError only")
    }
  }

  /// The delay before a retry, in seconds; nil if a retry would not help.
  private static func wait(after outcome: Result<PortOneResponse, WebFailure>, pause: Double) -> Double? {
    switch outcome {
    case .failure(.unreachable): return pause
    // A slow request would be slow again, and a response that is too large would not shrink.
    case .failure(.tooSlow), .failure(.tooLarge), .failure(.untrusted), .failure(.unsendable): return nil
    case .success(let response):
      guard [429, 502, 503, 504].contains(response.status) else { return nil }
      let wanted = max(response.retryAfter ?? 0, pause)
      return wanted <= maxRetryDelay ? wanted : nil
    }
  }

  private static func response(of outcome: Result<PortOneResponse, WebFailure>) throws(DomainError) -> PortOneResponse {
    switch outcome {
    case .success(let response): return response
    case .failure(.tooSlow): throw GatewayError.unavailable("did not answer in time")
    case .failure(.unreachable(let reason)): throw GatewayError.unavailable("cannot be reached (\(reason))")
    case .failure(.untrusted): throw GatewayError.unavailable("cannot be trusted: its certificate is not valid")
    case .failure(.tooLarge): throw GatewayError.malformedResponse("it is too long")
    // Only the secret can be unsendable.
    case .failure(.unsendable): throw GatewayError.unauthorized
    }
  }
}
