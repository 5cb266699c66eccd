import APIKit
import Accounts
import Basics
import Contracts
import Foundation
import HTTP
import LegacyAPI
import NativeAPI
import Payments
import Posts
import Sandbox
import StandardsAPI
import Support
import Testing

@Suite("Orders")
struct OrderTests {
  private let shop: OpenShop

  init() async throws {
    shop = try await OpenShop()
  }

  private let unknownID = "0123456789abcdef01234567"

  @Test("An order has its complete response, and the same when it is read")
  func transcript() async throws {
    let (post, mina) = (try await shop.goods(), try await shop.buyer("mina"))
    let response = try await mina.order(post)
    #expect(response.status == 201 && response.headers["content-type"] == "application/json")
    #expect(response.headers["cache-control"] == "no-store" && response.headers["idempotency-replayed"] == nil)
    let order = try JSONDecoder().decode(OrderDocument.self, from: Data(response.bytes))
    #expect(response.headers["location"] == "/api/orders/\(order.id)")
    let reference = try #require(order.reference)
    #expect(
      response.text
        == #"{"id":"\#(order.id)","post":"\#(post)","name":"앨범","amount":9900,"currency":"KRW","#
        + #""gateway":"portone-v2","reference":"\#(reference)","state":"pending","#
        + #""created_at":"2026-11-20T10:00:31.000Z","pay_by":"2026-11-20T11:00:31.000Z","paid_at":null,"#
        + #""checkout":{"store":"store-sandbox","channel":"channel-1","method":null,"window":null},"#
        + #""photo":null,"refund_by":null,"refund":null}"#)
    let looked = try await mina.send("GET /api/orders/\(order.id)")
    #expect(looked.status == 200 && looked.text == response.text && looked.headers["cache-control"] == "no-store")
    #expect((1...40).contains(reference.utf8.count))
  }

  @Test("The first validation of a paid order succeeds; afterwards the order can be read")
  func paid() async throws {
    let (post, mina) = (try await shop.goods(), try await shop.buyer("mina"))
    let (id, reference) = try await mina.ordered(post)
    shop.clock.advance(seconds: 60)
    try shop.pay(reference)
    let response = try await mina.validate(id)
    #expect(response.status == 200 && response.object["state"] as? String == "paid", "\(response.text)")
    #expect(response.object["paid_at"] as? String == "2026-11-20T10:01:31.000Z")
    #expect(try await mina.validate(id).domainError == "409 payment-validated")
    #expect(try await mina.state(id) == "paid")
    #expect(try await shop.payments.buyers(of: [post])[post]?.map(\.description) == [mina.person.id])
  }

  @Test("A shop of the first interface alone validates the transaction number of the payment window")
  func firstInterface() async throws {
    try await withOpenShop([.portOneV1]) { shop in
      let (post, mina) = (try await shop.goods(), try await shop.buyer("mina"))
      let response = try await mina.order(post)
      let checkout = try #require(response.object["checkout"] as? [String: Any])
      #expect(response.object["gateway"] as? String == "portone-v1" && checkout["channel"] is NSNull)
      let (id, reference) = try await mina.ordered(post)
      let transaction = try shop.pay(reference, 9900, .v1)
      #expect(try await mina.validate(id, transaction).object["state"] as? String == "paid")
      // Without the number it is found by the reference.
      let (other, second) = try await mina.ordered(post)
      try shop.pay(second, 9900, .v1)
      #expect(try await mina.validate(other).object["state"] as? String == "paid")
    }
  }

  @Test("Invalid buyers and goods are refused")
  func domainErrors() async throws {
    let mina = try await shop.buyer("mina")
    let free = try await shop.goods(0)
    let seller = try await shop.server.person("s@example.com", "1234", nick: "s")
    let conversation = try await shop.server.post("글", by: seller, .feed)
    #expect(try await mina.order(free).domainError == "400 goods-free")
    #expect(try await mina.order(conversation).domainError == "404 goods-unknown")
    #expect(try await mina.order(PostID(unknownID)!).domainError == "404 goods-unknown")
    #expect(try await mina.orders().isEmpty)
    for line in ["POST /api/orders", "GET /api/orders", "GET /api/orders/\(unknownID)"] {
      let response = try await shop.server.send(OldRequest(line, [("Content-Type", "application/json")]))
      #expect(response.domainError == "401 token-missing")
    }
  }

  @Test("Orders are listed newest first, page by page, by state")
  func pages() async throws {
    let (post, mina) = (try await shop.goods(), try await shop.buyer("mina"))
    var all: [String] = []
    for number in 0..<7 {
      shop.clock.advance(seconds: 1)
      let (id, reference) = try await mina.ordered(post)
      all.insert(id, at: 0)
      if number % 2 == 0 {
        try shop.pay(reference)
        #expect(try await mina.validate(id).status == 200)
      }
    }
    #expect(try await mina.orders() == all)
    let paid = all.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    #expect(try await mina.orders("?state=paid") == paid)
    #expect(try await mina.orders("?state=pending,paid") == all)
    #expect(try await mina.orders("?state=closed").isEmpty)
    var seen: [String] = []
    var cursor = ""
    repeat {
      let page = try await mina.send("GET /api/orders?state=paid&limit=3\(cursor)").object
      seen += try #require(page["items"] as? [[String: Any]]).compactMap { $0["id"] as? String }
      cursor = (page["next"] as? String).map { "&cursor=\($0)" } ?? ""
    } while !cursor.isEmpty
    #expect(seen == paid)
    for (query, domainError) in [
      ("?state=lent", "400 parameter-invalid"), ("?state=", "400 parameter-invalid"),
      ("?cursor=x", "400 cursor-invalid"), ("?limit=0", "400 parameter-below-range"),
      ("?s=1", "400 parameter-unknown"),
    ] {
      #expect(try await mina.send("GET /api/orders\(query)").domainError == domainError)
    }
    let next = try await mina.send("GET /api/orders?limit=1").object["next"] as? String
    let juno = try await shop.buyer("juno")
    let foreign = try await juno.send("GET /api/orders?limit=1&cursor=\(try #require(next))")
    #expect(foreign.domainError == "400 cursor-invalid")
  }

  @Test("While the gateway is down validation gets 503 with a time, and the order settles by itself afterwards")
  func down() async throws {
    let (post, mina) = (try await shop.goods(), try await shop.buyer("mina"))
    let (id, reference) = try await mina.ordered(post)
    try shop.pay(reference)
    shop.sandbox.setBehaviour(SandboxBehaviour(.unavailable))
    let response = try await mina.validate(id)
    #expect(response.domainError == "503 gateway-unavailable" && response.headers["retry-after"] == "5")
    #expect(response.headers["content-type"] == Problem.mediaType)
    #expect(try await mina.state(id) == "pending")
    shop.sandbox.setBehaviour(SandboxBehaviour())
    shop.clock.advance(seconds: 8 * 3600)
    try await shop.work()
    let paid = try await shop.payments.orders(
      of: AccountID(mina.person.id)!, in: [.paid], PageRequest(limit: 10))
    #expect(paid.items.map(\.id.description) == [id])
  }

  @Test("A shop without a gateway is closed, and still lists orders")
  func shut() async throws {
    try await withOpenShop([]) { shop in
      let (post, mina) = (try await shop.goods(), try await shop.buyer("mina"))
      let response = try await mina.order(post)
      #expect(response.domainError == "503 shop-closed" && response.headers["retry-after"] == "5")
      #expect(try await mina.orders().isEmpty)
    }
  }
}
