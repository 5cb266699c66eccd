/// What a request costs its client, in tokens of the rate limits (`--rate-limit`).
package struct RequestCost: Hashable, Sendable {
  package let tokens: Int

  private init(_ tokens: Int) { self.tokens = tokens }

  /// Whether all nodes share its limit.
  package var isExpensive: Bool { tokens >= Self.upload.tokens }

  /// Health checks: never refused.
  package static let free = RequestCost(0)
  /// A look-up, a page of a list, a small change.
  package static let standard = RequestCost(1)
  /// A search through texts.
  package static let search = RequestCost(5)
  /// Photos and files, which are decoded or imported.
  package static let upload = RequestCost(10)
  /// Asks the payment gateway.
  package static let payment = RequestCost(10)
  /// Logins and sign-ups: hash a password or ask a login provider.
  package static let credentials = RequestCost(20)
}
