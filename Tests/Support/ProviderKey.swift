import CCjose
import Glibc
package import JSON
import Synchronization

/// A signing key of an identity provider, which can also sign invalid tokens.
package final class ProviderKey: Sendable {
  /// `kid`.
  package let id: String
  /// `RS256` or `ES256`.
  package let algorithm: String
  /// As in a JWK set.
  package let jwk: JSONValue
  /// The JWK with the private parts.
  private let secret: String

  /// A new RSA key.
  package static func rsa(_ id: String, bits: Int = 2048) -> ProviderKey {
    let exponent: [UInt8] = [1, 0, 1]
    return ProviderKey(
      id, "RS256", ["kty", "n", "e"], cjose_jwk_create_RSA_random(bits, exponent, exponent.count, nil)!)
  }

  /// A new P-256 key.
  package static func curve(_ id: String) -> ProviderKey {
    ProviderKey(id, "ES256", ["kty", "crv", "x", "y"], cjose_jwk_create_EC_random(CJOSE_JWK_EC_P_256, nil)!)
  }

  private init(_ id: String, _ algorithm: String, _ members: [String], _ key: OpaquePointer) {
    defer { cjose_jwk_release(key) }
    let text = cjose_jwk_to_json(key, true, nil)!
    defer { free(text) }
    secret = String(cString: text)
    self.id = id
    self.algorithm = algorithm
    let parts = (try? JSONReader.value(of: Array(secret.utf8))) ?? .null
    let open = members.map { JSONMember(key: $0, value: parts[$0] ?? .null) }
    jwk = .object(
      open + JSONValue.members(["kid": .string(id), "use": "sig", "alg": .string(algorithm)]))
  }

  /// A signed token.
  /// - Parameters:
  ///   - head: Members that are added to `alg` and `kid`, or replace them.
  package func token(_ claims: JSONValue, head: [(name: String, value: JSONValue)] = []) -> String {
    token(payload: claims.bytes, head: head)
  }

  /// A signed token with any bytes as payload.
  package func token(payload: [UInt8], head: [(name: String, value: JSONValue)] = []) -> String {
    let key = cjose_jwk_import(secret, secret.utf8.count, nil)!
    defer { cjose_jwk_release(key) }
    let members: [(name: String, value: JSONValue)] =
      [("alg", .string(algorithm)), ("kid", .string(id)), ("typ", "JWT")] + head
    return signed(payload, members, key)
  }
}

/// A token signed with HS256 and any bytes as the secret.
package func tokenSigned(byHMAC secret: [UInt8], _ claims: JSONValue, kid: String) -> String {
  let key = cjose_jwk_create_oct_spec(secret, secret.count, nil)!
  defer { cjose_jwk_release(key) }
  return signed(claims.bytes, [("alg", "HS256"), ("kid", .string(kid)), ("typ", "JWT")], key)
}

private func signed(_ payload: [UInt8], _ head: [(name: String, value: JSONValue)], _ key: OpaquePointer) -> String {
  let header = cjose_header_new(nil)!
  defer { cjose_header_release(header) }
  for (name, value) in head {
    // The library parses only objects and arrays at the top level.
    if case .string(let text) = value {
      cjose_header_set(header, name, text, nil)
    } else {
      cjose_header_set_raw(header, name, String(decoding: value.bytes, as: UTF8.self), nil)
    }
  }
  let signature = cjose_jws_sign(key, header, payload, payload.count, nil)!
  defer { cjose_jws_release(signature) }
  var text: UnsafePointer<CChar>?
  cjose_jws_export(signature, &text, nil)
  return String(cString: text!)
}
