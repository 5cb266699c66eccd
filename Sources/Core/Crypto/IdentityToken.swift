package import Basics
import JSON

/// Why an identity token is rejected.
package enum IdentityTokenFault: Error, Hashable, Sendable {
  /// Genuine and issued for this service, but expired: the client should get a new one.
  case expired
  /// Anything else.
  case unusable
}

package struct IdentityRequirements: Hashable, Sendable {
  /// The accepted issuers (`iss`).
  package var issuers: Set<String>
  /// The accepted audiences (`aud`). A token with any other audience is rejected.
  package var audiences: Set<String>
  /// The nonce of the login: the token must contain it, or its SHA-256 in hexadecimal digits, as with Apple. Nil: the
  /// client sent none.
  package var nonce: String?
  /// Whether a token with a nonce is rejected when the client sent none. False for providers whose library adds its own
  /// nonce.
  package var rejectsUnexpectedNonce = true

  package init(issuers: Set<String>, audiences: Set<String>, nonce: String? = nil) {
    self.issuers = issuers
    self.audiences = audiences
    self.nonce = nonce
  }
}

package struct IdentityClaims: Hashable, Sendable {
  /// The issuer's identifier of the user (`sub`).
  package let subject: String
  /// As in the token, possibly not verified.
  package let email: String?
  /// Whether the issuer has verified the email address. False when the claim is missing.
  package let isEmailVerified: Bool
  /// `nickname`, otherwise `name`.
  package let name: String?
}

/// A parsed OpenID Connect ID token (OpenID Connect Core 1.0, 2) that is not verified yet.
package struct IdentityToken: Sendable {
  /// Longer texts are rejected without parsing.
  static let maxLength = 8192
  /// The tolerated clock skew of issuers, in seconds.
  static let skew: Int64 = 60
  /// The maximum length of a subject (OpenID Connect Core 1.0, 2).
  private static let maxSubjectLength = 255

  /// The key in the header (`kid`).
  package let keyID: String
  /// The algorithm in the header (`alg`).
  package let algorithm: SignatureAlgorithm
  private let form: CompactForm

  /// Parses a token's header. Complexity: O(1), since longer texts are rejected.
  /// - Throws: `unusable` also for an algorithm not in `SignatureAlgorithm`, for a header without `kid` or with
  ///   `crit`, and for an ambiguous header.
  package init(_ text: String) throws(IdentityTokenFault) {
    guard text.utf8.count <= Self.maxLength, let form = CompactForm(text),
      let head = try? JSONReader.value(of: form.head), let keyID = head["kid"]?.string, !keyID.isEmpty,
      let algorithm = head["alg"]?.string.flatMap(SignatureAlgorithm.init), head["crit"] == nil,
      head["typ"] == nil || head["typ"] == "JWT"
    else { throw .unusable }
    self.form = form
    self.keyID = keyID
    self.algorithm = algorithm
  }

  /// Verifies the token and returns its claims: the signature by `key`, and the requirements at `instant`.
  package func claims(
    signedBy key: PublicKey, expecting expectation: IdentityRequirements, at instant: Timestamp
  ) throws(IdentityTokenFault) -> IdentityClaims {
    // The library uses the header's algorithm, so it must be that of the key.
    guard key.id == keyID, key.algorithm == algorithm, isSigned(by: key),
      let payload = try? JSONReader.value(of: form.payload), let claims = IdentityClaims(payload),
      (1...Self.maxSubjectLength).contains(claims.subject.utf8.count),
      payload["iss"]?.string.map(expectation.issuers.contains) == true,
      Self.isAudience(payload["aud"], of: expectation), Self.isNonce(payload["nonce"], of: expectation),
      let issued = payload.seconds("iat"), let expiry = payload.seconds("exp"),
      issued <= instant.advanced(seconds: Self.skew)
    else { throw .unusable }
    if payload["nbf"] != nil {
      guard let start = payload.seconds("nbf"), start <= instant.advanced(seconds: Self.skew) else { throw .unusable }
    }
    guard instant < expiry.advanced(seconds: Self.skew) else { throw .expired }
    return claims
  }

  private func isSigned(by key: PublicKey) -> Bool {
    // The library ignores an extra byte, so that one signature would have two tokens.
    guard form.signature.count == key.signatureLength, let signature = JOSESignature(form),
      signature.header("alg") == key.algorithm.rawValue,
      let key = JOSEKey(key)
    else { return false }
    return signature.isValid(by: key)
  }

  private static func isAudience(_ json: JSONValue?, of expectation: IdentityRequirements) -> Bool {
    switch json {
    case .string(let audience): return expectation.audiences.contains(audience)
    case .array(let audiences):
      return !audiences.isEmpty
        && audiences.allSatisfy {
          $0.string.map(expectation.audiences.contains) ?? false
        }
    default: return false
    }
  }

  private static func isNonce(_ json: JSONValue?, of expectation: IdentityRequirements) -> Bool {
    guard let nonce = expectation.nonce else { return json == nil || !expectation.rejectsUnexpectedNonce }
    guard let held = json?.string else { return false }
    let hashed = hexadecimal(Digest.bytes(of: Array(nonce.utf8)))
    return areEqualSecrets(Array(held.utf8), Array(nonce.utf8)) || areEqualSecrets(Array(held.utf8), Array(hashed.utf8))
  }
}

extension IdentityClaims {
  fileprivate init?(_ payload: JSONValue) {
    guard let subject = payload["sub"]?.string else { return nil }
    self.subject = subject
    email = payload["email"]?.string
    // Apple writes a string where others write a boolean.
    isEmailVerified = payload["email_verified"] == true || payload["email_verified"] == "true"
    name = payload["nickname"]?.string ?? payload["name"]?.string
  }
}

extension JSONValue {
  /// Seconds since 1970 under a key; nil when missing, or beyond the year 9999.
  fileprivate func seconds(_ key: String) -> Timestamp? {
    let seconds: Int64
    switch self[key] {
    case .integer(let number): seconds = Int64(number)
    case .number(let number) where number.magnitude < 1e12: seconds = Int64(number.rounded(.down))
    default: return nil
    }
    return (0...253_402_300_799).contains(seconds) ? Timestamp(seconds: seconds) : nil
  }
}
