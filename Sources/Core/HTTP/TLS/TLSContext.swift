package import Basics
import COpenSSL
import Concurrency

/// The TLS of a server. Its certificate can be replaced while the server runs: connections that are open continue with
/// the one they began with.
package final class ServerTLS: Sendable {
  private let context: Locked<TLSContext>

  /// - Throws: `DomainError` `tls-certificate-rejected`.
  package init(_ certificate: borrowing TLSCertificate) throws(DomainError) {
    context = Locked(try TLSContext(certificate))
  }

  /// Uses another certificate for new connections, and a new key for session tickets.
  /// - Throws: As above; nothing changes then.
  package func replace(with certificate: borrowing TLSCertificate) throws(DomainError) {
    let new = try TLSContext(certificate)
    context.withLock { $0 = new }
  }

  /// A session on an accepted socket. Nil if memory is short.
  func session(on descriptor: Int32) -> TLSSession? {
    TLSSession(context.withLock(\.pointer), on: descriptor)
  }
}

/// OpenSSL's settings for all connections with one certificate.
///
/// Unchecked: it is set up by the initializer only, and OpenSSL locks what connections share.
final class TLSContext: @unchecked Sendable {
  let pointer: OpaquePointer

  /// - Throws: `DomainError` `tls-certificate-rejected`.
  init(_ certificate: borrowing TLSCertificate) throws(DomainError) {
    guard let context = SSL_CTX_new(TLS_server_method()) else {
      throw DomainError(.unavailable, "tls-unavailable", "OpenSSL cannot be used: check its installation.")
    }
    pointer = context
    copenssl_set_options(context)
    _ = copenssl_set_version_range(context, TLS1_2_VERSION, TLS1_3_VERSION)
    // In TLS 1.2, only cipher suites with forward secrecy and authenticated encryption; in TLS 1.3, all have both.
    SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20")
    SSL_CTX_set_security_level(context, 2)
    SSL_CTX_set_alpn_select_cb(context, selectProtocol, nil)
    ERR_clear_error()
    guard SSL_CTX_use_certificate(context, certificate.chain[0]) == 1,
      certificate.chain.dropFirst().allSatisfy({ copenssl_add_chain_certificate(context, $0) == 1 }),
      SSL_CTX_use_PrivateKey(context, certificate.key) == 1
    else {
      let reason = ERR_reason_error_string(ERR_peek_last_error()).map { String(cString: $0) } ?? "unknown"
      ERR_clear_error()
      throw DomainError(
        .invalid, "tls-certificate-rejected",
        "OpenSSL rejects the certificate or its key (\(reason)): use ECDSA P-256, or RSA with 2,048 bits or more.")
    }
  }

  deinit { SSL_CTX_free(pointer) }
}

/// Selects HTTP/1.1 of the protocols that a client offers by ALPN (RFC 7301); a client that offers only others is
/// refused.
private func selectProtocol(
  _ session: OpaquePointer?, _ selected: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
  _ selectedCount: UnsafeMutablePointer<UInt8>?, _ offered: UnsafePointer<UInt8>?, _ offeredCount: UInt32,
  _ context: UnsafeMutableRawPointer?
) -> Int32 {
  let names = UnsafeBufferPointer(start: offered, count: Int(offeredCount))
  var position = 0
  while position < names.count {
    // OpenSSL has checked the lengths.
    let name = names[(position + 1)...].prefix(Int(names[position]))
    if name.elementsEqual("http/1.1".utf8) {
      selected?.pointee = names.baseAddress! + name.startIndex
      selectedCount?.pointee = UInt8(name.count)
      return SSL_TLSEXT_ERR_OK
    }
    position = name.endIndex
  }
  return SSL_TLSEXT_ERR_ALERT_FATAL
}
