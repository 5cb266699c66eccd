import APIKit
import Accounts
import Basics
import Booths
import Concurrency
import HTTP
import NativeAPI
import Notices
import SQL
import Stores
import Support
import Testing

@testable import App

@Suite("Accounts and searches over HTTP, for operators")
struct PeopleTests {
  private static let token = "the token of the operator"
  private static let path = "/api/operator/accounts"

  private let backend: TestBackend
  private let service: Service
  private let mina: TestClient
  private let reported = Locked<[OperatorAction]>([])

  init() async throws {
    backend = try await TestBackend()
    let reported = reported
    service = Service(backend: backend) {
      $0.native.operatorToken = { Self.token }
      $0.native.onOperatorAction = { action in reported.withLock { $0.append(action) } }
    }
    mina = try await service.signUp("mina")
  }

  private func send(_ target: String, _ json: String? = nil, _ method: HTTP.Method = .get) async -> Answer {
    await service.send(method, target, json: json, token: Self.token)
  }

  private func names(_ query: String) async -> [String?] {
    await send("\(Self.path)?\(query)").json["accounts"].items.map { $0["nickname"].text }
  }

  @Test("Accounts are listed, newest first, and found by identifier, address or nickname")
  func finding() async throws {
    backend.clock.advance(seconds: 1)
    let juno = try await service.signUp("juno")
    let all = await send(Self.path)
    Definition.own.check(all, "ManagedAccountList")
    #expect(all.json["accounts"].items.map { $0["nickname"].text } == ["juno", "mina"])
    #expect(all.json["accounts"][0]["email"].text == "juno@example.com")
    #expect(await names("limit=1") == ["juno"])
    for name in [mina.id, "MINA@example.com", "mina"] { #expect(await names("account=\(name)") == ["mina"]) }
    for name in ["nobody", "nobody@example.com", "0123456789abcdef01234567"] {
      #expect(await names("account=\(name)").isEmpty)
    }
    for client in [mina, juno] { #expect(await client.get(Self.path).domainError == "401 token-wrong -") }
  }

  @Test("An announcement is a notice for those who have chosen it, and its readers are counted")
  func announcing() async throws {
    let path = "/api/operator/announcements"
    let juno = try await service.signUp("juno")
    _ = await juno.send(.put, "/api/me/notice-settings", #"{"page":["announcement"]}"#)
    let written = await send(path, #"{"text":"새 부스가 열 곳","path":"/booths/1"}"#, .post)
    Definition.own.check(written, "Announcement")
    #expect(written.status == 201 && written.json["state"].text == "waiting" && written.json["radius_m"].int == nil)
    try await backend.services.announcements.sendDue()
    let notice = await juno.get("/api/me/notices").json["items"][0]
    #expect(notice["kind"].text == "announcement" && notice["text"].text == "새 부스가 열 곳")
    #expect(notice["path"].text == "/booths/1" && notice["person"].value == nil)
    #expect(await mina.get("/api/me/notices").json["items"].items.isEmpty)
    let (id, instant) = (try #require(notice["id"].text), try #require(notice["created_at"].text))
    _ = await juno.send(.post, "/api/me/notices/read", #"{"id":"\#(id)","created_at":"\#(instant)"}"#)
    let list = await send(path)
    Definition.own.check(list, "AnnouncementList")
    let sent = list.json["announcements"][0]
    #expect(sent["state"].text == "sent" && sent["recipient_count"].int == 1 && sent["read_count"].int == 1)
    let number = try #require(sent["id"].text)
    #expect(await send("\(path)/\(number)", nil, .delete).domainError == "409 announcement-sent -")
    #expect(await send(path, #"{"text":"둘"}"#, .post).domainError == "409 announcements-too-many send_at")
    let night = #"{"text":"둘","send_at":"2026-11-25T23:00:00+09:00"}"#
    #expect(await send(path, night, .post).domainError == "400 announcement-at-night send_at")
    let nowhere = #"{"text":"둘","send_at":"2026-11-25T12:00:00+09:00","latitude":37.5}"#
    #expect(await send(path, nowhere, .post).domainError == "400 field-missing longitude")
    let nothing = #"{"text":"둘","send_at":"2026-11-25T12:00:00+09:00","radius_m":500}"#
    #expect(await send(path, nothing, .post).domainError == "400 field-missing latitude")
    #expect(reported.withLock { $0.map(\.name) }.contains("announcements write"))
  }

  @Test("A suspended account is out at once, until it is restored, and the reason is in the audit log")
  func suspending() async throws {
    let path = "\(Self.path)/\(mina.id)/suspension"
    #expect(await mina.get("/api/me").status == 200)
    #expect(await send(path, "{}", .put).domainError == "400 field-missing reason")
    let suspended = await send(path, #"{"reason":"광고"}"#, .put)
    Definition.own.check(suspended, "ManagedAccount")
    #expect(suspended.json["state"].text == "suspended" && suspended.json["session_count"].int == 0)
    #expect(await mina.get("/api/me").status == 401)
    let login = #"{"email":"mina@example.com","password":"\#(Service.password)"}"#
    #expect(await service.send(.post, "/api/sessions", json: login).status == 403)
    for query in ["suspended=true", "suspended=true&account=mina"] { #expect(await names(query) == ["mina"]) }
    let restored = await send(path, nil, .delete)
    #expect(restored.json["state"].text == "active" && restored.json["suspended_at"].value == nil)
    #expect(await service.send(.post, "/api/sessions", json: login).status == 201)
    for query in ["suspended=true", "suspended=true&account=mina"] { #expect(await names(query).isEmpty) }
    let actions = reported.withLock { $0 }.suffix(2)
    #expect(actions.map(\.name) == ["accounts suspend", "accounts restore"])
    #expect(actions.map(\.subject) == [mina.id, mina.id] && actions.first?.detail == "광고")
    for (method, json) in [(HTTP.Method.put, #"{"reason":"r"}"#), (.delete, nil)] {
      let unknown = await send("\(Self.path)/0123456789abcdef01234567/suspension", json, method)
      #expect(unknown.domainError == "404 account-unknown -")
    }
  }

  @Test("An account with a role is not suspended: nobody locks out the operators")
  func roles() async throws {
    _ = try await backend.assembly.services.administration.grant(.operator, to: "mina")
    let answer = await send("\(Self.path)/\(mina.id)/suspension", #"{"reason":"r"}"#, .put)
    #expect(answer.domainError == "409 account-has-role -")
    #expect(await mina.get("/api/me").status == 200)
    #expect(reported.withLock { $0 }.last?.failure == "account-has-role")
  }

  @Test("Searches without a booth are listed, the most frequent first")
  func searches() async throws {
    let clock = backend.clock
    let store = SQLFruitlessSearchStore(backend.database)
    let searches = FruitlessSearches(store) { clock.now }
    let reading = Service(backend: backend) {
      $0.native.operatorToken = { Self.token }
      $0.services.searches = searches
    }
    let list = { await reading.send(.get, "/api/operator/searches", json: nil, token: Self.token) }
    #expect(await list().json["searches"].items.isEmpty)
    try await store.add(["없는네컷": 3, "nowhere": 7], on: clock.now.milliseconds / 86_400_000)
    let found = await list()
    Definition.own.check(found, "FruitlessSearchList")
    #expect(found.json["searches"].items.map { $0["text"].text } == ["nowhere", "없는네컷"])
    #expect(found.json["searches"].items.map { $0["count"].int } == [7, 3])
    #expect(found.json["searches"][0]["last_day"].text?.count == 10)
  }
}
