import Basics
import COpenSSL
import Foundation
import HTTP

/// A certificate and its key, made for a test.
///
/// Unchecked: OpenSSL's objects are not changed once they are made.
package final class TestCertificate: @unchecked Sendable {
  private let certificate: OpaquePointer
  private let key: OpaquePointer
  private let issuer: TestCertificate?

  /// - Parameters:
  ///   - names: host names and numeric addresses.
  ///   - issuer: who signs it; nil: itself.
  ///   - from: seconds from now at which its validity begins and ends.
  ///   - rsaBits: the size of an RSA key; nil for an ECDSA key (P-256).
  package init(
    _ names: [String] = ["localhost", "127.0.0.1"], issuer: TestCertificate? = nil,
    from begin: Int = -3600, to end: Int = 86_400 * 30, rsaBits: Int32? = nil
  ) {
    key = rsaBits.map(rsaKey) ?? ellipticKey()
    certificate = X509_new()!
    self.issuer = issuer
    X509_set_version(certificate, 2)
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), Int.random(in: 1...Int(Int32.max)))
    X509_gmtime_adj(X509_getm_notBefore(certificate), begin)
    X509_gmtime_adj(X509_getm_notAfter(certificate), end)
    X509_set_pubkey(certificate, key)
    let subject = X509_get_subject_name(certificate)
    let title = names.first ?? "Test authority \(X509_get0_serialNumber(certificate).hashValue)"
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, title, -1, -1, 0)
    X509_set_issuer_name(certificate, issuer.map { X509_get_subject_name($0.certificate) } ?? subject)
    if names.isEmpty {
      add(NID_basic_constraints, "critical,CA:TRUE")
    } else {
      let list = names.map { IPAddress($0) == nil ? "DNS:\($0)" : "IP:\($0)" }
      add(NID_subject_alt_name, list.joined(separator: ","))
    }
    X509_sign(certificate, issuer?.key ?? key, EVP_sha256())
  }

  deinit {
    X509_free(certificate)
    EVP_PKEY_free(key)
  }

  /// An authority that signs others.
  package static func authority() -> TestCertificate { TestCertificate([]) }

  private func add(_ kind: Int32, _ value: String) {
    let made = X509V3_EXT_conf_nid(nil, nil, kind, value)
    X509_add_ext(certificate, made, -1)
    X509_EXTENSION_free(made)
  }

  /// The certificate in PEM form, followed by those of its issuers but for the topmost.
  package var chain: String {
    text { PEM_write_bio_X509($0, certificate) } + (issuer?.issuer == nil ? "" : issuer!.chain)
  }

  /// The private key in PEM form.
  package var keyText: String { text { PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil) } }

  /// The same, encrypted with a password.
  package var encryptedKeyText: String {
    text { PEM_write_bio_PrivateKey($0, key, EVP_aes_256_cbc(), "secret", 6, nil, nil) }
  }

  private func text(_ write: (OpaquePointer?) -> Int32) -> String {
    let memory = BIO_new(BIO_s_mem())
    defer { BIO_free(memory) }
    _ = write(memory)
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = BIO_read(memory, &bytes, Int32(bytes.count))
    return String(decoding: bytes.prefix(Int(max(0, count))), as: UTF8.self)
  }

  /// Has a client trust what this certificate has signed.
  func addAsAuthority(to store: OpaquePointer?) { X509_STORE_add_cert(store, certificate) }

  /// Whether a certificate is this one.
  func isSame(as other: OpaquePointer?) -> Bool { X509_cmp(certificate, other) == 0 }
}

private func ellipticKey() -> OpaquePointer {
  makeKey(EVP_PKEY_EC) { EVP_PKEY_CTX_set_ec_paramgen_curve_nid($0, NID_X9_62_prime256v1) }
}

private func rsaKey(_ bits: Int32) -> OpaquePointer {
  makeKey(EVP_PKEY_RSA) { EVP_PKEY_CTX_set_rsa_keygen_bits($0, bits) }
}

private func makeKey(_ kind: Int32, _ configure: (OpaquePointer?) -> Int32) -> OpaquePointer {
  let context = EVP_PKEY_CTX_new_id(kind, nil)
  defer { EVP_PKEY_CTX_free(context) }
  var key: OpaquePointer?
  precondition(EVP_PKEY_keygen_init(context) == 1 && configure(context) == 1 && EVP_PKEY_keygen(context, &key) == 1)
  return key!
}
