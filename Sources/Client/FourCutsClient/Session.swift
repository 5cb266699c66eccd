import Contracts
import Foundation
import Synchronization

/// Somebody who is logged in on this device: what the client shows to the server.
public struct Session: Hashable, Sendable {
  /// The server that gave the tokens; they are shown to no other.
  public var server: String
  /// The identifier of the account.
  public var account: String
  /// Goes with each request until it expires.
  public var accessToken: String
  /// Gets a new access token, and a new one in its place.
  public var refreshToken: String

  /// A session from its parts.
  public init(server: String, account: String, accessToken: String, refreshToken: String) {
    self.server = server
    self.account = account
    self.accessToken = accessToken
    self.refreshToken = refreshToken
  }
}

/// Where a session outlives the process. An app keeps it in its keychain; every method runs on the client's actor and
/// should be quick.
public protocol SessionStore: Sendable {
  /// The session that was saved last; nil where none was, or it was cleared.
  /// - Throws: `ClientError.storage` where there is one that cannot be read.
  func load() throws(ClientError) -> Session?
  /// Keeps a session in place of the one before, wholly or not at all.
  /// - Throws: `ClientError.storage`.
  func save(_ session: Session) throws(ClientError)
  /// Forgets the session; having none is no error.
  /// - Throws: `ClientError.storage`.
  func clear() throws(ClientError)
}

/// Keeps a session as long as the process runs.
public final class MemorySessionStore: SessionStore {
  private let session: Mutex<Session?>

  /// A store that holds a session, or none.
  public init(_ session: Session? = nil) {
    self.session = Mutex(session)
  }

  /// The session that is held.
  public func load() -> Session? { session.withLock { $0 } }
  /// Holds a session.
  public func save(_ session: Session) { self.session.withLock { $0 = session } }
  /// Holds none.
  public func clear() { session.withLock { $0 = nil } }
}
