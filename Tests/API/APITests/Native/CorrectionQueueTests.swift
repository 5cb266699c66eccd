import APIKit
import Basics
import Booths
import Concurrency
import Contracts
import Foundation
import HTTP
import NativeAPI
import Support
import Testing

@testable import App

/// A service with an operator, whose actions it reports.
private struct QueueUnderTest {
  static let token = "the token of the operator"
  let service: Service
  let backend: TestBackend
  var clock: ManualClock { backend.clock }
  private let reported = Locked<[OperatorAction]>([])

  init(token: String? = Self.token) async throws {
    backend = try await TestBackend()
    let reported = reported
    service = Service(backend: backend) {
      $0.native.operatorToken = { token }
      $0.native.onOperatorAction = { action in reported.withLock { $0.append(action) } }
    }
  }

  /// A booth of the catalogue's store; it has the number 1.
  func addBooth(proposedBy person: TestClient) async throws {
    let proposal = await person.send(
      .post, "/api/proposals", #"{"name":"하루필름 연남점","latitude":37.5621,"longitude":126.9251}"#)
    let id = try #require(proposal.json["id"].text)
    let accepted = await service.send(.post, "/api/proposals/\(id)/accept", json: nil, token: Self.token)
    #expect(accepted.json["booth"].int == 1)
  }

  func booth() async throws -> Booth {
    try #require(try await backend.assembly.services.store.booth(BoothID(1)))
  }

  /// Each as `name subject result`.
  var actions: [String] {
    reported.withLock { $0.map { "\($0.name) \($0.subject ?? "-") \($0.failure ?? $0.detail ?? "done")" } }
  }

  func send(
    _ target: String, _ json: String? = nil, token: String? = Self.token
  ) async -> Answer {
    await service.send(json == nil ? .get : .post, target, json: json, token: token)
  }

  /// Files a correction of a booth, a second after the one before.
  func file(_ kind: String, _ booth: Int, _ note: String = "n", by person: TestClient) async throws -> String {
    clock.advance(seconds: 1)
    let answer = await person.send(
      .post, "/api/booths/\(booth)/corrections", #"{"kind":"\#(kind)","note":"\#(note)"}"#)
    return try #require(answer.json["id"].text, "\(answer.text)")
  }
}

@Suite("The queue of corrections over HTTP")
struct CorrectionQueueTests {
  @Test("An operator reads the queue page by page, newest first, with attributes and reporters")
  func pages() async throws {
    let queue = try await QueueUnderTest()
    let mina = try await queue.service.signUp("mina")
    var filed: [String] = []
    for kind in ["hours", "price", "moved", "photo", "other"] { filed.append(try await queue.file(kind, 1, by: mina)) }
    let first = await queue.send("/api/corrections?limit=2")
    Definition.own.check(first, "QueuedCorrectionPage")
    #expect(first.headers["Cache-Control"] == "no-store" && first.headers["Access-Control-Allow-Origin"] == nil)
    #expect(first.json["items"][0]["evidence"].text?.hasPrefix("name: ") == true)
    #expect(first.json["items"][0]["state"].text == "open" && first.json["items"][0]["closed_at"].value == nil)
    var (found, next) = (first.items, first.json["next"].text)
    // What is filed meanwhile is newer than all pages that follow.
    let newer = try await queue.file("closed", 2, by: mina)
    while let cursor = next {
      let page = await queue.send("/api/corrections?limit=2&cursor=\(cursor)")
      found += page.items
      next = page.json["next"].text
    }
    #expect(found == filed.reversed())
    let details = await queue.send("/api/corrections/\(newer)")
    Definition.own.check(details, "CorrectionDetails")
    #expect(details.json["reporter"]["nickname"].text == "mina" && details.json["open_count"].int == 1)
    #expect(details.json["correction"]["booth"].int == 2)
    // Looking is not recorded.
    #expect(queue.actions.isEmpty)
  }

  @Test(
    "Closing a correction closes all of its kind about the booth, which is unchanged")
  func closing() async throws {
    let queue = try await QueueUnderTest()
    let (mina, juno) = (try await queue.service.signUp("mina"), try await queue.service.signUp("juno"))
    let booth = await queue.service.get("/api/booths/1").text
    let price = try await queue.file("price", 1, by: mina)
    let same = try await queue.file("hours", 1, by: mina)
    let hours = try await queue.file("hours", 1, by: juno)
    #expect(await queue.send("/api/corrections/\(hours)").json["open_count"].int == 2)
    let closed = await queue.send("/api/corrections/\(hours)/close", #"{"accepted":true}"#)
    #expect(closed.status == 200 && closed.json["state"].text == "accepted")
    #expect(closed.json["closed_at"].text == queue.clock.now.rfc3339Milliseconds)
    Definition.own.check(closed, "QueuedCorrection")
    #expect(await queue.send("/api/corrections").items == [price])
    #expect(await queue.send("/api/corrections?state=open").items == [price])
    let all = await queue.send("/api/corrections?state=all")
    #expect(all.items == [hours, same, price])
    #expect(all.json["items"].items.compactMap { $0["state"].text } == ["accepted", "accepted", "open"])
    let again = await queue.send("/api/corrections/\(same)/close", #"{"accepted":false}"#)
    #expect(again.domainError == "409 correction-closed -")
    let declined = await queue.send("/api/corrections/\(price)/close", #"{"accepted":false}"#)
    #expect(declined.json["state"].text == "closed")
    #expect(await queue.send("/api/corrections?state=accepted").items == [hours, same])
    #expect(await queue.send("/api/corrections?state=closed").items == [price])
    #expect(await queue.send("/api/corrections").text == #"{"items":[],"next":null}"#)
    #expect(await queue.service.get("/api/booths/1").text == booth)
    #expect(
      queue.actions == [
        "corrections close \(hours) accept", "corrections close \(same) correction-closed",
        "corrections close \(price) done",
      ])
  }

  @Test("An accepted correction changes the booth as the operator says, and imports leave these fields as they are")
  func changes() async throws {
    let queue = try await QueueUnderTest()
    let mina = try await queue.service.signUp("mina")
    try await queue.addBooth(proposedBy: mina)
    func accept(_ kind: String, _ fields: String) async throws -> Answer {
      await queue.send(
        "/api/corrections/\(try await queue.file(kind, 1, by: mina))/close", #"{"accepted":true\#(fields)}"#)
    }
    #expect(try await accept("price", #","price":5000"#).status == 200)
    #expect(try await accept("hours", #","opening_hours":"매일 10:00~22:00""#).status == 200)
    #expect(try await accept("moved", #","latitude":37.5,"longitude":127,"road_address":"어울마당로 1""#).status == 200)
    #expect(try await accept("other", #","name":"하루필름 홍대점","brand":null"#).status == 200)
    let booth = try await queue.booth()
    #expect((booth.attributes.price, booth.attributes.name) == (5000, "하루필름 홍대점"))
    #expect(booth.attributes.openingHours == "Mo-Su 10:00-22:00" && booth.attributes.roadAddress == "어울마당로 1")
    #expect(booth.attributes.coordinate == StoredCoordinate(latitudeE7: 375_000_000, longitudeE7: 1_270_000_000))
    #expect(booth.editedFields == [.price, .openingHours, .latitude, .longitude, .roadAddress, .name])
    #expect(try await accept("hours", #","opening_hours":"whenever""#).domainError.hasPrefix("400 opening-hours"))
    #expect(try await accept("moved", #","latitude":37.5"#).domainError == "400 field-missing longitude")
    #expect(try await queue.booth() == booth)
  }

  @Test(
    "Accepting that a booth is gone, or a duplicate, closes it; declining leaves it",
    arguments: ["closed", "duplicate"])
  func gone(kind: String) async throws {
    let queue = try await QueueUnderTest()
    let mina = try await queue.service.signUp("mina")
    try await queue.addBooth(proposedBy: mina)
    func decide(_ decision: String) async throws -> Answer {
      queue.clock.advance(seconds: 1)
      let filed = await mina.send(
        .post, "/api/booths/1/corrections", #"{"kind":"\#(kind)"\#(kind == "duplicate" ? #","duplicate":2"# : "")}"#)
      return await queue.send("/api/corrections/\(filed.json["id"].text ?? "")/close", decision)
    }
    #expect(try await decide(#"{"accepted":false}"#).json["state"].text == "closed")
    #expect(try await queue.booth().attributes.status != .closed)
    let both = try await decide(#"{"accepted":true,"price":5000}"#)
    #expect(both.domainError == "400 change-unexpected -")
    #expect(try await decide(#"{"accepted":true}"#).json["state"].text == "accepted")
    #expect(try await queue.booth().attributes.status == .closed)
    #expect(try await queue.booth().editedFields == [.status])
  }

  @Test("The reporter and operators see the photos of a correction until it is closed")
  func photos() async throws {
    let queue = try await QueueUnderTest()
    let (mina, juno) = (try await queue.service.signUp("mina"), try await queue.service.signUp("juno"))
    let name = try #require(await mina.upload(Upload.form([Upload.picture])).json["photos"][0]["name"].text)
    let body = #"{"kind":"price","note":"5,000원","photos":["\#(name)"]}"#
    #expect(await juno.send(.post, "/api/booths/1/corrections", body).domainError == "400 photo-unknown photos")
    let filed = await mina.send(.post, "/api/booths/1/corrections", body)
    Definition.own.check(filed, "Correction")
    #expect(filed.json["photos"].items.map(\.text) == [name])
    let id = try #require(filed.json["id"].text)
    #expect(await queue.send("/api/corrections/\(id)").json["correction"]["photos"].items.map(\.text) == [name])
    #expect(await queue.send("/api/photos/\(name)?width=320", token: nil).status == 200)
    for shown in ["/api/booths/1/gallery", "/api/booths/1", "/api/booths/covers?ids=1", "/api/posts"] {
      #expect(await !queue.service.get(shown).text.contains(name), "\(shown)")
    }
    let closed = await queue.send("/api/corrections/\(id)/close", #"{"accepted":true}"#)
    #expect(closed.status == 200 && closed.json["photos"].items.isEmpty)
  }

  @Test("Invalid requests are refused, and a cursor is valid for its list only")
  func refused() async throws {
    let queue = try await QueueUnderTest()
    let mina = try await queue.service.signUp("mina")
    for booth in 1...2 { _ = try await queue.file("hours", booth, by: mina) }
    let cursor = try #require(await queue.send("/api/corrections?limit=1").json["next"].text)
    #expect(
      await queue.send("/api/corrections?state=all&cursor=\(cursor)").domainError == "400 cursor-invalid cursor")
    for (query, code) in [
      ("state=decided", "400 parameter-invalid state"), ("limit=101", "400 parameter-above-range limit"),
      ("kind=hours", "400 parameter-unknown kind"),
    ] {
      #expect(await queue.send("/api/corrections?\(query)").domainError == code)
    }
    let unknown = "/api/corrections/0199c0ffee0123456789abcd"
    #expect(await queue.send(unknown).domainError == "404 correction-unknown -")
    #expect(await queue.send("\(unknown)/close", #"{"accepted":true}"#).domainError == "404 correction-unknown -")
    #expect(await queue.send("\(unknown)/close", "{}").domainError == "400 field-missing accepted")
    #expect(await queue.send("/api/corrections/7").domainError == "400 parameter-invalid id")
  }

  @Test(
    "Only operators read the queue, not the author, and not with a cookie", arguments: ["", "/ID", "/ID/close"])
  func authorization(_ path: String) async throws {
    let queue = try await QueueUnderTest()
    let mina = try await queue.service.signUp("mina")
    let id = try await queue.file("hours", 1, by: mina)
    let target = "/api/corrections" + path.replacing("ID", with: id)
    let body = path.hasSuffix("close") ? #"{"accepted":true}"# : nil
    #expect(await queue.send(target, body, token: nil).domainError == "401 token-missing -")
    #expect(await queue.send(target, body, token: mina.token).domainError == "401 token-wrong -")
    let cookie = [("Cookie", "fourcuts-access=\(QueueUnderTest.token)"), ("Fourcuts-Session", "cookie")]
    #expect(await queue.service.send(body == nil ? .get : .post, target, cookie).status >= 400)
    #expect(await queue.send("/api/corrections").items == [id])
    let name = path.isEmpty ? "list" : body == nil ? "show" : "close"
    #expect(queue.actions == ["corrections \(name) - token-wrong"])
    let disabled = try await QueueUnderTest(token: nil)
    #expect(await disabled.send(target, body).domainError == "403 operator-not-offered -")
    #expect(disabled.actions.isEmpty)
  }

  @Test("After ten wrong tokens the right one is refused too, for a minute; refused attempts are not recorded")
  func guessing() async throws {
    let queue = try await QueueUnderTest()
    for _ in 1...10 { #expect(await queue.send("/api/corrections", token: "guess").status == 401) }
    #expect(await queue.send("/api/corrections").domainError == "429 too-many-tokens -")
    #expect(queue.actions.count == 10)
    queue.clock.advance(seconds: 60)
    #expect(await queue.send("/api/corrections").status == 200)
  }
}
