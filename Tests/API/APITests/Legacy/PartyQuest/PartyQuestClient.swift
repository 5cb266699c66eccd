import APIKit
import Accounts
import Basics
import Foundation
import LegacyAPI
import NativeAPI
import StandardsAPI
import Support
import Testing

/// The application PartyQuest as far as it talks: any 2xx is a success, whose body its models must be able to read.
struct PartyQuestApp {
  let server: OldServer

  /// What every answer is wrapped in.
  struct Wrapper<Item: Decodable>: Decodable {
    let time: String
    let httpStatus: String
    let data: [Item]
  }

  struct SignedUp: Decodable {
    let id: Int
    let email: String
  }

  struct Login: Decodable {
    let accessExpiredAt: String
    let refreshExpiredAt: String
    let accessToken: String
    let refreshToken: String
    let email: String
  }

  /// What the application makes of anything but a success, and of a success that it cannot read.
  struct Failure: Error { let response: LegacyResponse }

  static let password = "Abcdef12"

  /// Sends fields, of which nil stands for one that is not sent. There is neither a key nor a token.
  func send(_ path: String, _ fields: KeyValuePairs<String, String?>) async throws -> LegacyResponse {
    let object = Dictionary(uniqueKeysWithValues: fields.compactMap { key, value in value.map { (key, $0) } })
    let body = [UInt8](try JSONSerialization.data(withJSONObject: object))
    let line = "POST /\(path)"
    let response = try await server.send(OldRequest(line, [("Content-type", "application/json")], body))
    try response.expectDescribed(line)
    return response
  }

  private func read<Item: Decodable>(_ response: LegacyResponse, _: Item.Type) throws -> Wrapper<Item> {
    guard (200..<300).contains(response.status) else { throw Failure(response: response) }
    return try JSONDecoder().decode(Wrapper<Item>.self, from: Data(response.bytes))
  }

  /// Signs up as the application does: what it calls a nickname is the birth date.
  @discardableResult
  func signUp(_ email: String, _ password: String = password, birthDate: String = "") async throws -> SignedUp {
    let response = try await send("auth/signup", ["email": email, "password": password, "nickname": birthDate])
    return try #require(try read(response, SignedUp.self).data.first)
  }

  func logIn(_ email: String, _ password: String = password) async throws -> Login {
    let response = try await send("auth/login", ["email": email, "password": password])
    return try #require(try read(response, Login.self).data.first)
  }

  /// What the application does after Kakao's own library has logged somebody in.
  func logInByKakao(_ email: String, nickname: String, secrets: String) async throws -> Login {
    let response = try await send(
      "auth/login/oauth/kakao", ["email": email, "secrets": secrets, "nickname": nickname])
    return try #require(try read(response, Login.self).data.first)
  }

  /// The wrapper around a sign-up and a login.
  func wrappers(_ email: String) async throws -> (Wrapper<SignedUp>, Wrapper<Login>) {
    let signUp = try await send("auth/signup", ["email": email, "password": Self.password, "nickname": "20010203"])
    let login = try await send("auth/login", ["email": email, "password": Self.password])
    return (try read(signUp, SignedUp.self), try read(login, Login.self))
  }
}

/// Somebody who asks for all that the contract has beside what the application does.
struct PartyQuestPerson {
  let server: OldServer
  let account: AccountID
  let name: String
  /// The account's number.
  let number: Int
  var token: String
  let refreshToken: String

  /// Signs up and opens a session, without the work of logging in.
  init(_ name: String, _ server: OldServer) async throws {
    (self.server, self.name) = (server, name)
    account = try await server.person("\(name)@example.com", PartyQuestApp.password, nick: name)
    let accounts = server.backend.services.accounts
    let tokens = try await accounts.openSession(for: account, .fixed)
    (token, refreshToken) = (tokens.access, tokens.refresh)
    number = Int(try #require(try await accounts.numbered([account])[account]).number.value)
  }

  func send(_ line: String, _ json: String? = nil) async throws -> LegacyResponse {
    var headers = [("Content-type", "application/json")]
    if !token.isEmpty { headers.append(("Authorization", "Bearer \(token)")) }
    let response = try await server.send(OldRequest(line, headers, json.map { Array($0.utf8) } ?? []))
    try response.expectDescribed(line)
    return response
  }

  /// The first element of `data` of a success.
  func data(
    _ line: String, _ json: String? = nil, status: Int = 200, at location: SourceLocation = #_sourceLocation
  ) async throws -> Node {
    let response = try await send(line, json)
    #expect(response.status == status, "\(line): \(response.text)", sourceLocation: location)
    #expect(response.json.keys == ["time", "httpStatus", "data"], sourceLocation: location)
    #expect(response.json["httpStatus"].text == (status == 201 ? "CREATED" : "OK"), sourceLocation: location)
    #expect(response.json["data"].items.count == 1, sourceLocation: location)
    return response.json["data"][0]
  }

  /// Does what is answered without a body.
  func done(_ line: String, _ json: String? = nil, at location: SourceLocation = #_sourceLocation) async throws {
    let response = try await send(line, json)
    #expect(response.status == 204 && response.bytes.isEmpty, "\(line): \(response.text)", sourceLocation: location)
  }

  /// `status code message` of what is refused.
  func fault(_ line: String, _ json: String? = nil) async throws -> String {
    try await send(line, json).partyQuestFault
  }

  /// Makes a party, a second after whatever was made before.
  func party(_ title: String, isPublic: Bool = true) async throws -> Int {
    server.clock.advance(seconds: 1)
    let created = try await data("POST /party", #"{"title":"\#(title)","isPublic":\#(isPublic)}"#, status: 201)
    return try #require(created["id"].int)
  }

  /// Makes a quest, or submits one.
  func quest(_ title: String, in party: Int, of parent: Int? = nil) async throws -> Int {
    server.clock.advance(seconds: 1)
    let kind = parent.map { #""type":"SUBMIT","questID":\#($0)"# } ?? #""type":"NOTIFICATION""#
    let created = try await data("POST /quest", #"{"partyID":\#(party),"title":"\#(title)",\#(kind)}"#, status: 201)
    return try #require(created["id"].int)
  }

  /// Comes into a party.
  func join(_ party: Int, of master: PartyQuestPerson) async throws {
    server.clock.advance(seconds: 1)
    _ = try await data("POST /party/application", #"{"partyId":\#(party),"partyName":""}"#)
    try await master.done("PATCH /party/application", #"{"partyID":\#(party),"userID":[\#(number)]}"#)
  }
}

extension LegacyResponse {
  var json: Node { Node(try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) }

  /// `status code message` of an error, told outside of the wrapper or inside of it; and that it is told as one.
  var partyQuestFault: String {
    let inside = json["data"][0]
    let (code, message) = (
      json["code"].text ?? inside["error_code"].text, json["message"].text ?? inside["message"].text
    )
    let isWrapped = json.keys == ["time", "httpStatus", "data"] && inside.keys == ["status", "error_code", "message"]
    let isPlain = json.keys == ["status", "message", "code"] && json["status"].int == status
    let form = isWrapped ? "wrapped " : isPlain ? "" : "misshapen "
    return "\(form)\(status) \(code ?? "-") \(message ?? "-")"
  }
}
