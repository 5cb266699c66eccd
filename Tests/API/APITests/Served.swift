import APIKit
import Foundation
import HTTP
import LegacyAPI
import NativeAPI
import StandardsAPI
import Support
import Workload

/// A service behind a real server, asked by whole requests as clients send them.
final class Served: Sendable {
  private let server: Server
  /// Its folder goes when it goes.
  private let service: Service

  init(_ service: Service) throws {
    self.service = service
    server = try Server(service.configuration)
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
    let descriptor = try connectedSocket(to: port)
    defer { close(descriptor) }
    guard send(descriptor, text, text.count, 0) == text.count else {
      throw IdleStore.Unexpected(call: "send: \(errno)")
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
