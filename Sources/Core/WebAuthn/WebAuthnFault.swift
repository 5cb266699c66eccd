/// Why the answer of an authenticator is refused (Web Authentication Level 2, 7.1 and 7.2).
package enum WebAuthnFault: String, Error, Hashable, Sendable, CaseIterable {
  /// Not in the form that the specification demands, or too long.
  case malformed
  /// It answers another kind of request.
  case type
  /// Not the challenge that was sent.
  case challenge
  /// A page of another origin asked for it, or one within a page of another origin.
  case origin
  /// The passkey is for another site.
  case relyingParty = "relying-party"
  /// Nobody touched the authenticator.
  case presence
  /// The authenticator did not verify who uses it.
  case verification
  /// The backup flags contradict each other, or those of the last use.
  case backup
  case algorithm
  /// The numbers are no key, or one that is too short.
  case key
  /// Neither `none` nor signed by the passkey itself.
  case attestation
  case signature
  /// The count of signatures does not grow: the passkey may have been copied.
  case counter
}
