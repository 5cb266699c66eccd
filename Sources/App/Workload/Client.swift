import Glibc

/// The transport of a client on top of its socket, such as TLS.
package protocol ClientChannel {
  /// Receives at least one byte. 0 at the end; negative, with `errno`, on failure.
  func receive(_ buffer: inout [UInt8]) -> Int

  /// Sends all bytes. Returns false when the connection is closed.
  func send(_ bytes: [UInt8]) -> Bool

  /// Says that nothing more is sent.
  func finishSending()
}

/// An HTTP client that sends raw bytes. It uses a blocking socket, on a separate thread.
package final class Client {
  package struct ClientResponse: Equatable, Sendable {
    package var status: Int
    /// In the order received.
    package var headers: [(name: String, value: String)]
    /// The whole body, without chunk framing.
    package var body: [UInt8]

    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The first header with a name, case-insensitive.
    package subscript(name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    package static func == (left: ClientResponse, right: ClientResponse) -> Bool {
      left.status == right.status && left.body == right.body
        && left.headers.elementsEqual(right.headers) { $0.name == $1.name && $0.value == $1.value }
    }
  }

  /// The server did not respond as expected.
  package struct Failure: Error {
    package let reason: String

    package init(reason: String) { self.reason = reason }
  }

  package let descriptor: Int32
  private let channel: (any ClientChannel)?
  private var received: [UInt8] = []
  /// The number of consumed bytes of `received`.
  private var position = 0
  /// Whether the server has closed the connection.
  package private(set) var hasEnded = false
  package private(set) var wasReset = false

  /// Connects. Reads time out after `timeout` seconds. A small `window` (receive buffer) simulates a slow client.
  /// `channel` opens what carries its bytes over the socket.
  package init(
    _ port: Int, from source: String? = nil, timeout: Int = 20, window: Int32? = nil,
    over channel: ((Int32) throws -> any ClientChannel)? = nil
  ) throws {
    let descriptor: Int32
    do { descriptor = try connectedSocket(to: port, from: source, timeout: timeout, window: window) } catch {
      throw Failure(reason: "connect: \(error)")
    }
    self.descriptor = descriptor
    do { self.channel = try channel?(descriptor) } catch {
      close(descriptor)
      throw error
    }
  }

  deinit {
    close(descriptor)
  }

  /// Sends all bytes. Returns false when the connection is closed.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool { channel?.send(bytes) ?? Self.send(bytes, on: descriptor) }

  /// Sends all bytes on a descriptor, for use on other threads.
  package static func send(_ bytes: [UInt8], on descriptor: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  @discardableResult
  package func send(_ text: String) -> Bool {
    send(Array(text.utf8))
  }

  package func finishSending() {
    channel?.finishSending()
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Reads once. Returns false at the end.
  @discardableResult
  package func read() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = channel?.receive(&buffer) ?? recv(descriptor, &buffer, buffer.count, 0)
    if count < 0 {
      guard errno == ECONNRESET else { throw Failure(reason: "no answer in time, errno \(errno)") }
      wasReset = true
    }
    guard count > 0 else {
      hasEnded = true
      return false
    }
    received.append(contentsOf: buffer[..<count])
    return true
  }

  /// Reads until the server closes the connection.
  package func readToEnd() throws -> [UInt8] {
    while try read() {}
    return try read(received.count - position)
  }

  /// Reads the next response with its body (RFC 9112). `isHead` for the response to a HEAD request.
  package func response(isHead: Bool = false) throws -> ClientResponse {
    var response = try head()
    let hasBody = !isHead && response.status >= 200 && response.status != 204 && response.status != 304
    if hasBody { response.body = try body(response) }
    return response
  }

  package func head() throws -> ClientResponse {
    let head = try line(upTo: [13, 10, 13, 10])
    let lines = String(decoding: head, as: UTF8.self).components(by: "\r\n")
    let status = lines[0].split(separator: " ")
    guard status.count >= 2, status[0] == "HTTP/1.1", let code = Int(status[1]) else {
      throw Failure(reason: "not a status line: \(lines[0])")
    }
    let headers = try lines.dropFirst().filter { !$0.isEmpty }.map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { throw Failure(reason: "not a header: \(line)") }
      return (name: String(parts[0]), value: String(parts[1].drop { $0 == " " }))
    }
    return ClientResponse(status: code, headers: headers, body: [])
  }

  private func body(_ response: ClientResponse) throws -> [UInt8] {
    if let length = response["Content-Length"].flatMap(Int.init) { return try read(length) }
    guard response["Transfer-Encoding"] == "chunked" else { return try readToEnd() }
    var body: [UInt8] = []
    while true {
      let size = String(decoding: try line(upTo: [13, 10]).dropLast(2), as: UTF8.self)
      guard let count = Int(size, radix: 16) else { throw Failure(reason: "not a chunk size: \(size)") }
      let chunk = try read(count + 2)
      guard chunk[count] == 13, chunk[count + 1] == 10 else { throw Failure(reason: "a chunk without its end") }
      if count == 0 { return body }
      body += chunk[..<count]
    }
  }

  /// Reads the next `count` bytes.
  package func read(_ count: Int) throws -> [UInt8] {
    while received.count - position < count {
      guard try read() else { throw Failure(reason: "ended within a body") }
    }
    let taken = Array(received[position..<position + count])
    position += count
    if position > 1_000_000 {
      received.removeFirst(position)
      position = 0
    }
    return taken
  }

  private func line(upTo end: [UInt8]) throws -> [UInt8] {
    var start = position
    while true {
      while start + end.count <= received.count {
        if received[start] == end[0], received[start..<start + end.count].elementsEqual(end) {
          return try read(start + end.count - position)
        }
        start += 1
      }
      guard try read() else { throw Failure(reason: "ended within a head") }
    }
  }
}

extension String {
  /// The parts between separators, including empty ones.
  package func components(by separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}

/// Runs blocking work on a new thread, so that it blocks no thread of the cooperative pool.
package func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let box = Unmanaged.passRetained(Work { continuation.resume(with: Result(catching: work)) })
    var thread = pthread_t()
    pthread_create(&thread, nil, runWork, box.toOpaque())
    pthread_detach(thread)
  }
}

private final class Work {
  let run: () -> Void

  init(_ run: @escaping () -> Void) {
    self.run = run
  }
}

private func runWork(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().run()
  return nil
}
