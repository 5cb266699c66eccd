import Basics
import HTTP
import Support
import Testing

/// It is 19:00:30 on Friday 20 November 2026 in Seoul.
@Suite("Todos and the grape card over HTTP")
struct GrapeCardTests {
  private func mina() async throws -> (TestBackend, TestClient) {
    let backend = try await TestBackend()
    return (backend, try await Service(backend: backend).signUp("mina"))
  }

  private static func card(_ day: Int, _ hasGrape: Bool, _ fill: Int, _ full: Int, _ grapes: Int) -> String {
    #"{"today":"2026-11-\#(day)","time_zone":"Asia/Seoul","has_grape":\#(hasGrape),"fill":\#(fill),"#
      + #""full_bunches":\#(full),"grapes":\#(grapes)}"#
  }

  private static func todo(_ id: String, _ group: String, _ isDone: Bool, day: Int = 20, booth: String = "null")
    -> String
  {
    #"{"id":"\#(id)","contents":"네 컷 \"찍기\"","group":"\#(group)","day":"2026-11-\#(day)","is_done":\#(isDone),"#
      + #""booth":\#(booth)}"#
  }

  @Test("Todos are planned, done, undone, postponed and removed, and each response has the card")
  func day() async throws {
    let (_, mina) = try await mina()
    #expect(await mina.get("/api/card").text == Self.card(20, false, 0, 0, 0))
    let group = try #require(await mina.get("/api/todo-groups").json["groups"][0]["id"].text)
    let created = await mina.send(.post, "/api/todos", #"{"contents":"네 컷 \"찍기\""}"#)
    let id = try #require(created.json["todo"]["id"].text)
    #expect(created.status == 201 && created.headers["Location"] == "/api/todos/\(id)")
    let planned = Self.todo(id, group, false)
    let done = Self.todo(id, group, true)
    #expect(created.text == #"{"todo":\#(planned),"card":\#(Self.card(20, false, 0, 0, 0))}"#)
    #expect(await mina.get("/api/todos/\(id)").text == planned)
    #expect(await mina.get("/api/todos").text == #"{"today":"2026-11-20","todos":[\#(planned)]}"#)
    for _ in 0..<2 {
      #expect(
        await mina.send(.put, "/api/todos/\(id)/done").text
          == #"{"todo":\#(done),"card":\#(Self.card(20, true, 1, 0, 1))}"#)
    }
    #expect(
      await mina.get("/api/card/days?month=2026-11").text
        == #"{"days":[{"day":"2026-11-20","todos":1,"done":1,"has_grape":true}]}"#)
    for _ in 0..<2 {
      #expect(
        await mina.send(.delete, "/api/todos/\(id)/done").text
          == #"{"todo":\#(planned),"card":\#(Self.card(20, false, 0, 0, 0))}"#)
    }
    let later = Self.todo(id, group, false, day: 21)
    #expect(
      await mina.send(.post, "/api/todos/\(id)/postpone").text
        == #"{"todo":\#(later),"card":\#(Self.card(20, false, 0, 0, 0))}"#)
    #expect(await mina.get("/api/todos?from=2026-11-20&to=2026-11-30").json["todos"].items.count == 1)
    #expect(await mina.send(.delete, "/api/todos/\(id)").text == Self.card(20, false, 0, 0, 0))
    #expect(await mina.send(.delete, "/api/todos/\(id)").domainError == "404 todo-unknown -")
    let answer = await mina.get("/api/card")
    #expect(answer.headers["Cache-Control"] == "no-store")
  }

  @Test("A change keeps the fields that are not given, and null removes the booth")
  func change() async throws {
    let (_, mina) = try await mina()
    let group = try #require(
      await mina.send(.post, "/api/todo-groups", ##"{"name":"데이트","color":"#aabbcc","is_open":false}"##).json["id"].text
    )
    let id = try #require(
      await mina.send(.post, "/api/todos", #"{"contents":"t","booth":1,"day":"2026-11-21"}"#).json["todo"]["id"].text)
    let path = "/api/todos/\(id)"
    let first = await mina.get(path).json
    #expect(first["booth"].int == 1 && first["day"].text == "2026-11-21" && first["group"].text != group)
    #expect(await mina.send(.patch, path, "{}").json["todo"]["booth"].int == 1)
    let moved = await mina.send(.patch, path, #"{"group":"\#(group)","day":"2026-11-20"}"#).json["todo"]
    #expect(moved["group"].text == group && moved["day"].text == "2026-11-20" && moved["contents"].text == "t")
    let bare = await mina.send(.patch, path, #"{"booth":null,"contents":"u"}"#).json["todo"]
    #expect(bare["booth"].value == nil && bare["contents"].text == "u" && bare["group"].text == group)
  }

  @Test("A visit is done within 200 m of its booth")
  func checkIn() async throws {
    let (_, mina) = try await mina()
    let id = try #require(
      await mina.send(.post, "/api/todos", #"{"contents":"t","booth":1}"#).json["todo"]["id"].text)
    let path = "/api/todos/\(id)/check-in"
    func at(_ latitude: String, accuracy: String) -> String {
      #"{"latitude":\#(latitude),"longitude":127.0277,"accuracy_m":\#(accuracy)}"#
    }
    #expect(await mina.send(.put, "/api/todos/\(id)/done").domainError == "409 check-in-needed -")
    // A degree of latitude is 110,984 m here: 201 m are 0.001811.
    #expect(await mina.send(.post, path, at("37.499811", accuracy: "0")).domainError == "409 booth-too-far -")
    #expect(
      await mina.send(.post, path, at("37.499811", accuracy: "301")).domainError == "400 position-inexact accuracy_m")
    #expect(await mina.send(.post, path, at("37.499811", accuracy: "-1")).domainError == "400 field-invalid accuracy_m")
    #expect(await mina.send(.post, path, at("97", accuracy: "1")).domainError == "400 field-invalid latitude")
    #expect(await mina.send(.post, path, at("null", accuracy: "1")).domainError == "400 field-invalid latitude")
    #expect(
      await mina.send(.post, path, #"{"latitude":37,"longitude":127}"#).domainError == "400 field-missing accuracy_m")
    let far = await mina.send(.post, path, at("37.499811", accuracy: "0"))
    #expect(!far.text.contains("37.49") && !far.text.contains("201"))
    #expect(await mina.send(.post, path, at("37.499793", accuracy: "0")).json["card"]["has_grape"].bool == true)
    _ = await mina.send(.delete, "/api/todos/\(id)/done")
    #expect(await mina.send(.post, path, at("37.499811", accuracy: "5")).json["todo"]["is_done"].bool == true)
    let plain = await mina.send(.post, "/api/todos", #"{"contents":"t"}"#).json["todo"]["id"].text ?? ""
    #expect(
      await mina.send(.post, "/api/todos/\(plain)/check-in", at("37.498", accuracy: "0")).domainError
        == "409 todo-without-booth -")
  }

  private static let rejected: [(method: HTTP.Method, target: String, body: String?, domainError: String)] = [
    (.post, "/api/todos", #"{"contents":"t","booth":999}"#, "400 booth-unknown booth"),
    (.post, "/api/todos", #"{"contents":"t","group":"000000000000000000000000"}"#, "400 group-unknown group"),
    (.patch, "/api/todo-groups/000000000000000000000000", "{}", "404 todo-group-unknown -"),
    (.patch, "/api/todos/000000000000000000000000", "{}", "404 todo-unknown -"),
    (.put, "/api/todos/000000000000000000000000/done", nil, "404 todo-unknown -"),
    (.delete, "/api/todos/000000000000000000000000/done", nil, "404 todo-unknown -"),
    (.post, "/api/todos/000000000000000000000000/postpone", nil, "404 todo-unknown -"),
    (
      .post, "/api/todos/000000000000000000000000/check-in", #"{"latitude":1,"longitude":1,"accuracy_m":1}"#,
      "404 todo-unknown -"
    ),
    (.get, "/api/todos/7", nil, "400 parameter-invalid id"),
    (.get, "/api/todos?from=2026-11-31", nil, "400 parameter-invalid from"),
    (.get, "/api/todos?from=2026-11-20&to=2026-11-19", nil, "400 days-reversed to"),
    (.get, "/api/todos?from=2026-01-01&to=2026-02-12", nil, "400 days-too-many to"),
    (.get, "/api/todos?day=2026-01-01", nil, "400 parameter-unknown day"),
    (.get, "/api/card/days", nil, "400 parameter-missing month"),
    (.get, "/api/card/days?month=2026-13", nil, "400 parameter-invalid month"),
    (.get, "/api/card/days?month=2026-1", nil, "400 parameter-invalid month"),
  ]

  @Test("An invalid request is refused with its field and changes nothing")
  func domainErrors() async throws {
    let (backend, mina) = try await mina()
    _ = await mina.get("/api/card")
    let before = try await backend.contents()
    for (method, target, body, domainError) in Self.rejected {
      #expect(
        await mina.send(method, target, body).domainError == domainError, "\(method.rawValue) \(target) \(body ?? "")")
    }
    #expect(try await backend.contents() == before)
  }

  @Test("Every endpoint needs a token, and another account's todos are not found")
  func own() async throws {
    let service = try await Service.inhabited()
    let (mina, juno) = (try await service.signUp("mina"), try await service.signUp("juno"))
    let id = try #require(await mina.send(.post, "/api/todos", #"{"contents":"t"}"#).json["todo"]["id"].text)
    let targets: [(HTTP.Method, String)] = [
      (.get, "/api/card"), (.get, "/api/card/bunches"), (.get, "/api/card/days?month=2026-11"), (.get, "/api/todos"),
      (.get, "/api/todos/\(id)"), (.put, "/api/todos/\(id)/done"), (.delete, "/api/todos/\(id)"),
      (.post, "/api/todos/\(id)/postpone"), (.get, "/api/todo-groups"),
    ]
    for (method, target) in targets {
      #expect(await service.send(method, target).domainError == "401 token-missing -", "\(target)")
      if target.contains(id) {
        #expect(await juno.send(method, target).domainError == "404 todo-unknown -", "\(target)")
      }
    }
    #expect(await mina.get("/api/todos/\(id)").json["is_done"].bool == false)
  }
}
