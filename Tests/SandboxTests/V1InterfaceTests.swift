import Basics
import JSON
import Sandbox
import Support
import Testing

@Suite("The sandbox's first interface")
struct V1InterfaceTests {
  private let json = ["Content-Type": "application/json"]

  @Test("A token is given for key and secret, as JSON and as a form; the same one while it lives")
  func tokens() async throws {
    try await SandboxUnderTest.run { sandbox in
      let document = #"{"imp_key":"sandbox-key","imp_secret":"sandbox-secret"}"#
      let first = try await sandbox.ask("POST", "/users/getToken", json, body: document)
      #expect(first.status == 200 && first.json["code"] == 0 && first.json["message"] == .null)
      #expect(first.response["now"] == 1_800_000_000)
      #expect(first.response["expired_at"] == 1_800_001_800)
      let form = "imp_key=sandbox-key&imp_secret=sandbox-secret"
      let type = ["Content-Type": "application/x-www-form-urlencoded"]
      sandbox.clock.advance(seconds: 1739)
      #expect(
        try await sandbox.ask("POST", "/users/getToken", type, body: form).response["access_token"]
          == first.response["access_token"])
      sandbox.clock.advance(seconds: 1)
      let extended = try await sandbox.ask("POST", "/users/getToken", type, body: form)
      #expect(extended.response["access_token"] == first.response["access_token"])
      #expect(extended.response["expired_at"] == 1_800_002_100)
      sandbox.clock.advance(seconds: 400)
      let next = try await sandbox.ask("POST", "/users/getToken", type, body: form)
      #expect(next.response["access_token"] != first.response["access_token"])
    }
  }

  @Test("A wrong secret is 401, a missing one too")
  func wrongSecrets() async throws {
    try await SandboxUnderTest.run { sandbox in
      for body in [#"{"imp_key":"sandbox-key","imp_secret":"no"}"#, #"{"imp_key":"sandbox-key"}"#] {
        let reply = try await sandbox.ask("POST", "/users/getToken", json, body: body)
        #expect(reply.status == 401 && reply.json["code"] == -1 && reply.response == .null)
      }
      #expect(try await sandbox.ask("POST", "/users/getToken", json, body: "{").status == 400)
    }
  }

  @Test("Everything asks for the token, with or without Bearer; an expired one is 401")
  func authorization() async throws {
    try await SandboxUnderTest.run { sandbox in
      let transaction = try sandbox.gateway.pay(SandboxPurchase(.v1, reference: "order-1", amount: 3000))
      #expect(try await sandbox.ask("GET", "/payments/\(transaction)").status == 401)
      let token = try await sandbox.token()
      for shown in [token, "Bearer \(token)"] {
        #expect(try await sandbox.ask("GET", "/payments/\(transaction)", ["Authorization": shown]).status == 200)
      }
      sandbox.clock.advance(seconds: 1800)
      let late = try await sandbox.ask("GET", "/payments/\(transaction)", ["Authorization": token])
      #expect(late.status == 401 && late.json["code"] == -1)
      for (method, path) in [
        ("GET", "/payments/find/a"), ("GET", "/payments/find/a/paid"), ("GET", "/payments/status/all"),
        ("POST", "/payments/prepare"), ("GET", "/payments/prepare/a"), ("POST", "/payments/cancel"),
      ] {
        #expect(try await sandbox.ask(method, path, body: method == "POST" ? "{}" : nil).status == 401)
      }
    }
  }

  @Test("A payment is told with the people's data that a gateway has")
  func payment() async throws {
    try await SandboxUnderTest.run { sandbox in
      let transaction = try sandbox.gateway.pay(SandboxPurchase(.v1, reference: "ios_key_1", amount: 3000))
      #expect(transaction.wholeMatch(of: /imp_\d{12}/) != nil)
      let told = try await sandbox.v1("GET", "/payments/\(transaction)").response
      #expect(told["imp_uid"] == .string(transaction) && told["merchant_uid"] == "ios_key_1")
      #expect(told["amount"] == 3000 && told["cancel_amount"] == 0 && told["currency"] == "KRW")
      #expect(told["status"] == "paid" && told["paid_at"] == 1_800_000_000 && told["failed_at"] == 0)
      #expect(told["pay_method"] == "card" && told["pg_provider"] == "html5_inicis")
      #expect(told["buyer_name"] == "김네컷" && told["buyer_tel"] == "010-1234-5678")
      #expect(told["card_number"] == "536148******1234")
    }
  }
}
