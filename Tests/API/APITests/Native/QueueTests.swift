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
private struct ServiceUnderTest {
  static let token = "the token of the operator"
  let backend: TestBackend
  let service: Service
  let mina: TestClient
  private let reported = Locked<[String]>([])

  init() async throws {
    backend = try await TestBackend()
    let reported = reported
    let store = backend.assembly.services.store
    service = Service(backend: backend) {
      $0.services.store = store
      $0.native.operatorToken = { Self.token }
      $0.native.onOperatorAction = { action in
        reported.withLock { $0.append("\(action.name) \(action.failure ?? action.detail ?? "done")") }
      }
    }
    mina = try await service.signUp("mina")
  }

  var actions: [String] { reported.withLock { $0 } }

  func send(_ target: String, _ json: String? = nil, _ method: HTTP.Method? = nil) async -> Answer {
    await service.send(method ?? (json == nil ? .get : .post), target, json: json, token: Self.token)
  }

  func propose(_ name: String, by person: TestClient? = nil) async throws -> String {
    backend.clock.advance(seconds: 1)
    let answer = await (person ?? mina).send(
      .post, "/api/proposals", #"{"name":"\#(name)","latitude":37.5621,"longitude":126.9251}"#)
    return try #require(answer.json["id"].text, "\(answer.text)")
  }

  func correct(_ kind: String, by person: TestClient) async throws -> String {
    backend.clock.advance(seconds: 1)
    let answer = await person.send(.post, "/api/booths/1/corrections", #"{"kind":"\#(kind)","note":"n"}"#)
    return try #require(answer.json["id"].text, "\(answer.text)")
  }

  func report(_ post: String, _ reason: String, by person: TestClient) async throws -> String {
    backend.clock.advance(seconds: 1)
    let answer = await person.send(.post, "/api/reports", #"{"post":"\#(post)","reason":"\#(reason)"}"#)
    return try #require(answer.json["id"].text, "\(answer.text)")
  }

  /// Each as `kind id reporters`.
  func queue() async -> [String] {
    let answer = await send("/api/queue")
    Definition.own.check(answer, "Queue")
    return answer.json["items"].items.map {
      "\($0["kind"].text ?? "") \($0["id"].text ?? "") \($0["reporter_count"].int ?? 0)"
    }
  }

  func booth(_ number: Int64) async throws -> Booth {
    try #require(try await backend.assembly.services.store.booth(BoothID(number)))
  }
}

@Suite("The operator's queue over HTTP")
struct QueueTests {
  @Test("Everything that waits is in one list, the most urgent first, each subject once")
  func order() async throws {
    let it = try await ServiceUnderTest()
    let (juno, post) = (try await it.service.signUp("juno"), try await it.mina.post(#"{"kind":"feed","text":"글"}"#))
    let nari = try await it.service.signUp("nari")
    let proposal = try await it.propose("하루필름 연남점")
    let price = try await it.correct("price", by: it.mina)
    let gone = try await it.correct("closed", by: it.mina)
    _ = try await it.correct("closed", by: juno)
    let report = try await it.report(post, "spam", by: juno)
    _ = try await it.report(post, "violence", by: nari)
    let order = ["report \(report) 2", "correction \(gone) 2", "correction \(price) 1", "proposal \(proposal) 1"]
    #expect(await it.queue() == order)

    let answer = await it.send("/api/queue?limit=1")
    #expect(answer.json["items"].items.count == 1 && answer.json["items"][0]["reason"].text == "violence")
    #expect(answer.json["items"][0]["title"].text == "글")
    #expect(answer.json["counts"]["correction"].int == 2 && answer.json["counts"]["payment"].int == 0)
    #expect(answer.json["is_complete"].bool == true)

    it.backend.clock.advance(seconds: 40 * 86_400)
    // Their tokens have expired.
    let (writer, reporter) = (try await it.service.signUp("dami"), try await it.service.signUp("hana"))
    let late = try await it.report(try await writer.post(#"{"kind":"feed","text":"둘"}"#), "violence", by: reporter)
    #expect(await it.queue().last == "report \(late) 1", "a proposal of forty days is more urgent")
  }

  @Test("What is decided leaves the queue, and is decided once")
  func deciding() async throws {
    let it = try await ServiceUnderTest()
    let (juno, post) = (try await it.service.signUp("juno"), try await it.mina.post(#"{"kind":"feed","text":"글"}"#))
    let (first, second) = (
      try await it.report(post, "spam", by: juno),
      try await it.report(try await it.mina.post(#"{"kind":"feed","text":"둘"}"#), "hate", by: juno)
    )
    let shown = await it.send("/api/reports/\(first)")
    Definition.own.check(shown, "ReportDetails")
    #expect(shown.json["excerpt"].text == "글" && shown.json["reporter"]["nickname"].text == "juno")
    #expect(shown.json["author"]["nickname"].text == "mina" && shown.json["closed_at"].value == nil)

    let removed = await it.send("/api/reports/\(first)/close", #"{"remove":true}"#)
    Definition.own.check(removed, "ReportDetails")
    #expect(removed.json["is_removed"].bool == true && removed.json["closed_at"].text != nil)
    #expect(await it.mina.get("/api/posts/\(post)").status == 404)
    #expect(await it.send("/api/reports/\(first)/close", #"{"remove":false}"#).domainError == "409 report-closed -")
    #expect(await it.send("/api/reports/\(second)/close", #"{"remove":false}"#).status == 200)
    #expect(await it.queue().isEmpty)
    #expect(it.actions == ["reports close remove", "reports close report-closed", "reports close done"])
    #expect(await it.send("/api/reports/0123456789abcdef01234567").domainError == "404 report-unknown -")
  }

  @Test("A proposal is accepted with what the operator knows better")
  func editedProposal() async throws {
    let it = try await ServiceUnderTest()
    let id = try await it.propose("하루필름 연남")
    let bad = await it.send("/api/proposals/\(id)/accept", #"{"opening_hours":"sometimes"}"#)
    #expect(bad.domainError == "400 opening-hours-not-understood opening_hours")
    let answer = await it.send(
      "/api/proposals/\(id)/accept", #"{"name":"하루필름 연남점","price":5000,"latitude":37.5622,"longitude":126.9252}"#)
    #expect(answer.status == 200, "\(answer.text)")
    let booth = try await it.booth(1).attributes
    #expect(booth.name == "하루필름 연남점" && booth.price == 5000)
    #expect(booth.text(.latitude) == "37.5622000")
    #expect(await it.queue().isEmpty)
    #expect(it.actions.last == "proposals accept edited")
  }

  @Test("An operator changes, closes and reopens a booth")
  func editing() async throws {
    let it = try await ServiceUnderTest()
    _ = await it.send("/api/proposals/\(try await it.propose("하루필름 연남점"))/accept", "{}")
    #expect(await it.send("/api/booths/1", #"{"price":4500,"brand":"하루필름"}"#, .patch).status == 204)
    #expect(try await it.booth(1).attributes.price == 4500)
    for status in [BoothStatus.closed, .operating] {
      #expect(await it.send("/api/booths/1", #"{"status":"\#(status.rawValue)"}"#, .patch).status == 204)
      #expect(try await it.booth(1).attributes.status == status)
    }
    // Saying that it is there is a decision about what people report.
    #expect(await it.service.get("/api/booths/1").json["evidence"]["confirmed_at"].text != nil)
    #expect(await it.send("/api/booths/1", "{}", .patch).domainError == "400 change-missing -")
    #expect(await it.send("/api/booths/1", #"{"latitude":37}"#, .patch).json["parameter"].text == "longitude")
    #expect(await it.send("/api/booths/99", #"{"price":1}"#, .patch).json["code"].text == "booth-unknown")
    #expect(it.actions.suffix(2) == ["booths edit done", "booths edit booth-unknown"])
  }

  @Test("Imports are listed and rolled back once, and all of it is in the audit log")
  func imports() async throws {
    let it = try await ServiceUnderTest()
    _ = await it.send("/api/proposals/\(try await it.propose("하루필름 연남점"))/accept", "{}")
    let list = await it.send("/api/imports")
    Definition.own.check(list, "ImportRunList")
    #expect(list.json["imports"][0]["run"].int == 1 && list.json["imports"][0]["counts"]["added"].int == 1)
    let undone = await it.send("/api/imports/1/rollback", "", .post)
    Definition.own.check(undone, "ImportRun")
    #expect(undone.json["rolled_back_at"].text != nil)
    #expect(await it.send("/api/imports/1/rollback", "", .post).json["code"].text == "run-rolled-back")
    #expect(await it.send("/api/imports/7/rollback", "", .post).json["code"].text == "run-unknown")
    let log = await it.send("/api/audit?limit=5")
    Definition.own.check(log, "AuditList")
    #expect(log.status == 200 && log.json["entries"].items.count <= 5)
  }

  @Test("Without the token there is nothing to see")
  func refused() async throws {
    let it = try await ServiceUnderTest()
    for path in ["/api/queue", "/api/audit", "/api/imports", "/api/reports/0123456789abcdef01234567"] {
      #expect(await it.mina.get(path).domainError == "401 token-wrong -", "\(path)")
    }
  }
}
