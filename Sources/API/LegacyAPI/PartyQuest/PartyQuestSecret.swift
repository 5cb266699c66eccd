import APIKit
import Accounts
package import Basics
import NativeAPI

/// What all copies of PartyQuest's application hold, and by which they are believed who their people are.
///
/// The application logs people in at Kakao by itself and sends no token of Kakao's, only an e-mail address, a nickname
/// and this constant. So it proves no more than that somebody has a copy of the application: **whoever takes the
/// constant out of one can log in as everybody who came in this way**. That is why nothing is offered unless an
/// operator sets the secret; why it opens only accounts that were made by it, never one with a password or of a
/// provider; and why such an account has no address of its own that others could be made to trust.
///
/// The real server compared a hash of a key of its own with what was sent, which comes to the same: what is set here is
/// the text that the build sends, letter by letter.
package struct PartyQuestSecret: Sendable {
  /// In characters; what is shorter might be guessed.
  package static let shortest = 16

  private let secret: String
  /// How often something else is shown from one network: each tells that somebody guesses.
  private let guesses = AttemptLimiter<ClientNetwork>()
  private static let bounds = [AttemptBound(maxCount: 20, seconds: 60), AttemptBound(maxCount: 60, seconds: 3600)]

  /// A secret as the application's build sends it.
  /// - Throws: `DomainError` `secret-short`.
  package init(_ secret: String) throws(DomainError) {
    guard secret.count >= Self.shortest else {
      throw DomainError(
        .invalid, "secret-short",
        "The secret of PartyQuest's application has at least \(Self.shortest) characters: build it with a longer one.")
    }
    self.secret = secret
  }

  /// Takes what a client shows.
  /// - Throws: `DomainError` `secret-wrong` (unauthenticated); `too-many-logins` (rateLimited) beyond 20 wrong ones of
  ///   a network within a minute or 60 within an hour, the right one too.
  func check(_ shown: String, from network: ClientNetwork, at instant: Timestamp) throws(DomainError) {
    let isRight = try guesses.check([.init(network, Self.bounds)], at: instant, rejection: Self.tooManyGuesses) {
      Secret.isSame(shown, secret)
    }
    guard isRight else {
      throw DomainError(.unauthenticated, "secret-wrong", "This is not the application's secret.", field: "secrets")
    }
  }

  private static func tooManyGuesses(_ seconds: Int64) -> DomainError {
    DomainError(
      .rateLimited, "too-many-logins", "Too many logins from here have failed: try again in \(seconds) seconds.",
      retryAfter: seconds)
  }
}
