import CCjose
import Glibc

// Owners of libcjose's objects. None is shared: the library's reference counts are not atomic.

/// A key: a secret one for HS256, or an asymmetric one for its algorithm.
struct JOSEKey: ~Copyable {
  let pointer: OpaquePointer

  init(_ key: SigningKey) {
    guard let pointer = cjose_jwk_create_oct_spec(key.secret, key.secret.count, nil) else {
      preconditionFailure("cjose makes a key of any 32 bytes")
    }
    self.pointer = pointer
  }

  /// A private key of P-256; nil when the number is invalid. The library computes the public point.
  init?(secret: [UInt8]) {
    var secret = secret
    let pointer = secret.withUnsafeMutableBufferPointer { secret in
      var parts = cjose_jwk_ec_keyspec()
      parts.crv = CJOSE_JWK_EC_P_256
      (parts.d, parts.dlen) = (secret.baseAddress, secret.count)
      return cjose_jwk_create_EC_spec(&parts, nil)
    }
    guard let pointer else { return nil }
    self.pointer = pointer
  }

  /// A public key; nil when the library cannot use it, for example when the point is not on the curve.
  init?(_ key: PublicKey) {
    let pointer: OpaquePointer?
    switch key.material {
    case .rsa(var modulus, var exponent):
      pointer = modulus.withUnsafeMutableBufferPointer { modulus in
        exponent.withUnsafeMutableBufferPointer { exponent in
          var parts = cjose_jwk_rsa_keyspec()
          (parts.n, parts.nlen) = (modulus.baseAddress, modulus.count)
          (parts.e, parts.elen) = (exponent.baseAddress, exponent.count)
          return cjose_jwk_create_RSA_spec(&parts, nil)
        }
      }
    case .curve(var x, var y):
      pointer = x.withUnsafeMutableBufferPointer { x in
        y.withUnsafeMutableBufferPointer { y in
          var parts = cjose_jwk_ec_keyspec()
          parts.crv = CJOSE_JWK_EC_P_256
          (parts.x, parts.xlen) = (x.baseAddress, x.count)
          (parts.y, parts.ylen) = (y.baseAddress, y.count)
          return cjose_jwk_create_EC_spec(&parts, nil)
        }
      }
    }
    guard let pointer else { return nil }
    self.pointer = pointer
  }

  deinit { cjose_jwk_release(pointer) }
}

struct JOSEHeader: ~Copyable {
  let pointer: OpaquePointer

  init(_ members: [(name: String, value: String)]) {
    guard let pointer = cjose_header_new(nil) else { preconditionFailure("no memory for a token's head") }
    self.pointer = pointer
    for (name, value) in members { cjose_header_set(pointer, name, value, nil) }
  }

  deinit { cjose_header_release(pointer) }
}

/// A JSON Web Signature (RFC 7515) in its compact serialization.
struct JOSESignature: ~Copyable {
  private let pointer: OpaquePointer

  init(signing payload: [UInt8], _ header: borrowing JOSEHeader, with key: borrowing JOSEKey) {
    guard let pointer = cjose_jws_sign(key.pointer, header.pointer, payload, payload.count, nil) else {
      preconditionFailure("cjose signs any text by a key of the head's algorithm")
    }
    self.pointer = pointer
  }

  /// Parses a compact serialization without verifying it; nil when malformed. The library ends the process for some texts
  /// of another form, such as `A=B`.
  init?(_ form: CompactForm) {
    guard let pointer = cjose_jws_import(form.text, form.text.utf8.count, nil) else { return nil }
    self.pointer = pointer
  }

  deinit { cjose_jws_release(pointer) }

  var compact: String {
    var text: UnsafePointer<CChar>?
    guard cjose_jws_export(pointer, &text, nil), let text else { preconditionFailure("no memory for a token") }
    // The text belongs to the signature; this copies it.
    return String(cString: text)
  }

  func header(_ name: String) -> String? {
    cjose_header_get(cjose_jws_get_protected(pointer), name, nil).map { String(cString: $0) }
  }

  /// Whether the protected header has a member, of any type.
  func hasHeader(_ name: String) -> Bool {
    guard let raw = cjose_header_get_raw(cjose_jws_get_protected(pointer), name, nil) else { return false }
    free(raw)
    return true
  }

  /// Whether the key signed it. The library uses the header's algorithm: check that first.
  func isValid(by key: borrowing JOSEKey) -> Bool {
    cjose_jws_verify(pointer, key.pointer, nil)
  }

  var payload: [UInt8] {
    var start: UnsafeMutablePointer<UInt8>?
    var count = 0
    guard cjose_jws_get_plaintext(pointer, &start, &count, nil), let start else { return [] }
    return [UInt8](UnsafeBufferPointer(start: start, count: count))
  }
}
