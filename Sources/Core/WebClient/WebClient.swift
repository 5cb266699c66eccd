package import Basics
import Concurrency
import Synchronization
import Telemetry

package struct WebLimits: Hashable, Sendable {
  /// The timeout for the complete response in milliseconds, including the wait in the queue.
  package var milliseconds = 5000
  /// The maximum size of a response body in bytes.
  package var bytes = 262_144
  /// The maximum number of concurrent requests; each occupies a thread.
  package var parallel = 16
  /// The maximum number of queued requests.
  package var waiting = 64

  package init() {}
}

/// An HTTP client for external services, with bounded time, size and concurrency. It does not follow redirects and
/// keeps no cookies.
///
/// For `https`, certificates are verified against the system's store, and a proxy of the environment is used. Each
/// request runs on its own thread up to its end or timeout, even if the caller no longer waits.
package final class WebClient: Sendable {
  private let limits: WebLimits
  private let work: BlockingWork
  /// Idle handles, with their open connections.
  private let idle = Mutex<[CurlHandle]>([])

  /// A client.
  /// - Parameters:
  ///   - service: what it calls, for monitoring.
  ///   - overloadError: thrown when too many requests are waiting.
  package init(_ service: String = "web", limits: WebLimits = WebLimits(), overloadError: DomainError) {
    self.limits = limits
    work = BlockingWork(service, parallel: limits.parallel, waiting: limits.waiting, overloadError: overloadError)
  }

  /// Sends a request and waits for the response. On behalf of a request of this server it continues with its trace,
  /// unless it is signed: libcurl's signature covers all fields, and the S3 server of the tests rejects it with this
  /// one.
  /// - Throws: `WebFailure`, or `overloadError`.
  package func send(_ request: WebRequest) async throws -> WebResponse {
    guard let call = RequestScope.current?.call() else { return try await perform(request) }
    var request = request
    if request.signingKey == nil { request.headers.append(("traceparent", call.traceparent)) }
    do {
      let response = try await perform(request)
      end(call, request, status: response.status)
      return response
    } catch {
      end(call, request, failure: error)
      throw error
    }
  }

  private func perform(_ request: WebRequest) async throws -> WebResponse {
    let deadline = request.deadline ?? .now + .milliseconds(limits.milliseconds)
    return try await work.run { try self.exchange(request, until: deadline) }
  }

  /// The path is left out: it may name people or things.
  private func end(_ call: CallScope, _ request: WebRequest, status: Int? = nil, failure: (any Error)? = nil) {
    let method = request.method?.rawValue ?? (request.body == nil ? "GET" : "POST")
    var attributes = [
      LogField("http.request.method", method), LogField("server.address", request.host),
      LogField("peer.service", work.label),
    ]
    if let status { attributes.append(LogField("http.response.status_code", status)) }
    if let failure { attributes.append(LogField("error.type", (failure as? WebFailure)?.code ?? "overload")) }
    call.end("\(method) \(work.label)", attributes, hasFailed: failure != nil || status.map { $0 >= 400 } == true)
  }

  private func exchange(
    _ request: WebRequest, until deadline: ContinuousClock.Instant
  ) throws(WebFailure) -> WebResponse {
    let left = (deadline - .now) / .milliseconds(1)
    guard left > 0 else { throw .tooSlow }
    // 0 would mean no limit.
    let milliseconds = Int(min(left.rounded(.up), Double(Int32.max)))
    let handle = idle.withLock { $0.popLast() } ?? CurlHandle()
    defer { idle.withLock { $0.append(handle) } }
    return try handle.exchange(request, milliseconds: milliseconds, bytes: request.maxBytes ?? limits.bytes)
  }
}
