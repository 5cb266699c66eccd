import APIKit

/// Why a browser login with a provider failed. The browser is redirected to `/app/login?problem=<code>&next=<target
/// page>`, which has a text for each code; after success, to `/app/login?entered=1&next=…`.
enum LoginProblem: String, CaseIterable {
  /// The user cancelled at the provider.
  case cancelled
  /// The provider rejected the code, or its identity token is invalid: trying again may help.
  case rejected = "refused"
  /// The login took too long, was started in another tab or browser, or had ended before.
  case expired
  /// The provider or this service is unavailable.
  case unavailable
  /// An account has the same e-mail address: the user logs in as before, then links the provider.
  case emailTaken = "email-taken"
  /// An operator has suspended the account.
  case suspended
  /// The provider is not offered here.
  case notOffered = "not-offered"
}
