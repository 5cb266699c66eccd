package import WebClient

/// What a sandbox takes, and whom it tells.
package struct SandboxSettings: Sendable {
  /// `imp_key` of the first interface.
  package var v1Key = "sandbox-key"
  /// `imp_secret` of the first interface.
  package var v1Secret = "sandbox-secret"
  /// The secret of the second interface.
  package var v2Secret = "sandbox-v2-secret"
  /// What messages of the second interface are signed with: `whsec_` and Base64.
  package var webhookSecret = "whsec_c2FuZGJveC13ZWJob29rLXNlY3JldA=="
  /// The store that payments are made to.
  package var store = "store-sandbox"
  /// Where messages of the first interface go; nil: nowhere.
  package var v1WebhookURL: WebAddress?
  /// Where messages of the second interface go; nil: nowhere.
  package var v2WebhookURL: WebAddress?
  /// How long to wait before a message that was not taken is sent again, one entry for each repetition, in seconds.
  package var webhookPauses: [Double] = [1, 5, 30]
  /// How many payments there may be, and amounts registered before payment; further ones are refused.
  package var maxPayments = 100_000

  /// The usual settings.
  package init() {}
}
