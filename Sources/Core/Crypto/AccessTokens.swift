package import Basics
import FoundationEssentials
import Synchronization

package struct AccessClaims: Hashable, Sendable {
  /// The account (`sub`).
  package let subject: String
  /// The session (`sid`).
  package let session: String
  /// The expiry (`exp`).
  package let expiresAt: Timestamp

  package init(subject: String, session: String, expiresAt: Timestamp) {
    self.subject = subject
    self.session = session
    self.expiresAt = expiresAt
  }
}

/// Why an access token is rejected.
package enum AccessTokenFault: Error, Hashable, Sendable {
  /// Signed here, but expired: the client should refresh.
  case expired
  /// Malformed, signed by another key or algorithm, modified, or not yet valid.
  case unusable
}

/// Access tokens: JWTs (RFC 7519) signed with HS256 and verified as RFC 8725 advises.
package final class AccessTokens: Sendable {
  /// Longer texts are rejected without parsing.
  static let maxTokenLength = 1024

  private let keys: Mutex<SigningKeys>
  private let issuer: String

  package init(keys: SigningKeys, issuer: String = "fourcuts") {
    self.keys = Mutex(keys)
    self.issuer = issuer
  }

  /// Replaces the keys after a rotation.
  package func use(_ keys: SigningKeys) {
    self.keys.withLock { $0 = keys }
  }

  /// Issues a token that is valid from `instant` on.
  /// - Parameter lifetime: in seconds. The token lives up to one second longer, since `exp` is in whole seconds.
  package func issue(
    subject: String, session: String, at instant: Timestamp, lifetime: Int64
  ) -> (token: String, expiresAt: Timestamp) {
    let now = floorDivide(instant.milliseconds, 1000)
    let expiry = now.quotient + (now.remainder > 0 ? 1 : 0) + lifetime
    let payload = Payload(
      iss: issuer, sub: subject, sid: session, iat: now.quotient, nbf: now.quotient, exp: expiry)
    guard let text = try? JSONEncoder().encode(payload) else {
      preconditionFailure("texts and numbers can be encoded")
    }
    let key = keys.withLock { $0.current }
    let header = JOSEHeader([("alg", "HS256"), ("typ", "JWT"), ("kid", key.id)])
    let signature = JOSESignature(signing: [UInt8](text), header, with: JOSEKey(key))
    return (signature.compact, Timestamp(seconds: expiry))
  }

  /// Seconds by which the clocks of nodes may differ.
  private static let leeway: Int64 = 60

  /// Verifies a token and returns its claims. Complexity: O(1), since longer texts are rejected.
  package func verify(_ token: String, at instant: Timestamp) throws(AccessTokenFault) -> AccessClaims {
    guard token.utf8.count <= Self.maxTokenLength, let form = CompactForm(token),
      let signature = JOSESignature(form)
    else { throw .unusable }
    // Before the signature is verified: the library would use the algorithm that the token names.
    guard signature.header("alg") == "HS256", signature.header("typ") == "JWT", !signature.hasHeader("crit"),
      let id = signature.header("kid"), let (key, acceptedUntil) = keys.withLock({ $0.key(id) }),
      signature.isValid(by: JOSEKey(key)),
      let payload = try? JSONDecoder().decode(Payload.self, from: Data(signature.payload)), payload.iss == issuer,
      let seconds = payload.seconds
    else { throw .unusable }
    // One from the future was issued before the clock was set back, or by a node whose clock is ahead: its client
    // refreshes it.
    guard seconds.notBefore <= instant.advanced(seconds: Self.leeway) else { throw .expired }
    guard instant < seconds.expiry, acceptedUntil.map({ instant < $0 }) ?? true else { throw .expired }
    return AccessClaims(subject: payload.sub, session: payload.sid, expiresAt: seconds.expiry)
  }
}

/// The claims on the wire; times are in whole seconds since 1970.
private struct Payload: Codable {
  var iss: String
  var sub: String
  var sid: String
  var iat: Int64
  var nbf: Int64
  var exp: Int64

  /// The times; nil when they overflow a `Timestamp`.
  var seconds: (notBefore: Timestamp, expiry: Timestamp)? {
    let possible = Int64.min / 1000...Int64.max / 1000
    guard possible.contains(nbf), possible.contains(exp) else { return nil }
    return (Timestamp(seconds: nbf), Timestamp(seconds: exp))
  }
}
