import Basics
package import HTTP

/// Runs requests if replicas of the database answer some reads.
package protocol ReadConsistency: Sendable {
  /// Runs the work of a request.
  /// - Returns: What it gave, and how far its writes reach.
  func serve(_ reads: RequestReads, _ work: @Sendable () async -> Response) async -> (Response, WritePosition)
}

/// The databases that a request may read.
package enum RequestReads: Hashable, Sendable {
  case primary
  /// To a replica that has what the client wrote.
  /// - Parameter position: As the client sent it; nil if it has written nothing. With a malformed one, the primary is
  ///   read.
  case replica(after: String?)
}

/// How far the writes of a request reach in the database's log.
package enum WritePosition: Hashable, Sendable {
  case nothingWritten
  /// A text that the client sends with later requests.
  case position(String)
  case unknown
}

/// How clients carry the position of their last write. It is no secret, and grants nothing.
enum PositionTransport {
  /// For clients without cookies. Sent with an answer, and by the client with later requests. An empty one tells the
  /// client to discard its position: its write reaches further, nobody knows how far.
  static let header = "Fourcuts-Position"
  static let cookie = BrowserCookie(name: "fourcuts-position", path: "/", sameSite: .strict)
  /// In seconds. Longer than between two renewals of an access token, whose answers have a position too.
  static let lifetime: Int64 = 3600
}

extension RequestContext {
  /// Runs the work of an endpoint, and gives the client the position of what that has written.
  func servedConsistently(_ endpoint: Endpoint, _ work: @Sendable () async -> Response) async -> Response {
    guard let consistency = environment.consistency else { return await work() }
    var (response, written) = await consistency.serve(reads(of: endpoint), work)
    switch written {
    case .nothingWritten: break
    case .position(let position):
      response.headers.add(PositionTransport.header, position)
      set(
        PositionTransport.cookie, position, until: now.advanced(seconds: PositionTransport.lifetime), in: &response)
    case .unknown:
      response.headers.add(PositionTransport.header, "")
      clear(PositionTransport.cookie, in: &response)
    }
    return response
  }

  /// Only requests that change nothing read from replicas. One of a signed-in client without a position does not: it may
  /// keep no cookies, and have written a moment ago.
  private func reads(of endpoint: Endpoint) -> RequestReads {
    guard request.method == .get, endpoint.isSafe else { return .primary }
    // The later of both: of simultaneous writes, a cookie keeps the position of the last answer.
    let sent = [request.headers[PositionTransport.header], cookie(PositionTransport.cookie)]
    let position = sent.compactMap(\.self).max()
    let isSignedIn = caller != nil || request.headers["Authorization"] != nil
    return position == nil && isSignedIn ? .primary : .replica(after: position)
  }
}
