import APIKit
import Accounts
import Basics
import Contracts
import Foundation
import HTTP
import LegacyAPI
import NativeAPI
import SQL
import Sandbox
import Support
import Testing

@Suite("Refund requests")
struct RefundTests {
  private let shop: OpenShop

  init() async throws {
    shop = try await OpenShop()
  }

  /// A paid order of a seller's frame.
  private func paid(_ shop: OpenShop) async throws -> (seller: Buyer, mina: Buyer, order: String) {
    let (seller, mina) = (try await shop.buyer("seller"), try await shop.buyer("mina"))
    let (id, reference) = try await mina.ordered(try await shop.frame(by: seller).post)
    try shop.pay(reference)
    #expect(try await mina.validate(id).status == 200)
    return (seller, mina, id)
  }

  private func request(_ order: String, _ person: Buyer, _ reason: String = "어두워요", key: String? = nil) async throws
    -> LegacyResponse
  {
    try await person.send("POST /api/orders/\(order)/refund-request", #"{"reason":"\#(reason)"}"#, key: key)
  }

  private func decide(_ order: String, _ person: Buyer, _ isAccepted: Bool, key: String? = nil) async throws
    -> LegacyResponse
  {
    try await person.send(
      "POST /api/orders/\(order)/refund-request/decision", #"{"accepted":\#(isAccepted),"answer":"네"}"#, key: key)
  }

  @Test("A buyer with a verified address gets one receipt by mail, and another one none")
  func receipts() async throws {
    let (seller, mina, juno) = (
      try await shop.buyer("seller"), try await shop.buyer("mina"), try await shop.buyer("juno")
    )
    try await shop.database.write {
      _ = try $0.run("UPDATE account SET email_verified_at = 1 WHERE id = $1", [.text(mina.person.id)])
    }
    var orders: [String] = []
    for buyer in [mina, mina, juno] {
      let (id, reference) = try await buyer.ordered(try await shop.frame(by: seller).post)
      try shop.pay(reference)
      #expect(try await buyer.validate(id).status == 200)
      #expect(try await buyer.validate(id).status == 409)
      orders.append(id)
    }
    let mails = try await shop.database.read { connection in
      var mails: [String] = []
      try connection.each("SELECT kind, detail FROM mail ORDER BY id", []) {
        mails.append("\($0.text(0)) \($0.text(1).prefix(24))")
      }
      return mails
    }
    #expect(mails.sorted() == orders.prefix(2).map { "receipt \($0)" }.sorted())
  }

  @Test("The seller is told of sales and requests, the buyer of decisions and refunds, and nobody by whom")
  func notices() async throws {
    let (seller, mina, id) = try await paid(shop)
    #expect(try await request(id, mina).status == 200)
    #expect(try await decide(id, seller, false).status == 200)
    func listed(_ person: Buyer) async throws -> [NoticeDocument] {
      let list = try await person.send("GET /api/me/notices")
      return try JSONDecoder().decode(PageDocument<NoticeDocument>.self, from: Data(list.bytes)).items
    }
    var (sold, bought) = (try await listed(seller), try await listed(mina))
    #expect(Set(sold.map(\.kind)) == [.sale, .refundRequest] && bought.map(\.kind) == [.refundDecision])
    #expect(bought.map(\.isAccepted) == [false])
    for notice in sold + bought {
      #expect(notice.order == OrderID(id) && notice.people.isEmpty && notice.count == 1 && !notice.text.isEmpty)
    }
    let post = try #require(sold.first?.post)
    shop.clock.advance(seconds: 1)
    let (again, reference) = try await mina.ordered(post)
    try shop.pay(reference)
    #expect(try await mina.validate(again).status == 200)
    sold = try await listed(seller)
    #expect(sold.first { $0.kind == .sale }?.count == 2 && sold.count == 2)
    #expect(sold.first { $0.kind == .sale }?.order == OrderID(again))
    bought = try await listed(mina)
    #expect(bought.count == 1)
  }

  @Test("The buyer asks, the seller accepts, and the gateway gives the money back once")
  func accepted() async throws {
    let (seller, mina, id) = try await paid(shop)
    let asked = try await request(id, mina, key: "k")
    let order = try JSONDecoder().decode(OrderDocument.self, from: Data(asked.bytes))
    #expect(asked.status == 200 && order.state == .paid && order.refundBy == nil, "\(asked.text)")
    #expect(order.refund?.state == .requested && order.refund?.reason == "어두워요")
    let replayed = try await request(id, mina, key: "k")
    #expect(replayed.text == asked.text && replayed.headers["idempotency-replayed"] == "true")

    let sales = try await seller.send("GET /api/me/sales")
    let sale = try #require(
      try JSONDecoder().decode(PageDocument<SaleDocument>.self, from: Data(sales.bytes)).items.first)
    #expect(sale.refund == order.refund && sale.photo == order.photo && order.photo != nil)
    #expect(!sales.text.contains(mina.person.id))

    for _ in 0..<2 {
      let response = try await decide(id, seller, true, key: "d")
      let decided = try JSONDecoder().decode(SaleDocument.self, from: Data(response.bytes))
      #expect(response.status == 200 && decided.state == .cancelled && decided.refund?.answer == "네")
    }
    #expect(try await decide(id, seller, true).status == 200)
    #expect(shop.sandbox.payments.map(\.cancelledAmount) == [9900])
    #expect(try await mina.state(id) == "cancelled")
    #expect(
      try await seller.send("GET /api/me/sales/total").text == #"{"count":1,"amount":9900,"refunded":9900}"#)
    let receipt = try await mina.send("GET /api/orders/\(id)/receipt")
    let document = try JSONDecoder().decode(ReceiptDocument.self, from: Data(receipt.bytes))
    #expect(document.amount == 9900 && document.refunds.map(\.amount) == [9900])
    #expect(document.seller?.description == seller.person.id && document.paidAt != nil)
  }
}
