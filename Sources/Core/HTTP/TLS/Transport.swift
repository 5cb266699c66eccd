import Basics
import Glibc

/// The outcome of an attempt to receive bytes.
enum Reception {
  case bytes(Int)
  /// Nothing yet. The bytes received of an incomplete record.
  case nothing(received: Int)
  /// The client sends nothing more.
  case end
  case failure
  /// The client speaks HTTP without TLS, but TLS is expected.
  case plainHTTP
}

/// How the bytes of a connection travel: over its socket as they are, or encrypted. Does not own the socket.
struct Transport: ~Copyable {
  private let descriptor: Int32
  private var session: TLSSession?

  /// - Parameter session: Nil without TLS.
  init(_ descriptor: Int32, _ session: consuming TLSSession?) {
    self.descriptor = descriptor
    self.session = session
  }

  /// Receives once.
  mutating func receive(into buffer: UnsafeMutableRawBufferPointer) -> Reception {
    if let reception = session?.receive(into: buffer) { return reception }
    let count = recv(descriptor, buffer.baseAddress!, buffer.count, 0)
    if count > 0 { return .bytes(count) }
    if count == 0 { return .end }
    return errno == EAGAIN || errno == EINTR ? .nothing(received: 0) : .failure
  }

  /// Whether receiving goes on only when the socket takes bytes.
  var isReadingStalled: Bool {
    switch session {
    case .some(let session): session.isReadingStalled
    case .none: false
    }
  }

  /// Whether receiving has to wait until what was given to `send` is sent.
  var isSendingStalled: Bool {
    switch session {
    case .some(let session): session.isSendingStalled
    case .none: false
    }
  }

  /// The socket takes bytes again.
  mutating func resumeReading() { session?.resumeReading() }

  /// Sends bytes; what was not sent must be sent first next time.
  /// - Parameters:
  ///   - limit: The maximum that is encrypted at once.
  ///   - hasMore: More follows soon, so that the kernel may wait for it.
  /// - Returns: How many were sent. Nil: the connection is broken.
  mutating func send(_ bytes: UnsafeRawBufferPointer, limit: Int, hasMore: Bool) -> Int? {
    if session != nil { return session?.send(bytes, limit: limit) ?? nil }
    let flags = Int32(MSG_NOSIGNAL) | (hasMore ? Int32(MSG_MORE) : 0)
    let count = Glibc.send(descriptor, bytes.baseAddress!, bytes.count, flags)
    return count < 0 && errno != EAGAIN && errno != EINTR ? nil : max(0, count)
  }

  /// Sends a range of a file, at most `limit` bytes.
  /// - Returns: As above. Nil also if the file ends too early.
  mutating func send(_ file: OpenFile, _ range: Range<Int>, limit: Int) -> Int? {
    if session != nil { return session?.send(file.descriptor, range, limit: limit) ?? nil }
    var offset = off_t(range.lowerBound)
    let count = sendfile(descriptor, file.descriptor, &offset, min(range.count, limit))
    return count == 0 || count < 0 && errno != EAGAIN && errno != EINTR ? nil : max(0, count)
  }

  /// Tells the client that nothing more is sent. What it still sends is received as it is, for nobody.
  mutating func finishSending() {
    endSession()
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Says the end of TLS, if there is any; what follows is not encrypted.
  mutating func endSession() {
    session?.close()
    session = nil
  }
}

/// OpenSSL writes to sockets without MSG_NOSIGNAL: a connection that is broken would end the process.
func blockBrokenPipeSignal() {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGPIPE)
  pthread_sigmask(SIG_BLOCK, &signals, nil)
}
