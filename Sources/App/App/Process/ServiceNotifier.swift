import CSystem
import Glibc

/// Tells systemd about the state of the service (`sd_notify`), where systemd has started it so. The protocol is one
/// datagram for each message.
struct ServiceNotifier: Sendable {
  /// The path of the socket; `@` stands for the zero byte of an abstract one.
  private let path: String?
  /// Within which the service has to report that it works. Nil if systemd does not watch it.
  let watchdogInterval: Duration?

  init(_ environment: [String: String]) {
    path = environment["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
    let isOurs = environment["WATCHDOG_PID"].map { $0 == String(getpid()) } ?? true
    let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
    watchdogInterval = isOurs && path != nil && microseconds > 0 ? .microseconds(microseconds) : nil
  }

  /// The service is there, or there again with new settings.
  func ready(_ status: String) { send("READY=1\nSTATUS=\(status)") }

  func reloading() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    send("RELOADING=1\nMONOTONIC_USEC=\(time.tv_sec * 1_000_000 + time.tv_nsec / 1000)")
  }

  func stopping(_ status: String) { send("STOPPING=1\nSTATUS=\(status)") }

  func ping() { send("WATCHDOG=1") }

  /// Sends a message, if systemd wants any. What fails is seen by systemd, which waits for it.
  private func send(_ message: String) {
    guard let path, var address = address(of: path) else { return }
    let descriptor = socket(AF_UNIX, Int32(csystem_socket_datagram | csystem_socket_close_on_exec), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let length = MemoryLayout<sa_family_t>.size + path.utf8.count + (path.hasPrefix("@") ? 0 : 1)
    let bytes = Array(message.utf8)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, socklen_t(length))
      }
    }
  }

  private func address(of path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    var bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return address
  }
}
