import Contracts
import Foundation
import Synchronization

/// A session on this device: the account and its tokens.
public struct Session: Hashable, Sendable {
  /// The server that issued the tokens; they are sent to no other.
  public var server: String
  /// The identifier of the account.
  public var account: String
  /// Sent with each request until it expires.
  public var accessToken: String
  /// Exchanged for a new access token and a new refresh token.
  public var refreshToken: String

  /// Creates a session.
  public init(server: String, account: String, accessToken: String, refreshToken: String) {
    self.server = server
    self.account = account
    self.accessToken = accessToken
    self.refreshToken = refreshToken
  }
}

/// Persistent storage for a session. An app implements it with its keychain; every method runs on the client's actor
/// and should be fast.
public protocol SessionStore: Sendable {
  /// The last saved session; nil when there is none.
  /// - Throws: `ClientError.storage` when it exists but cannot be read.
  func load() throws(ClientError) -> Session?
  /// Replaces the session, atomically.
  /// - Throws: `ClientError.storage`.
  func save(_ session: Session) throws(ClientError)
  /// Removes the session; no error when there is none.
  /// - Throws: `ClientError.storage`.
  func clear() throws(ClientError)
}

/// Stores a session in memory only.
public final class MemorySessionStore: SessionStore {
  private let session: Mutex<Session?>

  /// Creates a store.
  public init(_ session: Session? = nil) {
    self.session = Mutex(session)
  }

  /// The current session.
  public func load() -> Session? { session.withLock { $0 } }
  /// Replaces the session.
  public func save(_ session: Session) { self.session.withLock { $0 = session } }
  /// Removes the session.
  public func clear() { session.withLock { $0 = nil } }
}
