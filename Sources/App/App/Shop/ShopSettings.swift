import Basics
import CommandLineKit
import Payments
import PortOne
import WebClient

struct ShopSettings: Sendable {
  /// Settings of PortOne V1.
  struct V1Settings: Sendable {
    var key: String
    var secret: String
    /// The shop's code (`imp…`), for clients.
    var code: String?
  }

  /// Settings of PortOne V2.
  struct V2Settings: Sendable {
    var secret: String
    var webhookSecrets: [String] = []
    var store: String?
    var channel: String?
  }

  static let gatewayOptions: [OptionSpecification] =
    [.setting("portone-url", "URL", nil, "Call this address instead of PortOne's own, for example a sandbox")]
    + OptionSpecification.secret("portone-v1-key", "PortOne V1: imp_key")
    + OptionSpecification.secret("portone-v1-secret", "PortOne V1: imp_secret")
    + OptionSpecification.secret("portone-v2-secret", "PortOne V2: API secret")
    + [
      .setting("portone-store", "ID", nil, "PortOne V2: our store ID; payments to other stores are rejected"),
      {
        var option = OptionSpecification.setting(
          "portone-test-payments", "yes|no", "no",
          "Accept payments of test channels, which move no money; always on with a gateway on this machine")
        option.choices = Choice.allCases.map(\.rawValue)
        return option
      }(),
      .setting("payment-providers", "NAMES", nil, "Accept only these companies, e.g. html5_inicis,tosspayments"),
      .setting("payment-methods", "NAMES", nil, "Accept only these payment methods, e.g. card,vbank"),
    ]

  /// All options, including those that only a server needs.
  static let options: [OptionSpecification] =
    gatewayOptions
    + OptionSpecification.secret(
      "portone-webhook-secret", "PortOne V2: secret of its webhook signatures", isRepeatable: true)
    + [
      .setting("portone-channel", "KEY", nil, "PortOne V2: channel key for clients"),
      .setting("portone-v1-code", "CODE", nil, "PortOne V1: the shop's code (imp…) for clients"),
      .setting(
        "pay-method", "WORD", nil, "The payment method, as PortOne's library names it, e.g. EASY_PAY; card if unset"),
      .setting(
        "checkout-url", "URL", nil, "Send browsers to this payment page, e.g. a sandbox's; otherwise PortOne's library"),
      .setting("pay-within", "SECONDS", "3600", "How long an order can be paid (1 to 604,800)"),
    ]

  var v1: V1Settings?
  var v2: V2Settings?
  /// The base URL of both. Nil: PortOne's own URLs.
  var address: WebAddress?
  /// Whether test payments, which move no money, are accepted.
  var acceptsTestPayments = false
  var policy = PaymentPolicy()
  /// The payment method for clients. Nil: card.
  var method: String?
  /// The URL of the payment page for browsers. Nil: the gateway's library opens a checkoutURL.
  var checkoutURL: String?

  private enum Choice: String, CaseIterable { case yes, no }

  var isOpen: Bool { v1 != nil || v2 != nil }

  /// All secrets, which are masked in stored and logged texts.
  var secrets: [String] {
    [v1?.key, v1?.secret, v2?.secret].compactMap { $0 } + (v2?.webhookSecrets ?? [])
  }

  init() {}

  /// The settings of a command line.
  /// - Throws: `DomainError` of the command line or of a file with a secret.
  init(_ command: ParsedCommand) throws(DomainError) {
    v1 = try V1Settings(command)
    v2 = try V2Settings(command)
    address = try command.address("portone-url")
    guard address == nil || isOpen else {
      throw .usage(
        "gateway-incomplete", "--portone-url needs --portone-v1-key and --portone-v1-secret, or --portone-v2-secret.")
    }
    method = command.text("pay-method")
    checkoutURL = try command.address("checkout-url")?.description
    guard checkoutURL == nil || isOpen else {
      throw .usage("gateway-incomplete", "--checkout-url needs a gateway; set --portone-v1-key or --portone-v2-secret.")
    }
    // Plain HTTP is allowed to this machine only, where the gateway is a sandbox.
    acceptsTestPayments =
      try command.choice("portone-test-payments", Choice.self) == .yes || address?.isSecure == false
    if let seconds = try command.integer("pay-within", 1...604_800) { policy.payWithin = Int64(seconds) }
    policy.providers = command.allowed("payment-providers")
    policy.methods = command.allowed("payment-methods")
    policy.stores = v2?.store.map { [$0] }
  }
}

extension ShopSettings.V1Settings {
  /// Nil if nothing of it is given.
  fileprivate init?(_ command: ParsedCommand) throws(DomainError) {
    let (key, secret) = (try command.secret("portone-v1-key"), try command.secret("portone-v1-secret"))
    code = command.text("portone-v1-code")
    if key == nil, secret == nil, code == nil { return nil }
    guard let key, let secret else {
      throw .usage(
        "gateway-incomplete",
        "PortOne V1 needs both --portone-v1-key and --portone-v1-secret; set the missing one.")
    }
    self.key = key
    self.secret = secret
  }
}

extension ShopSettings.V2Settings {
  /// Nil if nothing of it is given.
  fileprivate init?(_ command: ParsedCommand) throws(DomainError) {
    webhookSecrets = try command.secrets("portone-webhook-secret")
    store = command.text("portone-store")
    channel = command.text("portone-channel")
    guard let secret = try command.secret("portone-v2-secret") else {
      if webhookSecrets.isEmpty, store == nil, channel == nil { return nil }
      throw .usage(
        "gateway-incomplete",
        "PortOne V2 needs --portone-v2-secret; set it, or leave out its store, channel and webhook secrets.")
    }
    self.secret = secret
  }
}

extension ParsedCommand {
  /// The values of a list option. Nil, which allows all, when there are none.
  fileprivate func allowed(_ option: String) -> Set<String>? {
    let words = list(option)
    return words.isEmpty ? nil : Set(words)
  }
}
