import APIKit
import Basics
import Booths
import Foundation
import HTTP
import NativeAPI
import Support
import Testing

@testable import App

/// A service with people in front of its first booth, each in a network.
private struct ConfirmationsUnderTest {
  static let token = "the token of the operator"
  let backend: TestBackend
  let service: Service

  init() async throws {
    backend = try await TestBackend()
    service = Service(backend: backend) {
      $0.native.operatorToken = { Self.token }
      $0.publicAddress = "https://booths.example"
    }
  }

  /// People whose accounts are not new.
  func people(_ names: String...) async throws -> [TestClient] {
    var people: [TestClient] = []
    for name in names { people.append(try await service.signUp(name)) }
    return people
  }

  static func body(_ kind: String, latitude: String = "37.498", accuracy: String = "12") -> String {
    #"{"kind":"\#(kind)","latitude":\#(latitude),"longitude":127.0277,"accuracy_m":\#(accuracy)}"#
  }

  func confirm(_ person: TestClient, _ body: String, booth: Int = 1, from network: Int = 1) async -> Answer {
    backend.clock.advance(seconds: 1)
    return await service.send(
      .post, "/api/booths/\(booth)/confirmations",
      [
        ("Authorization", "Bearer \(person.token)"), ("Content-Type", "application/json"),
        ("X-Forwarded-For", "192.0.2.\(network)"),
      ], body: .bytes(Array(body.utf8)))
  }

  func candidates() async -> [Node] {
    let answer = await service.send(.get, "/api/closure-candidates", json: nil, token: Self.token)
    Definition.own.check(answer, "ClosureCandidateList")
    return answer.json["candidates"].items
  }

  /// The kinds and identifiers of what waits for a decision.
  func waiting() async -> [String] {
    let answer = await service.send(.get, "/api/queue", json: nil, token: Self.token)
    return answer.json["items"].items.map { "\($0["kind"].text ?? "") \($0["id"].text ?? "")" }
  }
}

@Suite("Confirmations of booths over HTTP")
struct ConfirmationTests {
  @Test("Somebody at a booth says that it is there, and the booth's answer says so, but no list does")
  func present() async throws {
    let confirmations = try await ConfirmationsUnderTest()
    let mina = try await confirmations.people("mina")[0]
    let before = await confirmations.service.get("/api/booths/1")
    #expect(before.json["evidence"]["confirmed_by_count"].int == 0)
    #expect(before.json["evidence"]["confirmed_at"].value == nil)
    let said = await confirmations.confirm(mina, ConfirmationsUnderTest.body("present"))
    Definition.own.check(said, "BoothEvidence")
    #expect(said.json["confirmed_by_count"].int == 1 && said.json["is_closure_candidate"].bool == false)
    let after = await confirmations.service.get("/api/booths/1")
    Definition.own.check(after, "Booth")
    #expect(after.json["evidence"]["confirmed_at"].text == said.json["confirmed_at"].text)
    #expect(after.headers["ETag"] != nil && after.headers["ETag"] != before.headers["ETag"])
    let feature = await confirmations.service.get("/api/booths/1", [("Accept", "application/geo+json")])
    Definition.own.check(feature, "Feature")
    #expect(feature.json["properties"]["evidence"]["confirmed_by_count"].int == 1)
    for path in ["/api/booths/1?fields=all", "/api/booths/near?\(Sample.gangnam)&fields=all"] {
      #expect(await confirmations.service.get(path).text.contains("evidence") == false)
    }
    // A second word on the same day replaces the first.
    let gone = await confirmations.confirm(mina, ConfirmationsUnderTest.body("gone"))
    #expect(gone.json["gone_count"].int == 1 && gone.json["confirmed_by_count"].int == 0)
  }

  @Test(
    "Only somebody within 200 m with an account is heard",
    arguments: [
      ("37.5", "0", 1, "409 booth-too-far -"), ("37.5005", "12", 1, "409 booth-too-far -"),
      ("37.498", "400", 1, "400 position-inexact accuracy_m"), ("37.498", "12", 999, "404 booth-unknown id"),
    ])
  func refused(_ latitude: String, _ accuracy: String, _ booth: Int, _ expected: String) async throws {
    let confirmations = try await ConfirmationsUnderTest()
    let mina = try await confirmations.people("mina")[0]
    let body = ConfirmationsUnderTest.body("gone", latitude: latitude, accuracy: accuracy)
    // Refused ones do not count among those of a day.
    for _ in 1...41 { #expect(await confirmations.confirm(mina, body, booth: booth).domainError == expected) }
    #expect(await confirmations.confirm(mina, ConfirmationsUnderTest.body("gone")).status == 200)
    let nobody = await confirmations.service.send(.post, "/api/booths/1/confirmations", json: body)
    #expect(nobody.status == 401)
  }

  @Test("A closed booth takes no reports")
  func closed() async throws {
    let closed = try #require(Sample.booths.first { $0.attributes.status == .closed })
    let place = Coordinate(try #require(closed.attributes.coordinate))
    let confirmations = try await ConfirmationsUnderTest()
    let mina = try await confirmations.people("mina")[0]
    let body = #"{"kind":"gone","latitude":\#(place.latitude),"longitude":\#(place.longitude),"accuracy_m":5}"#
    let answer = await confirmations.confirm(mina, body, booth: Int(closed.id.number))
    #expect(answer.domainError == "409 booth-closed -")
  }

  @Test("An account sends forty reports a day")
  func limits() async throws {
    let confirmations = try await ConfirmationsUnderTest()
    let mina = try await confirmations.people("mina")[0]
    for _ in 1...40 {
      #expect(await confirmations.confirm(mina, ConfirmationsUnderTest.body("present")).status == 200)
    }
    let answer = await confirmations.confirm(mina, ConfirmationsUnderTest.body("present"), from: 2)
    #expect(answer.domainError == "429 too-many-confirmations -")
  }

  @Test("A booth that people of two networks find gone is a candidate, until the operator decides")
  func candidates() async throws {
    let confirmations = try await ConfirmationsUnderTest()
    let people = try await confirmations.people("mina", "juno", "sora", "dana")
    // New accounts count little.
    confirmations.backend.clock.advance(seconds: 40 * 86_400)
    var sessions: [TestClient] = []
    for (name, _) in zip(["mina", "juno", "sora", "dana"], people) {
      let session = await confirmations.service.send(
        .post, "/api/sessions", json: #"{"email":"\#(name)@example.com","password":"\#(Service.password)"}"#)
      sessions.append(try TestClient(confirmations.service, session))
    }
    let body = ConfirmationsUnderTest.body("gone")
    for person in sessions.prefix(2) { _ = await confirmations.confirm(person, body, from: 7) }
    #expect(await confirmations.candidates().isEmpty)
    let third = await confirmations.confirm(sessions[2], body, from: 8)
    #expect(third.json["gone_count"].int == 3 && third.json["is_closure_candidate"].bool == true)
    let found = await confirmations.candidates()
    #expect(found.map { $0["booth"].int } == [1] && found[0]["name"].text == "인생네컷 강남점")
    let probability = try #require(found[0]["probability"].double)
    #expect(probability > 0 && probability < 0.5)

    #expect(await confirmations.waiting() == ["closure 1"])

    // A correction says the same, and declining it is a decision.
    let filed = await sessions[3].send(.post, "/api/booths/1/corrections", #"{"kind":"closed"}"#)
    let correction = try #require(filed.json["id"].text)
    #expect(await confirmations.service.get("/api/booths/1").json["evidence"]["gone_count"].int == 4)
    #expect(await confirmations.waiting() == ["correction \(correction)"])
    let declined = await confirmations.service.send(
      .post, "/api/corrections/\(correction)/close", json: #"{"accepted":false}"#, token: ConfirmationsUnderTest.token)
    #expect(declined.status == 200)
    #expect(await confirmations.candidates().isEmpty)
    let evidence = await confirmations.service.get("/api/booths/1").json["evidence"]
    #expect(evidence["gone_count"].int == 0 && evidence["confirmed_at"].text != nil)
    #expect(await confirmations.waiting().isEmpty)
    #expect(await sessions[0].get("/api/closure-candidates").domainError == "401 token-wrong -")
  }

  @Test("No position and no address of a reporter is stored")
  func privacy() async throws {
    let confirmations = try await ConfirmationsUnderTest()
    let mina = try await confirmations.people("mina")[0]
    let body = ConfirmationsUnderTest.body("present", latitude: "37.49812")
    #expect(await confirmations.confirm(mina, body, from: 77).status == 200)
    let contents = try await confirmations.backend.contents()
    #expect(contents.contains { $0.hasPrefix("booth_confirmation: 1,\(mina.id)") })
    #expect(!contents.contains { $0.contains("37.49812") || $0.contains("374981") || $0.contains("192.0.2.77") })
  }
}
