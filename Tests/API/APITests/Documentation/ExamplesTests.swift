import APIKit
import Accounts
import Basics
import Foundation
import HTTP
import JSON
import Stores
import Support
import Testing

@testable import App
@testable import NativeAPI

/// The examples of the documentation page: what the service answers to people who use all of it, by a clock that is moved by hand.
final class ExampleStory {
  static let operatorToken = "a token of the operator"
  let service: Service
  let backend: TestBackend
  let recorder: ExampleRecorder
  var mina: TestClient!
  var juno: TestClient!
  var correction = ""
  var proposal = ""
  var report = ""
  var declinedProposal = ""
  var passkey = ""

  private init(_ service: Service, _ backend: TestBackend) {
    (self.service, self.backend) = (service, backend)
    recorder = ExampleRecorder(service, backend.clock)
  }

  /// The file of all examples, as it is now.
  static func file() async throws -> String {
    var file = ""
    let texts = try LegalTexts(languages: ["ko"]) { _ in "<!-- version: 2026-11-20 -->" }
    try await withOpenShop { shop in
      let backend = shop.server.backend
      let store = backend.assembly.services.store
      let service = Service(backend: backend) {
        $0.services.store = store
        $0.services.gazetteer = SearchEndpointTests.gazetteer
        $0.native.operatorToken = { operatorToken }
        $0.services.consents = ConsentService(
          texts: texts, store: SQLConsentStore(backend.database), clock: { backend.clock.now })
      }
      let story = ExampleStory(service, backend)
      for part in [story.booths, story.accounts, story.posts, story.chat, story.parties, story.card] {
        try await part()
      }
      try await story.orders(shop)
      for part in [story.operatorSessions, story.farewell, story.serviceAndStandards, story.operators] {
        try await part()
      }
      file = story.recorder.file()
    }
    return file
  }

  @discardableResult
  func record(
    _ operation: String, _ path: [Any] = [], query: KeyValuePairs<String, String> = [:],
    by sender: ExampleRecorder.Sender = .nobody, json: String? = nil, form: [ExampleRecorder.FormField]? = nil,
    headers: [(String, String)] = [], fails status: Int? = nil, at location: SourceLocation = #_sourceLocation
  ) async throws -> Answer {
    try await recorder.record(
      operation, path, query: query, by: sender, json: json, form: form, headers: headers, fails: status, at: location)
  }
}

@Suite("The examples of the documentation page")
struct ExamplesTests {
  static let path = SharedData.root.appendingPathComponent("Sources/API/Web/Files/views/docs/examples.json")

  @Test("Examples match the present responses; FOURCUTS_RECORD_EXAMPLES=1 records them again")
  func current() async throws {
    let now = try await ExampleStory.file()
    if ProcessInfo.processInfo.environment["FOURCUTS_RECORD_EXAMPLES"] == "1" {
      try Data(now.utf8).write(to: Self.path)
    }
    let (recorded, live) = (try String(contentsOf: Self.path, encoding: .utf8).lines, now.lines)
    for (old, new) in zip(recorded, live) where old != new {
      Issue.record("the service answers \(new), recorded is \(old); 'make examples' records anew")
    }
    #expect(recorded.count == live.count)
  }

  /// Operations that answer only with a partner: a social login, an authenticator, a payment gateway, an importer, or a
  /// listener.
  private static let withoutExample: Set = [
    "GET /api/nicknames/random", "POST /api/password-reset-mails", "POST /api/password-resets",
    "POST /api/me/email-checks", "PUT /api/me/email", "POST /api/email-confirmations",
    "POST /api/sessions/social", "POST /api/identities",
    "POST /api/accounts/passkey", "POST /api/sessions/passkey", "POST /api/me/passkeys",
    "POST /api/operator/passkey-options", "POST /api/operator/session/passkey",
    "POST /api/operator/session/confirmation/passkey",
    "GET /login/{provider}", "GET /login/{provider}/callback", "POST /api/webhooks/portone-v1",
    "POST /api/webhooks/portone-v2", "POST /api/notice-mail/stop", "GET /api/realtime", "GET /api/channels/{id}/events",
    "POST /api/imports", "GET /",
    "GET /docs", "GET /openapi.json",
  ]

  @Test("Every operation of the native API and of the standards has an example, except those that need a partner")
  func complete() throws {
    let examples = RecordedExample.all(in: Array(try Data(contentsOf: Self.path)))
    let successes = Set(examples.filter { $0.status < 300 }.map(\.operation))
    for endpoint in endpoints where endpoint.group.part != .contracts {
      let operation = "\(endpoint.method.rawValue) \(endpoint.path)"
      // A person who has no social login cannot unlink one.
      guard operation != "DELETE /api/identities/{provider}" else { continue }
      #expect(successes.contains(operation) != Self.withoutExample.contains(operation), "\(operation)")
    }
    #expect(examples.contains { $0.status == 400 } && examples.contains { $0.status == 404 })
  }

  @Test("The responses match the schemas of the definition")
  func schemas() throws {
    for example in RecordedExample.all(in: Array(try Data(contentsOf: Self.path))) {
      guard let endpoint = endpoints.first(where: { "\($0.method.rawValue) \($0.path)" == example.operation }),
        endpoint.errorFormat.isStrict, let answer = example.answer, let type = example.type
      else { continue }
      let response = Response.document(answer.bytes, status: example.status, type: type, caching: .none)
      #expect(endpoint.undescribed(response).isEmpty, "\(example.operation)")
    }
  }
}

extension String {
  fileprivate var lines: [Substring] { split(separator: "\n") }
}
