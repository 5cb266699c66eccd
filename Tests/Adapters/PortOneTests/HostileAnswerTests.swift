import Basics
import Foundation
import Payments
import Support
import Testing
import Workload

@testable import PortOne

@Suite("Hostile responses")
struct HostileAnswerTests {
  /// What a client of the second interface makes of an answer to its question for `order-1`.
  private static func outcome(_ steps: [RawServer.Step], timeout: Double = 5) async throws -> String? {
    let server = try RawServer { _, _ in steps }
    defer { server.stop() }
    return await code { try await v2(server.url, timeout: timeout).payment(.order("order-1")) }
  }

  @Test(
    "An invalid payment is refused as not understood",
    arguments: [
      "", " ", "null", "[]", "{", "\"paid\"", "{}", "<html>", "\u{FEFF}{}", #"{"status":"PAID"}"#,
      Documents.v2Payment(["status": "1"]), Documents.v2Payment(["status": "null"]),
      Documents.v2Payment(["status": #"["PAID"]"#]), Documents.v2Payment(["id": "7"]),
      Documents.v2Payment(["id": #""order-2""#]), Documents.v2Payment(["transactionId": #""""#]),
      Documents.v2Payment(["transactionId": #""a b""#]), Documents.v2Payment(["amount": "3000"]),
      Documents.v2Payment(["amount": "null"]), Documents.v2Payment(["amount": "{}"]),
      Documents.v2Payment(["amount": #"{"total":"3000"}"#]), Documents.v2Payment(["amount": #"{"total":3000.5}"#]),
      Documents.v2Payment(["amount": #"{"total":-3000}"#]), Documents.v2Payment(["amount": #"{"total":1e300}"#]),
      Documents.v2Payment(["amount": #"{"total":9223372036854775807}"#]),
      Documents.v2Payment(["amount": #"{"total":99999999999999999999}"#]),
      Documents.v2Payment(["amount": #"{"total":3000,"cancelled":3001}"#]),
      Documents.v2Payment(["amount": #"{"total":3000,"total":1}"#]), Documents.v2Payment(["currency": "null"]),
      Documents.v2Payment(["channel": "[]"]), Documents.v2Payment(["method": #""card""#]),
      Documents.v2Payment(["paidAt": #""yesterday""#]), Documents.v2Payment(["paidAt": "1800000000"]),
      String(repeating: "[", count: 100_000), #"{"a":"# + String(repeating: #"{"a":"#, count: 10_000),
    ])
  func notAPayment(body: String) async throws {
    #expect(try await Self.outcome(.answer(200, body)) == "gateway-not-understood")
  }

  @Test("An amount is exact, and 3000.0 is 3000")
  func exact() async throws {
    let body = Documents.v2Payment(["amount": #"{"total":3000.0,"cancelled":0e0}"#])
    #expect(try await Self.outcome(.answer(200, body)) == nil)
  }

  @Test(
    "Invalid payments and amounts are refused in the first interface as well",
    arguments: [
      ["amount": "3000.01"], ["amount": "null"], ["amount": #""3000""#], ["amount": "-1"], ["cancel_amount": "3001"],
      ["cancel_amount": "0.5"], ["status": "null"], ["imp_uid": "null"], ["merchant_uid": "null"],
      ["paid_at": #""1800000000""#], ["paid_at": "-5"], ["paid_at": "1e18"], ["pay_method": "{}"],
    ] as [KeyValuePairs<String, String>])
  func notAV1Payment(changes: KeyValuePairs<String, String>) throws {
    let document = try Documents.value(Documents.v1Payment(changes))
    #expect(throws: DomainError.self) { try V1Payment.payment(document, acceptsTests: false) }
  }

  @Test(
    "Only the gateway's own error means that there is no payment; another server's 404 does not",
    arguments: ["", "<html>not found</html>", "{}", #"{"type":"ROUTE_NOT_FOUND"}"#, #"{"code":-1}"#])
  func foreign404(body: String) async throws {
    #expect(try await Self.outcome(.answer(404, body)) == "gateway-not-understood")
  }

  @Test("A response that is no HTTP or ends early is an error", arguments: 0..<6)
  func broken(kind: Int) async throws {
    let steps: [RawServer.Step]
    switch kind {
    case 0: steps = []
    case 1: steps = [.text("SSH-2.0-x\r\n")]
    case 2: steps = [.text("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}")]
    case 3: steps = [.text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"a\"")]
    case 4: steps = [.send((0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 7) })]
    default: steps = [.text("HTTP/1.1 200")]
    }
    let outcome = try await Self.outcome(steps, timeout: 3)
    #expect(outcome == "gateway-unavailable" || outcome == "gateway-not-understood")
  }

  @Test("Concurrent responses all arrive complete")
  func whole() async throws {
    let server = try RawServer { _, _ in .answer(200, Documents.v2Payment()) }
    defer { server.stop() }
    let client = v2(server.url, timeout: 60)
    let codes = await withTaskGroup(of: Set<String?>.self) { group in
      for _ in 0..<4 {
        group.addTask {
          var codes: Set<String?> = []
          for _ in 0..<50 { codes.insert(await code { try await client.payment(.order("order-1")) }) }
          return codes
        }
      }
      return await group.reduce(into: Set<String?>()) { $0.formUnion($1) }
    }
    #expect(codes == [nil])
  }

  @Test("A random response is read or refused, and fails its own call only")
  func random() async throws {
    var numbers = SeededNumbers(seed: 41)
    let whole = Array(Documents.v2Payment().utf8)
    for _ in 0..<60 {
      var body = whole
      for _ in 0..<4 {
        body[Int.random(in: 0..<body.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
      }
      body = Array(body.prefix(Int.random(in: 0...body.count, using: &numbers)))
      let head = "HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n"
      let outcome = try await Self.outcome([.text(head), .send(body)])
      #expect(outcome == "gateway-not-understood" || outcome == nil)
    }
  }

  @Test(
    "A response that is too long is dropped while it arrives, with or without a length", arguments: [true, false])
  func huge(isAnnounced: Bool) async throws {
    let size = 64 << 20
    let head = "HTTP/1.1 200 OK\r\n" + (isAnnounced ? "Content-Length: \(size)\r\n" : "") + "Connection: close\r\n\r\n"
    #expect(try await Self.outcome([.text(head), .addMany(size)]) == "gateway-not-understood")
  }

  @Test(
    "A response that does not come or does not end is awaited until the deadline",
    .timeLimit(.minutes(1)), arguments: [true, false])
  func slow(drips: Bool) async throws {
    let head = RawServer.Step.text("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
    let server = try RawServer { _, _ in drips ? [head, .drip] : [.hang] }
    defer { server.stop() }
    #expect(await code { try await v2(server.url, timeout: 0.5).payment(.order("order-1")) } == "gateway-unavailable")
    try await eventually { server.openCount == 0 }
  }

  @Test(
    "A timeout that is zero, negative or no number fails the call, and an infinite one does not",
    arguments: [0, -1, Double.nan, .infinity, 1e300])
  func oddTimeouts(timeout: Double) async throws {
    let outcome = try await Self.outcome(.answer(200, Documents.v2Payment()), timeout: timeout)
    #expect(outcome == (timeout > 0 ? nil : "gateway-unavailable"))
  }

  @Test("A redirection is not followed, and the secret is not sent elsewhere", arguments: [301, 302, 303, 307, 308])
  func redirection(status: Int) async throws {
    let thief = try RawServer { _, _ in .answer(200, Documents.v2Payment()) }
    let server = try RawServer { _, _ in .answer(status, "", ["Location: \(thief.url)/payments/order-1"]) }
    defer {
      thief.stop()
      server.stop()
    }
    #expect(await code { try await v2(server.url).payment(.order("order-1")) } == "gateway-not-understood")
    #expect(server.requests.count == 1)
    #expect(thief.requests.isEmpty)
  }

  @Test("Cookies are not sent back")
  func cookies() async throws {
    let server = try RawServer { _, _ in .answer(200, Documents.v2Payment(), ["Set-Cookie: a=b; Path=/"]) }
    defer { server.stop() }
    let client = v2(server.url)
    _ = try await client.payment(.order("order-1"))
    _ = try await client.payment(.order("order-1"))
    #expect(server.requests.count == 2)
    #expect(server.requests[1].headers["cookie"] == nil)
  }

  @Test(
    "A payment's identifier stays one segment of the path",
    arguments: [
      ("imp_1/../../users", "/payments/imp_1%2F..%2F..%2Fusers"), ("a?b=c", "/payments/a%3Fb%3Dc"),
      ("a#b", "/payments/a%23b"), ("a%2Fb", "/payments/a%252Fb"), ("가", "/payments/%EA%B0%80"),
      ("a b", "/payments/a%20b"),
      ("...", "/payments/..."),
    ])
  func segments(reference: String, target: String) async throws {
    let server = try RawServer { _, _ in .answer(404, #"{"type":"PAYMENT_NOT_FOUND"}"#) }
    defer { server.stop() }
    #expect(try await v2(server.url).payment(.order(reference)) == nil)
    #expect(server.requests.map(\.target) == [target])
  }

  @Test(
    "An identifier that cannot be a path segment is not sent",
    arguments: ["", ".", "..", "a\r\nX-Evil: 1", "a\u{0}b", String(repeating: "a", count: 201)])
  func noSegment(reference: String) async throws {
    let server = try RawServer { _, _ in .answer(200, Documents.v2Payment()) }
    defer { server.stop() }
    #expect(try await v2(server.url).payment(.order(reference)) == nil)
    #expect(try await v1(server.url).payment(.transaction(reference)) == nil)
    #expect(try await v1(server.url).payment(.order(reference)) == nil)
    #expect(server.requests.isEmpty)
  }

  @Test(
    "An address must be https, or http on this machine",
    arguments: [
      ("https://api.portone.io", true), ("http://127.0.0.1:8090/base", true), ("http://localhost", true),
      ("http://api.portone.io", false), ("http://127.0.0.1.example.com", false), ("file:///etc/hostname", false),
      ("ftp://127.0.0.1/", false), ("https://u:p@host", false), ("https://host?a", false), ("https://host#a", false),
      ("https://", false), ("", false), ("host", false),
    ])
  func addresses(address: String, isTaken: Bool) {
    let outcome = Result { () throws(DomainError) in try PortOneConfiguration(address) }
    switch outcome {
    case .success: #expect(isTaken)
    case .failure(let domainError): #expect(!isTaken && domainError.code == "gateway-url-invalid")
    }
  }

  @Test("An address with a path is the base of every request", arguments: ["/base", "/base/"])
  func base(path: String) async throws {
    let server = try RawServer { _, _ in .answer(404, #"{"type":"PAYMENT_NOT_FOUND"}"#) }
    defer { server.stop() }
    let connection = try PortOneConfiguration(server.url.absoluteString + path)
    #expect(try await PortOneV2(connection, secret: "-", store: "a&b").payment(.order("order-1")) == nil)
    #expect(server.requests.map(\.target) == ["/base/payments/order-1?storeId=a%26b"])
  }
}
