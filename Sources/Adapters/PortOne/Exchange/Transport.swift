import Basics
import WebClient

/// Asks a gateway, again where that is safe and may help, within the time of one call.
struct Transport: Sendable {
  /// The longest that the gateway may ask us to wait; whoever waits for us would give up otherwise.
  private static let maxRetryDelay = 2.0

  private let connection: PortOneConfiguration
  private let client: WebClient

  init(_ connection: PortOneConfiguration) {
    self.connection = connection
    var limits = WebLimits()
    (limits.parallel, limits.waiting) = (64, 1000)
    client = WebClient(
      limits: limits, overloadError: GatewayError.unavailable("was not asked: too many wait for it already"))
  }

  /// The answer to a call, whatever it says: a status of failure too, once repetitions are used up.
  /// - Throws: `gateway-unavailable` where there is none.
  func response(to portOneRequest: PortOneRequest, authorization: GatewaySecret?) async throws(DomainError)
    -> PortOneResponse
  {
    var request = portOneRequest.request(below: connection.address, authorization: authorization)
    let deadline = ContinuousClock.now + .seconds(totalTimeout)
    request.deadline = deadline
    var pauses = connection.retryDelays[...]
    while true {
      if Task.isCancelled { throw GatewayError.unavailable("was not asked: whoever wanted to know gave up") }
      let outcome = try await outcome(of: request)
      guard portOneRequest.isRepeatable, let pause = pauses.popFirst(),
        let wait = Self.wait(after: outcome, pause: pause),
        .now + .seconds(wait) < deadline
      else { return try Self.response(of: outcome) }
      try? await Task.sleep(for: .seconds(wait))
    }
  }

  /// Seconds; settings that are no length of time give none.
  private var totalTimeout: Double { connection.timeout > 0 ? min(connection.timeout, 3_600) : 0 }

  private func outcome(of request: WebRequest) async throws(DomainError) -> Result<PortOneResponse, WebFailure> {
    do {
      return .success(PortOneResponse(try await client.send(request)))
    } catch let failure as WebFailure {
      return .failure(failure)
    } catch let error as DomainError {
      throw error
    } catch {
      preconditionFailure("a client throws failures and its refusal only")
    }
  }

  /// How many seconds to wait before asking again; nil where that would not help.
  private static func wait(after outcome: Result<PortOneResponse, WebFailure>, pause: Double) -> Double? {
    switch outcome {
    case .failure(.unreachable): return pause
    // Slow once, slow again; and an answer that is too long does not shrink.
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
    case .failure(.tooLarge): throw GatewayError.notUnderstood("it is longer than any should be")
    // Nothing but the secret could be.
    case .failure(.unsendable): throw GatewayError.unauthorized
    }
  }
}
