import Foundation
import HTTP
package import JSON
import Synchronization

/// A stub server for the APIs of Kakao, Naver, Google and Apple, on a real socket, with injected faults.
package final class ProviderStub: Sendable {
  /// The kinds of responses.
  package enum ResponseMode: Sendable {
    case works
    /// An empty response with a status.
    case fails(Int)
    /// A body of this number of bytes.
    case isHuge(Int)
    /// A redirect to a path of the stub.
    case redirects(String)
    /// A response whose body never ends.
    case hangs
    /// A body that is not JSON.
    case invalidBody
  }

  /// A user with an access token.
  package struct Person: Sendable {
    /// The user's identifier.
    package var subject: String
    /// The application for which the token was issued (Kakao).
    package var application = 4040
    /// The profile document of the provider.
    package var profile: JSONValue

    package init(_ subject: String, application: Int = 4040, profile: JSONValue = .object([])) {
      self.subject = subject
      self.application = application
      self.profile = profile
    }
  }

  private struct State {
    var responseMode = ResponseMode.works
    var keys: [ProviderKey] = []
    var cacheControl: String?
    var people: [String: Person] = [:]
    var answers: [String: (status: Int, document: JSONValue)] = [:]
    var requests: [(request: String, authorization: String?, form: [String: String])] = []
  }

  private let state = Mutex(State())
  private let server: Server
  /// The login pages.
  package let pages = StubPages()
  /// `http://127.0.0.1:…`
  package let address: String

  /// A provider that only serves its keys so far.
  package init(_ keys: [ProviderKey]) throws {
    let relay = StubRelay()
    let routes = [Method.get, .post].flatMap { method in
      Self.paths.map { Route(method, $0, .deferred { await relay.answer($0) }) }
    }
    var configuration = ServerConfiguration(port: 0, routes: routes)
    configuration.loops = 1
    server = try Server(configuration)
    address = "http://127.0.0.1:\(server.port)"
    state.withLock { $0.keys = keys }
    relay.target.withLock { $0 = WeakStub(stub: self) }
    try server.start()
  }

  private static let keyPaths = ["/.well-known/jwks.json", "/oauth2/v3/certs", "/auth/keys"]
  private static let paths =
    keyPaths + [
      "/v1/user/access_token_info", "/v2/user/me", "/v1/user/unlink", "/v1/nid/me", "/oauth2.0/token", "/token",
      "/revoke", "/auth/token", "/auth/revoke", "/oauth/token",
    ] + StubPages.paths

  /// Stops the server and aborts requests in progress.
  package func stop() async { await server.stop(within: .zero) }

  // MARK: Set-up by tests

  /// Sets the kind of responses.
  package func behave(_ responseMode: ResponseMode) { state.withLock { $0.responseMode = responseMode } }

  /// Sets the served keys and their `Cache-Control`.
  package func use(_ keys: [ProviderKey], cacheControl: String? = nil) {
    state.withLock {
      $0.keys = keys
      $0.cacheControl = cacheControl
    }
  }

  /// Registers an access token of a user.
  package func register(_ token: String, _ person: Person) { state.withLock { $0.people[token] = person } }

  /// Sets the response to a method and path.
  package func answer(_ request: String, status: Int = 200, _ document: JSONValue) {
    state.withLock { $0.answers[request] = (status, document) }
  }

  // MARK: Received requests

  /// The number of requests with a method and path.
  package func count(_ request: String) -> Int {
    state.withLock { state in state.requests.count { $0.request == request } }
  }

  /// The number of requests for keys.
  package var keyCount: Int { Self.keyPaths.reduce(0) { $0 + count("GET \($1)") } }

  /// The forms sent to a method and path.
  package func forms(_ request: String) -> [[String: String]] {
    state.withLock { state in state.requests.filter { $0.request == request }.map(\.form) }
  }

  /// The `Authorization` headers sent to a method and path.
  package func authorizations(_ request: String) -> [String?] {
    state.withLock { state in state.requests.filter { $0.request == request }.map(\.authorization) }
  }

  // MARK: Responses

  fileprivate func answer(_ request: Request) async -> Response {
    var form = ""
    if case .bytes(let bytes) = request.body { form = String(decoding: bytes, as: UTF8.self) }
    let name = "\(request.method.rawValue) \(request.path)"
    let responseMode = state.withLock { state in
      state.requests.append((name, request.headers["Authorization"], Self.fields(form)))
      return state.responseMode
    }
    switch responseMode {
    case .works: return page(request) ?? document(name, request, Self.fields(form))
    case .fails(let status): return Response(status: status)
    case .isHuge(let count): return Response(status: 200, body: .bytes([UInt8](repeating: 0x20, count: count)))
    case .redirects(let path): return Response(status: 302, headers: Headers([("Location", address + path)]))
    case .invalidBody: return Response(status: 200, body: .bytes(Array("<html>".utf8)))
    case .hangs: return Response(status: 200, body: .stream { try await Self.hang() })
    }
  }

  /// Waits until the connection is closed.
  private static func hang() async throws -> [UInt8]? {
    try await Task.sleep(for: .seconds(3600))
    return nil
  }

  /// Redirects a logged-in user back to the application.
  private func page(_ request: Request) -> Response? {
    guard StubPages.paths.contains(request.path), let query = request.query else { return nil }
    let address = pages.send("\(request.path)?\(query)")
    return address.map { Response(status: 302, headers: Headers([("Location", $0)])) }
  }

  private func document(_ name: String, _ request: Request, _ form: [String: String]) -> Response {
    state.withLock { state in
      if let answer = state.answers[name] { return .document(answer.document, status: answer.status) }
      if StubPages.exchanges.contains(request.path), let answer = pages.exchange(form) {
        return .document(answer.document, status: answer.status)
      }
      if Self.keyPaths.contains(request.path) {
        var response = Response.document(.object(["keys": .array(state.keys.map(\.jwk))]))
        if let cacheControl = state.cacheControl { response.headers.add("Cache-Control", cacheControl) }
        return response
      }
      let token = request.headers["Authorization"].map { String($0.dropFirst("Bearer ".count)) } ?? ""
      guard let person = state.people[token] else { return .document(.object(["code": -401]), status: 401) }
      switch request.path {
      case "/v1/user/access_token_info":
        return .document(
          .object([
            "id": .integer(Int(person.subject) ?? 0), "expires_in": 7199, "app_id": .integer(person.application),
          ]))
      case "/v2/user/me", "/v1/nid/me": return .document(person.profile)
      default: return Response(status: 404)
      }
    }
  }

  private static func fields(_ form: String) -> [String: String] {
    var fields: [String: String] = [:]
    for pair in form.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      fields[parts[0]] = parts.count > 1 ? parts[1].removingPercentEncoding ?? parts[1] : ""
    }
    return fields
  }
}

extension Response {
  fileprivate static func document(_ document: JSONValue, status: Int = 200) -> Response {
    Response(
      status: status, headers: Headers([("Content-Type", "application/json")]), body: .bytes(document.bytes))
  }
}

/// Connects the handlers to the stub, which is created after them.
private final class StubRelay: Sendable {
  let target = Mutex(WeakStub(stub: nil))

  func answer(_ request: Request) async -> Response {
    guard let stub = target.withLock({ $0.stub }) else { return Response(status: 503) }
    return await stub.answer(request)
  }
}

private struct WeakStub: Sendable {
  weak var stub: ProviderStub?
}
