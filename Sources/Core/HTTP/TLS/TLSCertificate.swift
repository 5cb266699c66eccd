package import Basics
import COpenSSL
import Glibc

/// A file in PEM form, with the path that errors name.
package struct PEMFile: Sendable {
  package let path: String
  package let contents: [UInt8]

  package init(path: String, contents: [UInt8]) { (self.path, self.contents) = (path, contents) }
}

/// The certificate of a server with the certificates of its issuers and its private key.
package struct TLSCertificate: ~Copyable {
  /// The server's certificate first, then its issuers, as they are sent to clients.
  let chain: [OpaquePointer]
  let key: OpaquePointer
  /// The host names and numeric addresses that it is for.
  package let names: [String]
  package let notBefore: Timestamp
  package let notAfter: Timestamp

  /// - Throws: `DomainError` `tls-certificate-invalid`, `tls-key-invalid`, `tls-key-encrypted`, `tls-key-mismatch`.
  package init(chain chainFile: PEMFile, key keyFile: PEMFile) throws(DomainError) {
    let chain = try readChain(chainFile)
    do throws(DomainError) {
      key = try readKey(keyFile, of: chain[0], in: chainFile)
    } catch {
      for certificate in chain { X509_free(certificate) }
      throw error
    }
    self.chain = chain
    names = alternativeNames(of: chain[0])
    notBefore = timestamp(X509_get0_notBefore(chain[0]))
    notAfter = timestamp(X509_get0_notAfter(chain[0]))
  }

  deinit {
    for certificate in chain { X509_free(certificate) }
    EVP_PKEY_free(key)
  }

  /// Whether clients that connect to a host name or numeric address accept it.
  package func covers(_ host: String) -> Bool {
    IPAddress(host) == nil
      ? X509_check_host(chain[0], host, host.utf8.count, 0, nil) == 1 : X509_check_ip_asc(chain[0], host, 0) == 1
  }

  /// Why programs on this machine would not trust it, by the system's list of authorities. Nil when they would; the time
  /// is not considered.
  package var distrustReason: String? {
    let (store, context, others) = (X509_STORE_new(), X509_STORE_CTX_new(), OPENSSL_sk_new_null())
    defer {
      ERR_clear_error()
      X509_STORE_CTX_free(context)
      X509_STORE_free(store)
      OPENSSL_sk_free(others)
    }
    for certificate in chain.dropFirst() { OPENSSL_sk_push(others, UnsafeRawPointer(certificate)) }
    X509_STORE_set_flags(store, UInt(X509_V_FLAG_NO_CHECK_TIME))
    guard X509_STORE_set_default_paths(store) == 1, X509_STORE_CTX_init(context, store, chain[0], others) == 1 else {
      return "the list of authorities cannot be read"
    }
    guard X509_verify_cert(context) != 1 else { return nil }
    return String(cString: X509_verify_cert_error_string(Int(X509_STORE_CTX_get_error(context))))
  }
}

/// The certificates of a file, at least one.
private func readChain(_ file: PEMFile) throws(DomainError) -> [OpaquePointer] {
  var chain: [OpaquePointer] = []
  withReader(file.contents) { reader in
    while let certificate = PEM_read_bio_X509(reader, nil, { _, _, _, _ in 0 }, nil) { chain.append(certificate) }
  }
  // The end of the file is reported as a missing start line; anything else is a broken certificate.
  let isEnd = copenssl_reason(ERR_peek_last_error()) == PEM_R_NO_START_LINE
  ERR_clear_error()
  guard isEnd, !chain.isEmpty else {
    for certificate in chain { X509_free(certificate) }
    throw DomainError(
      .invalid, "tls-certificate-invalid",
      "\(file.path) holds no certificate in PEM form, or a broken one: give the certificate with those of its issuers.")
  }
  return chain
}

private func readKey(
  _ file: PEMFile, of certificate: OpaquePointer, in chainFile: PEMFile
) throws(DomainError) -> OpaquePointer {
  let key = try readKey(file)
  guard X509_check_private_key(certificate, key) == 1 else {
    ERR_clear_error()
    EVP_PKEY_free(key)
    throw DomainError(
      .invalid, "tls-key-mismatch",
      "The key in \(file.path) does not belong to the first certificate in \(chainFile.path): give the two that were made "
        + "together, the server's certificate before those of its issuers.")
  }
  return key
}

private func readKey(_ file: PEMFile) throws(DomainError) -> OpaquePointer {
  // Without a function that gives the password, OpenSSL would ask for it at the terminal.
  let key = withReader(file.contents) { PEM_read_bio_PrivateKey($0, nil, { _, _, _, _ in -1 }, nil) }
  let reason = copenssl_reason(ERR_peek_last_error())
  ERR_clear_error()
  if let key { return key }
  if [PEM_R_BAD_PASSWORD_READ, PEM_R_BAD_DECRYPT].contains(reason) {
    throw DomainError(
      .invalid, "tls-key-encrypted",
      "The key in \(file.path) is encrypted: give one without a password, 'openssl pkey -in FILE -out NEW' writes it.")
  }
  throw DomainError(
    .invalid, "tls-key-invalid", "\(file.path) holds no private key in PEM form: give that of the certificate.")
}

/// Lets OpenSSL read bytes as a file.
private func withReader<Result>(_ bytes: [UInt8], _ body: (OpaquePointer?) -> Result) -> Result {
  ERR_clear_error()
  return bytes.withUnsafeBytes { bytes in
    let reader = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count))
    defer { BIO_free(reader) }
    return body(reader)
  }
}

/// The host names and numeric addresses of the extension subjectAltName, the only ones that clients look at (RFC 9525).
private func alternativeNames(of certificate: OpaquePointer) -> [String] {
  guard let names = X509_get_ext_d2i(certificate, NID_subject_alt_name, nil, nil).map({ OpaquePointer($0) }) else {
    return []
  }
  defer { GENERAL_NAMES_free(names) }
  return (0..<OPENSSL_sk_num(names)).compactMap { index in
    var kind: Int32 = 0
    let name = OPENSSL_sk_value(names, index)?.assumingMemoryBound(to: GENERAL_NAME.self)
    guard let value = GENERAL_NAME_get0_value(name, &kind) else { return nil }
    let text = value.assumingMemoryBound(to: ASN1_STRING.self)
    let bytes = UnsafeBufferPointer(start: ASN1_STRING_get0_data(text), count: Int(ASN1_STRING_length(text)))
    switch kind {
    case GEN_DNS: return String(decoding: bytes, as: UTF8.self)
    case GEN_IPADD: return numericAddress(bytes)
    default: return nil
    }
  }
}

private func numericAddress(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
  var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
  guard bytes.count == 4 || bytes.count == 16,
    inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes.baseAddress, &text, socklen_t(text.count)) != nil
  else { return nil }
  return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// A time that is no valid one counts as long past.
private func timestamp(_ time: UnsafePointer<ASN1_TIME>?) -> Timestamp {
  var parts = tm()
  return Timestamp(seconds: ASN1_TIME_to_tm(time, &parts) == 1 ? Int64(timegm(&parts)) : 0)
}
