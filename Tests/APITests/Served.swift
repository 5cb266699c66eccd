import API
import Foundation
import HTTP

/// A service behind a real server, asked by whole requests as clients send them.
final class Served: Sendable {
  private let server: Server
  /// Its folder goes when it goes.
  private let service: Service

  init(_ service: Service) throws {
    self.service = service
    var configuration = ServerConfiguration(port: 0, routes: routes(service.site))
    configuration.loops = 1
    configuration.errorBody = { fault, _ in fault.answer }
    server = try Server(configuration)
    try server.start()
  }

  func stop() async { await server.stop() }

  /// Sends a request and reads until the server closes.
  func exchange(_ lines: String..., body: [UInt8] = []) async throws -> String {
    let head = lines.joined(separator: "\r\n") + "\r\nHost: booths.test\r\nConnection: close\r\n\r\n"
    let text = Array(head.utf8) + body
    let port = server.port
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try Self.exchange(text, port) }) }
    }
  }

  private static func exchange(_ text: [UInt8], _ port: Int) throws -> String {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected, send(descriptor, text, text.count, 0) == text.count else {
      throw IdleStore.Unexpected(call: "connect: \(errno)")
    }
    var received: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(descriptor, &room, room.count, 0)
      guard count > 0 else { return String(decoding: received, as: UTF8.self) }
      received += room.prefix(count)
    }
  }
}
