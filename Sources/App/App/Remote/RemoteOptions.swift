import Basics
import CommandLineKit
import Contracts
import Foundation
import FourCutsClient
import WebClient

/// Options of the commands that talk to a server as an API client.
enum RemoteOptions {
  static let all: [OptionSpecification] = [
    .setting("server", "URL", "http://127.0.0.1:8080", "The server to ask"),
    .flag("plain-http", "Allow http to another machine: others can read passwords and tokens on the way"),
    .value(
      "session", "FILE", "Where the session is kept (default ~/.local/state/fourcuts/session.json)", choices: ["FILE"]),
  ]
  static let password = OptionSpecification.flag("password-stdin", "Read the password from standard input")
}

extension FourCutsClient {
  /// A client with the server and session of a command line.
  /// - Throws: `DomainError` of the command line when `--server` is not an HTTP URL; `server-insecure` for `http` to another
  ///   machine without `--plain-http`.
  init(_ command: ParsedCommand, _ context: CommandContext) throws(DomainError) {
    guard let address = command["server"].flatMap({ URL(string: $0) }), ["http", "https"].contains(address.scheme),
      address.host?.isEmpty == false
    else { throw .usage("server-address", "--server takes an address such as http://127.0.0.1:8080.") }
    guard address.scheme == "https" || command.has("plain-http") || Self.isLocal(address) else {
      throw .usage(
        "server-insecure",
        "\(address.absoluteString) sends passwords and tokens unencrypted: use https, or add --plain-http.")
    }
    let file = command["session"] ?? Self.defaultSessionFile(context.environment)
    self.init(server: address, sessions: FileSessionStore(file: URL(fileURLWithPath: file)))
  }

  /// Whether the rule for addresses of other services takes it for this machine.
  private static func isLocal(_ address: URL) -> Bool {
    (try? WebAddress(address.absoluteString, field: "server")) != nil
  }

  /// The session file in the user's state directory (XDG Base Directory Specification).
  private static func defaultSessionFile(_ environment: [String: String]) -> String {
    let given = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (given ?? (environment["HOME"] ?? "") + "/.local/state") + "/fourcuts/session.json"
  }
}

/// Runs requests of a command to a server. Client errors become domain errors.
func withServer<Result>(
  _ command: ParsedCommand, _ context: CommandContext, _ body: (FourCutsClient) async throws -> Result
) async throws -> Result {
  let client = try FourCutsClient(command, context)
  do {
    return try await body(client)
  } catch let error as ClientError {
    throw DomainError(error, server: client.server)
  }
}

extension DomainError {
  init(_ error: ClientError, server: URL) {
    switch error {
    case .rejected(let problem):
      self.init(Kind(status: problem.status), problem.code, problem.detail, field: problem.parameter)
    case .transport(let failure):
      self.init(
        .unavailable, "server-unreachable",
        "\(server.absoluteString) cannot be reached (\(failure.localizedDescription)); --server names another one.")
    case .loggedOut:
      self.init(
        .unauthenticated, "logged-out",
        "You are not logged in at \(server.absoluteString): run 'fourcuts account login EMAIL'.")
    case .sessionEnded:
      self.init(
        .unauthenticated, "session-ended", "The session has ended; 'fourcuts account login EMAIL' opens another.")
    case .invalidResponse: self.init(.unavailable, "answer-not-understood", error.description)
    case .storage(let message): self.init(.unavailable, "session-storage", message)
    }
  }
}

extension DomainError.Kind {
  fileprivate init(status: Int) {
    switch status {
    case 401: self = .unauthenticated
    case 403: self = .forbidden
    case 404: self = .notFound
    case 409: self = .conflict
    case 413: self = .tooLarge
    case 422: self = .unprocessable
    case 429: self = .rateLimited
    case 500...: self = .unavailable
    default: self = .invalid
    }
  }
}
