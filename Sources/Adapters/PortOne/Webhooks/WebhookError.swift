import Basics

/// The errors of webhook readers, as `WebhookReader` specifies.
enum WebhookError {
  /// The maximum size of a message in bytes. Real ones have a few hundred.
  static let maxBodyBytes = 64 << 10

  static var signature: DomainError {
    DomainError(
      .unauthenticated, "webhook-signature", "The message is not signed with a known secret; check the settings.")
  }

  static var time: DomainError {
    DomainError(
      .unauthenticated, "webhook-time", "The message was made more than five minutes ago, or ahead; send a new one.")
  }

  /// - Parameter reason: the end of the message.
  static func invalid(_ reason: String) -> DomainError {
    DomainError(.invalid, "webhook-invalid", "The message is not a webhook of the payment gateway: \(reason).")
  }
}
