package import Basics
import FoundationEssentials

/// A secret key that signs access tokens (HS256).
package struct SigningKey: Hashable, Sendable {
  /// The key identifier in the header of tokens (`kid`).
  package let id: String
  /// 32 bytes.
  let secret: [UInt8]

  package init(random: RandomBytes) {
    id = Base64URL.encode(random(9))
    secret = random(32)
  }

  init?(id: String, secret: [UInt8]) {
    guard !id.isEmpty, secret.count == 32 else { return nil }
    self.id = id
    self.secret = secret
  }
}

/// The keys of access tokens: the one that signs, and former ones.
///
/// A file with these keys must be readable by its owner only.
package struct SigningKeys: Hashable, Sendable {
  package struct RetiredKey: Hashable, Sendable {
    package let key: SigningKey
    /// The end of acceptance of its tokens. Afterwards they count as expired, so that clients refresh.
    package let acceptedUntil: Timestamp
  }

  package let current: SigningKey
  /// Latest first.
  package let retired: [RetiredKey]

  package init(random: RandomBytes) {
    current = SigningKey(random: random)
    retired = []
  }

  private init(current: SigningKey, retired: [RetiredKey]) {
    self.current = current
    self.retired = retired
  }

  /// The keys after a rotation.
  /// - Parameters:
  ///   - accepted: seconds for which tokens of the current key are still accepted, and the maximum for those of
  /// former keys: their lifetime, or 0 when the keys were compromised.
  ///   - remembered: seconds for which a former key is kept after that.
  package func rotated(
    at instant: Timestamp, accepted: Int64, remembered: Int64 = 90 * 86_400, random: RandomBytes
  ) -> SigningKeys {
    let limit = instant.advanced(seconds: accepted)
    let last = RetiredKey(key: current, acceptedUntil: limit)
    let kept = retired.filter { $0.acceptedUntil.advanced(seconds: remembered) > instant }
      .map { RetiredKey(key: $0.key, acceptedUntil: min($0.acceptedUntil, limit)) }
    return SigningKeys(current: SigningKey(random: random), retired: [last] + kept)
  }

  /// The key with an identifier, and the end of acceptance of its tokens; nil for no end.
  func key(_ id: String) -> (key: SigningKey, acceptedUntil: Timestamp?)? {
    if id == current.id { return (current, nil) }
    return retired.first { $0.key.id == id }.map { ($0.key, $0.acceptedUntil) }
  }
}

// MARK: As text

extension SigningKeys {
  /// A JWK set (RFC 7517) whose first key is the signing key.
  private struct KeySet: Codable {
    var keys: [Key]
  }

  private struct Key: Codable {
    var kty = "oct"
    var alg = "HS256"
    var kid: String
    var k: String
    /// Milliseconds since 1970; only on former keys.
    var acceptedUntil: Int64?
  }

  /// A JWK set (RFC 7517), including the secrets.
  package var json: String {
    let former = retired.map {
      Key(kid: $0.key.id, k: Base64URL.encode($0.key.secret), acceptedUntil: $0.acceptedUntil.milliseconds)
    }
    let set = KeySet(keys: [Key(kid: current.id, k: Base64URL.encode(current.secret))] + former)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    guard let text = try? encoder.encode(set) else { preconditionFailure("texts and numbers can be encoded") }
    return String(decoding: text, as: UTF8.self)
  }

  /// Parses a text that `json` returned.
  /// - Throws: `DomainError` `signing-keys-unreadable` (conflict).
  package init(json: String) throws(DomainError) {
    let unreadable = DomainError(
      .conflict, "signing-keys-unreadable",
      "The signing keys cannot be decoded: restore them, or remove them, and all users must log in again.")
    guard let set = try? JSONDecoder().decode(KeySet.self, from: Data(json.utf8)) else { throw unreadable }
    var keys: [(key: SigningKey, acceptedUntil: Int64?)] = []
    for entry in set.keys {
      guard entry.kty == "oct", entry.alg == "HS256", let secret = Base64URL.decode(entry.k),
        let key = SigningKey(id: entry.kid, secret: secret), !keys.contains(where: { $0.key.id == key.id })
      else { throw unreadable }
      keys.append((key, entry.acceptedUntil))
    }
    guard let first = keys.first, first.acceptedUntil == nil else { throw unreadable }
    var former: [RetiredKey] = []
    for (key, acceptedUntil) in keys.dropFirst() {
      guard let acceptedUntil else { throw unreadable }
      former.append(RetiredKey(key: key, acceptedUntil: Timestamp(milliseconds: acceptedUntil)))
    }
    self.init(current: first.key, retired: former)
  }
}
