import COpenSSL
import Glibc

/// The TLS of one connection, on its socket. The handshake needs no extra calls: it is part of the first reads.
struct TLSSession: ~Copyable {
  /// The most bytes of a record (RFC 8446, 5.1).
  static let recordSize = 16_384

  private let ssl: OpaquePointer
  /// Reading continues only when the socket takes bytes: part of the handshake waits for that.
  private(set) var isReadingStalled = false
  /// A record is sent in part. Nothing may be received until the rest is sent: OpenSSL would answer a client's new key
  /// (KeyUpdate) in the middle of that record, and gives the connection up (bad write retry).
  private(set) var isSendingStalled = false
  private var isBroken = false
  private var receivedCount: UInt64 = 0

  /// Nil if memory is short.
  init?(_ context: OpaquePointer, on descriptor: Int32) {
    guard let ssl = SSL_new(context) else { return nil }
    guard SSL_set_fd(ssl, descriptor) == 1 else {
      SSL_free(ssl)
      return nil
    }
    SSL_set_accept_state(ssl)
    self.ssl = ssl
  }

  deinit { SSL_free(ssl) }

  /// Receives one record. OpenSSL reads no further than its end, so that the socket stays readable while there are more.
  /// - Parameter buffer: At least as large as a record.
  mutating func receive(into buffer: UnsafeMutableRawBufferPointer) -> Reception {
    isReadingStalled = false
    var count = 0
    ERR_clear_error()
    let result = SSL_read_ex(ssl, buffer.baseAddress, buffer.count, &count)
    if result == 1 {
      _ = takeReceivedCount()
      return .bytes(count)
    }
    switch SSL_get_error(ssl, result) {
    case SSL_ERROR_ZERO_RETURN: return .end
    case SSL_ERROR_WANT_READ: return .nothing(received: takeReceivedCount())
    case SSL_ERROR_WANT_WRITE:
      isReadingStalled = true
      return .nothing(received: takeReceivedCount())
    default:
      isBroken = true
      return copenssl_reason(ERR_peek_error()) == SSL_R_HTTP_REQUEST ? .plainHTTP : .failure
    }
  }

  /// Bytes of records received since the last call.
  private mutating func takeReceivedCount() -> Int {
    let before = receivedCount
    receivedCount = BIO_number_read(SSL_get_rbio(ssl))
    return Int(receivedCount - before)
  }

  /// The socket takes bytes again.
  mutating func resumeReading() { isReadingStalled = false }

  /// Sends records until `limit` is reached or the socket takes no more. The next call must begin with the bytes that
  /// this one has not sent: a part of them may be encrypted already.
  /// - Returns: How many bytes were sent. Nil: the connection is broken.
  mutating func send(_ bytes: UnsafeRawBufferPointer, limit: Int) -> Int? {
    var sent = 0
    while sent < min(bytes.count, limit) {
      var count = 0
      ERR_clear_error()
      let result = SSL_write_ex(ssl, bytes.baseAddress! + sent, bytes.count - sent, &count)
      isSendingStalled = result != 1
      guard result == 1 else { return isBlocked(result) ? sent : nil }
      sent += count
    }
    return sent
  }

  /// The same with a range of a file, which must not be empty. Nil also if the file ends too early.
  mutating func send(_ file: Int32, _ range: Range<Int>, limit: Int) -> Int? {
    var sent = 0
    while sent < min(range.count, limit) {
      let wanted = min(Self.recordSize, range.count - sent)
      let offset = off_t(range.lowerBound + sent)
      let count = withUnsafeTemporaryAllocation(byteCount: Self.recordSize, alignment: 16) { buffer -> Int? in
        let read = pread(file, buffer.baseAddress, wanted, offset)
        guard read > 0 else { return nil }
        return send(UnsafeRawBufferPointer(rebasing: buffer[..<read]), limit: read)
      }
      guard let count else { return nil }
      guard count > 0 else { break }
      sent += count
    }
    return sent
  }

  /// Says that nothing more is sent (close_notify), unless the socket takes no bytes or something has failed.
  mutating func close() {
    guard !isBroken, SSL_is_init_finished(ssl) == 1 else { return }
    ERR_clear_error()
    SSL_shutdown(ssl)
  }

  private mutating func isBlocked(_ result: Int32) -> Bool {
    let error = SSL_get_error(ssl, result)
    isBroken = error != SSL_ERROR_WANT_WRITE && error != SSL_ERROR_WANT_READ
    return !isBroken
  }
}
