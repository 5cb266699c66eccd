import Basics
import Contracts
import Foundation
import FoundationNetworking
import FourCutsClient
import HTTP
import JSON
import Support
import Synchronization

/// A server on a real socket whose sessions do what a test says.
final class ScriptedServer: Sendable {
  /// What it does with a refresh.
  enum RefreshMode: Sendable {
    case renews
    /// Answers with a status and a code.
    case rejects(Int, String)
    /// Breaks the connection off.
    case breaks
  }

  /// A request that came.
  struct RecordedRequest: Sendable {
    var method: String
    var path: String
    var query: String?
    var authorization: String?
    var contentType: String?
    /// `Idempotency-Key`.
    var key: String?
    var body: [UInt8]
  }

  struct State {
    var requests: [RecordedRequest] = []
    /// How often tokens were renewed or opened: their number is part of each token.
    var generation = 0
    var refreshMode = RefreshMode.renews
    /// Whether even the newest access token counts as expired.
    var rejectsAlways = false
    /// Answers to be given to requests, by method and path; the last one stays.
    var answers: [String: [Response]] = [:]
  }

  let state = Mutex(State())
  let address: URL
  private let server: Server
  /// Where requests with an expired token wait before they are told so.
  let expiry: Gate
  /// The only path whose requests wait there; nil: all do.
  let heldPath: String?
  /// Where refreshes wait.
  let refreshing: Gate

  init(expiry: Gate = Gate(0), of heldPath: String? = nil, refreshing: Gate = Gate(0)) throws {
    self.expiry = expiry
    self.heldPath = heldPath
    self.refreshing = refreshing
    let relay = Relay()
    let paths = [
      "/api/me", "/api/sessions", "/api/sessions/current", "/api/sessions/refresh", "/api/posts", "/api/posts/{id}",
      "/api/posts/{id}/comments", "/api/reports", "/api/photos", "/api/booths/near", "/api/nicknames/random",
      "/api/orders", "/api/orders/{id}", "/api/orders/{id}/validation", "/api/search", "/api/me/booths",
      "/api/me/booths/{id}",
    ]
    let methods: [HTTP.Method] = [.get, .post, .put, .delete]
    let routes = paths.flatMap { path in
      methods.map { Route($0, path, bodyLimit: 1 << 20, .deferred { await relay.answer($0) }) }
    }
    var configuration = ServerConfiguration(port: 0, routes: routes)
    configuration.loops = 1
    server = try Server(configuration)
    address = URL(string: "http://127.0.0.1:\(server.port)")!
    relay.target.withLock { $0 = WeakServer(server: self) }
    try server.start()
  }

  /// Ends the server; connections are broken off.
  func stop() async { await server.stop(within: .zero) }

  /// How often a method and path were asked for.
  func count(_ request: String) -> Int {
    state.withLock { state in state.requests.count { "\($0.method) \($0.path)" == request } }
  }

  /// What came, in order.
  var requests: [RecordedRequest] { state.withLock(\.requests) }

  /// Sets the answers to a method and path.
  func answer(_ request: String, _ responses: Response...) {
    state.withLock { $0.answers[request] = responses }
  }

  fileprivate func answer(_ request: Request) async -> Response {
    var body: [UInt8] = []
    if case .bytes(let bytes) = request.body { body = bytes }
    let request = RecordedRequest(
      method: request.method.rawValue, path: request.path, query: request.query,
      authorization: request.headers["Authorization"], contentType: request.headers["Content-Type"],
      key: request.headers["Idempotency-Key"], body: body)
    state.withLock { $0.requests.append(request) }
    switch "\(request.method) \(request.path)" {
    case "POST /api/sessions": return .json(renewed { .session(generation: $0) })
    case "POST /api/sessions/refresh": return await refresh(request)
    default: return await answer(request)
    }
  }

  private func refresh(_ request: RecordedRequest) async -> Response {
    await refreshing.wait()
    switch state.withLock(\.refreshMode) {
    case .rejects(let status, let code): return .problem(status, code)
    case .breaks: return .aborted
    case .renews:
      let shown = String(decoding: request.body, as: UTF8.self)
      guard shown == #"{"refresh_token":"refresh-\#(state.withLock(\.generation))"}"# else {
        return .problem(401, "refresh-replayed")
      }
      return .json(renewed { .tokens(generation: $0) })
    }
  }

  private func renewed(_ document: (Int) -> JSONValue) -> JSONValue {
    state.withLock { state in
      state.generation += 1
      return document(state.generation)
    }
  }

  private func answer(_ request: RecordedRequest) async -> Response {
    if let shown = request.authorization {
      let isGood = state.withLock { !$0.rejectsAlways && shown == "Bearer access-\($0.generation)" }
      if !isGood {
        if heldPath == nil || heldPath == request.path { await expiry.wait() }
        return .problem(401, "token-expired")
      }
    }
    return state.withLock { state in
      let request = "\(request.method) \(request.path)"
      guard let responses = state.answers[request], let first = responses.first else { return .json(.account) }
      if responses.count > 1 { state.answers[request]?.removeFirst() }
      return first
    }
  }
}

/// Handlers are made before the server that they speak for.
private final class Relay: Sendable {
  let target = Mutex(WeakServer(server: nil))

  func answer(_ request: Request) async -> Response {
    guard let server = target.withLock({ $0.server }) else { return Response(status: 503) }
    return await server.answer(request)
  }
}

private struct WeakServer: Sendable {
  weak var server: ScriptedServer?
}

extension Response {
  /// The connection breaks when the answer should come.
  static let aborted = Response(status: 200, body: .stream { throw CancellationError() })

  static func json(_ value: JSONValue, status: Int = 200) -> Response {
    Response(status: status, headers: Headers([("Content-Type", "application/json")]), body: .bytes(value.bytes))
  }

  static func problem(_ status: Int, _ code: String) -> Response {
    let problem = Problem(type: "about:blank", title: "No", status: status, detail: "Not now.", code: code)
    return Response(
      status: status, headers: Headers([("Content-Type", Problem.mediaType)]), body: .bytes(problem.json.bytes))
  }
}

extension JSONValue {
  static let accountID = "6560f0c2a1b2c3d4e5f60718"

  static let account = JSONValue.object([
    "id": .string(accountID), "email": "a@b.kr", "email_verified": true, "nickname": "네컷", "bio": "", "photo": .null,
    "created_at": "2026-11-20T10:15:00.000Z", "follower_count": 0, "following_count": 0, "post_count": 0,
  ])

  static func tokens(generation: Int) -> JSONValue {
    .object([
      "access_token": .string("access-\(generation)"), "access_expires_at": "2026-11-20T10:15:00.000Z",
      "refresh_token": .string("refresh-\(generation)"), "refresh_expires_at": "2026-12-20T10:15:00.000Z",
    ])
  }

  static func session(generation: Int) -> JSONValue {
    .object(["account": account, "tokens": tokens(generation: generation)])
  }

  static func post(_ number: Int) -> JSONValue {
    let id = String(repeating: "0", count: 24 - String(number).count) + String(number)
    return .object([
      "id": .string(id), "kind": "pose", "board": "",
      "author": .object(["id": .string(accountID), "nickname": "네컷", "photo": .null]), "title": .null, "text": "글",
      "notes": [.null, .null, .null, .null, .null], "price": .null, "people": .null, "booth": .null, "photos": [],
      "photo_sizes": [], "hashtags": [], "created_at": "2026-11-20T10:15:00.000Z", "updated_at": .null, "like_count": 0,
      "comment_count": 0, "is_liked": false,
    ])
  }

  static func order(_ state: String) -> JSONValue {
    .object([
      "id": .string(accountID), "post": .string(accountID), "name": "앨범", "amount": 9900, "currency": "KRW",
      "gateway": "portone-v1", "reference": "fc_1", "state": .string(state),
      "created_at": "2026-11-20T10:15:00.000Z", "pay_by": "2026-11-20T11:15:00.000Z", "paid_at": .null,
      "checkout": .object(["store": "imp1", "channel": .null]),
    ])
  }

  static func page(_ numbers: ClosedRange<Int>?, next: String?) -> JSONValue {
    .object([
      "items": .array(numbers.map { $0.map(JSONValue.post) } ?? []), "next": next.map(JSONValue.string) ?? .null,
    ])
  }
}
