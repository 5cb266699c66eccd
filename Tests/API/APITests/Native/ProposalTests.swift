import APIKit
import Basics
import Booths
import Concurrency
import Foundation
import HTTP
import NativeAPI
import SQL
import Stores
import Support
import Testing

@testable import App

/// A service with an operator and a person who misses booths.
private struct ProposalsUnderTest {
  static let token = "the token of the operator"
  let backend: TestBackend
  let service: Service
  let mina: TestClient

  init() async throws {
    backend = try await TestBackend()
    service = Service(backend: backend) { $0.native.operatorToken = { Self.token } }
    mina = try await service.signUp("mina")
  }

  /// Proposes a booth, a second after the one before.
  func propose(_ name: String, _ more: String = "") async throws -> String {
    backend.clock.advance(seconds: 1)
    let answer = await mina.send(
      .post, "/api/proposals", #"{"name":"\#(name)","latitude":37.5621,"longitude":126.9251\#(more)}"#)
    Definition.own.check(answer, "Proposal")
    return try #require(answer.json["id"].text, "\(answer.text)")
  }

  func send(_ target: String, _ json: String? = nil) async -> Answer {
    await service.send(json == nil ? .get : .post, target, json: json, token: Self.token)
  }

  func accept(_ id: String) async -> Answer {
    await service.send(.post, "/api/proposals/\(id)/accept", json: nil, token: Self.token)
  }

  /// The booths of the catalogue's store, by their names.
  func booths() async throws -> [String] {
    try await backend.assembly.services.store.booths(after: nil, limit: 100, matching: .init()).map(\.attributes.name)
  }
}

/// A store in which another operator declines each proposal just before it is decided.
private struct DeclinedMeanwhile: ProposalStore {
  let store: SQLProposalStore

  func add(_ proposal: BoothProposal, by author: AccountID) async throws { try await store.add(proposal, by: author) }
  func page(_ state: ProposalState?, _ request: PageRequest) async throws -> Basics.Page<BoothProposal> {
    try await store.page(state, request)
  }
  func proposals(by author: AccountID, limit: Int) async throws -> [BoothProposal] {
    try await store.proposals(by: author, limit: limit)
  }
  func details(of id: ProposalID) async throws -> ProposalDetails? { try await store.details(of: id) }
  func decide(
    _ id: ProposalID, _ decision: BoothProposal.Decision, at instant: Timestamp
  ) async throws -> BoothProposal {
    _ = try await store.decide(id, .declined(reason: ""), at: instant)
    return try await store.decide(id, decision, at: instant)
  }
}

@Suite("Proposals of booths over HTTP")
struct ProposalTests {
  @Test("An accepted proposal is a booth of the catalogue, and its author is told which")
  func accepting() async throws {
    let proposals = try await ProposalsUnderTest()
    let id = try await proposals.propose(
      "인생네컷 연남점",
      #","brand":"인생네컷","road_address":"서울특별시 마포구 동교로 245","opening_hours":"매일 10:00-24:00","price":4000"#
        + #","note":"2층""#)
    let shown = await proposals.send("/api/proposals/\(id)")
    Definition.own.check(shown, "ProposalDetails")
    #expect(shown.json["author"]["nickname"].text == "mina" && shown.json["proposal"]["note"].text == "2층")
    #expect(shown.json["proposal"]["opening_hours"].text == "Mo-Su 10:00-24:00")
    let accepted = await proposals.accept(id)
    Definition.own.check(accepted, "Proposal")
    #expect(accepted.json["state"].text == "accepted" && accepted.json["booth"].int != nil)
    #expect(try await proposals.booths() == ["인생네컷 연남점"])
    let own = await proposals.mina.get("/api/me/proposals")
    Definition.own.check(own, "ProposalList")
    #expect(own.json["proposals"][0]["booth"].int == accepted.json["booth"].int)
    #expect(await proposals.accept(id).domainError == "409 proposal-decided -")
    #expect(try await proposals.booths().count == 1)
  }

  @Test("A declined proposal is no booth, and its author is told the reason")
  func declining() async throws {
    let proposals = try await ProposalsUnderTest()
    let id = try await proposals.propose("없는 곳")
    let declined = await proposals.send("/api/proposals/\(id)/decline", #"{"reason":"이미 있어요"}"#)
    #expect(declined.json["state"].text == "declined")
    let own = await proposals.mina.get("/api/me/proposals").json["proposals"][0]
    #expect(own["reason"].text == "이미 있어요" && own["booth"].value == nil)
    #expect(await proposals.accept(id).domainError == "409 proposal-decided -")
    #expect(try await proposals.booths().isEmpty)
  }

  @Test("A booth is added once, also for two proposals and after a crash")
  func once() async throws {
    let proposals = try await ProposalsUnderTest()
    let (first, second) = (try await proposals.propose("하루필름 연남점"), try await proposals.propose("하루필름 연남점"))
    let booth = await proposals.accept(first).json["booth"].int
    #expect(await proposals.accept(second).domainError == "409 proposal-duplicate -")
    // As if the program had ended between the catalogue and the decision.
    try await proposals.backend.database.write { connection in
      try connection.run("UPDATE booth_proposal SET decided_at = NULL, booth_id = NULL")
    }
    #expect(await proposals.accept(first).json["booth"].int == booth)
    #expect(try await proposals.booths() == ["하루필름 연남점"])
  }

  @Test("A booth that is declined while it is accepted is not in the catalogue")
  func declinedMeanwhile() async throws {
    let proposals = try await ProposalsUnderTest()
    let id = try #require(ProposalID(try await proposals.propose("하루필름 연남점")))
    let (store, clock) = (SQLProposalStore(proposals.backend.database), proposals.backend.clock)
    let service = ProposalService(
      proposals: DeclinedMeanwhile(store: store), catalogue: proposals.backend.assembly.services.store,
      clock: { clock.now }, random: { count in [UInt8](repeating: 7, count: count) })
    await #expect(throws: DomainError.proposalDecided) { try await service.accept(id) }
    #expect(try await proposals.booths().isEmpty)
    #expect(try await store.details(of: id)?.proposal.state == .declined)
  }

  @Test("The queue is read page by page, newest first, by state")
  func queue() async throws {
    let proposals = try await ProposalsUnderTest()
    var filed: [String] = []
    for number in 1...4 { filed.append(try await proposals.propose("부스 \(number)")) }
    _ = await proposals.send("/api/proposals/\(filed[0])/decline", "{}")
    let page = await proposals.send("/api/proposals?limit=2")
    Definition.own.check(page, "ProposalPage")
    let next = try #require(page.json["next"].text)
    let rest = await proposals.send("/api/proposals?limit=2&cursor=\(next)")
    #expect(page.items + rest.items == [filed[3], filed[2], filed[1]])
    #expect(await proposals.send("/api/proposals?state=declined").items == [filed[0]])
    #expect(await proposals.send("/api/proposals?state=accepted").items.isEmpty)
    #expect(await proposals.send("/api/proposals?state=all").items.count == 4)
  }

  @Test(
    "An invalid proposal is refused and does not count among the twenty of a day",
    arguments: [
      (#"{"latitude":37.5,"longitude":127}"#, "400 field-missing name"),
      (#"{"name":" ","latitude":37.5,"longitude":127}"#, "400 field-required name"),
      (#"{"name":"x","latitude":137,"longitude":127}"#, "400 field-invalid latitude"),
      (
        #"{"name":"x","latitude":37.5,"longitude":127,"opening_hours":"irgendwann"}"#,
        "400 opening-hours-not-understood opening_hours"
      ),
      (#"{"name":"x","latitude":37.5,"longitude":127,"price":-1}"#, "400 field-not-understood price"),
      (#"{"name":"a\u0007b","latitude":37.5,"longitude":127}"#, "400 text-invalid name"),
    ])
  func refused(_ body: String, _ expected: String) async throws {
    let proposals = try await ProposalsUnderTest()
    for _ in 1...21 { #expect(await proposals.mina.send(.post, "/api/proposals", body).domainError == expected) }
    _ = try await proposals.propose("맞는 곳")
  }

  @Test("A person with an account proposes at most twenty booths a day, and only operators read the queue")
  func limits() async throws {
    let proposals = try await ProposalsUnderTest()
    for number in 1...20 { _ = try await proposals.propose("부스 \(number)") }
    let body = #"{"name":"x","latitude":37.5,"longitude":127}"#
    #expect(await proposals.mina.send(.post, "/api/proposals", body).domainError == "429 too-many-proposals -")
    #expect(await proposals.service.send(.post, "/api/proposals", json: body).status == 401)
    #expect(await proposals.service.get("/api/me/proposals").status == 401)
    for path in ["", "/0199c0ffee0123456789abcd"] {
      #expect(await proposals.mina.get("/api/proposals\(path)").domainError == "401 token-wrong -")
    }
    for (path, json) in [("accept", nil), ("decline", "{}")] {
      let target = "/api/proposals/0199c0ffee0123456789abcd/\(path)"
      #expect(await proposals.mina.send(.post, target, json).domainError == "401 token-wrong -")
      let unknown = await proposals.service.send(.post, target, json: json, token: ProposalsUnderTest.token)
      #expect(unknown.domainError == "404 proposal-unknown -")
    }
  }
}
