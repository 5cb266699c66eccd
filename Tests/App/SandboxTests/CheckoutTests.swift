import Basics
import JSON
import Sandbox
import Support
import Testing

@Suite("The payment window")
struct CheckoutTests {
  private let form = ["Content-Type": "application/x-www-form-urlencoded"]

  @Test("The window shows the purchase in the reader's language")
  func languages() async throws {
    try await SandboxUnderTest.run { sandbox in
      let path = "/checkout?api=v1&reference=order-1&amount=1234567&name=%EC%95%A8%EB%B2%94"
      for (header, words) in [
        ("ko-KR,ko;q=0.9,en;q=0.8", ["결제하기", #"lang="ko""#]), ("en-GB,en;q=0.9,ko;q=0.1", ["No money moves", "Pay"]),
        ("fr, ko;q=0.2", ["결제하기"]), ("de", ["No money moves"]),
      ] {
        let page = try await sandbox.send("GET", path, ["Accept-Language": header])
        #expect(page.status == 200)
        for word in words + ["앨범", "1,234,567", "order-1"] { #expect(page.body.contains(word), "\(word)") }
        #expect(!page.body.contains("<script") && !page.body.contains("style="))
      }
    }
  }

  @Test("Every parameter is escaped")
  func escapes() async throws {
    try await SandboxUnderTest.run { sandbox in
      let evil = "%22%3E%3Cscript%3Ealert(1)%3C/script%3E%26%27"
      for path in [
        "/checkout?api=v1&reference=\(evil)&amount=1&name=\(evil)&return=http://a.example/%22%3E%3Cb%3E",
        "/checkout?api=\(evil)&reference=a&amount=1", "/checkout?api=v1&reference=a&amount=1&return=\(evil)",
      ] {
        let page = try await sandbox.send("GET", path)
        #expect(!page.body.contains("<script") && !page.body.contains("<b>"))
        #expect(page.headers["Content-Security-Policy"]?.contains("default-src 'none'") == true)
      }
      let body = "api=v1&reference=\(evil)&amount=1&name=\(evil)&choice=pay"
      let paid = try await sandbox.send("POST", "/sandbox/checkout", form, body: body)
      #expect(paid.status == 200 && !paid.body.contains("<script"))
    }
  }

  @Test("After a payment the window redirects like that of the first interface")
  func paysFirst() async throws {
    try await SandboxUnderTest.run { sandbox in
      let body = "api=v1&reference=order-1&amount=3000&return=https://shop.example/done?a=1%23part&choice=pay"
      let response = try await sandbox.send("POST", "/sandbox/checkout", form, body: body)
      let transaction = try #require(sandbox.gateway.payments.first?.transaction)
      #expect(response.status == 303)
      #expect(
        response.headers["Location"]
          == "https://shop.example/done?a=1&imp_uid=\(transaction)&merchant_uid=order-1&imp_success=true#part")
      #expect(sandbox.gateway.payments.first?.status == .paid)
    }
  }

  @Test("After a payment the window redirects like that of the second interface")
  func paysSecond() async throws {
    try await SandboxUnderTest.run { sandbox in
      let body = "api=v2&reference=a%26b&amount=3000&return=http://127.0.0.1:8080/done&choice=pay"
      let response = try await sandbox.send("POST", "/sandbox/checkout", form, body: body)
      let transaction = try #require(sandbox.gateway.payments.first?.transaction)
      #expect(
        response.headers["Location"]
          == "http://127.0.0.1:8080/done?paymentId=a%26b&transactionType=PAYMENT&txId=\(transaction)")
    }
  }

  @Test("Failing makes a failed payment and cancelling none, and both redirect with an error")
  func failsAndLeaves() async throws {
    try await SandboxUnderTest.run { sandbox in
      for (choice, interface, reported) in [
        ("fail", "v1", "imp_success=false&error_msg="), ("fail", "v2", "&code=FAILURE_TYPE_PG&message="),
        ("leave", "v1", "imp_success=false&error_msg="), ("leave", "v2", "&code=FAILURE_TYPE_PG&message="),
      ] {
        let body = "api=\(interface)&reference=\(choice)&amount=3000&return=http://shop.example&choice=\(choice)"
        let response = try await sandbox.send("POST", "/sandbox/checkout", form, body: body)
        #expect(response.status == 303 && response.headers["Location"]?.contains(reported) == true)
      }
      #expect(sandbox.gateway.payments.map(\.status) == [.failed, .failed])
    }
  }

  @Test("Without a return address the outcome is shown")
  func shows() async throws {
    try await SandboxUnderTest.run { sandbox in
      let body = "api=v2&reference=order-1&amount=3000&name=&return=&choice=pay"
      let response = try await sandbox.send("POST", "/sandbox/checkout", form, body: body)
      let transaction = try #require(sandbox.gateway.payments.first?.transaction)
      #expect(response.status == 200 && response.body.contains(transaction))
      let again = try await sandbox.send("POST", "/sandbox/checkout", form, body: body)
      #expect(again.status == 409)
    }
  }

  @Test(
    "The window redirects to web addresses only, and refuses an invalid order",
    arguments: [
      "api=v1&reference=a&amount=1&return=javascript:alert(1)", "api=v1&reference=a&amount=1&return=//shop.example",
      "api=v1&reference=a&amount=1&return=data:text/html,x", "api=v1&reference=a&amount=1&return=http:",
      "api=v1&reference=a&amount=x", "api=v1&reference=&amount=1", "reference=a&amount=1",
      "api=v1&reference=a&amount=%",
    ])
  func domainErrors(order: String) async throws {
    try await SandboxUnderTest.run { sandbox async throws in
      #expect(try await sandbox.send("GET", "/checkout?\(order)").status == 400)
      #expect(try await sandbox.send("POST", "/sandbox/checkout", form, body: order + "&choice=pay").status == 400)
      #expect(sandbox.gateway.payments.isEmpty)
    }
  }

  @Test("An unknown choice is refused, and the style sheet exists")
  func choices() async throws {
    try await SandboxUnderTest.run { sandbox in
      for choice in ["", "&choice=", "&choice=steal"] {
        let body = "api=v1&reference=a&amount=1\(choice)"
        #expect(try await sandbox.send("POST", "/sandbox/checkout", form, body: body).status == 400)
      }
      let style = try await sandbox.send("GET", "/sandbox/checkout.css")
      #expect(style.status == 200 && style.headers["Content-Type"] == "text/css; charset=utf-8")
    }
  }
}
