package import WebClient

/// The credentials, webhook URLs and limits of a sandbox.
package struct SandboxSettings: Sendable {
  /// `imp_key` of the V1 API.
  package var v1Key = "sandbox-key"
  /// `imp_secret` of the V1 API.
  package var v1Secret = "sandbox-secret"
  /// The API secret of V2.
  package var v2Secret = "sandbox-v2-secret"
  /// The signing secret of V2 webhooks: `whsec_` and Base64.
  package var webhookSecret = "whsec_c2FuZGJveC13ZWJob29rLXNlY3JldA=="
  /// The ID of the store that receives payments.
  package var store = "store-sandbox"
  /// The URL for V1 webhooks. Nil: none are sent.
  package var v1WebhookURL: WebAddress?
  /// The URL for V2 webhooks. Nil: none are sent.
  package var v2WebhookURL: WebAddress?
  /// The delays before each retry of a webhook, in seconds.
  package var webhookPauses: [Double] = [1, 5, 30]
  /// The maximum number of payments, and of prepared amounts. Further ones are rejected.
  package var maxPayments = 100_000

  package init() {}
}
