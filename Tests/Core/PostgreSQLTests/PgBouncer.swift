import Foundation
import Glibc
import Support

/// PgBouncer in transaction mode before a server: each transaction may get another one of few connections.
final class PgBouncer: Sendable {
  private let process: Process
  /// Open for as long as this process lives; a shell ends PgBouncer when it closes.
  private let lifeline = Pipe()
  let directory: URL

  /// - Parameter connections: how many connections to the server all clients share.
  init(before server: PostgreSQLServer, connections: Int) throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/sbin/pgbouncer") else {
      throw PostgreSQLServer.Missing(description: "PgBouncer is missing: run 'make setup-test'.")
    }
    let path = FileManager.default.temporaryDirectory.path
    directory = URL(fileURLWithPath: "\(path)/fourcuts-pb-\(UUID().uuidString.prefix(8).lowercased())")
    let settings = """
      [databases]
      * = host=\(server.directory.path) user=\(PostgreSQLServer.user)
      [pgbouncer]
      listen_addr =
      unix_socket_dir = \(directory.path)
      auth_type = any
      pool_mode = transaction
      default_pool_size = \(connections)
      max_client_conn = 200
      logfile = \(directory.path)/log
      """
    _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    let answers = Pipe()
    process = Process()
    let shell = ["-c", Self.script, "sh", directory.path, settings]
    let user = ["--reuid=postgres", "--regid=postgres", "--clear-groups", "/bin/sh"]
    process.executableURL = URL(fileURLWithPath: getuid() == 0 ? "/usr/bin/setpriv" : "/bin/sh")
    process.arguments = getuid() == 0 ? user + shell : shell
    process.standardInput = lifeline
    process.standardOutput = answers
    try process.run()
    try? answers.fileHandleForWriting.close()
    let answer = String(decoding: answers.fileHandleForReading.availableData, as: UTF8.self)
    guard answer == "ready\n" else { throw PostgreSQLServer.Missing(description: "PgBouncer does not start.") }
  }

  private static let script = """
    trap '' INT HUP TERM
    umask 077; cd / && mkdir "$1" && printf '%s\\n' "$2" >"$1/pgbouncer.ini" || exit 1
    /usr/sbin/pgbouncer -q "$1/pgbouncer.ini" </dev/null >/dev/null 2>&1 & pid=$!
    for try in 1 2 3 4 5 6 7 8 9 10; do [ -S "$1/.s.PGSQL.6432" ] && break; sleep 0.1; done
    [ -S "$1/.s.PGSQL.6432" ] && echo ready
    exec >/dev/null 2>&1
    cat >/dev/null
    kill -KILL $pid; rm -rf "$1"
    """

  deinit {
    try? lifeline.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  func address(of database: String) -> String {
    "host=\(directory.path) port=6432 user=\(PostgreSQLServer.user) dbname=\(database)"
  }
}
