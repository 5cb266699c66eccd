public import WebClient

/// What a sandbox takes, and whom it tells.
public struct SandboxSettings: Sendable {
  /// `imp_key` of the first interface.
  public var v1Key = "sandbox-key"
  /// `imp_secret` of the first interface.
  public var v1Secret = "sandbox-secret"
  /// The secret of the second interface.
  public var v2Secret = "sandbox-v2-secret"
  /// What messages of the second interface are signed with: `whsec_` and Base64.
  public var webhookSecret = "whsec_c2FuZGJveC13ZWJob29rLXNlY3JldA=="
  /// The store that payments are made to.
  public var store = "store-sandbox"
  /// Where messages of the first interface go; nil: nowhere.
  public var v1WebhookURL: WebAddress?
  /// Where messages of the second interface go; nil: nowhere.
  public var v2WebhookURL: WebAddress?
  /// How long to wait before a message that was not taken is sent again, one entry for each repetition, in seconds.
  public var webhookPauses: [Double] = [1, 5, 30]
  /// How many payments there may be, and amounts registered before payment; further ones are refused.
  public var mostPayments = 100_000

  /// The usual settings.
  public init() {}
}
