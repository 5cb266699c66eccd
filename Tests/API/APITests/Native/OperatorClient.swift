import Accounts
import Basics
import Concurrency
import Crypto
import Foundation
import HTTP
import NativeAPI
import Stores
import Support
import Testing

/// Somebody with a role, an authenticator app and an open operator session.
struct OperatorClient: Sendable {
  let member: TestClient
  let app: AuthenticatorApp
  /// That of the operator session.
  let token: String

  /// Asks in the operator session.
  func send(_ method: HTTP.Method, _ target: String, _ json: String? = nil) async -> Answer {
    await member.service.send(method, target, json: json, token: token)
  }
}

extension TestBackend {
  /// As `fourcuts accounts` does it.
  var accountControl: AccountAdministration {
    AccountAdministration(
      store: SQLAccountControlStore(database), clock: { [clock] in clock.now }, random: systemRandom)
  }

  /// Gives somebody a role and an authenticator app. A minute passes, so that its next code is another one.
  func enrol(_ member: TestClient, _ role: AccountRole) async throws -> AuthenticatorApp {
    _ = try await accountControl.grant(role, to: member.id)
    let begun = await member.send(.post, "/api/operator/second-factor", #"{"password":"\#(Service.password)"}"#)
    let app = AuthenticatorApp(secret: try #require(begun.json["secret"].text, "\(begun.text)"))
    let confirmed = await member.send(
      .post, "/api/operator/second-factor/confirmation", #"{"code":"\#(app.code(at: clock.now))"}"#)
    #expect(confirmed.status == 200, "\(confirmed.text)")
    clock.advance(seconds: 60)
    return app
  }

  /// Gives somebody a role and an open operator session.
  func makeOperator(_ member: TestClient, _ role: AccountRole) async throws -> OperatorClient {
    let app = try await enrol(member, role)
    let opened = await member.send(.post, "/api/operator/session", #"{"code":"\#(app.code(at: clock.now))"}"#)
    return OperatorClient(
      member: member, app: app, token: try #require(opened.json["token"].text, "\(opened.text)"))
  }
}
