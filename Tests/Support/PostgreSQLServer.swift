package import Foundation
import Glibc
import Synchronization

/// A PostgreSQL server of this process: made at the first use in a temporary folder, reached by a Unix socket only.
///
/// A shell beside it holds a pipe from this process. When the process ends, however it does, the pipe closes, and the
/// shell stops the server and removes the folder.
package final class PostgreSQLServer: Sendable {
  /// What is missing on this machine.
  package struct Missing: Error, CustomStringConvertible {
    /// What to do.
    package let description: String

    /// What to do.
    package init(description: String) { self.description = description }
  }

  /// Where the programs are that Debian installs.
  package static let programs = "/usr/lib/postgresql/15/bin"
  /// The server's own user, who may do everything.
  package static let user = "fourcuts"

  /// The folder with the socket, the log and the data.
  package let directory: URL
  private let process: Process
  /// Open for as long as this process lives.
  private let lifeline: Pipe
  /// What the shell answers.
  private let answers = Pipe()
  private let names = Mutex(0)

  private static let sharedServer = Mutex<Result<PostgreSQLServer, any Error>?>(nil)

  /// The server of this process, whose files need not outlive a crash of the machine.
  /// - Throws: `Missing` where PostgreSQL is not installed; tests must fail then.
  package static var shared: PostgreSQLServer {
    get throws {
      try sharedServer.withLock { server in
        if let server { return server }
        let new = Result { try PostgreSQLServer() }
        server = new
        return new
      }.get()
    }
  }

  /// Another server, for tests that stop it.
  /// - Parameters:
  ///   - settings: lines that are added to `postgresql.conf`.
  ///   - primary: what it is a streaming replica of; nil: it is empty.
  package init(settings: [String] = [], replicaOf primary: PostgreSQLServer? = nil) throws {
    guard FileManager.default.isExecutableFile(atPath: "\(Self.programs)/initdb") else {
      throw Missing(description: "PostgreSQL 15 is missing below \(Self.programs): run 'make setup-test'.")
    }
    let temporary = FileManager.default.temporaryDirectory.path
    directory = URL(fileURLWithPath: "\(temporary)/fourcuts-pg-\(UUID().uuidString.prefix(8).lowercased())")
    lifeline = Pipe()
    // A program started meanwhile must not hold the pipe open.
    _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    process = Process()
    let (program, arguments) = Self.command(directory.path, settings, primary?.directory.path ?? "")
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardInput = lifeline
    process.standardOutput = answers
    try process.run()
    try? answers.fileHandleForWriting.close()
    let answer = answer()
    guard answer.hasSuffix("ready\n") else {
      throw Missing(description: "PostgreSQL does not start in \(directory.path): \(answer)")
    }
  }

  /// The shell's command. The server refuses to run as root, who lends it to another user.
  private static func command(
    _ directory: String, _ settings: [String], _ primary: String
  ) -> (String, [String]) {
    let lines = (Self.settings + settings).joined(separator: "\n")
    let shell = ["-c", script, "sh", programs, directory, user, lines, primary]
    guard getuid() == 0 else { return ("/bin/sh", shell) }
    let user = getpwnam("postgres") == nil ? "nobody" : "postgres"
    let group = user == "nobody" ? "nogroup" : "postgres"
    return ("/usr/bin/setpriv", ["--reuid=\(user)", "--regid=\(group)", "--clear-groups", "/bin/sh"] + shell)
  }

  /// Durability is not what most tests are about; those that are ask for it.
  private static let settings = [
    "listen_addresses = ''", "fsync = off", "synchronous_commit = off", "full_page_writes = off",
    "max_connections = 60", "shared_buffers = 32MB", "max_wal_size = 256MB", "autovacuum = off",
    "log_destination = stderr", "log_statement = none", "lc_messages = C",
  ]

  /// A terminal's interrupt goes to the whole group; the shell lives on until the pipe closes.
  private static let script = """
    trap '' INT HUP TERM
    umask 077; bin=$1; dir=$2; cd / && mkdir "$dir" || exit 1
    fail() { cat "$dir/log"; rm -rf "$dir"; exit 1; }
    if [ -n "$5" ]; then
      "$bin/pg_basebackup" -D "$dir/data" -h "$5" -U "$3" -c fast -N -R >"$dir/log" 2>&1 || fail
    else
      "$bin/initdb" -D "$dir/data" -U "$3" -A trust -E UTF8 --locale=C -N >"$dir/log" 2>&1 || fail
    fi
    printf '%s\\n' "$4" "unix_socket_directories = '$dir'" >>"$dir/data/postgresql.conf"
    "$bin/pg_ctl" -D "$dir/data" -l "$dir/log" -w -s start >/dev/null 2>&1 || fail
    echo ready
    while read -r action; do
      "$bin/pg_ctl" -D "$dir/data" -l "$dir/log" -m fast -w -s "$action" </dev/null >/dev/null 2>&1; echo $?
    done
    exec >/dev/null 2>&1
    "$bin/pg_ctl" -D "$dir/data" -m immediate -w -s stop
    rm -rf "$dir"
    """

  deinit {
    try? lifeline.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  // MARK: Databases

  /// Makes a new database.
  /// - Parameter template: the name of one that it is a copy of.
  /// - Returns: Its name.
  package func makeDatabase(template: String = "template0") throws -> String {
    let name = names.withLock { number in
      number += 1
      return "test_\(number)"
    }
    try psql("CREATE DATABASE \(name) TEMPLATE \(template)")
    return name
  }

  /// The address of a database.
  package func address(of database: String) -> String { "host=\(directory.path) user=\(Self.user) dbname=\(database)" }

  /// Runs a statement as the server's user, on a new connection.
  /// - Returns: The values, without names.
  @discardableResult
  package func psql(_ statement: String, database: String = "postgres") throws -> String {
    try Self.run("\(Self.programs)/psql", ["-XqAt", "-v", "ON_ERROR_STOP=1", "-c", statement, address(of: database)])
  }

  /// Says so where PostGIS is not installed.
  /// - Throws: `Missing`; tests must fail then.
  package static func checkPostGIS() throws {
    guard FileManager.default.fileExists(atPath: "/usr/share/postgresql/15/extension/postgis.control") else {
      throw Missing(description: "PostGIS (postgresql-15-postgis-3) is missing: run 'make setup-test'.")
    }
  }

  // MARK: Faults

  /// Stops the server and starts it again; who is connected is cut off.
  package func restart() throws {
    try control("stop")
    try control("start")
  }

  /// Stops the server; who is connected is cut off.
  package func stop() throws { try control("stop") }

  /// Starts it again.
  package func start() throws { try control("start") }

  /// Kills the server itself, as the kernel does where memory is short; its processes end with it.
  package func kill() throws {
    let process = try mainProcess()
    Glibc.kill(process, SIGKILL)
    // Its successor would take it for alive until it was waited for.
    try eventually { Glibc.kill(process, 0) != 0 }
  }

  /// The server's first process.
  package func mainProcess() throws -> pid_t {
    let file = directory.appendingPathComponent("data/postmaster.pid")
    let id = try String(contentsOf: file, encoding: .utf8).prefix { $0 != "\n" }
    guard let number = pid_t(id), number > 1 else { throw Missing(description: "PostgreSQL does not run.") }
    return number
  }

  // MARK: Replicas

  /// Waits until this replica has all that its primary has.
  package func catchUp(with primary: PostgreSQLServer) throws {
    // A commit that is waited for: those before it are in the log then.
    try primary.psql("SET synchronous_commit = on; SELECT pg_logical_emit_message(true, '', '')")
    let position = try primary.psql("SELECT pg_current_wal_flush_lsn()")
    try eventually { try psql("SELECT pg_last_wal_replay_lsn() >= '\(position)'") == "t" }
  }

  /// Has this replica receive what its primary writes, and not show it.
  package func pauseReplay() throws {
    try psql("SELECT pg_wal_replay_pause()")
    try eventually { try psql("SELECT pg_get_wal_replay_pause_state()") == "paused" }
  }

  package func resumeReplay() throws { try psql("SELECT pg_wal_replay_resume()") }

  /// By the shell: a server that was started from here would keep Foundation waiting for its end.
  private func control(_ action: String) throws {
    try lifeline.fileHandleForWriting.write(contentsOf: Data("\(action)\n".utf8))
    let answer = answer()
    guard answer == "0\n" else { throw Missing(description: "PostgreSQL does not \(action): \(answer)") }
  }

  /// The output of the shell until it prints `ready` or a status, or ends.
  private func answer() -> String {
    var text = ""
    while true {
      let new = answers.fileHandleForReading.availableData
      text += String(decoding: new, as: UTF8.self)
      if new.isEmpty || text.hasSuffix("\n") && (text == "ready\n" || text.count < 5) { return text }
    }
  }

  @discardableResult
  private static func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try? output.fileHandleForWriting.close()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Missing(description: "\(program) failed with status \(process.terminationStatus).")
    }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
