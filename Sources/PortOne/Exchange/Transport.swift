import Basics
import Foundation

/// Asks a gateway, again where that is safe and may help, within the time of one call.
struct Transport: Sendable {
  /// The longest that the gateway may ask us to wait; whoever waits for us would give up otherwise.
  private static let longestPause = 2.0

  private let connection: PortOneConnection
  private let network = Network()

  /// Connections for a call. What has a body gets one of its own: where a connection that was used before breaks,
  /// libcurl sends the request again by itself, whatever it does.
  private func network(for call: Call) -> Network { call.method == .get ? network : Network() }

  init(_ connection: PortOneConnection) { self.connection = connection }

  /// The answer to a call, whatever it says: a status of failure too, once repetitions are used up.
  /// - Throws: `gateway-unavailable` where there is none.
  func answer(to call: Call, authorization: Secret?) async throws(Refusal) -> Answer {
    let request = try call.request(below: connection.url, authorization: authorization)
    let deadline = ContinuousClock.now + .seconds(patience)
    var pauses = connection.pauses[...]
    while true {
      if Task.isCancelled { throw GatewayRefusal.unavailable("was not asked: whoever wanted to know gave up") }
      let outcome = await network(for: call).exchange(request, largestAnswer: call.largestAnswer, until: deadline)
      guard call.isRepeatable, let pause = pauses.popFirst(), let wait = Self.wait(after: outcome, pause: pause),
        .now + .seconds(wait) < deadline
      else { return try Self.answer(of: outcome) }
      try? await Task.sleep(for: .seconds(wait))
    }
  }

  /// Seconds; settings that are no length of time give none.
  private var patience: Double { connection.timeout > 0 ? min(connection.timeout, 3_600) : 0 }

  /// How many seconds to wait before asking again; nil where that would not help.
  private static func wait(after outcome: Result<Answer, NetworkFailure>, pause: Double) -> Double? {
    switch outcome {
    case .failure(.broken): return pause
    // Slow once, slow again; and an answer that is too long does not shrink.
    case .failure(.timedOut), .failure(.tooLong), .failure(.untrusted): return nil
    case .success(let answer):
      guard [429, 502, 503, 504].contains(answer.status) else { return nil }
      let wanted = max(answer.retryAfter ?? 0, pause)
      return wanted <= longestPause ? wanted : nil
    }
  }

  private static func answer(of outcome: Result<Answer, NetworkFailure>) throws(Refusal) -> Answer {
    switch outcome {
    case .success(let answer): return answer
    case .failure(.timedOut): throw GatewayRefusal.unavailable("did not answer in time")
    case .failure(.broken(let code)): throw GatewayRefusal.unavailable("cannot be reached (network error \(code))")
    case .failure(.untrusted): throw GatewayRefusal.unavailable("cannot be trusted: its certificate is not valid")
    case .failure(.tooLong): throw GatewayRefusal.notUnderstood("it is longer than any should be")
    }
  }
}
