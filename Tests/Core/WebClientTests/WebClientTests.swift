import Basics
import JSON
import Support
import Testing
import WebClient

private let full = DomainError(.rateLimited, "full", "There is no room.")

@Suite("Web addresses")
struct WebAddressTests {
  @Test(
    "https is allowed to any host, and http to this machine only",
    arguments: [
      "https://kapi.kakao.com", "https://example.com:8443/base//", "http://127.0.0.1:8080", "http://localhost",
      "http://[::1]:80", "HTTPS://EXAMPLE.COM",
    ])
  func takes(_ text: String) throws {
    let address = try WebAddress(text, field: "kakao-url")
    #expect(!address.description.hasSuffix("/"))
  }

  @Test(
    "Another address is refused with the name of its setting",
    arguments: [
      ("http://example.com", "address-insecure"), ("http://127.0.0.1.example.com", "address-insecure"),
      ("http://localhost.example.com/", "address-insecure"), ("http://10.0.0.1", "address-insecure"),
      ("ftp://example.com", "address-invalid"), ("file:///etc/passwd", "address-invalid"), ("", "address-invalid"),
      ("example.com", "address-invalid"), ("https://", "address-invalid"),
      ("https://a:b@example.com", "address-invalid"),
      ("https://example.com?x=1", "address-invalid"), ("https://example.com/#a", "address-invalid"),
      ("https://exa mple.com", "address-invalid"), ("https://example.com\r\nX: y", "address-invalid"),
    ])
  func rejects(_ text: String, _ code: String) {
    let domainError = #expect(throws: DomainError.self) { try WebAddress(text, field: "kakao-url") }
    #expect(domainError?.code == code && domainError?.field == "kakao-url")
  }
}

@Suite("HTTP requests to other services")
struct WebClientTests {
  private let stub: ProviderStub
  private let address: WebAddress

  init() throws {
    stub = try ProviderStub([])
    address = try WebAddress(stub.address, field: "url")
  }

  private func client(_ change: (inout WebLimits) -> Void = { _ in }) -> WebClient {
    var limits = WebLimits()
    change(&limits)
    return WebClient(limits: limits, overloadError: full)
  }

  @Test("A form, its headers and the answer arrive unchanged")
  func sends() async throws {
    stub.answer("POST /revoke", status: 400, .object(["error": "invalid_token"]))
    var request = WebRequest(address, "/revoke")
    request.headers = [("Authorization", "KakaoAK key")]
    request.body = .form([("token", "a+b&c=d e/한글%"), ("empty", "")])
    let answer = try await client().send(request)
    #expect(answer.status == 400 && String(decoding: answer.body, as: UTF8.self) == #"{"error":"invalid_token"}"#)
    #expect(answer[header: "content-TYPE"] == "application/json" && answer[header: "Missing"] == nil)
    #expect(stub.forms("POST /revoke") == [["token": "a+b&c=d e/한글%", "empty": ""]])
    #expect(stub.authorizations("POST /revoke") == ["KakaoAK key"])
    await stub.stop()
  }

  @Test("No redirection is followed")
  func followsNothing() async throws {
    stub.behave(.redirects("/v2/user/me"))
    let answer = try await client().send(WebRequest(address, "/auth/keys"))
    #expect(answer.status == 302 && stub.count("GET /v2/user/me") == 0)
    await stub.stop()
  }

  @Test("A response up to the limit is accepted, and a larger one ends the exchange")
  func isBoundedInSize() async throws {
    let client = client { $0.bytes = 100_000 }
    stub.behave(.isHuge(100_000))
    #expect(try await client.send(WebRequest(address, "/auth/keys")).body.count == 100_000)
    stub.behave(.isHuge(100_001))
    await #expect(throws: WebFailure.tooLarge) { try await client.send(WebRequest(address, "/auth/keys")) }
    stub.behave(.works)
    #expect(try await client.send(WebRequest(address, "/auth/keys")).status == 200)
    await stub.stop()
  }

  @Test("A response that does not end is abandoned")
  func isBoundedInTime() async throws {
    stub.behave(.hangs)
    await #expect(throws: WebFailure.tooSlow) {
      try await client { $0.milliseconds = 200 }.send(WebRequest(address, "/auth/keys"))
    }
    await stub.stop()
  }

  @Test(
    "A header value with line breaks or other illegal characters is not sent",
    arguments: ["a\r\nX: y", "a\nb", "a\0b", "한글"])
  func rejectsHeaders(_ value: String) async throws {
    var request = WebRequest(address, "/auth/keys")
    request.headers = [("Authorization", value)]
    let unsendable = request
    await #expect(throws: WebFailure.unsendable) { try await client().send(unsendable) }
    #expect(stub.count("GET /auth/keys") == 0)
    await stub.stop()
  }

  @Test("An unreachable server is reported, and later requests to others succeed")
  func reportsMissingHost() async throws {
    let client = client()
    #expect(try await client.send(WebRequest(address, "/auth/keys")).status == 200)
    await stub.stop()
    do {
      _ = try await client.send(WebRequest(address, "/auth/keys"))
      Issue.record("Somebody answered.")
    } catch WebFailure.unreachable {
      // The expected error.
    }
    let other = try ProviderStub([])
    #expect(try await client.send(WebRequest(WebAddress(other.address, field: "url"), "/auth/keys")).status == 200)
    await other.stop()
  }

  @Test("Requests beyond the limit are refused", .timeLimit(.minutes(1)))
  func isBoundedInNumber() async throws {
    stub.behave(.hangs)
    let client = client {
      $0.milliseconds = 2000
      ($0.parallel, $0.waiting) = (2, 1)
    }
    let domainErrors = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          do {
            _ = try await client.send(WebRequest(address, "/auth/keys"))
            return false
          } catch { return error as? DomainError == full }
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(domainErrors == 5)
    await stub.stop()
  }

  @Test("A hundred concurrent requests each get their own response", .timeLimit(.minutes(1)))
  func isConcurrent() async throws {
    for number in 0..<100 { stub.register("token\(number)", .init("\(number)")) }
    let client = client { $0.waiting = 100 }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          var request = WebRequest(address, "/v1/user/access_token_info")
          request.headers = [("Authorization", "Bearer token\(number)")]
          let answer = try? await client.send(request)
          let text = String(decoding: answer?.body ?? [], as: UTF8.self)
          #expect(text.contains(#""id":\#(number),"#))
        }
      }
    }
    await stub.stop()
  }
}
