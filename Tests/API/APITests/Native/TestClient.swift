import Foundation
import HTTP
import Testing

/// Somebody who is logged in, and what they ask.
struct TestClient: Sendable {
  let service: Service
  let id: String
  let token: String
  let refresh: String

  init(_ service: Service, _ session: Answer) throws {
    self.service = service
    id = try #require(session.json["account"]["id"].text)
    token = try #require(session.json["tokens"]["access_token"].text)
    refresh = try #require(session.json["tokens"]["refresh_token"].text)
  }

  /// Somebody who is logged in, at another service over the same stores.
  init(_ service: Service, as other: TestClient) {
    (self.service, id, token, refresh) = (service, other.id, other.token, other.refresh)
  }

  func get(_ target: String) async -> Answer { await send(.get, target) }

  /// - Parameter key: that by which a repetition is known.
  func send(
    _ method: HTTP.Method, _ target: String, _ json: String? = nil, key: String? = nil
  ) async -> Answer {
    await service.send(method, target, json: json, token: token, key: key)
  }

  /// Makes a post and answers its identifier.
  func post(_ json: String) async throws -> String {
    let answer = await send(.post, "/api/posts", json)
    return try #require(answer.json["id"].text, "\(answer.text)")
  }
}

extension Service {
  /// Asks with a JSON body, and a token where there is one.
  func send(
    _ method: HTTP.Method, _ target: String, json: String?, token: String? = nil, key: String? = nil
  ) async -> Answer {
    var headers: [(String, String)] = key.map { [("Idempotency-Key", $0)] } ?? []
    if let token { headers.append(("Authorization", "Bearer \(token)")) }
    if json != nil { headers.append(("Content-Type", "application/json")) }
    return await send(method, target, headers, body: json.map { .bytes(Array($0.utf8)) } ?? .none)
  }

  /// A service in whose town nobody is yet.
  static func inhabited() async throws -> Service { Service(backend: try await TestBackend()) }

  static let password = "correct horse battery"

  /// Somebody new.
  func signUp(_ name: String) async throws -> TestClient {
    let answer = await send(
      .post, "/api/accounts",
      json: #"{"email":"\#(name)@example.com","password":"\#(Self.password)","nickname":"\#(name)"}"#)
    #expect(answer.status == 201, "\(answer.text)")
    return try TestClient(self, answer)
  }
}

extension Answer {
  /// The identifiers of the items of a page, in order.
  var items: [String] { json["items"].items.compactMap { $0["id"].text } }
}
