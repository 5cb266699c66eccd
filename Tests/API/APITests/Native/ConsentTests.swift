import Accounts
import App
import HTTP
import NativeAPI
import Stores
import Support
import Testing

@Suite("Consents over HTTP")
struct ConsentTests {
  private static let first = [
    "terms.ko.md": "<!-- version: 1 -->", "privacy.ko.md": "<!-- version: 1 -->",
    "location-terms.ko.md": "<!-- version: 1 -->",
  ]

  private let backend: TestBackend

  init() async throws { backend = try await TestBackend() }

  /// The service with the operator's texts.
  private func service(_ files: [String: String] = first) throws -> Service {
    let texts = try LegalTexts(languages: ["ko"]) { files[$0] }
    return Service(backend: backend) { services in
      services.services.consents = ConsentService(
        texts: texts, store: SQLConsentStore(backend.database), clock: { [backend] in backend.clock.now })
    }
  }

  private static let body = #"{"terms":"1","privacy":"1","is_old_enough":true}"#

  private func agreed(_ client: TestClient) async -> [String] {
    let answer = await client.get("/api/me/consents")
    Definition.own.check(answer, "ConsentList")
    return answer.json["items"].items.filter { $0["is_agreed"].bool == true }.compactMap { $0["document"].text }
  }

  @Test("A member agrees to the valid versions, and to the use of positions apart")
  func agree() async throws {
    let mina = try await service().signUp("mina")
    #expect(await agreed(mina).isEmpty)
    #expect(await mina.send(.put, "/api/me/consents", Self.body).status == 200)
    #expect(await agreed(mina) == ["terms", "privacy"])
    let all = #"{"terms":"1","privacy":"1","location_terms":"1","is_old_enough":true}"#
    #expect(await mina.send(.put, "/api/me/consents", all).status == 200)
    #expect(await agreed(mina) == ["terms", "privacy", "location-terms"])
    #expect(await mina.send(.delete, "/api/me/consents/location-terms").status == 204)
    #expect(await agreed(mina) == ["terms", "privacy"])
    #expect(await mina.send(.delete, "/api/me/consents/terms").domainError == "400 consent-required document")
  }

  @Test("A new version asks again, and the old one is remembered")
  func newVersion() async throws {
    let mina = try await service().signUp("mina")
    _ = await mina.send(.put, "/api/me/consents", Self.body)
    let files = Self.first.merging(["terms.ko.md": "<!-- version: 2 -->"]) { _, new in new }
    let later = TestClient(try service(files), as: mina)
    #expect(await agreed(later) == ["privacy"])
    let terms = await later.get("/api/me/consents").json["items"][0]
    #expect(terms["version"].text == "2" && terms["agreed_version"].text == "1")
    #expect(await later.send(.put, "/api/me/consents", Self.body).domainError == "409 consent-outdated terms")
    let new = #"{"terms":"2","privacy":"1","is_old_enough":true}"#
    #expect(await later.send(.put, "/api/me/consents", new).status == 200)
    #expect(await agreed(later) == ["terms", "privacy"])
  }

  @Test("Nobody agrees who is not old enough")
  func age() async throws {
    let mina = try await service().signUp("mina")
    let young = #"{"terms":"1","privacy":"1","is_old_enough":false}"#
    #expect(await mina.send(.put, "/api/me/consents", young).domainError == "400 age-unconfirmed is_old_enough")
    #expect(await agreed(mina).isEmpty)
  }

  @Test("Without own texts nobody is asked")
  func none() async throws {
    let mina = try await Service(backend: backend).signUp("mina")
    #expect(await mina.get("/api/me/consents").json["items"].items.isEmpty)
    #expect(await mina.send(.put, "/api/me/consents", Self.body).domainError == "409 consent-outdated terms")
  }
}
