import Basics
import CPQ
import Concurrency
import Glibc

/// Opens connections, and keeps a server that can't be reached from being asked all the time.
final class Connector: Sendable {
  private struct State {
    var failures = 0
    /// When the server was first found unreachable; nil while it is not.
    var failingSince: ContinuousClock.Instant?
    /// The earliest instant of the next attempt.
    var nextAttempt = ContinuousClock.now
    var lastError: DomainError?
  }

  /// At random instants, so that nodes which lost a server together don't come back together.
  private static let backoff = Backoff(first: 50, limit: 1000)

  private let connectionString: String
  private let options: PostgreSQLOptions
  private let state = Locked(State())
  /// Whether statements are prepared by name; not once a proxy was found not to keep them.
  private let namesInUse: Locked<Bool>

  init(_ connectionString: String, _ options: PostgreSQLOptions) throws {
    self.connectionString = connectionString
    self.options = options
    namesInUse = Locked(options.statementNames == .automatic)
    try Self.check(connectionString)
  }

  var usesNames: Bool { namesInUse.withLock { $0 } }

  /// A proxy does not keep prepared statements: no connection names them from now on.
  func stopUsingNames() { namesInUse.withLock { $0 = false } }

  /// Opens a connection, and retries after a while if the server can't be reached. Blocks.
  /// - Throws: `DomainError` `database-not-opened` at the deadline; earlier if the server has been unreachable for as
  ///   long as a call waits, and was tried a moment ago.
  func open(before deadline: ContinuousClock.Instant) throws -> PostgreSQLConnection {
    while true {
      let (pause, isOld, lastError) = state.withLock { state in
        let isOld = state.failingSince.map { .now - $0 > .milliseconds(options.waitMilliseconds) } ?? false
        return (state.nextAttempt - .now, isOld, state.lastError)
      }
      if let lastError, pause > .zero, isOld || pause > deadline - .now { throw lastError }
      if pause > .zero { usleep(UInt32(pause / .microseconds(1))) }
      do {
        let link = try connect()
        state.withLock { $0 = State() }
        return PostgreSQLConnection(link, options, usesNames: usesNames)
      } catch {
        noteFailure(error)
        if .now >= deadline { throw error }
      }
    }
  }

  private func noteFailure(_ error: DomainError) {
    state.withLock { state in
      state.failures += 1
      state.failingSince = state.failingSince ?? .now
      state.nextAttempt = .now + Self.backoff.randomPause(after: state.failures)
      state.lastError = error
    }
  }

  func connect() throws(DomainError) -> Link {
    let pointer = Self.withParameters(parameters) { PQconnectdbParams($0, $1, 1) }
    guard let pointer else { throw .notOpened(server: "", reason: "there is no memory") }
    let handle = ConnectionHandle(pointer)
    let server = Self.name(of: pointer)
    guard PQstatus(pointer) == CONNECTION_OK else {
      throw .notOpened(server: server, reason: Self.reason(of: pointer))
    }
    let limit = options.statementMilliseconds
    return Link(handle, server: server, maxSilence: limit > 0 ? .milliseconds(limit) + .seconds(15) : nil)
  }

  /// The connection string overrides the options before it. A broken network is noticed within ten seconds if something
  /// was sent, and within twenty if a slow statement is awaited.
  private var parameters: [(String, String)] {
    var parameters = [
      ("connect_timeout", String(options.connectSeconds)), ("keepalives_idle", "10"), ("keepalives_interval", "3"),
      ("keepalives_count", "3"), ("tcp_user_timeout", "10000"), ("dbname", connectionString),
      ("client_encoding", "UTF8"),
    ]
    if !options.applicationName.isEmpty { parameters.append(("fallback_application_name", options.applicationName)) }
    return parameters
  }

  private static func withParameters<Result>(
    _ parameters: [(String, String)],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let names = parameters.map { strdup($0.0) }
    let values = parameters.map { strdup($0.1) }
    defer { for text in names + values { free(text) } }
    return (names.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { names in
      (values.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { values in
        body(names.baseAddress!, values.baseAddress!)
      }
    }
  }

  /// - Throws: `DomainError` `database-address-invalid` (invalid). The library's own words quote the string, which may
  ///   hold a password.
  private static func check(_ connectionString: String) throws(DomainError) {
    let isAddress = connectionString.hasPrefix("postgres://") || connectionString.hasPrefix("postgresql://")
    var message: UnsafeMutablePointer<CChar>?
    let found = PQconninfoParse(connectionString, &message)
    defer {
      PQconninfoFree(found)
      PQfreemem(message)
    }
    guard found != nil, isAddress || connectionString.contains("=") else {
      throw DomainError(
        .invalid, "database-address-invalid",
        "The database's address can't be read: write postgres://user@host/name or libpq's keywords (host=… dbname=…).")
    }
  }

  /// Database and host, without user and password.
  private static func name(of pointer: OpaquePointer) -> String {
    guard let database = PQdb(pointer), let host = PQhost(pointer) else { return "of PostgreSQL" }
    return "\(String(cString: database)) on \(String(cString: host))"
  }

  /// The library's words, which name host and user but never a password, on one line.
  private static func reason(of pointer: OpaquePointer) -> String {
    let message = PQerrorMessage(pointer).map { String(cString: $0) } ?? ""
    return message.split(whereSeparator: \.isNewline).joined(separator: "; ")
  }
}
