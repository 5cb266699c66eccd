import APIKit

/// What goes wrong while somebody logs in by a provider's page. They come back to
/// `/app/login?problem=<code>&next=<where they wanted to go>`, which has a sentence for each code; a person without a
/// problem comes back to `/app/login?entered=1&next=…`.
enum LoginProblem: String, CaseIterable {
  /// The person said no there.
  case cancelled
  /// The provider does not take the code, or what it says of the person is not to be trusted: trying anew may help.
  case refused
  /// It took too long, was begun in another tab or browser, or had come to its end before.
  case expired
  /// The provider, or this service, cannot do it now.
  case unavailable
  /// An account has the person's e-mail address: log in to it as before, then link the provider there.
  case emailTaken = "email-taken"
  /// An operator has suspended the account.
  case suspended
  /// This provider is not offered here.
  case notOffered = "not-offered"
}
