import APIKit
import Accounts
import Basics
import Contracts
import Crypto
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
import Workload

@Suite("Repeated requests")
struct RepeatedPurchaseTests {
  private let shop: OpenShop

  init() async throws {
    shop = try await OpenShop()
  }

  private let key = "3f2a8c1e-5b0d-4f6e-9a77-0c2d1e4b8f90"

  /// What the service makes of an order under a key, before anything is done.
  private func begun(_ post: PostID, by buyer: Buyer, _ path: String = "/api/orders", _ body: String? = nil) throws
    -> IdempotencyKey
  {
    var digest = Digest()
    digest.update(Array("POST \(path)\n\(body ?? #"{"post":"\#(post)"}"#)".utf8))
    let account = try #require(AccountID(buyer.person.id))
    return IdempotencyKey(account: account, key: key, fingerprint: digest.hexadecimal)
  }

  @Test("A repetition gets the first response byte for byte, and has no effect")
  func replay() async throws {
    let (post, mina) = (try await shop.goods(), try await shop.buyer("mina"))
    let first = try await mina.order(post, key: key)
    #expect(first.status == 201 && first.headers["idempotency-replayed"] == nil)
    for _ in 0..<3 {
      shop.clock.advance(seconds: 100)
      let again = try await mina.order(post, key: key)
      #expect(again.status == 201 && again.bytes == first.bytes)
      #expect(again.headers["idempotency-replayed"] == "true")
      #expect(again.headers["location"] == first.headers["location"])
      #expect(again.headers["content-type"] == "application/json" && again.headers["cache-control"] == "no-store")
    }
    #expect(try await mina.orders().count == 1 && shop.sandbox.counts[.prepare] == 1)
    // Without a key, and with another one, it is another order.
    #expect(try await mina.order(post).status == 201)
    #expect(try await mina.order(post, key: "other").status == 201)
    #expect(try await mina.orders().count == 3)
  }

  @Test("A repeated validation gets its success again, which without the key would be refused")
  func validation() async throws {
    let (post, mina) = (try await shop.goods(), try await shop.buyer("mina"))
    let (id, reference) = try await mina.ordered(post)
    try shop.pay(reference)
    let first = try await mina.validate(id, key: key)
    let again = try await mina.validate(id, key: key)
    #expect(first.status == 200 && again.bytes == first.bytes && again.status == 200)
    #expect(again.headers["idempotency-replayed"] == "true" && again.headers["location"] == nil)
    #expect(try await mina.validate(id).domainError == "409 payment-validated")
    #expect(try await mina.validate(id, key: "other").domainError == "409 payment-validated")
  }

  @Test("The same key with another body, or for another endpoint, is refused")
  func reused() async throws {
    let (post, other) = (try await shop.goods(), try await shop.goods())
    let mina = try await shop.buyer("mina")
    let (id, _) = try await mina.ordered(post)
    #expect(try await mina.order(post, key: key).status == 201)
    let response = try await mina.order(other, key: key)
    #expect(
      response.domainError == "422 idempotency-key-reused" && response.headers["content-type"] == Problem.mediaType)
    #expect(try await mina.validate(id, key: key).domainError == "422 idempotency-key-reused")
    #expect(
      try await mina.send("POST /api/orders", #"{ "post":"\#(post)"}"#, key: key).domainError
        == "422 idempotency-key-reused")
    #expect(try await mina.orders().count == 2)
  }

  @Test("A key has 1 to 255 visible ASCII characters and is sent once")
  func wrongKeys() async throws {
    let (post, mina) = (try await shop.goods(), try await shop.buyer("mina"))
    for wrong in ["", "a b", "키", String(repeating: "k", count: 256)] {
      let response = try await mina.order(post, key: wrong)
      #expect(response.domainError == "400 parameter-invalid", "\(wrong): \(response.text)")
      #expect(response.object["parameter"] as? String == "Idempotency-Key")
    }
    let twice = try await mina.send(
      "POST /api/orders", #"{"post":"\#(post)"}"#, key: "a", [("idempotency-key", "a")])
    #expect(twice.domainError == "400 parameter-invalid")
    #expect(try await mina.orders().isEmpty)
    for right in ["k", String(repeating: "~", count: 255), "\"quoted\"", "{}[]<>'%00"] {
      #expect(try await mina.order(post, key: right).status == 201, "\(right)")
      #expect(try await mina.order(post, key: right).headers["idempotency-replayed"] == "true", "\(right)")
    }
  }

  @Test("A request in progress is not begun again, and a minute after a crash it makes the same order")
  func crash() async throws {
    let (post, mina) = (try await shop.goods(), try await shop.buyer("mina"))
    let store = shop.server.backend.idempotency
    let operation = OperationID(at: shop.clock.now, random: seededBytes(3))
    let start = try await store.begin(try begun(post, by: mina), operation: operation, at: shop.clock.now)
    #expect(start == .begin(operation: operation))
    let busy = try await mina.order(post, key: key)
    #expect(busy.domainError == "409 idempotency-key-in-use" && busy.headers["retry-after"] == "1")
    // The process had made the order already.
    let created = try await shop.payments.order(post, by: AccountID(mina.person.id)!, as: OrderID(operation))
    shop.clock.advance(seconds: 61)
    let response = try await mina.order(post, key: key)
    #expect(response.status == 201 && response.object["id"] as? String == operation.description)
    #expect(response.object["reference"] as? String == created.reference)
    #expect(try await mina.order(post, key: key).bytes == response.bytes)
    #expect(try await mina.orders() == [operation.description])
  }

  @Test("A validation whose process died after writing it is returned as a success")
  func crashedValidation() async throws {
    let (post, mina) = (try await shop.goods(), try await shop.buyer("mina"))
    let (id, reference) = try await mina.ordered(post)
    try shop.pay(reference)
    let request = try begun(post, by: mina, "/api/orders/\(id)/validation", "{}")
    let operation = OperationID(at: shop.clock.now, random: seededBytes(4))
    _ = try await shop.server.backend.idempotency.begin(
      request, operation: operation, at: shop.clock.now)
    _ = try await shop.payments.validate(
      OrderID(id)!, transaction: nil, by: AccountID(mina.person.id)!,
      completion: RequestCompletion(key: request) { outcome in
        let order = try? outcome.get()
        return order.map { StoredResponse(status: 200, body: Array(#"{"state":"\#($0.state)"}"#.utf8), type: "") }
      })
    shop.clock.advance(seconds: 61)
    let response = try await mina.validate(id, key: key)
    #expect(response.status == 200 && response.object["state"] as? String == "paid", "\(response.text)")
    #expect(try await mina.validate(id, key: "other").domainError == "409 payment-validated")
  }

  @Test("A validation and its response are written in one transaction")
  func interruptedValidation() async throws {
    let (post, mina) = (try await shop.goods(), try await shop.buyer("mina"))
    let (id, reference) = try await mina.ordered(post)
    try shop.pay(reference)
    let before = try await shop.rows()
    for count in 1... {
      let (writes, asked) = (shop.database.writes, shop.sandbox.counts[.get])
      shop.database.interrupt(before: count)
      let response = try await mina.validate(id, key: key)
      if shop.database.isWaiting {
        #expect(
          response.status == 200 && response.headers["idempotency-replayed"] == nil && count > 10, "\(response.text)")
        // One begins the request; what follows the gateway's answer is the other.
        #expect(shop.database.writes - writes == 2 && shop.sandbox.counts[.get] == asked + 1)
        shop.database.interrupt(before: 0)
        let again = try await mina.validate(id, key: key)
        #expect(again.bytes == response.bytes && again.headers["idempotency-replayed"] == "true")
        return
      }
      #expect(response.status == 500)
      #expect(try await shop.rows() == before, "after \(count - 1) statements")
    }
  }

  @Test("A permanent error is stored, and after a temporary one the same order goes on")
  func domainErrors() async throws {
    let (post, free, mina) = (try await shop.goods(), try await shop.goods(0), try await shop.buyer("mina"))
    let first = try await mina.order(free, key: "free")
    let again = try await mina.order(free, key: "free")
    #expect(first.domainError == "400 goods-free" && again.domainError == "400 goods-free")
    #expect(again.bytes == first.bytes && again.headers["idempotency-replayed"] == "true")
    #expect(again.headers["content-type"] == Problem.mediaType)

    shop.sandbox.setBehaviour(SandboxBehaviour(.unavailable))
    let down = try await mina.order(post, key: key)
    #expect(down.domainError == "503 gateway-unavailable" && down.headers["retry-after"] == "5")
    shop.sandbox.setBehaviour(SandboxBehaviour())
    let up = try await mina.order(post, key: key)
    #expect(up.status == 201 && up.headers["idempotency-replayed"] == nil)
    #expect(try await mina.orders() == [up.object["id"] as? String])
    #expect(try await mina.order(post, key: key).headers["idempotency-replayed"] == "true")
  }

  @Test("A client that disconnects finds the response when it comes back")
  func goneAway() async throws {
    let (post, mina) = (try await shop.goods(), try await shop.buyer("mina"))
    var slow = SandboxBehaviour()
    (slow.operation, slow.delayMilliseconds) = (.prepare, 200)
    shop.sandbox.setBehaviour(slow)
    let body = Array(#"{"post":"\#(post)"}"#.utf8)
    let request = OldRequest(
      "POST /api/orders",
      [
        ("Authorization", "Bearer \(mina.person.token)"), ("Content-Type", "application/json"),
        ("Idempotency-Key", key),
      ], body)
    try shop.server.abandon(request.wire)
    var response = try await mina.order(post, key: key)
    try await eventually {
      if response.status == 409 { response = try await mina.order(post, key: key) }
      return response.status != 409
    }
    #expect(response.status == 201, "\(response.text)")
    #expect(try await mina.orders() == [response.object["id"] as? String])
  }
}
