package import Basics
import Crypto

/// Something that concerns the security of an account, for the audit log. It holds nothing about a person but the
/// account's identifier.
package struct AccountEvent: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case signUp = "sign-up"
    /// A session was opened, or a login failed.
    case logIn = "log-in"
    case logOutEverywhere = "log-out-everywhere"
    /// A consumed refresh token was sent again: it may have been stolen. The session was ended.
    case refreshReplay = "refresh-replay"
    /// The password that a caller gave to confirm a change was wrong.
    case passwordCheck = "password-check"
    case passwordChange = "password-change"
    /// By a link, from an operator or by mail.
    case passwordReset = "password-reset"
    case identityLink = "identity-link"
    case identityUnlink = "identity-unlink"
    /// A passkey was added, or the answer of its authenticator was refused.
    case passkeyAddition = "passkey-add"
    case passkeyRemoval = "passkey-remove"
    /// An authenticator app was added to an account with a role, or its first code was wrong; or a passkey came to open
    /// operator sessions.
    case secondFactor = "second-factor"
    /// A session of a role was opened, or the code was wrong.
    case operatorSession = "operator-session"
    /// The code before a dangerous act was wrong.
    case codeCheck = "code-check"
    case withdrawal
  }

  package let kind: Kind
  /// Nil if none is known, such as for a login with an unknown address.
  package let account: AccountID?
  /// The code of the error; nil: done.
  package let failure: String?
  /// The kind of proof of identity: `password`, `passkey`, `sign-up`, or a provider.
  package let method: String?
  /// A keyed hash of the client's network, which reveals nothing but that events came from the same one.
  package let network: String?

  package init(
    _ kind: Kind, of account: AccountID?, failure: String? = nil, method: String? = nil, network: String? = nil
  ) {
    (self.kind, self.account, self.failure) = (kind, account, failure)
    (self.method, self.network) = (method, network)
  }
}

extension AccountService {
  /// Runs a body, and records that it was refused. Failures of the service itself are none of the account's.
  func recordingFailure<Result>(
    of kind: AccountEvent.Kind, _ account: AccountID?, method: String? = nil, from client: LoginClient? = nil,
    _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let error as DomainError where error.kind != .unavailable {
      await onEvent(
        AccountEvent(kind, of: account, failure: error.code, method: method, network: client.map(networkTag)))
      throw error
    }
  }

  /// A keyed hash, so that addresses cannot be found by trying all.
  func networkTag(_ client: LoginClient) -> String {
    Base64URL.encode(Array(authenticator.code(for: Array("audit network ".utf8) + client.network.bytes).prefix(12)))
  }
}
