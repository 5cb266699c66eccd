package import Basics
import Crypto

/// The program or browser that logs in, as far as rate limits distinguish it.
package struct LoginClient: Sendable {
  package var network: ClientNetwork
  /// The token that a browser kept since an earlier login; nil if it sent none.
  package var device: DeviceToken?
  /// The caller of an open session, if its access token came with the login.
  package var caller: Caller?
  /// What the account's list of devices calls it.
  package var name: DeviceName
  /// The language of the account's mails from then on; nil leaves it as it is.
  package var language: Language?

  package init(
    network: ClientNetwork, device: DeviceToken? = nil, caller: Caller? = nil, name: DeviceName = .unknown,
    language: Language? = nil
  ) {
    self.network = network
    self.device = device
    self.caller = caller
    (self.name, self.language) = (name, language)
  }

  /// A client on this machine, without an address.
  package static let local = LoginClient(network: .local)
}

/// Identifies a browser for the rate limits of logins: 32 unpredictable bytes. It grants no access.
package struct DeviceToken: Hashable, Sendable {
  private static let length = 32

  /// As stored by a browser.
  package let text: String

  package init(random: RandomBytes = systemRandom) { text = Base64URL.encode(random(Self.length)) }

  /// Parses a token that a client sends; nil if malformed.
  package init?(_ text: String) {
    guard text.utf8.count == 43, Base64URL.decode(text)?.count == Self.length else { return nil }
    self.text = text
  }
}

/// A keyed hash of a network or browser that has logged in to an account. It reveals neither.
package struct ClientTag: Hashable, Sendable, CustomStringConvertible {
  /// How many are kept for each account, the latest.
  package static let maxCount = 16

  package let description: String

  /// Keyed, so that addresses cannot be found by trying all.
  private init(_ words: [UInt8], of account: AccountID, _ authenticator: MessageAuthenticator) {
    let code = authenticator.code(for: Array("login client \(account) ".utf8) + words)
    description = Base64URL.encode(Array(code.prefix(18)))
  }

  init(_ network: ClientNetwork, of account: AccountID, _ authenticator: MessageAuthenticator) {
    self.init(Array("network ".utf8) + network.bytes, of: account, authenticator)
  }

  init(_ device: DeviceToken, of account: AccountID, _ authenticator: MessageAuthenticator) {
    self.init(Array("device \(device.text)".utf8), of: account, authenticator)
  }
}

/// The rate limits of password guesses.
///
/// A client that has logged in to an account before, recognised by its browser, its network or an open session, has a
/// separate limit. All others share the limit of strangers. So nobody can lock the owner out, and the guesses at one
/// account are bounded however many addresses take part.
enum GuessLimits {
  static let ofClient = [AttemptLimit(maxCount: 20, seconds: 60), AttemptLimit(maxCount: 60, seconds: 3600)]
  static let ofUnknownClients = [AttemptLimit(maxCount: 100, seconds: 3600)]

  /// What a login attempt is counted by.
  /// - Parameters:
  ///   - isDeviceKnown: whether the client's browser has logged in to the account before.
  ///   - isNetworkKnown: whether its network has.
  static func keys(
    _ email: EmailAddress, _ client: LoginClient, account: AccountID?, isDeviceKnown: Bool, isNetworkKnown: Bool
  ) -> [AttemptKey] {
    let address = Array(email.description.utf8)
    if let caller = client.caller, caller.account == account { return [key(caller.session)] }
    if isDeviceKnown, let device = client.device {
      return [AttemptKey("login device", Array(device.text.utf8) + address, ofClient)]
    }
    // The length separates the two.
    let network = client.network.bytes
    let ofNetwork = AttemptKey("login network", [UInt8(network.count)] + network + address, ofClient)
    return isNetworkKnown ? [ofNetwork] : [ofNetwork, AttemptKey("login unknown", address, ofUnknownClients)]
  }

  /// What guesses in an open session are counted by.
  static func key(_ session: SessionID) -> AttemptKey {
    AttemptKey("login session", Array(session.description.utf8), ofClient)
  }
}
