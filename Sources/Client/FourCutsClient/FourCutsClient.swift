public import Contracts
public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A client of a fourcuts server for one account on one device.
///
/// It sends the access token with each request. When the server reports that the token has expired, it refreshes the
/// token and retries the request once. Concurrent requests share one refresh. When the server rejects the refresh
/// token, the session is cleared, `onSessionEnded` is called once, and every waiting request throws
/// `ClientError.sessionEnded`. A refresh without a response, or with a server error, does not end the session: the
/// requests throw that error, and the next request tries again.
public actor FourCutsClient {
  /// The server's base URL.
  public nonisolated let server: URL
  /// Called when the server has ended the session, so that the app can show its login. Not called for `logOut` and
  /// `withdraw`.
  nonisolated let onSessionEnded: @Sendable (Problem) -> Void
  nonisolated let network: URLSession
  let sessions: any SessionStore

  /// Nil until loaded from the store.
  var sessionState: SessionState?
  /// The refresh in progress.
  var renewal: Task<Result<Session, ClientError>, Never>?

  enum SessionState {
    case open(Session)
    case none
    /// The server ended it; with the reason.
    case ended(Problem)
  }

  /// Creates a client.
  /// - Parameters:
  ///   - server: The URL that `/api` is appended to.
  ///   - sessions: The persistent storage of the session.
  ///   - configuration: The URL session configuration. The client needs no cookies or caches.
  ///   - onSessionEnded: Called with the reason when the server has ended the session.
  public init(
    server: URL, sessions: any SessionStore = MemorySessionStore(), configuration: URLSessionConfiguration = .ephemeral,
    onSessionEnded: @escaping @Sendable (Problem) -> Void = { _ in }
  ) {
    self.server = server
    self.sessions = sessions
    self.onSessionEnded = onSessionEnded
    network = URLSession(configuration: configuration)
  }

  deinit {
    network.finishTasksAndInvalidate()
  }

  /// Sends a request and decodes its response.
  /// - Throws: `ClientError`.
  package func answer<Document: Decodable & Sendable>(
    _ request: APIRequest, as type: Document.Type = Document.self
  ) async throws(ClientError) -> Document {
    try await bytes(request).document(as: type)
  }

  /// Sends a request whose response has no content.
  /// - Throws: `ClientError`.
  func perform(_ request: APIRequest) async throws(ClientError) {
    _ = try await bytes(request)
  }

  /// Sends a request, refreshing the token if needed.
  func bytes(_ request: APIRequest) async throws(ClientError) -> APIResponse {
    guard request.token != .none, let usedSession = try session(for: request.token) else {
      return try await exchange(request, token: nil).successOrThrow()
    }
    let answer = try await exchange(request, token: usedSession.accessToken)
    // Whatever is wrong with the token: either a new one works, or the refresh reports the end of the session.
    guard answer.status == 401 else { return try answer.successOrThrow() }
    let renewed = try await renewed(insteadOf: usedSession)
    return try await exchange(request, token: renewed.accessToken).successOrThrow()
  }

  private func session(for use: APIRequest.TokenUse) throws(ClientError) -> Session? {
    switch try knownSession() {
    case .open(let session): return session
    case .none where use == .required: throw .loggedOut
    case .ended(let problem) where use == .required: throw .sessionEnded(problem)
    case .none, .ended: return nil
    }
  }
}
