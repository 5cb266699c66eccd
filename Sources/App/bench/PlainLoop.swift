import Foundation
import Glibc
import Synchronization
import Workload

/// The baseline for delivering messages: a server that only writes a frame to one socket after the other.
final class PlainLoop {
  let port: Int
  private let listener: Int32
  private let gate = DispatchSemaphore(value: 0)

  /// Accepts `connections` connections. After `go`, it writes `messages` messages of `bytes` bytes to all of them.
  init(connections: Int, messages: Int, bytes: Int) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    port = try Self.bound(listener)
    let (listener, gate) = (listener, gate)
    Thread.detachNewThread {
      let taken = (0..<connections).map { _ in Self.accept(listener) }
      gate.wait()
      for number in 1...max(1, messages) {
        let frame = Self.frame(number, bytes)
        for descriptor in taken { _ = Client.send(frame, on: descriptor) }
      }
      for descriptor in taken { close(descriptor) }
    }
  }

  deinit { close(listener) }

  var start: @Sendable () -> Void { { [gate] in gate.signal() } }

  private static func bound(_ listener: Int32) throws -> Int {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 4096) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound else { throw Client.Failure(reason: "no port, errno \(errno)") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// Accepts a connection and sends the greeting that a member waits for, without reading its request.
  private static func accept(_ listener: Int32) -> Int32 {
    let descriptor = Glibc.accept(listener, nil, nil)
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    let greeting = WebSocketClient.frame(1, Array(#"{"type":"subscribed","revision":0}"#.utf8), isMasked: false)
    _ = Client.send(Array("HTTP/1.1 101 Switching Protocols\r\n\r\n".utf8) + greeting, on: descriptor)
    return descriptor
  }

  private static func frame(_ number: Int, _ bytes: Int) -> [UInt8] {
    let start = #"{"type":"messages","messages":[{"sequence":\#(number)}],"revision":\#(number),"filling":""#
    let filling = String(repeating: "x", count: max(0, bytes - start.utf8.count - 2))
    return WebSocketClient.frame(1, Array((start + filling + "\"}").utf8), isMasked: false)
  }
}

final class Worker: Sendable {
  private let result = Mutex<Result<Void, any Error>?>(nil)

  init(_ work: @escaping @Sendable () throws -> Void) {
    Thread.detachNewThread { [self] in
      let outcome = Result(catching: work)
      result.withLock { $0 = outcome }
    }
  }

  /// Whether the work threw an error.
  var hasFailed: Bool {
    if case .failure? = result.withLock({ $0 }) { true } else { false }
  }

  /// Waits for the end of the work.
  /// - Throws: The error of the work.
  func outcome() throws {
    while true {
      if let result = result.withLock({ $0 }) { return try result.get() }
      usleep(1000)
    }
  }
}
