import Basics
import Foundation
import FoundationNetworking
import HTTP
import JSON
import Sandbox
import Support
import Synchronization
import Testing
import WebClient
import Workload

/// A sandbox on a real socket, with a clock that is moved by hand.
final class SandboxUnderTest: Sendable {
  let gateway: SandboxGateway
  let clock = ManualClock()
  let port: Int
  private let server: Server

  init(_ settings: SandboxSettings = SandboxSettings()) throws {
    let clock = clock
    gateway = SandboxGateway(settings, clock: { clock.now }, random: seededBytes(4))
    var configuration = ServerConfiguration(port: 0, routes: gateway.routes)
    configuration.loops = 1
    server = try Server(configuration)
    port = server.port
    try server.start()
  }

  /// Runs a test on a new sandbox.
  static func run(
    _ settings: SandboxSettings = SandboxSettings(), _ body: (SandboxUnderTest) async throws -> Void
  ) async throws {
    let sandbox = try SandboxUnderTest(settings)
    do {
      try await body(sandbox)
    } catch {
      await sandbox.stop()
      throw error
    }
    await sandbox.stop()
  }

  /// Ends it; what is under way is broken off.
  func stop() async { await server.stop(within: .zero) }

  /// What came back.
  struct SandboxResponse {
    var status: Int
    var body: String
    var headers: [String: String]
    /// The body as JSON.
    var json: JSONValue { (try? JSONReader.value(of: Array(body.utf8))) ?? .null }
    /// What the envelope of the first interface holds.
    var response: JSONValue { json["response"] ?? .null }
  }

  /// A request; redirections are not followed.
  func send(
    _ method: String, _ path: String, _ headers: [String: String] = [:], body: String? = nil
  ) async throws -> SandboxResponse {
    var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)\(path)")))
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let session = URLSession(configuration: .ephemeral, delegate: IgnoredRedirects(), delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    let (data, response) = try await session.data(for: request)
    let answer = try #require(response as? HTTPURLResponse)
    let fields = answer.allHeaderFields.compactMap { name, value in (name as? String).map { ($0, "\(value)") } }
    return SandboxResponse(
      status: answer.statusCode, body: String(decoding: data, as: UTF8.self),
      headers: Dictionary(fields) { first, _ in first })
  }

  /// A request to the control interface.
  func control(_ method: String, _ path: String, _ document: JSONValue? = nil) async throws -> SandboxResponse {
    try await send(
      method, "/sandbox/\(path)", ["Content-Type": "application/json"],
      body: document.map { String(decoding: $0.bytes, as: UTF8.self) })
  }

  // MARK: The first interface

  /// A token, fetched anew.
  func token() async throws -> String {
    let body = #"{"imp_key":"sandbox-key","imp_secret":"sandbox-secret"}"#
    let response = try await send("POST", "/users/getToken", ["Content-Type": "application/json"], body: body)
    guard case .string(let token)? = response.response["access_token"] else { throw CancellationError() }
    return token
  }

  /// A request of the first interface.
  func v1(_ method: String, _ path: String, _ document: JSONValue? = nil) async throws -> SandboxResponse {
    try await send(
      method, path, ["Content-Type": "application/json", "Authorization": try await token()],
      body: document.map { String(decoding: $0.bytes, as: UTF8.self) })
  }

  // MARK: The second interface

  /// A request of the second interface.
  func v2(_ method: String, _ path: String, _ document: JSONValue? = nil) async throws -> SandboxResponse {
    try await send(
      method, path, ["Authorization": "PortOne sandbox-v2-secret"],
      body: document.map { String(decoding: $0.bytes, as: UTF8.self) })
  }
}

/// Follows no redirection.
private final class IgnoredRedirects: NSObject, URLSessionTaskDelegate, Sendable {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}

/// A shop that is told by messages: it keeps what came, and answers as it is told.
final class Shop: Sendable {
  /// A message that came.
  struct Message: Sendable {
    var path: String
    var headers: [String: String]
    var body: String
    var json: JSONValue { (try? JSONReader.value(of: Array(body.utf8))) ?? .null }
  }

  private struct State {
    var messages: [Message] = []
    var answers: [Int]
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state: Mutex<State>

  /// A shop that answers with these statuses, the last one for ever.
  init(answering answers: [Int] = [200]) { state = Mutex(State(answers: answers)) }

  /// Runs a test with a sandbox that tells a shop.
  static func run(
    answering answers: [Int] = [200], _ body: (SandboxUnderTest, Shop) async throws -> Void
  ) async throws {
    let shop = Shop(answering: answers)
    let routes = ["/v1", "/v2"].map { path in Route(.post, path, .deferred { shop.read($0) }) }
    var configuration = ServerConfiguration(port: 0, routes: routes)
    configuration.loops = 1
    let server = try Server(configuration)
    try server.start()
    var settings = SandboxSettings()
    settings.v1WebhookURL = try WebAddress("http://127.0.0.1:\(server.port)/v1", field: "v1")
    settings.v2WebhookURL = try WebAddress("http://127.0.0.1:\(server.port)/v2", field: "v2")
    settings.webhookPauses = [0.01, 0.02]
    try await SandboxUnderTest.run(settings) { try await body($0, shop) }
    await server.stop(within: .zero)
  }

  private func read(_ request: Request) -> Response {
    let fields = request.headers.fields.map { ($0.name.lowercased(), $0.value) }
    var body: [UInt8] = []
    if case .bytes(let bytes) = request.body { body = bytes }
    let message = Message(
      path: request.path, headers: Dictionary(fields) { first, _ in first }, body: String(decoding: body, as: UTF8.self)
    )
    let (status, waiting) = state.withLock { state in
      state.messages.append(message)
      let count = state.messages.count
      let waiting = state.waiting.filter { $0.count <= count }.map(\.continuation)
      state.waiting.removeAll { $0.count <= count }
      return (state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0], waiting)
    }
    for continuation in waiting { continuation.resume() }
    return Response(status: status)
  }

  /// The messages so far.
  var messages: [Message] { state.withLock { $0.messages } }

  /// Waits until `count` messages have come.
  func messages(_ count: Int) async -> [Message] {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.messages.count < count { state.waiting.append((count, continuation)) }
        return state.messages.count >= count
      }
      if isThere { continuation.resume() }
    }
    return messages
  }
}
