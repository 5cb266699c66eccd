import COpenSSL
import Glibc
package import Workload

/// The client's side of TLS over a connected socket.
///
/// OpenSSL works on memory, so that a test decides in which pieces the bytes go over the socket.
package final class TLSChannel: ClientChannel {
  /// What a client offers and expects.
  package struct Options: Sendable {
    /// The only authority that is trusted; nil: any certificate will do.
    package var authority: TestCertificate?
    /// The name that the certificate must have.
    package var host = "localhost"
    /// By ALPN, in the order of preference; none: without ALPN.
    package var protocols = ["http/1.1"]
    /// The only version; TLS 1.0 is 1, and so on.
    package var version: Int32?
    /// The most bytes sent to the socket at once.
    package var pieceSize = Int.max
    /// A session to resume.
    package var session: TLSClientSession?

    package init(authority: TestCertificate? = nil) { self.authority = authority }
  }

  private let ssl: OpaquePointer
  private let context: OpaquePointer
  private let descriptor: Int32
  private let pieceSize: Int
  /// Whether the server has said the end of its bytes (close_notify).
  package private(set) var wasClosedProperly = false

  /// Shakes hands.
  /// - Throws: `Client.Failure` with the alert or error where one side rejects the other.
  package convenience init(_ descriptor: Int32, _ options: Options = Options()) throws {
    self.init(silent: descriptor, options)
    try shakeHands()
  }

  /// Sends nothing yet.
  package init(silent descriptor: Int32, _ options: Options = Options()) {
    (self.descriptor, pieceSize) = (descriptor, options.pieceSize)
    context = SSL_CTX_new(TLS_client_method())
    if let version = options.version {
      // A server that is asked for an old version must be the one that refuses it.
      SSL_CTX_set_security_level(context, 0)
      _ = copenssl_set_version_range(context, 0x0300 + version, 0x0300 + version)
    }
    if let authority = options.authority {
      authority.addAsAuthority(to: SSL_CTX_get_cert_store(context))
      SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
    }
    ssl = SSL_new(context)
    let names = options.protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
    if !names.isEmpty { SSL_set_alpn_protos(ssl, names, UInt32(names.count)) }
    if options.authority != nil { SSL_set1_host(ssl, options.host) }
    if let session = options.session { SSL_set_session(ssl, session.pointer) }
    SSL_set_bio(ssl, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()))
    SSL_set_connect_state(ssl)
  }

  deinit {
    SSL_free(ssl)
    SSL_CTX_free(context)
  }

  package func shakeHands() throws {
    while true {
      ERR_clear_error()
      let result = SSL_do_handshake(ssl)
      let error = SSL_get_error(ssl, result)
      guard transmit(takeEncrypted()) else { throw Client.Failure(reason: "closed in the handshake") }
      if result == 1 { return }
      guard error == SSL_ERROR_WANT_READ else { throw Client.Failure(reason: "handshake: \(Self.lastError)") }
      guard fill() > 0 else { throw Client.Failure(reason: "closed in the handshake") }
    }
  }

  /// The bytes with which the handshake begins.
  package func firstMessage() -> [UInt8] {
    SSL_do_handshake(ssl)
    return takeEncrypted()
  }

  // MARK: ClientChannel

  package func receive(_ buffer: inout [UInt8]) -> Int {
    while true {
      ERR_clear_error()
      let count = SSL_read(ssl, &buffer, Int32(buffer.count))
      if count > 0 { return Int(count) }
      let error = SSL_get_error(ssl, count)
      // Answers to new keys.
      _ = transmit(takeEncrypted())
      if error == SSL_ERROR_ZERO_RETURN { wasClosedProperly = true }
      guard error == SSL_ERROR_WANT_READ else { return 0 }
      let received = fill()
      guard received > 0 else { return received }
    }
  }

  package func send(_ bytes: [UInt8]) -> Bool { bytes.isEmpty || transmit(encrypted(bytes)) }

  package func finishSending() {
    SSL_shutdown(ssl)
    _ = transmit(takeEncrypted())
  }

  // MARK: What was agreed on

  /// `TLSv1.3`
  package var version: String { String(cString: SSL_get_version(ssl)) }

  /// What the server selected by ALPN.
  package var selectedProtocol: String? {
    var name: UnsafePointer<UInt8>?
    var count: UInt32 = 0
    SSL_get0_alpn_selected(ssl, &name, &count)
    return name.map { String(decoding: UnsafeBufferPointer(start: $0, count: Int(count)), as: UTF8.self) }
  }

  /// Whether the server has shown this certificate.
  package func isFrom(_ certificate: TestCertificate) -> Bool { certificate.isSame(as: SSL_get0_peer_certificate(ssl)) }

  package var isResumed: Bool { SSL_session_reused(ssl) == 1 }

  /// What another connection can resume. With TLS 1.3 the server sends it after the handshake.
  package var session: TLSClientSession? { SSL_get1_session(ssl).map(TLSClientSession.init) }

  // MARK: Records

  /// Bytes as they go over the socket.
  package func encrypted(_ bytes: [UInt8]) -> [UInt8] {
    ERR_clear_error()
    SSL_write(ssl, bytes, Int32(bytes.count))
    return takeEncrypted()
  }

  /// A key update (RFC 8446, 4.6.3), which the server must answer with its own.
  package func keyUpdate() -> [UInt8] {
    SSL_key_update(ssl, SSL_KEY_UPDATE_REQUESTED)
    SSL_do_handshake(ssl)
    return takeEncrypted()
  }

  /// Sends bytes over the socket as they are.
  package func transmit(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard Client.send(Array(rest.prefix(pieceSize)), on: descriptor) else { return false }
      rest = rest.dropFirst(pieceSize)
    }
    return true
  }

  private func takeEncrypted() -> [UInt8] {
    let memory = SSL_get_wbio(ssl)
    var bytes = [UInt8](repeating: 0, count: Int(BIO_ctrl_pending(memory)))
    if !bytes.isEmpty { BIO_read(memory, &bytes, Int32(bytes.count)) }
    return bytes
  }

  /// Receives from the socket once; as `recv`.
  private func fill() -> Int {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count > 0 { BIO_write(SSL_get_rbio(ssl), buffer, Int32(count)) }
    return count
  }

  private static var lastError: String {
    ERR_reason_error_string(ERR_peek_last_error()).map { String(cString: $0) } ?? "no reason"
  }
}

/// A session that can be resumed.
///
/// Unchecked: it is not changed once it is made, and OpenSSL counts its references atomically.
package final class TLSClientSession: @unchecked Sendable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { SSL_SESSION_free(pointer) }
}

extension Client {
  /// Connects over TLS.
  package convenience init(tls port: Int, _ options: TLSChannel.Options = TLSChannel.Options(), window: Int32? = nil)
    throws
  {
    try self.init(port, window: window) { try TLSChannel($0, options) }
  }
}
