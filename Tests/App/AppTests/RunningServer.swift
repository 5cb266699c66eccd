import Contracts
import Foundation
import FoundationNetworking
import FourCutsClient
import JSON
import Support
import Testing

/// A server process and where it listens.
struct RunningServer {
  let program: Program
  let process: RunningProgram
  let base: URL

  init(_ program: Program, port: Int = 0, _ options: String...) async throws {
    try await self.init(program, port: port, options)
  }

  /// - Parameter starter: a command that starts the one behind it in its own place.
  init(_ program: Program, port: Int = 0, _ options: [String], by starter: [String] = []) async throws {
    self.program = program
    process = try program.start(["serve", "--port", String(port)] + options, by: starter)
    base = try await process.address(printedAs: /booths at (http\S+)/)
  }

  /// What came back of a raw request.
  struct ClientResponse {
    var status: Int
    var body: String
    var headers: [String: String]

    /// The body as JSON.
    var json: JSONValue { (try? JSONReader.value(of: Array(body.utf8))) ?? .null }

    /// A text of the body's object.
    func text(_ key: String) throws -> String {
      guard case .string(let text)? = json[key] else {
        Issue.record("There is no text '\(key)' in \(status) \(body)")
        throw CancellationError()
      }
      return text
    }
  }

  func get(_ path: String) async throws -> (status: Int, body: String) {
    let response = try await send("GET", path)
    return (response.status, response.body)
  }

  func post(_ path: String, _ body: String, token: String?) async throws -> (status: Int, body: String) {
    let headers = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
    let response = try await send("POST", path, headers, body: Data(body.utf8))
    return (response.status, response.body)
  }

  /// A request as it is written here, without any help of the client library.
  func send(_ method: String, _ path: String, _ headers: [String: String] = [:], body: Data? = nil) async throws
    -> ClientResponse
  {
    try await address.send(method, path, headers, body: body)
  }

  /// Where raw requests go; unlike the process it can be used by many at once.
  var address: ServerAddress { ServerAddress(base: base) }

  /// A client that can send many requests at once.
  func client(
    _ store: any SessionStore = MemorySessionStore(), onSessionEnded: @escaping @Sendable (Problem) -> Void = { _ in }
  ) -> FourCutsClient {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = 64
    return FourCutsClient(
      server: base, sessions: store, configuration: configuration, onSessionEnded: onSessionEnded)
  }

  /// A client of somebody new.
  func person(_ name: String, _ store: any SessionStore = MemorySessionStore()) async throws -> FourCutsClient {
    let client = client(store)
    try await client.signUp(email: "\(name)@example.com", password: Self.password, nickname: name)
    return client
  }

  static let password = "four cuts at noon"

  /// How often the access log tells of a method and route, and a status if one is named.
  func logged(_ request: String, status: Int? = nil) -> Int {
    process.errors.split(separator: "\n").count { line in
      line.contains(" \(request) ") && (status.map { line.contains(" \(request) \($0) ") } ?? true)
    }
  }

  /// Waits until the server has written the file of its index, which it does once it serves.
  func hasWrittenIndex() async throws {
    let data = program.data
    try await eventually {
      try FileManager.default.contentsOfDirectory(atPath: data.path).contains { $0.hasSuffix(".segment") }
    }
  }

  /// Asks the process to end.
  func end() throws -> Int32 {
    process.signal(SIGTERM)
    return try process.finish().code
  }

  /// Ends the process as a power failure would.
  func kill() throws {
    process.signal(SIGKILL)
    _ = try process.finish()
  }
}

/// Where a server listens.
struct ServerAddress: Sendable {
  let base: URL
  var session = URLSession.shared

  /// A request as it is written here, without any help of the client library.
  func send(_ method: String, _ path: String, _ headers: [String: String] = [:], body: Data? = nil) async throws
    -> RunningServer.ClientResponse
  {
    var request = URLRequest(url: try #require(URL(string: path, relativeTo: base)))
    request.httpMethod = method
    request.httpBody = body
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let (data, response) = try await session.data(for: request)
    let answer = try #require(response as? HTTPURLResponse)
    let fields = answer.allHeaderFields.compactMap { name, value in (name as? String).map { ($0, "\(value)") } }
    return RunningServer.ClientResponse(
      status: answer.statusCode, body: String(decoding: data, as: UTF8.self),
      headers: Dictionary(fields) { first, _ in first })
  }
}

/// What a client is refused with: the code of the problem.
func domainError(_ body: () async throws -> Void) async -> String? {
  do {
    try await body()
    return nil
  } catch ClientError.rejected(let problem) {
    return problem.code
  } catch ClientError.sessionEnded(let problem) {
    return "ended: \(problem.code)"
  } catch {
    return "\(error)"
  }
}

/// A PNG of one pixel.
let onePixel = Data(
  base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")!
