import Contracts
import Foundation

extension FourCutsClient {
  /// The session state; loads it from the store once.
  func knownSession() throws(ClientError) -> SessionState {
    if let sessionState { return sessionState }
    let found = try storedSession().map(SessionState.open) ?? .none
    sessionState = found
    return found
  }

  /// The stored session, if it belongs to this server: tokens are sent to no other.
  private func storedSession() throws(ClientError) -> Session? {
    guard let session = try sessions.load(), session.server == server.absoluteString else { return nil }
    return session
  }

  func begin(_ session: Session) throws(ClientError) {
    sessionState = .open(session)
    try sessions.save(session)
  }

  func end(because problem: Problem? = nil) throws(ClientError) {
    sessionState = problem.map(SessionState.ended) ?? SessionState.none
    try sessions.clear()
  }

  /// A session with a newer access token than the rejected one. The first caller starts the refresh, and all others
  /// await the same task: nothing else runs on this actor between the check and the start.
  func renewed(insteadOf usedSession: Session) async throws(ClientError) -> Session {
    switch try knownSession() {
    case .open(let session) where session.accessToken != usedSession.accessToken: return session
    case .open: break
    case .none: throw .loggedOut
    case .ended(let problem): throw .sessionEnded(problem)
    }
    // An unstructured task: the cancellation of one waiting caller does not affect the others.
    let renewal = self.renewal ?? Task { await self.renew(usedSession) }
    self.renewal = renewal
    return try await renewal.value.get()
  }

  private func renew(_ used: Session) async -> Result<Session, ClientError> {
    defer { renewal = nil }
    do throws(ClientError) {
      // Another process with the same store may have refreshed already.
      if let stored = try storedSession(), stored.accessToken != used.accessToken {
        sessionState = .open(stored)
        return .success(stored)
      }
      return .success(try await refreshed(used))
    } catch {
      return .failure(error)
    }
  }

  private func refreshed(_ used: Session) async throws(ClientError) -> Session {
    let request = APIRequest(
      "POST", "sessions", "refresh", json: RefreshRequest(refreshToken: used.refreshToken), token: .none)
    let answer = try await exchange(request, token: nil)
    // A login or logout meanwhile takes precedence.
    guard case .open(let now) = try knownSession(), now == used else { return try openSession() }
    guard answer.status != 401 else {
      let problem = Problem(status: answer.status, document: answer.body)
      try end(because: problem)
      onSessionEnded(problem)
      throw .sessionEnded(problem)
    }
    let tokens = try answer.successOrThrow().document(as: TokensDocument.self)
    var next = used
    next.accessToken = tokens.accessToken
    next.refreshToken = tokens.refreshToken
    try begin(next)
    return next
  }

  private func openSession() throws(ClientError) -> Session {
    switch try knownSession() {
    case .open(let session): return session
    case .none: throw .loggedOut
    case .ended(let problem): throw .sessionEnded(problem)
    }
  }
}
