// Optimised builds find the socket flags only through this module.
import CSystem
package import Foundation
import Glibc
package import JSON
import Synchronization

/// A server on a real socket that answers each request with the bytes of a script. It closes the connection after each
/// request unless the script continues.
package final class RawServer: Sendable {
  /// A received request.
  package struct Request: Sendable {
    /// The method, as received.
    package var method: String
    /// Path and query, as received.
    package var target: String
    /// By name in lower case.
    package var headers: [String: String]
    /// The body, as received.
    package var body: [UInt8]
    /// The number of its connection, from 0.
    package var connection: Int

    /// The path without the query.
    package var path: String { String(target.prefix { $0 != "?" }) }
    /// Method and path.
    package var line: String { "\(method) \(path)" }
    /// The body as JSON. Nil when it is not JSON.
    package var json: JSONValue? { try? JSONReader.value(of: body) }
  }

  /// A step of a script.
  package enum Step: Sendable {
    case send([UInt8])
    case pause(milliseconds: Int)
    /// Sends this number of bytes, or until the connection is closed.
    case addMany(Int)
    /// Sends a blank now and then until the connection is closed or the server stops.
    case drip
    /// Waits until the client disconnects or the server stops.
    case hang
    /// Waits for the next request on the same connection.
    case nextRequest

    /// Sends a text.
    package static func text(_ text: String) -> Step { .send(Array(text.utf8)) }
  }

  private struct State {
    var requests: [Request] = []
    var connections = 0
    var open = 0
    var isStopped = false
  }

  private let state = Mutex(State())
  private let listener: Int32
  /// `http://127.0.0.1:…`
  package let url: URL

  /// Starts the server.
  /// - Parameter script: Returns the steps for the n-th request (from 1) with the same method and path.
  package init(_ script: @escaping @Sendable (_ request: Request, _ number: Int) -> [Step]) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let outcome = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) | listen(listener, 128) | getsockname(listener, $0, &length)
      }
    }
    guard outcome == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))")!
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        // Closed by the thread that uses it: the number of a closed descriptor may already belong to another server.
        guard connection >= 0 else {
          close(listener)
          return
        }
        Thread.detachNewThread { self.serve(connection, script) }
      }
    }
  }

  /// Accepts no more connections and ends hanging ones.
  package func stop() {
    state.withLock { $0.isStopped = true }
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// All received requests, in order.
  package var requests: [Request] { state.withLock(\.requests) }

  /// The number of open connections.
  package var openCount: Int { state.withLock(\.open) }

  /// The number of requests with a method and path.
  package func count(_ line: String) -> Int { requests.count { $0.line == line } }

  private func serve(_ connection: Int32, _ script: (Request, Int) -> [Step]) {
    state.withLock { $0.open += 1 }
    defer {
      close(connection)
      state.withLock { $0.open -= 1 }
    }
    var timeout = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    let id = state.withLock { state in
      defer { state.connections += 1 }
      return state.connections
    }
    while let request = Self.request(from: connection, id) {
      let number = state.withLock { state in
        state.requests.append(request)
        return state.requests.count { $0.line == request.line }
      }
      let steps = script(request, number)
      for step in steps {
        guard perform(step, on: connection) else { return }
      }
      guard case .nextRequest? = steps.last else { break }
    }
    // So that the response arrives even if part of the request is unread, which would reset the connection.
    shutdown(connection, Int32(SHUT_WR))
    var rest = [UInt8](repeating: 0, count: 4096)
    while recv(connection, &rest, rest.count, 0) > 0 {}
  }

  private func perform(_ step: Step, on connection: Int32) -> Bool {
    switch step {
    case .send(let bytes): return Self.send(bytes, on: connection)
    case .pause(let milliseconds): usleep(UInt32(milliseconds) * 1000)
    case .addMany(let count):
      let block = [UInt8](repeating: UInt8(ascii: " "), count: 65_536)
      var left = count
      while left > 0 {
        guard Self.send(Array(block.prefix(left)), on: connection) else { return false }
        left -= block.count
      }
    case .nextRequest: break
    case .drip:
      while !state.withLock(\.isStopped) {
        guard Self.send([UInt8(ascii: " ")], on: connection) else { return false }
        usleep(20_000)
      }
    case .hang:
      while !state.withLock(\.isStopped) {
        var one: UInt8 = 0
        if recv(connection, &one, 1, Int32(MSG_DONTWAIT)) == 0 { return false }
        usleep(10_000)
      }
    }
    return true
  }

  private static func send(_ bytes: [UInt8], on connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  private static func request(from connection: Int32, _ id: Int) -> Request? {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while true {
      if let request = request(of: bytes, id) { return request }
      let count = recv(connection, &block, block.count, 0)
      guard count > 0 else { return nil }
      bytes += block.prefix(count)
    }
  }

  /// Parses a request. Nil when incomplete.
  private static func request(of bytes: [UInt8], _ id: Int) -> Request? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { return nil }
    let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
    let parts = lines[0].split(separator: " ")
    let pairs = lines.dropFirst().map { line -> (String, String) in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (parts[0].lowercased(), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
    }
    let headers = Dictionary(pairs, uniquingKeysWith: { $0 + "," + $1 })
    let body = Array(text[end.upperBound...].utf8)
    guard body.count >= Int(headers["content-length"] ?? "0") ?? 0 else { return nil }
    return Request(method: String(parts[0]), target: String(parts[1]), headers: headers, body: body, connection: id)
  }
}

extension [RawServer.Step] {
  /// A complete response.
  package static func answer(_ status: Int, _ body: String, _ headers: [String] = []) -> [RawServer.Step] {
    let head = ["HTTP/1.1 \(status) -", "Content-Type: application/json", "Content-Length: \(body.utf8.count)"]
    return [.text((head + headers + ["Connection: close"]).joined(separator: "\r\n") + "\r\n\r\n" + body)]
  }

  /// A complete response that keeps the connection open for the next request.
  package static func kept(_ status: Int, _ body: String) -> [RawServer.Step] {
    [.text("HTTP/1.1 \(status) -\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"), .nextRequest]
  }

  /// Closes the connection without a response.
  package static var noSteps: [RawServer.Step] { [] }
}
