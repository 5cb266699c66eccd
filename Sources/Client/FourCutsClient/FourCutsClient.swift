public import Contracts
public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Speaks with a fourcuts server for one person on one device.
///
/// It shows the access token with each request. When the server says that the token has expired, it gets a new one and
/// makes the request again, once. However many requests find out at the same moment, there is one refresh, and all wait
/// for it. When the server takes the refresh token no more, the session is cleared, `onSessionEnded` is called once,
/// and every request that waited throws `ClientError.sessionEnded`. A refresh that gets no answer, or one that blames
/// the server, ends nothing: the requests throw that error, and the next one tries again.
public actor FourCutsClient {
  /// Where the server is.
  public nonisolated let server: URL
  /// Called when the server has ended the session: the app shows its login. Not called for `logOut` and `withdraw`.
  nonisolated let onSessionEnded: @Sendable (Problem) -> Void
  nonisolated let network: URLSession
  let sessions: any SessionStore

  /// Nil until the store was asked.
  var known: KnownSession?
  /// The refresh under way.
  var renewal: Task<Result<Session, ClientError>, Never>?

  /// What is known of the session.
  enum KnownSession {
    case open(Session)
    case none
    /// The server ended it, and why.
    case ended(Problem)
  }

  /// A client of a server.
  /// - Parameters:
  ///   - server: The address below which `/api` is.
  ///   - sessions: Where the session outlives the process.
  ///   - configuration: How requests travel. Cookies and caches are of no use to it.
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

  /// Makes a request and reads its answer.
  /// - Throws: `ClientError`.
  public func answer<Document: Decodable & Sendable>(_ route: APIRequest, as type: Document.Type = Document.self)
    async throws(ClientError) -> Document
  {
    try await bytes(route).document(as: type)
  }

  /// Makes a request whose answer says nothing beyond that it was done.
  /// - Throws: `ClientError`.
  public func perform(_ route: APIRequest) async throws(ClientError) {
    _ = try await bytes(route)
  }

  /// The body of the answer to a request, with a new token where that is needed.
  func bytes(_ route: APIRequest) async throws(ClientError) -> APIResponse {
    let parts = route.parts
    guard parts.token != .none, let shown = try session(for: parts.token) else {
      return try await exchange(parts, token: nil).orProblem()
    }
    let answer = try await exchange(parts, token: shown.accessToken)
    // Whatever is wrong with the token: a new one helps, or the refresh tells that the session is over.
    guard answer.status == 401 else { return try answer.orProblem() }
    let renewed = try await renewed(insteadOf: shown)
    return try await exchange(parts, token: renewed.accessToken).orProblem()
  }

  private func session(for use: TokenUse) throws(ClientError) -> Session? {
    switch try knownSession() {
    case .open(let session): return session
    case .none where use == .needed: throw .loggedOut
    case .ended(let problem) where use == .needed: throw .sessionEnded(problem)
    case .none, .ended: return nil
    }
  }
}
