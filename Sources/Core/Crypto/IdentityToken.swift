package import Basics
import JSON

/// Why a token of somebody else is not taken.
package enum IdentityTokenFault: Error, Hashable, Sendable {
  /// It is genuine, for us, and its time is over: getting another one helps.
  case expired
  /// Anything else.
  case unusable
}

/// What a token must say to be taken.
package struct IdentityExpectation: Hashable, Sendable {
  /// Who may have made it (`iss`).
  package var issuers: Set<String>
  /// For whom it may have been made (`aud`). A token that is also for others is refused.
  package var audiences: Set<String>
  /// What the token was asked for with: the token must hold it, or its SHA-256 in hexadecimal digits, as it is usual
  /// with Apple. Nil: it was not told.
  package var nonce: String?
  /// Whether a token that holds a nonce is refused where none was told. To be waived where the provider's library puts
  /// in one of its own.
  package var needsNonceOfToken = true

  /// An expectation; see the properties.
  package init(issuers: Set<String>, audiences: Set<String>, nonce: String? = nil) {
    self.issuers = issuers
    self.audiences = audiences
    self.nonce = nonce
  }
}

/// What a token says of a person.
package struct IdentityClaims: Hashable, Sendable {
  /// Who it is, to the issuer (`sub`).
  package let subject: String
  /// As it stands there.
  package let email: String?
  /// Whether the issuer says that the address is the person's. Not said is no.
  package let isEmailVerified: Bool
  /// `nickname`, or else `name`.
  package let name: String?
}

/// A token by which somebody else says who a person is (OpenID Connect Core 1.0, 2), read and not yet believed.
package struct IdentityToken: Sendable {
  /// Longer texts are none.
  static let maxLength = 8192
  /// Seconds by which the clocks of issuers may differ from ours.
  static let skew: Int64 = 60
  /// Characters of a subject (OpenID Connect Core 1.0, 2).
  private static let maxSubjectLength = 255

  /// The name of the key that it says to be signed by.
  package let keyID: String
  /// The algorithm that it says to be signed by.
  package let algorithm: SignatureAlgorithm
  private let text: String
  private let form: CompactForm

  /// Reads a token's head. Complexity: O(1), as what is too long is not looked at.
  /// - Throws: `unusable` also for every algorithm but those of `SignatureAlgorithm`, for a head without `kid` or with
  ///   `crit`, and for one that could be read in two ways.
  package init(_ text: String) throws(IdentityTokenFault) {
    guard text.utf8.count <= Self.maxLength, let form = CompactForm(text),
      let head = try? JSONReader.value(of: form.head), let keyID = head.text("kid"), !keyID.isEmpty,
      let algorithm = head.text("alg").flatMap(SignatureAlgorithm.init), head["crit"] == nil,
      head["typ"] == nil || head["typ"] == "JWT"
    else { throw .unusable }
    self.text = text
    self.form = form
    self.keyID = keyID
    self.algorithm = algorithm
  }

  /// What the token says, if it was signed by a key and says what is expected at a moment.
  package func claims(
    signedBy key: PublicKey, expecting expectation: IdentityExpectation, at instant: Timestamp
  ) throws(IdentityTokenFault) -> IdentityClaims {
    // The library goes by the head's algorithm: it is that of the key or nothing is checked at all.
    guard key.id == keyID, key.algorithm == algorithm, isSigned(by: key),
      let payload = try? JSONReader.value(of: form.payload), let claims = IdentityClaims(payload),
      (1...Self.maxSubjectLength).contains(claims.subject.utf8.count),
      payload.text("iss").map(expectation.issuers.contains) == true,
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
    // The library overlooks a byte too many, which would make two tokens of one signature.
    guard form.signature.count == key.signatureLength, let signature = JOSESignature(compact: text),
      signature.header("alg") == key.algorithm.rawValue,
      let key = JOSEKey(key)
    else { return false }
    return signature.isValid(by: key)
  }

  private static func isAudience(_ json: JSONValue?, of expectation: IdentityExpectation) -> Bool {
    switch json {
    case .string(let audience): return expectation.audiences.contains(audience)
    case .array(let audiences):
      return !audiences.isEmpty
        && audiences.allSatisfy {
          if case .string(let audience) = $0 { expectation.audiences.contains(audience) } else { false }
        }
    default: return false
    }
  }

  private static func isNonce(_ json: JSONValue?, of expectation: IdentityExpectation) -> Bool {
    guard let nonce = expectation.nonce else { return json == nil || !expectation.needsNonceOfToken }
    guard case .string(let held)? = json else { return false }
    let hashed = hexadecimal(Digest.bytes(of: Array(nonce.utf8)))
    return areEqualSecrets(Array(held.utf8), Array(nonce.utf8)) || areEqualSecrets(Array(held.utf8), Array(hashed.utf8))
  }
}

extension IdentityClaims {
  fileprivate init?(_ payload: JSONValue) {
    guard let subject = payload.text("sub") else { return nil }
    self.subject = subject
    email = payload.text("email")
    // Apple writes a text where others write a truth value.
    isEmailVerified = payload["email_verified"] == true || payload["email_verified"] == "true"
    name = payload.text("nickname") ?? payload.text("name")
  }
}

extension JSONValue {
  /// Seconds since 1970 under a key; nil where there are none, or beyond the year 9999.
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
