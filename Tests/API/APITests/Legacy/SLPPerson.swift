import Accounts
import Basics
import Crypto
import Foundation
import Stores
import Support
import Testing

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

/// Somebody with a client of SLP.
struct SLPPerson: Sendable {
  static let key = "mojitalk-key"

  let server: OldServer
  let account: AccountID
  /// By which others name them.
  let number: Int
  var token: String
  let refreshToken: String
  /// The part of a name that addresses and nicknames share.
  let name: String

  var email: String { "\(name)@example.com" }

  /// Somebody who is logged in, without the work of it.
  init(_ name: String, _ server: OldServer) async throws {
    (self.server, self.name) = (server, name)
    let id = AccountID(at: server.clock.now, random: systemRandom)
    let account = Account(
      id: id, email: try EmailAddress("\(name)@example.com"), nickname: try Nickname(name), createdAt: server.clock.now)
    try await SQLAccountStore(server.backend.database).add(account, passwordHash: "-", mail: nil)
    let accounts = server.backend.services.accounts
    let tokens = try await accounts.openSession(for: id, .fixed)
    try await accounts.recordSLPUse(by: id)
    (token, refreshToken, self.account) = (tokens.access, tokens.refresh, id)
    number = Int(try #require(try await accounts.numbered([id])[id]).number.value)
  }

  func send(_ line: String, json: String? = nil, form: OldForm? = nil, _ more: [(String, String)] = [])
    async throws -> LegacyResponse
  {
    let headers = [
      ("SesacKey", Self.key), ("Authorization", token), ("Content-Type", form?.contentType ?? "application/json"),
    ]
    return try await server.send(
      OldRequest(line, headers + more, json.map { Array($0.utf8) } ?? form?.body ?? []))
  }

  /// Asks for something that is expected to be done.
  @discardableResult
  func did(
    _ line: String, json: String? = nil, form: OldForm? = nil, at location: SourceLocation = #_sourceLocation
  ) async throws -> LegacyResponse {
    let response = try await send(line, json: json, form: form)
    try #require(response.status == 200, "\(line): \(response.status) \(response.text)", sourceLocation: location)
    return response
  }

  /// The code with which something is refused; what it was answered with otherwise.
  func domainError(_ line: String, json: String? = nil, form: OldForm? = nil) async throws -> String {
    try await send(line, json: json, form: form).verdict
  }

  // MARK: What they do

  func workspace(_ name: String = "동네") async throws -> Int {
    var form = OldForm()
    form.text("name", name)
    return try #require(try await did("POST /v1/workspaces", form: form).object["workspace_id"] as? Int)
  }

  func invite(_ person: SLPPerson, to workspace: Int) async throws {
    try await did("POST /v1/workspaces/\(workspace)/members", json: #"{"email":"\#(person.email)"}"#)
  }

  func channel(_ name: String, in workspace: Int) async throws -> Int {
    let response = try await did(
      "POST /v1/workspaces/\(workspace)/channels", json: #"{"name":"\#(name)","description":""}"#)
    return try #require(response.object["channel_id"] as? Int)
  }

  /// Says something, a second after whatever was said before.
  @discardableResult
  func send(_ text: String, at path: String) async throws -> [String: Any] {
    server.clock.advance(seconds: 1)
    var form = OldForm()
    form.text("content", text)
    return try await did("POST \(path)/chats", form: form).object
  }

  /// What was said.
  func chats(_ path: String, since instant: String = "") async throws -> [[String: Any]] {
    try await did("GET \(path)/chats?cursor_date=\(instant)").list
  }

  func texts(_ path: String, since instant: String = "") async throws -> [String] {
    try await chats(path, since: instant).compactMap { $0["content"] as? String }
  }

  /// The path of a channel as clients write it.
  static func path(_ workspace: Int, _ channel: String) -> String {
    let name = channel.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
    return "/v1/workspaces/\(workspace)/channels/\(name)"
  }
}

extension LegacyResponse {
  /// The body as a list of objects; empty where it is none.
  var list: [[String: Any]] {
    (try? JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]]) ?? []
  }

  /// `400 E11`; without a code, the whole text.
  var verdict: String { "\(status) \(object["errorCode"] as? String ?? text)" }
}
