import Foundation
import Glibc
import Support
import Synchronization
import Workload

/// Stands before a server and counts round trips: how often a client sends something after it was answered.
final class CountingRelay: Sendable {
  private let directory: ScratchDirectory
  private let listener: Int32
  private let counted: CountedTrips

  init(before server: PostgreSQLServer) throws {
    let directory = try ScratchDirectory()
    let counted = CountedTrips()
    let behind = server.directory.appendingPathComponent(".s.PGSQL.5432").path
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard Self.with(directory.url.appendingPathComponent(".s.PGSQL.5432").path, { bind(listener, $0, $1) }) == 0,
      listen(listener, 8) == 0
    else { throw POSIXError(.EADDRNOTAVAIL) }
    (self.directory, self.listener, self.counted) = (directory, listener, counted)
    Thread.detachNewThread {
      while case let client = accept(listener, nil, nil), client >= 0 {
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard Self.with(behind, { connect(server, $0, $1) }) == 0 else { return }
        Thread.detachNewThread { counted.relay(client, server) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  var trips: Int { counted.trips.withLock { $0 } }

  func address(of database: String) -> String {
    "host=\(directory.url.path) user=\(PostgreSQLServer.user) dbname=\(database)"
  }

  private static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}

private final class CountedTrips: Sendable {
  let trips = Mutex(0)

  /// Passes on what each of the two sends until one of them closes.
  func relay(_ client: Int32, _ server: Int32) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var wasAnswered = true
    while true {
      var sources = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&sources, 2, -1) > 0 else { continue }
      let isFromClient = sources[0].revents != 0
      let count = read(isFromClient ? client : server, &buffer, buffer.count)
      guard count > 0, write(isFromClient ? server : client, buffer, count) == count else { break }
      if isFromClient && wasAnswered { trips.withLock { $0 += 1 } }
      wasAnswered = !isFromClient
    }
    close(client)
    close(server)
  }
}
