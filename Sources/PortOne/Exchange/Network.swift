import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why there is no answer.
enum NetworkFailure: Error, Hashable {
  case timedOut
  /// No connection, or one that broke; the number is Foundation's.
  case broken(Int)
  /// The server did not prove who it is.
  case untrusted
  /// The body had more bytes than were to be taken.
  case tooLong
}

/// Requests over HTTPS, or HTTP where the address says so: no redirection is followed, no cookie or answer kept.
final class Network: Sendable {
  private let transfers: Transfers
  private let session: URLSession

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpMaximumConnectionsPerHost = 64
    transfers = Transfers()
    // One after the other: without it the end of an answer can overtake what it consists of.
    let order = OperationQueue()
    order.maxConcurrentOperationCount = 1
    session = URLSession(configuration: configuration, delegate: transfers, delegateQueue: order)
  }

  deinit { session.finishTasksAndInvalidate() }

  /// One request and its answer.
  ///
  /// Whoever waits is told at the deadline. The request itself then runs to its end with nobody waiting, and what still
  /// comes of it is dropped: to cancel it at the moment of its completion ends the process on Linux (a fatal error in
  /// FoundationNetworking's registry of tasks).
  func exchange(
    _ request: URLRequest, largestAnswer: Int, until deadline: ContinuousClock.Instant
  ) async -> Result<Answer, NetworkFailure> {
    guard .now < deadline else { return .failure(.timedOut) }
    var request = request
    // How long nothing may come; Foundation for Linux counts whole seconds.
    request.timeoutInterval = max(1, ((deadline - .now) / .seconds(1)).rounded(.up)) + 1
    let task = session.dataTask(with: request)
    return await withCheckedContinuation { continuation in
      transfers.begin(task.taskIdentifier, largestAnswer: largestAnswer, until: deadline, continuation)
      task.resume()
    }
  }
}

/// What comes in, by request.
private final class Transfers: NSObject, URLSessionDataDelegate, Sendable {
  private struct Transfer {
    var body: [UInt8] = []
    let largestAnswer: Int
    /// Ends it at its deadline.
    let watch: Task<Void, Never>
    let continuation: CheckedContinuation<Result<Answer, NetworkFailure>, Never>
  }

  private let open = Mutex<[Int: Transfer]>([:])

  func begin(
    _ id: Int, largestAnswer: Int, until deadline: ContinuousClock.Instant,
    _ continuation: CheckedContinuation<Result<Answer, NetworkFailure>, Never>
  ) {
    open.withLock { open in
      let watch = Task {
        guard (try? await Task.sleep(until: deadline, clock: .continuous)) != nil else { return }
        self.end(id) { _ in .failure(.timedOut) }
      }
      open[id] = Transfer(largestAnswer: largestAnswer, watch: watch, continuation: continuation)
    }
  }

  /// Tells whoever waits for a request what came of it; nothing where they were told before.
  private func end(_ id: Int, _ outcome: (_ body: [UInt8]) -> Result<Answer, NetworkFailure>) {
    guard let transfer = open.withLock({ $0.removeValue(forKey: id) }) else { return }
    transfer.watch.cancel()
    transfer.continuation.resume(returning: outcome(transfer.body))
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let id = dataTask.taskIdentifier
    let isTooLong = open.withLock { open in
      guard let transfer = open[id] else { return false }
      guard data.count <= transfer.largestAnswer - transfer.body.count else { return true }
      open[id]?.body.append(contentsOf: data)
      return false
    }
    if isTooLong { end(id) { _ in .failure(.tooLong) } }
  }

  /// The answer that redirects is the answer: a secret goes to nobody but whom it was meant for.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    end(task.taskIdentifier) { Self.outcome(of: task, error, body: $0) }
  }

  private static func outcome(
    of task: URLSessionTask, _ error: (any Error)?, body: [UInt8]
  ) -> Result<Answer, NetworkFailure> {
    if let error { return .failure(failure(error)) }
    guard let response = task.response as? HTTPURLResponse else { return .failure(.broken(0)) }
    let retryAfter = response.value(forHTTPHeaderField: "Retry-After").flatMap(Double.init)
    return .success(Answer(status: response.statusCode, body: body, retryAfter: retryAfter))
  }

  private static func failure(_ error: any Error) -> NetworkFailure {
    let code = (error as? URLError)?.code ?? .unknown
    switch code {
    case .timedOut: return .timedOut
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      return .untrusted
    // Foundation for Linux has no code of its own for it, only what libcurl says.
    case .unknown where error.localizedDescription.hasPrefix("SSL "): return .untrusted
    default: return .broken(code.rawValue)
    }
  }
}
