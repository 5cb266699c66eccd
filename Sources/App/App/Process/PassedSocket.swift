import Basics
import CommandLineKit
import Glibc
import HTTP

/// The listening socket that systemd has passed (`sd_listen_fds`). Nil if it has passed none to this process.
/// - Throws: `DomainError` `socket-count`, `socket-unsuitable`.
func passedSocket(_ environment: [String: String]) throws(DomainError) -> BoundSocket? {
  guard let count = environment["LISTEN_FDS"], environment["LISTEN_PID"] == String(getpid()) else { return nil }
  guard count == "1" else {
    throw .usage("socket-count", "systemd passes \(count) sockets, and one is served: keep one ListenStream= line.")
  }
  // The first descriptor behind the standard ones.
  return try BoundSocket(passed: 3)
}
