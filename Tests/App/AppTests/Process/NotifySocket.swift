import Foundation
import Support
import Workload

/// A datagram socket as systemd has it for the messages of a service.
final class NotifySocket: Sendable {
  let path: String
  private let directory: ScratchDirectory
  private let descriptor: Int32

  init() throws {
    directory = try ScratchDirectory()
    path = directory.url.appendingPathComponent("notify").path
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
  }

  deinit { close(descriptor) }

  /// The next message that has come; nil if none has.
  func message() -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
  }

  /// The next message with a text; others are left out.
  func next(_ text: String) async throws -> String {
    var found: String?
    try await eventually {
      while let message = message() {
        if message.contains(text) {
          found = message
          return true
        }
      }
      return false
    }
    return found ?? ""
  }
}
