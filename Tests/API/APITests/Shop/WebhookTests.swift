import APIKit
import Basics
import Contracts
import Foundation
import HTTP
import LegacyAPI
import NativeAPI
import Payments
import Sandbox
import StandardsAPI
import Stores
import Support
import Testing

@Suite("Webhooks of the gateways")
struct WebhookTests {
  private let shop: OpenShop

  init() async throws {
    shop = try await OpenShop()
  }

  /// Everything that is to be the same in the end, however it came about.
  private struct End: Equatable {
    var state: OrderState
    var payments: [String]
    var balances: [LedgerAccount: Int]
  }

  private func end(_ shop: OpenShop, _ id: String, of buyer: Buyer) async throws -> End {
    // Whatever waits for its time has had it.
    shop.clock.advance(seconds: 8 * 86_400)
    try await shop.work()
    let order = try await shop.payments.order(OrderID(id)!, of: AccountID(buyer.person.id)!)
    let payments = try await shop.payments.payments(in: [], PageRequest(limit: 100))
    return End(
      state: order.state,
      payments: payments.items.map { "\($0.state) \($0.lastReport.amount) \($0.order == order.id)" },
      balances: try await SQLPaymentStore(shop.server.backend.database).balances())
  }

  private func expectAccepted(_ response: LegacyResponse, at location: SourceLocation = #_sourceLocation) {
    #expect(response.status == 200 && response.text == "{}", "\(response.text)", sourceLocation: location)
    #expect(response.headers["content-type"] == "application/json", sourceLocation: location)
    #expect(response.headers["cache-control"] == "no-store", sourceLocation: location)
  }

  @Test(
    "A webhook before, after, instead of or during the validation leads to the same result",
    arguments: [[GatewayName.portOneV1], [.portOneV2]])
  func anyOrder(_ interfaces: [GatewayName]) async throws {
    var ends: [End] = []
    for mode in ["validation alone", "before", "after", "instead", "together"] {
      try await withOpenShop(interfaces) { shop in
        let (post, mina) = (try await shop.goods(), try await shop.buyer("mina"))
        let (id, reference) = try await mina.ordered(post)
        let isFirst = interfaces == [.portOneV1]
        let transaction = try shop.pay(reference, 9900, isFirst ? .v1 : .v2)
        let letter = await shop.mailbox.next()
        func validated() async throws {
          let response = try await mina.validate(id, isFirst ? transaction : nil)
          #expect(response.status == 200, "\(mode): \(response.text)")
        }
        func sent() async throws {
          expectAccepted(try await shop.server.send(letter.request()))
          try await shop.work()
        }
        switch mode {
        case "before":
          try await sent()
          #expect(try await mina.state(id) == "paid")
          try await validated()
        case "after":
          try await validated()
          try await sent()
        case "instead": try await sent()
        case "together":
          async let one: Void = validated()
          async let other: Void = sent()
          _ = try await (one, other)
        default: try await validated()
        }
        if mode == "instead" { try await validated() }
        #expect(try await mina.validate(id).domainError == "409 payment-validated", "\(mode)")
        ends.append(try await end(shop, id, of: mina))
      }
    }
    #expect(ends.allSatisfy { $0 == ends[0] }, "\(ends)")
    #expect(ends[0].state == .paid && ends[0].payments == ["settled 9900 true"])
    #expect(ends[0].balances.values.reduce(0, +) == 0)
  }

  @Test("A webhook is answered before the gateway is asked, also while the gateway is down")
  func fast() async throws {
    let (post, mina) = (try await shop.goods(), try await shop.buyer("mina"))
    let (id, reference) = try await mina.ordered(post)
    try shop.pay(reference)
    shop.sandbox.setBehaviour(SandboxBehaviour(.closeBefore))
    let asked = shop.sandbox.counts[.get]
    expectAccepted(try await shop.server.send(await shop.mailbox.next().request()))
    #expect(shop.sandbox.counts[.get] == asked)
    shop.sandbox.setBehaviour(SandboxBehaviour())
    try await shop.work()
    #expect(try await mina.state(id) == "paid")
  }

  @Test("Missing, wrong and foreign signatures of the second interface are refused")
  func signatures() async throws {
    let (post, mina) = (try await shop.goods(), try await shop.buyer("mina"))
    let (id, reference) = try await mina.ordered(post)
    try shop.pay(reference)
    let letter = await shop.mailbox.next()
    let before = try await shop.server.backend.contents()
    let signature = try #require(letter.headers.first { $0.name.lowercased() == "webhook-signature" }?.value)
    for changes: [String: String?] in [
      ["webhook-signature": nil], ["webhook-signature": ""], ["webhook-signature": "v1,AAAA"],
      ["webhook-signature": signature.replacing("v1,", with: "v2,")], ["webhook-id": "msg_other"],
      ["webhook-id": nil], ["webhook-timestamp": nil], ["webhook-timestamp": "now"],
    ] {
      let response = try await shop.server.send(letter.request(changes))
      #expect([400, 401].contains(response.status), "\(changes): \(response.text)")
      #expect(response.headers["content-type"] == Problem.mediaType)
    }
    var forged = letter
    forged.body = Array(String(decoding: letter.body, as: UTF8.self).replacing("Paid", with: "Cancelled").utf8)
    #expect(try await shop.server.send(forged.request()).domainError == "401 webhook-signature")
    #expect(try await shop.server.backend.contents() == before)
    // Beside one that is not right, the right one counts.
    expectAccepted(try await shop.server.send(letter.request(["webhook-signature": "v1,AAAA \(signature)"])))
    try await shop.work()
    #expect(try await mina.state(id) == "paid")
  }

  @Test("A timestamp of the second interface is accepted within five minutes")
  func times() async throws {
    let (post, mina) = (try await shop.goods(), try await shop.buyer("mina"))
    let (_, reference) = try await mina.ordered(post)
    try shop.pay(reference)
    let letter = await shop.mailbox.next()
    let before = try await shop.server.backend.contents()
    for seconds in [-302, 604] as [Int64] {
      shop.clock.advance(seconds: seconds)
      #expect(try await shop.server.send(letter.request()).domainError == "401 webhook-time")
      #expect(try await shop.server.backend.contents() == before)
    }
    shop.clock.advance(seconds: -4)
    expectAccepted(try await shop.server.send(letter.request()))
  }

  @Test("A repeated message of the second interface gets the same response and is polled once")
  func replay() async throws {
    let (post, mina) = (try await shop.goods(), try await shop.buyer("mina"))
    let (id, reference) = try await mina.ordered(post)
    try shop.pay(reference)
    let letter = await shop.mailbox.next()
    for _ in 0..<3 { expectAccepted(try await shop.server.send(letter.request())) }
    try await shop.work()
    #expect(try await mina.state(id) == "paid")
    let (asked, before) = (shop.sandbox.counts[.get], try await shop.server.backend.contents())
    for _ in 0..<3 { expectAccepted(try await shop.server.send(letter.request())) }
    try await shop.work()
    #expect(shop.sandbox.counts[.get] == asked)
    #expect(try await shop.server.backend.contents() == before)
  }

  @Test("Events without a payment are ignored, and unknown events with one poll it")
  func unknownEvents() async throws {
    let (post, mina) = (try await shop.goods(), try await shop.buyer("mina"))
    let (id, reference) = try await mina.ordered(post)
    let transaction = try shop.pay(reference) { $0.sendsWebhook = false }
    let before = try await shop.server.backend.contents()
    for type in ["BillingKey.Issued", "Something"] {
      try await shop.message(of: transaction, type: type)
      expectAccepted(try await shop.server.send(await shop.mailbox.next().request()))
    }
    #expect(try await shop.server.backend.contents() == before)
    // An event that PortOne may think of tomorrow is about the payment all the same: the payment is checked.
    try await shop.message(of: transaction, type: "Transaction.Hologram")
    expectAccepted(try await shop.server.send(await shop.mailbox.next().request()))
    #expect(try await mina.state(id) == "pending")
    try await shop.work()
    #expect(try await mina.state(id) == "paid")
  }

  @Test("Only the payment's number in a message of the first interface is used")
  func trustsNoUnverifiedReport() async throws {
    let (post, mina) = (try await shop.goods(), try await shop.buyer("mina"))
    let (id, reference) = try await mina.ordered(post)
    let lie = #"{"imp_uid":"imp_000000000000","merchant_uid":"\#(reference)","status":"paid"}"#
    expectAccepted(
      try await shop.server.send(
        OldRequest(
          "POST /api/webhooks/portone-v1", [("Content-Type", "application/json")], Array(lie.utf8))))
    try await shop.work()
    #expect(try await mina.state(id) == "pending")
  }

  @Test(
    "Malformed bodies are refused with any content type, and nothing is stored",
    arguments: ["portone-v1", "portone-v2"])
  func strange(_ gateway: String) async throws {
    let before = try await shop.server.backend.contents()
    let bodies = [
      "{", "[]", "null", "{}", #"{"imp_uid":1}"#, #"{"imp_uid":""}"#, #"{"imp_uid":"\u0000"}"#, "imp_uid", "\u{0}",
      String(repeating: "[", count: 60_000), #"{"imp_uid":"\#(String(repeating: "i", count: 5_000))"}"#,
    ]
    for body in bodies {
      for type in ["application/json", "text/plain", "application/x-www-form-urlencoded", "???"] {
        let response = try await shop.server.send(
          OldRequest("POST /api/webhooks/\(gateway)", [("Content-Type", type)], Array(body.utf8)))
        #expect([400, 401].contains(response.status), "\(body.prefix(40)): \(response.text.prefix(300))")
        #expect(response.headers["content-type"] == Problem.mediaType && response.bytes.count < 1000)
      }
    }
    let large = [UInt8](repeating: 0x20, count: 65_537)
    #expect(try await shop.server.send(OldRequest("POST /api/webhooks/\(gateway)", [], large)).status == 413)
    #expect(try await shop.server.backend.contents() == before)
  }

  @Test("Webhooks of an unused gateway are not found")
  func notUsed() async throws {
    try await withOpenShop([.portOneV2]) { shop in
      let response = try await shop.server.send(
        OldRequest("POST /api/webhooks/portone-v1", [], Array(#"{"imp_uid":"imp_1"}"#.utf8)))
      #expect(response.domainError == "404 webhook-unknown")
    }
    let closed = Service()
    for gateway in GatewayName.allCases {
      let answer = await closed.send(.post, "/api/webhooks/\(gateway.rawValue)", body: .bytes([0x7B, 0x7D]))
      #expect(answer.domainError == "404 webhook-unknown -")
    }
  }
}
