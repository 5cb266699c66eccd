import Basics

/// What readers of messages throw, in the words of `WebhookReader`.
enum WebhookError {
  /// The most bytes that a message may have: real ones have a few hundred.
  static let maxBodyBytes = 64 << 10

  static var signature: DomainError {
    DomainError(
      .unauthenticated, "webhook-signature", "The message is not signed by a secret that is known; check the settings.")
  }

  static var time: DomainError {
    DomainError(
      .unauthenticated, "webhook-time", "The message was made more than five minutes ago, or ahead; send a new one.")
  }

  /// - Parameter reason: ends the sentence.
  static func invalid(_ reason: String) -> DomainError {
    DomainError(.invalid, "webhook-invalid", "The message is none that the payment gateway sends: \(reason).")
  }
}
