package import Basics
import Crypto

/// The program or browser that logs in, as far as it is told apart from others.
package struct LoginClient: Sendable {
  /// Where it is.
  package var network: ClientNetwork
  /// What a browser has kept since an earlier login; nil where it shows nothing.
  package var device: DeviceToken?
  /// Who shows the access token of an open session along with the login.
  package var caller: Caller?

  /// A client from its parts.
  package init(network: ClientNetwork, device: DeviceToken? = nil, caller: Caller? = nil) {
    self.network = network
    self.device = device
    self.caller = caller
  }

  /// One without an address, as programs of this machine have none.
  package static let local = LoginClient(network: .local)
}

/// What tells a browser from others for the limits of logins: 32 unpredictable bytes. It opens nothing.
package struct DeviceToken: Hashable, Sendable {
  private static let length = 32

  /// As a browser keeps it.
  package let text: String

  /// A new token.
  package init(random: RandomBytes = systemRandom) { text = Base64URL.encode(random(Self.length)) }

  /// A token that somebody shows; nil where the text is none.
  package init?(_ text: String) {
    guard text.utf8.count == 43, Base64URL.decode(text)?.count == Self.length else { return nil }
    self.text = text
  }
}

/// Stands for a network or browser from which somebody has logged in to an account: it tells neither.
package struct ClientTag: Hashable, Sendable, CustomStringConvertible {
  /// For a table.
  package let description: String

  /// A tag of a secret's own making: without it no address is found out by trying all.
  private init(_ words: [UInt8], of account: AccountID, _ seal: Seal) {
    let code = seal.code(for: Array("login client \(account) ".utf8) + words)
    description = Base64URL.encode(Array(code.prefix(18)))
  }

  init(_ network: ClientNetwork, of account: AccountID, _ seal: Seal) {
    self.init(Array("network ".utf8) + network.bytes, of: account, seal)
  }

  init(_ device: DeviceToken, of account: AccountID, _ seal: Seal) {
    self.init(Array("device \(device.text)".utf8), of: account, seal)
  }
}

/// How often passwords may be guessed.
///
/// Whoever has logged in to an account before has guesses of their own: by the browser, by the network, or by a session
/// that is open. All others share those of strangers, so that nobody keeps the owner out, and however many addresses
/// guess, the guesses at one account stay bounded.
struct GuessLimits: Sendable {
  /// What guesses are counted for.
  enum Target: Hashable, Sendable {
    case client(EmailAddress, ClientNetwork)
    case device(EmailAddress, DeviceToken)
    case session(SessionID)
    /// Everybody who has not logged in to the account before.
    case strangers(EmailAddress)
  }

  typealias Claim = AttemptLimiter<Target>.Claim

  static let ofClient = [AttemptBound(maxCount: 20, seconds: 60), AttemptBound(maxCount: 60, seconds: 3600)]
  static let ofStrangers = [AttemptBound(maxCount: 100, seconds: 3600)]

  let limiter = AttemptLimiter<Target>()

  /// What a login counts for.
  /// - Parameters:
  ///   - isDeviceKnown: whether the client's browser has logged in to the account before.
  ///   - isNetworkKnown: the same of its network.
  static func claims(
    _ email: EmailAddress, _ client: LoginClient, account: AccountID?, isDeviceKnown: Bool, isNetworkKnown: Bool
  ) -> [Claim] {
    if let caller = client.caller, caller.account == account { return [.init(.session(caller.session), ofClient)] }
    if isDeviceKnown, let device = client.device { return [.init(.device(email, device), ofClient)] }
    let network = Claim(.client(email, client.network), ofClient)
    return isNetworkKnown ? [network] : [network, .init(.strangers(email), ofStrangers)]
  }
}
