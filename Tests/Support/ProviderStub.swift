import Foundation
import HTTP
package import JSON
import Synchronization

/// What Kakao, Naver, Google and Apple do, on a real socket of this machine, as far as a test lets them.
package final class ProviderStub: Sendable {
  /// How requests are answered.
  package enum Manner: Sendable {
    case works
    /// With a status and nothing else.
    case fails(Int)
    /// With a body of so many bytes.
    case isHuge(Int)
    /// By sending elsewhere, to a path of the stub itself.
    case redirects(String)
    /// With the head of an answer whose body never comes to its end.
    case hangs
    /// With something that is no document.
    case talksNonsense
  }

  /// Somebody with an access token.
  package struct Person: Sendable {
    /// The user's number or identifier.
    package var subject: String
    /// For which application the token was made (Kakao).
    package var application = 4040
    /// What the profile says; the shape is the provider's.
    package var profile: JSONValue

    /// Somebody; see the properties.
    package init(_ subject: String, application: Int = 4040, profile: JSONValue = .object([])) {
      self.subject = subject
      self.application = application
      self.profile = profile
    }
  }

  private struct State {
    var manner = Manner.works
    var keys: [ForeignKey] = []
    var cacheControl: String?
    var people: [String: Person] = [:]
    var answers: [String: (status: Int, document: JSONValue)] = [:]
    var seen: [(request: String, authorization: String?, form: [String: String])] = []
  }

  private let state = Mutex(State())
  private let server: Server
  /// Where people log in.
  package let pages = StubPages()
  /// `http://127.0.0.1:…`
  package let address: String

  /// A provider of some keys that does nothing yet but tell them.
  package init(_ keys: [ForeignKey]) throws {
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

  /// Ends it; what is under way is broken off, and nobody answers any more.
  package func stop() async { await server.stop(within: .zero) }

  // MARK: What a test sets

  /// How requests are answered from now on.
  package func behave(_ manner: Manner) { state.withLock { $0.manner = manner } }

  /// Which keys it tells from now on, and for how long they may be kept.
  package func use(_ keys: [ForeignKey], cacheControl: String? = nil) {
    state.withLock {
      $0.keys = keys
      $0.cacheControl = cacheControl
    }
  }

  /// Gives somebody an access token.
  package func admit(_ token: String, _ person: Person) { state.withLock { $0.people[token] = person } }

  /// What a method and path answer from now on.
  package func answer(_ request: String, status: Int = 200, _ document: JSONValue) {
    state.withLock { $0.answers[request] = (status, document) }
  }

  // MARK: What a test sees

  /// How often a method and path were asked for.
  package func count(_ request: String) -> Int {
    state.withLock { state in state.seen.count { $0.request == request } }
  }

  /// How often keys were asked for.
  package var keyCount: Int { Self.keyPaths.reduce(0) { $0 + count("GET \($1)") } }

  /// The forms that a method and path were sent.
  package func forms(_ request: String) -> [[String: String]] {
    state.withLock { state in state.seen.filter { $0.request == request }.map(\.form) }
  }

  /// The headers `Authorization` that a method and path were sent.
  package func authorizations(_ request: String) -> [String?] {
    state.withLock { state in state.seen.filter { $0.request == request }.map(\.authorization) }
  }

  // MARK: Answering

  fileprivate func answer(_ request: Request) async -> Response {
    var form = ""
    if case .bytes(let bytes) = request.body { form = String(decoding: bytes, as: UTF8.self) }
    let name = "\(request.method.rawValue) \(request.path)"
    let manner = state.withLock { state in
      state.seen.append((name, request.headers["Authorization"], Self.fields(form)))
      return state.manner
    }
    switch manner {
    case .works: return page(request) ?? document(name, request, Self.fields(form))
    case .fails(let status): return Response(status: status)
    case .isHuge(let count): return Response(status: 200, body: .bytes([UInt8](repeating: 0x20, count: count)))
    case .redirects(let path): return Response(status: 302, headers: Headers([("Location", address + path)]))
    case .talksNonsense: return Response(status: 200, body: .bytes(Array("<html>".utf8)))
    case .hangs: return Response(status: 200, body: .stream { try await Self.hang() })
    }
  }

  /// Until the connection is broken off.
  private static func hang() async throws -> [UInt8]? {
    try await Task.sleep(for: .seconds(3600))
    return nil
  }

  /// Sends back whoever is logged in.
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

/// Handlers are made before the stub that they speak for.
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
