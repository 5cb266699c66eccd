import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import JSON
import Notices

/// Notices that a browser shows although the page is closed.
struct PushEndpoints: Sendable {
  let push: PushService
  /// With which browsers subscribe.
  let publicKey: String

  var all: [Endpoint] { [state, subscribe, unsubscribe] }

  private static let endpoint = BodyField<String>(
    "endpoint", .text(1...1000), "The `endpoint` of the browser's subscription.", isRequired: true,
    example: "https://push.example/send/abc")
  private static let key = BodyField<String>(
    "p256dh", .text(1...200), "Its key `p256dh`, as base64url.", isRequired: true,
    example: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
  private static let secret = BodyField<String>(
    "auth", .text(1...100), "Its key `auth`, likewise.", isRequired: true, example: "BTBZMqHH6r4Tts7J_aSIgg")
  private static let language = BodyField<Language>(
    "language", .enumeration(), "The language of the notices.", isRequired: true, example: "ko")

  private var state: Endpoint {
    Endpoint(
      path: "/api/me/push", group: .accounts, summary: "Whether this device shows notices",
      details: "With the key (VAPID, RFC 8292) that a browser subscribes with.",
      caller: .required, answers: [ResponseDescription(200, "The state.", [(MediaType.json, "Push")])],
      handler: .deferred { context in .uncached(try await document(try context.knownCaller())) })
  }

  private var subscribe: Endpoint {
    Endpoint(
      method: .put, path: "/api/me/push", group: .accounts, summary: "Show notices on this device",
      details: """
        In place of the earlier subscription of this session, with which it ends. Notices are encrypted for the browser \
        (RFC 8291). They name who did what, without comments and messages. A subscription that the push service \
        does not know any more is dropped.
        """,
      caller: .required,
      body: .json("The browser's subscription.", [Self.endpoint, Self.key, Self.secret, Self.language]),
      answers: [ResponseDescription(200, "The state.", [(MediaType.json, "Push")])],
      handler: .deferred { context in
        let caller = try context.knownCaller()
        try await push.subscribe(
          try context.body.required(Self.endpoint), publicKey: try context.body.required(Self.key),
          secret: try context.body.required(Self.secret),
          language: try context.body.required(Self.language).rawValue, of: caller.account, in: caller.session)
        return .uncached(try await document(caller))
      })
  }

  private var unsubscribe: Endpoint {
    Endpoint(
      method: .delete, path: "/api/me/push", group: .accounts, summary: "Show no notices on this device",
      caller: .required, answers: [.noContent],
      handler: .deferred { context in
        try await push.unsubscribe(try context.knownCaller().session)
        return .noContent
      })
  }

  private func document(_ caller: Caller) async throws -> PushDocument {
    PushDocument(publicKey: publicKey, endpoint: try await push.endpoint(of: caller.session))
  }
}
