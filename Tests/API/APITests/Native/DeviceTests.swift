import HTTP
import Support
import Testing

@Suite("The devices of an account")
struct DeviceTests {
  private static let phone =
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"

  private let backend: TestBackend
  private let service: Service
  private let mina: TestClient

  init() async throws {
    backend = try await TestBackend()
    service = Service(backend: backend)
    mina = try await service.signUp("mina")
  }

  /// Logs in once more.
  private func logIn(_ name: String = "mina", _ userAgent: String = phone) async throws -> TestClient {
    backend.clock.advance(seconds: 60)
    let body = #"{"email":"\#(name)@example.com","password":"\#(Service.password)"}"#
    let answer = await service.send(
      .post, "/api/sessions", [("User-Agent", userAgent), ("Content-Type", "application/json")],
      body: .bytes(Array(body.utf8)))
    return try TestClient(service, answer)
  }

  @Test("A list has each device by its name, the last used first, and says which one asks")
  func list() async throws {
    let phone = try await logIn()
    let answer = await mina.get("/api/sessions")
    Definition.own.check(answer, "DeviceList")
    #expect(answer.json["items"].items.map { $0["name"].text } == ["Chrome, Android", ""])
    #expect(answer.json["items"].items.map { $0["is_current"].bool } == [false, true])
    #expect(await phone.get("/api/sessions").json["items"].items.map { $0["is_current"].bool } == [true, false])
    #expect(!answer.text.contains("14") && answer.headers["Cache-Control"]?.contains("no-store") == true)
  }

  @Test("A refresh counts as use")
  func use() async throws {
    let phone = try await logIn()
    backend.clock.advance(seconds: 600)
    let before = await phone.get("/api/sessions").json["items"].items.map { $0["is_current"].bool }
    #expect(before == [true, false])
    let renewed = await service.send(.post, "/api/sessions/refresh", json: #"{"refresh_token":"\#(mina.refresh)"}"#)
    #expect(renewed.status == 200)
    #expect(await phone.get("/api/sessions").json["items"].items.map { $0["is_current"].bool } == [false, true])
  }

  @Test("Another device is logged out, once, and at once")
  func end() async throws {
    let phone = try await logIn()
    let id = try #require(await phone.get("/api/sessions").items.first)
    #expect(await mina.send(.delete, "/api/sessions/\(id)").status == 204)
    #expect(await phone.get("/api/me").domainError == "401 token-unusable -")
    #expect(await mina.get("/api/me").status == 200)
    #expect(await mina.send(.delete, "/api/sessions/\(id)").domainError == "404 session-unknown id")
  }

  @Test("Nobody ends or sees a device of somebody else")
  func foreign() async throws {
    let juno = try await service.signUp("juno")
    let id = try #require(await juno.get("/api/sessions").items.first)
    #expect(await mina.send(.delete, "/api/sessions/\(id)").domainError == "404 session-unknown id")
    #expect(await juno.get("/api/me").status == 200)
    #expect(await mina.get("/api/sessions").items.contains(id) == false)
  }

  @Test("All other devices are logged out, and this one stays")
  func others() async throws {
    let others = [try await logIn(), try await logIn()]
    let juno = try await service.signUp("juno")
    #expect(await mina.send(.delete, "/api/sessions/others").status == 204)
    for other in others { #expect(await other.get("/api/me").status == 401) }
    #expect(await mina.get("/api/sessions").items.count == 1)
    #expect(await juno.get("/api/me").status == 200)
  }
}
