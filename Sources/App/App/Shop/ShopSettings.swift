import Basics
import Payments
import PortOne
import WebClient

/// What can be set about selling.
struct ShopSettings: Sendable {
  /// The first interface, where it is used.
  struct FirstInterface: Sendable {
    var key: String
    var secret: String
    /// The shop's code (`imp…`), for clients.
    var code: String?
  }

  /// The second interface, where it is used.
  struct SecondInterface: Sendable {
    var secret: String
    var webhookSecrets: [String] = []
    var store: String?
    var channel: String?
  }

  /// Which gateways there are, and with what they are asked.
  static let gatewayOptions: [OptionSpecification] =
    [.setting("portone-url", "URL", nil, "Ask this address instead of PortOne's own, such as a sandbox's")]
    + OptionSpecification.secret("portone-v1-key", "PortOne V1: imp_key")
    + OptionSpecification.secret("portone-v1-secret", "PortOne V1: imp_secret")
    + OptionSpecification.secret("portone-v2-secret", "PortOne V2: the secret of its interface")
    + [
      .setting("portone-store", "ID", nil, "PortOne V2: our store; payments to others are not taken"),
      {
        var option = OptionSpecification.setting(
          "portone-test-payments", "yes|no", "no",
          "Take payments of test channels, which move no money; those of a gateway on this machine always are")
        option.choices = Choice.allCases.map(\.rawValue)
        return option
      }(),
      .setting("payment-providers", "NAMES", nil, "Take these payment companies only, e.g. html5_inicis,tosspayments"),
      .setting("payment-methods", "NAMES", nil, "Take these ways of paying only, e.g. card,vbank"),
    ]

  /// What only a server needs beside that.
  static let options: [OptionSpecification] =
    gatewayOptions
    + OptionSpecification.secret(
      "portone-webhook-secret", "PortOne V2: a secret that signs its messages", isRepeatable: true)
    + [
      .setting("portone-channel", "KEY", nil, "PortOne V2: the channel by which clients pay"),
      .setting("portone-v1-code", "CODE", nil, "PortOne V1: the shop's code, for clients"),
      .setting(
        "pay-method", "WORD", nil, "How clients pay, in the word of PortOne's library, e.g. EASY_PAY; else card"),
      .setting(
        "checkout-url", "URL", nil, "Have browsers pay at this address, such as a sandbox's, not by PortOne's library"),
      .setting("pay-within", "SECONDS", "3600", "How long an order can be paid (1 to 604,800)"),
    ]

  var first: FirstInterface?
  var second: SecondInterface?
  /// Where both are asked; nil: PortOne's own addresses.
  var address: WebAddress?
  /// Whether payments count that move no money.
  var acceptsTestPayments = false
  var policy = PaymentPolicy()
  /// How clients pay; nil: by card.
  var method: String?
  /// Where browsers pay; nil: in a window of the gateway's library.
  var window: String?

  private enum Choice: String, CaseIterable { case yes, no }

  /// Whether anything can be sold.
  var isOpen: Bool { first != nil || second != nil }

  /// Everything that no table and no message may hold.
  var secrets: [String] {
    [first?.key, first?.secret, second?.secret].compactMap { $0 } + (second?.webhookSecrets ?? [])
  }

  /// A closed shop.
  init() {}

  /// The settings of a command line.
  /// - Throws: `DomainError` of the command line or of a file with a secret.
  init(_ command: ParsedCommand) throws(DomainError) {
    first = try FirstInterface(command)
    second = try SecondInterface(command)
    address = try command.address("portone-url")
    guard address == nil || isOpen else {
      throw .usage(
        "gateway-incomplete", "--portone-url needs --portone-v1-key and --portone-v1-secret, or --portone-v2-secret.")
    }
    method = command.text("pay-method")
    window = try command.address("checkout-url")?.description
    guard window == nil || isOpen else {
      throw .usage("gateway-incomplete", "--checkout-url needs a gateway that can be asked what was paid there.")
    }
    // In clear only this machine is asked, where nothing but a sandbox listens.
    acceptsTestPayments =
      try command.choice("portone-test-payments", Choice.self) == .yes || address?.isSecure == false
    if let seconds = try command.integer("pay-within", 1...604_800) { policy.payWithin = Int64(seconds) }
    policy.providers = command.allowed("payment-providers")
    policy.methods = command.allowed("payment-methods")
    policy.stores = second?.store.map { [$0] }
  }
}

extension ShopSettings.FirstInterface {
  /// Nil where nothing of it is given.
  fileprivate init?(_ command: ParsedCommand) throws(DomainError) {
    let (key, secret) = (try command.secret("portone-v1-key"), try command.secret("portone-v1-secret"))
    code = command.text("portone-v1-code")
    if key == nil, secret == nil, code == nil { return nil }
    guard let key, let secret else {
      throw .usage(
        "gateway-incomplete",
        "PortOne V1 is asked with both --portone-v1-key and --portone-v1-secret; give the one that is missing.")
    }
    self.key = key
    self.secret = secret
  }
}

extension ShopSettings.SecondInterface {
  /// Nil where nothing of it is given.
  fileprivate init?(_ command: ParsedCommand) throws(DomainError) {
    webhookSecrets = try command.secrets("portone-webhook-secret")
    store = command.text("portone-store")
    channel = command.text("portone-channel")
    guard let secret = try command.secret("portone-v2-secret") else {
      if webhookSecrets.isEmpty, store == nil, channel == nil { return nil }
      throw .usage(
        "gateway-incomplete",
        "PortOne V2 is asked with --portone-v2-secret; give it, or leave out its store, channel and webhook secrets.")
    }
    self.secret = secret
  }
}

extension ParsedCommand {
  /// A setting that is not empty.
  fileprivate func text(_ option: String) -> String? {
    self[option].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The words of a list; nil, which allows all, where none is given.
  fileprivate func allowed(_ option: String) -> Set<String>? {
    let words = list(option)
    return words.isEmpty ? nil : Set(words)
  }
}
