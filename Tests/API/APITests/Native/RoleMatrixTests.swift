import Accounts
import Basics
import HTTP
import Support
import Testing

@testable import APIKit
@testable import App
@testable import NativeAPI

/// Who asks.
private enum Asker: String, CaseIterable {
  case nobody, member, moderator, `operator`, machine
}

/// Everybody who asks, each with a token.
private struct Askers {
  static let machineToken = "the token of the operator"
  let backend: TestBackend
  let service: Service
  private var tokens: [Asker: String] = [:]
  private var generation = 0
  private var requests = 0

  init() async throws {
    backend = try await TestBackend()
    let store = backend.assembly.services.store
    service = Service(backend: backend) {
      $0.services.store = store
      $0.native.operatorToken = { Self.machineToken }
      $0.publicAddress = "https://booths.example"
    }
    try await renew()
  }

  /// New people: an operation may have ended the sessions of the former ones.
  mutating func renew() async throws {
    generation += 1
    let (member, moderator, op) = (
      try await service.signUp("mina\(generation)"),
      try await backend.makeOperator(try await service.signUp("juno\(generation)"), .moderator),
      try await backend.makeOperator(try await service.signUp("nari\(generation)"), .operator)
    )
    tokens = [.member: member.token, .moderator: moderator.token, .operator: op.token, .machine: Self.machineToken]
  }

  /// Asks each time from another network: guesses of the operator token are limited.
  mutating func send(_ endpoint: Endpoint, by asker: Asker) async -> Answer {
    requests += 1
    let path = endpoint.pathParameters.reduce(endpoint.path) { path, parameter in
      path.replacing("{\(parameter.name)}", with: parameter.example ?? "7")
    }
    var headers = [("X-Forwarded-For", "192.0.\(requests / 250).\(requests % 250)")]
    if let token = tokens[asker] { headers.append(("Authorization", "Bearer \(token)")) }
    // No handler accepts it: only authorization is tried.
    return await service.send(
      endpoint.method, path, headers, body: endpoint.body == nil ? .none : .bytes(Array("x".utf8)))
  }
}

@Suite("Every operation as nobody, member, moderator, operator and machine")
struct RoleMatrixTests {
  /// Those of the old contracts and of Kakao's shape have credentials of their own; none of them may need a role.
  private static let operations = endpoints.filter { $0.group.part != .contracts && $0.security == nil }

  /// The errors of authorization, among all that are forbidden.
  private static let refusals: Set = ["role-missing", "code-needed", "operator-not-offered"]

  /// Whether a row refuses an asker.
  private func refuses(_ endpoint: Endpoint, _ asker: Asker) -> Bool {
    switch (endpoint.caller, asker) {
    case (.none, _): false
    case (.optional, .nobody), (.optional, .member), (.required, .member): false
    // Other tokens are no access tokens.
    case (.optional, _), (.required, _): true
    case (.role, .nobody), (.role, .member): true
    case (.role(let role, _), .moderator): role == .operator
    case (.role, .operator), (.role, .machine): false
    case (.operatorSession, .moderator), (.operatorSession, .operator): false
    case (.operatorSession, _): true
    }
  }

  /// What ends the sessions of who asks.
  private static let ending: Set = [
    "DELETE /api/sessions", "DELETE /api/sessions/current", "DELETE /api/me", "DELETE /api/operator/session",
  ]

  @Test("An operation refuses those whom its row refuses, and nobody else")
  func matrix() async throws {
    var askers = try await Askers()
    var tried = 0
    for endpoint in Self.operations {
      let name = "\(endpoint.method.rawValue) \(endpoint.path)"
      // It has no token but that of its cookie.
      if name == "PUT /api/operator/session" { continue }
      var unauthenticated: Answer?
      for asker in Asker.allCases {
        let answer = await askers.send(endpoint, by: asker)
        let code = answer.json["code"].text ?? ""
        let isRefused = answer.status == 401 || (answer.status == 403 && Self.refusals.contains(code))
        // A member without a role is told so by the row's handler.
        let isOwnRole = name == "GET /api/operator" && asker == .member
        let expected = refuses(endpoint, asker) || isOwnRole
        #expect(isRefused == expected, "\(name) as \(asker): \(answer.status) \(code)")
        if endpoint.caller == .none {
          #expect(answer.status == (unauthenticated ?? answer).status, "\(name) differs for \(asker)")
        }
        if asker == .nobody { unauthenticated = answer }
        tried += 1
        if Self.ending.contains(name), !isRefused { try await askers.renew() }
      }
    }
    #expect(tried == (Self.operations.count - 1) * 5 && tried > 500)
  }

  @Test("Roles stand in rows only: no handler and no contract has its own")
  func rows() {
    for endpoint in endpoints {
      #expect(endpoint.security?.contains { $0.contains("operator") } != true, "\(endpoint.path)")
      #expect(!endpoint.caller.needsRole || endpoint.group.part == .native, "\(endpoint.path)")
      guard endpoint.caller.needsRole else { continue }
      #expect(OpenAPI.securityRequirements(endpoint) == [["operator"]])
      #expect(!endpoint.allowsCrossOrigin && !endpoint.acceptsSessionCookies, "\(endpoint.path)")
      #expect(Set(endpoint.answers.map(\.status)).isSuperset(of: [401, 403, 429]), "\(endpoint.path)")
      #expect(endpoint.description.hasPrefix("For "), "\(endpoint.path)")
    }
    #expect(endpoints.count { $0.caller.needsRole } >= 10)
  }

  @Test("Without an authorizer an endpoint with a role refuses everyone")
  func failsClosed() async throws {
    let endpoint = Endpoint(
      path: "/api/unwired", group: .service, summary: "Unwired", caller: .role(.moderator), answers: [.noContent],
      handler: .deferred { _ in .noContent })
    let service = Service()
    guard case .deferred(let answer) = endpoint.route(in: service.environment).handler else {
      preconditionFailure("it is deferred")
    }
    let request = Request(
      method: .get, path: "/api/unwired", headers: Headers([("Authorization", "Bearer x")]))
    #expect(await answer(request).status == 403)
  }

  @Test("A row that is dangerous asks sessions for a recent code, and not the machine")
  func dangerousRows() async throws {
    let backend = try await TestBackend()
    let service = Service(backend: backend) { $0.native.operatorToken = { Askers.machineToken } }
    let op = try await backend.makeOperator(try await service.signUp("mina"), .operator)
    let access = OperatorAccess(
      token: { Askers.machineToken }, roles: backend.services.roles, attempts: backend.services.accounts.attempts,
      onAction: { _ in })
    var endpoint = Endpoint(
      path: "/api/dangerous", group: .service, summary: "Dangerous", caller: .role(.operator, isDangerous: true),
      answers: [.noContent], handler: .deferred { _ in .noContent })
    endpoint.roleAuthorizer = access
    guard case .deferred(let answer) = endpoint.route(in: service.environment).handler else {
      preconditionFailure("it is deferred")
    }
    func status(_ token: String) async -> Int {
      let headers = Headers([("Authorization", "Bearer \(token)")])
      return await answer(Request(method: .get, path: "/api/dangerous", headers: headers)).status
    }
    #expect(await status(op.token) == 204)
    backend.clock.advance(seconds: 300)
    #expect(await status(op.token) == 403)
    #expect(await status(Askers.machineToken) == 204)
    let confirmed = await op.send(
      .post, "/api/operator/session/confirmation", #"{"code":"\#(op.app.code(at: backend.clock.now))"}"#)
    #expect(confirmed.status == 200)
    #expect(await status(op.token) == 204)
    #expect(endpoint.description.contains("`code-needed`"))
  }
}
