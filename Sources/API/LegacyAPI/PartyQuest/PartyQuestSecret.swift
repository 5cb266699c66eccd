import APIKit
import Accounts
package import Basics
import NativeAPI

/// The shared secret of the PartyQuest application, which authenticates its Kakao logins.
///
/// The application logs in at Kakao itself and sends no Kakao token, only an e-mail address, a nickname and this
/// constant. That proves only that the client has a copy of the application: **anyone who extracts the constant can log
/// in as every account created this way**. So the login is offered only when the operator sets the secret; it opens
/// only accounts that it created, never one with a password or another provider; and such an account has no verified
/// e-mail address that other features could trust.
///
/// The original server compared a hash of a key with the received value, which is equivalent: configure the exact text
/// that the build sends.
package struct PartyQuestSecret: Sendable {
  /// In characters; a shorter secret might be guessed.
  package static let minLength = 16

  private let secret: String
  private static let limits = [AttemptLimit(maxCount: 20, seconds: 60), AttemptLimit(maxCount: 60, seconds: 3600)]

  /// - Throws: `DomainError` `secret-short`.
  package init(_ secret: String) throws(DomainError) {
    guard secret.count >= Self.minLength else {
      throw DomainError(
        .invalid, "secret-short",
        "The secret of PartyQuest's application has at least \(Self.minLength) characters: build it with a longer one.")
    }
    self.secret = secret
  }

  /// Checks the secret that a client sends.
  /// - Throws: `DomainError` `secret-wrong` (unauthenticated); `too-many-logins` (rateLimited), even for the right
  ///   secret, after 20 wrong ones from a network within a minute or 60 within an hour.
  func check(
    _ presented: String, from network: ClientNetwork, at instant: Timestamp, counting attempts: AttemptLimiter
  ) async throws {
    let key = AttemptKey("partyquest secret", network.bytes, Self.limits)
    let isCorrect: Bool? = try await attempts.run([key], at: instant, rejection: Self.tooManyGuesses) {
      Secret.isSame(presented, secret) ? true : nil
    }
    guard isCorrect != nil else {
      throw DomainError(.unauthenticated, "secret-wrong", "This is not the application's secret.", field: "secrets")
    }
  }

  private static func tooManyGuesses(_ seconds: Int64) -> DomainError {
    DomainError(
      .rateLimited, "too-many-logins", "Too many logins from here have failed: try again in \(seconds) seconds.",
      retryAfter: seconds)
  }
}
