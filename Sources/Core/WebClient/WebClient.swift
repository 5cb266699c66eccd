package import Basics
import Concurrency
import Synchronization

/// What an exchange may cost.
package struct WebLimits: Hashable, Sendable {
  /// Milliseconds until the answer is there whole, the wait for its turn counted in.
  package var milliseconds = 5000
  /// Bytes of an answer's body.
  package var bytes = 262_144
  /// Exchanges at the same time; each has a thread meanwhile.
  package var parallel = 16
  /// Further ones that wait for their turn.
  package var waiting = 64

  /// The usual limits.
  package init() {}
}

/// Asks services of others over HTTP: bounded in time, size and number, following no redirection, keeping no cookie.
///
/// Over `https` certificates are checked against the system's, and a proxy of the environment is used. Each exchange
/// runs on a thread of its own to its end or its limit, also where whoever asked no longer waits.
package final class WebClient: Sendable {
  private let limits: WebLimits
  private let work: BlockingWork
  /// Handles that nobody uses, with the connections that they keep open.
  private let idle = Mutex<[CurlHandle]>([])

  /// A client.
  /// - Parameter overloadError: what is thrown where too many exchanges are under way.
  package init(limits: WebLimits = WebLimits(), overloadError: DomainError) {
    self.limits = limits
    work = BlockingWork("web", parallel: limits.parallel, waiting: limits.waiting, overloadError: overloadError)
  }

  /// Sends a request and waits for its answer.
  /// - Throws: `WebFailure`; the client's refusal where there is no room.
  package func send(_ request: WebRequest) async throws -> WebResponse {
    let deadline = request.deadline ?? .now + .milliseconds(limits.milliseconds)
    return try await work.run { try self.exchange(request, until: deadline) }
  }

  private func exchange(
    _ request: WebRequest, until deadline: ContinuousClock.Instant
  ) throws(WebFailure) -> WebResponse {
    let left = (deadline - .now) / .milliseconds(1)
    guard left > 0 else { throw .tooSlow }
    // 0 would be no limit.
    let milliseconds = Int(min(left.rounded(.up), Double(Int32.max)))
    let handle = idle.withLock { $0.popLast() } ?? CurlHandle()
    defer { idle.withLock { $0.append(handle) } }
    return try handle.exchange(request, milliseconds: milliseconds, bytes: request.maxBytes ?? limits.bytes)
  }
}
