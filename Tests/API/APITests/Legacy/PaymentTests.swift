import APIKit
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

/// The shop of 4cuts.zip as far as it talks: it pays in the gateway's window, then tells by the number that it was
/// given, without saying who it is. A failure is only what its model cannot read.
private struct LSLPShop {
  let shop: OpenShop
  static let key = "4cuts-key"
  static let success = "결제가 완료되었어요!"
  static let failure = "결제가 실패했습니다"

  struct Payment: Decodable {
    let buyerId: String?
    let postId: String?
    let merchantUid: String?
    let productName: String?
    let price: Int?
    let paidAt: String?
  }

  /// `merchant_uid` as the app makes it, with its key and the seconds of now.
  var reference: String { "ios_\(Self.key)_\(shop.clock.now.milliseconds / 1000)" }

  func pay(_ amount: Int = 9900, _ change: (inout SandboxPurchase) -> Void = { _ in }) throws -> String {
    shop.clock.advance(seconds: 1)
    return try shop.pay(reference, amount, .v1, change)
  }

  func validate(_ transaction: String, _ post: String) async throws -> LegacyResponse {
    let body = #"{"imp_uid":"\#(transaction)","post_id":"\#(post)"}"#
    return try await shop.server.send(
      OldRequest(
        "POST /v1/payments/validation", [("Content-Type", "application/json"), ("SesacKey", Self.key)],
        Array(body.utf8)))
  }

  /// What the person reads.
  static func shown(_ response: LegacyResponse) -> String {
    (try? response.decoded(Payment.self)) == nil ? failure : success
  }
}

/// A client of spring 2024: it logs in, sends what it thinks that it bought, and cannot do without any key.
private struct OlderShopClient {
  let person: OldPerson

  struct Payment: Decodable {
    let buyerId, postId, merchantUid, productName, paidAt: String
    let price: Int
  }
  struct Listed: Decodable {
    let paymentId, buyerId, postId, merchantUid, productName, paidAt: String
    let price: Int
  }
  struct List: Decodable { let data: [Listed] }

  func validate(_ transaction: String, _ post: PostID, _ more: String = #","productName":"x","price":1"#) async throws
    -> LegacyResponse
  {
    try await person.send(
      "POST /v1/payments/validation", json: #"{"imp_uid":"\#(transaction)","post_id":"\#(post)"\#(more)}"#)
  }

  func list() async throws -> [Listed] {
    try await person.send("GET /v1/payments/me").decoded(List.self).data
  }
}

@Suite("Payments of legacy clients")
struct LegacyPaymentTests {
  private let shop: OpenShop

  init() async throws {
    shop = try await OpenShop()
  }

  private let unknownID = "0123456789abcdef01234567"

  /// Expects a refusal that both kinds of clients see: by the status, and by a body that does not fit.
  private func expect(
    _ response: LegacyResponse, _ status: Int, _ message: String, _ what: String = "",
    at location: SourceLocation = #_sourceLocation
  ) {
    #expect(
      response.status == status && response.message == message, "\(what): \(response.text)", sourceLocation: location)
    #expect(LSLPShop.shown(response) == LSLPShop.failure, sourceLocation: location)
    #expect(response.headers["content-type"] == "application/json", sourceLocation: location)
  }

  @Test("4cuts buys an album with a complete response, and repeats the request")
  func fourCuts() async throws {
    let (app, post) = (LSLPShop(shop: shop), try await shop.goods())
    let transaction = try app.pay()
    let response = try await app.validate(transaction, post.description)
    #expect(response.status == 200 && LSLPShop.shown(response) == LSLPShop.success, "\(response.text)")
    #expect(response.headers["content-type"] == "application/json" && response.headers["cache-control"] == "no-store")
    let payment = try response.decoded(LSLPShop.Payment.self)
    #expect(payment.buyerId == "" && payment.postId == post.description && payment.price == 9900)
    #expect(payment.productName == "앨범" && payment.paidAt == "2026-11-20T10:00:32.000Z")
    #expect(payment.merchantUid?.hasPrefix("ios_") == true && payment.merchantUid?.hasSuffix("1795168832") == true)
    #expect(Set(response.object.keys) == ["buyer_id", "post_id", "merchant_uid", "productName", "price", "paidAt"])
    for _ in 0..<2 {
      expect(try await app.validate(transaction, post.description), 409, "검증처리가 완료된 결제건입니다.")
    }
  }

  @Test("The key that the app puts into its order number is not stored")
  func secret() async throws {
    let (app, post) = (LSLPShop(shop: shop), try await shop.goods())
    let response = try await app.validate(try app.pay(), post.description)
    #expect(response.status == 200 && !response.text.contains(LSLPShop.key))
    #expect(try await shop.server.backend.contents().allSatisfy { !$0.contains(LSLPShop.key) })
  }

  @Test("Made-up payments do not block other claims, not even from the same address")
  func madeUp() async throws {
    let app = LSLPShop(shop: shop)
    let post = try await shop.goods().description
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<100 {
        group.addTask { try await app.validate("imp_madeup\(number)", post).status }
      }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(statuses.allSatisfy { [400, 429].contains($0) } && statuses.contains(400))
    #expect(try await app.validate("imp_madeup", post).status == 400)
    #expect(LSLPShop.shown(try await app.validate(try app.pay(), post)) == LSLPShop.success)
  }

  @Test("Unpaid, wrong and unknown payments are refused")
  func rejected() async throws {
    let (app, post) = (LSLPShop(shop: shop), try await shop.goods().description)
    for status in [SandboxStatus.ready, .failed, .cancelled, .other("maybe")] {
      expect(try await app.validate(try app.pay { $0.status = status }, post), 400, "유효하지 않은 결제건입니다.", status.word)
    }
    expect(try await app.validate(try app.pay(9899), post), 400, "유효하지 않은 결제건입니다.", "too little")
    expect(try await app.validate(try app.pay(9901), post), 400, "유효하지 않은 결제건입니다.", "too much")
    expect(try await app.validate("imp_000000000000", post), 400, "유효하지 않은 결제건입니다.", "unknown")
    for transaction in ["가나다", "imp 1", "../payments", String(repeating: "i", count: 500)] {
      expect(try await app.validate(transaction, post), 400, "유효하지 않은 결제건입니다.", transaction)
    }
    let free = try await shop.goods(0).description
    expect(try await app.validate(try app.pay(100), free), 400, "유효하지 않은 결제건입니다.", "free")
    for unknown in [unknownID, "x", "%00", post.uppercased()] {
      expect(try await app.validate(try app.pay(), unknown), 410, "게시글을 찾을 수 없습니다.", unknown)
    }
    let seller = try await shop.server.person("s@example.com", "1234", nick: "s")
    let conversation = try await shop.server.post("글", by: seller, .feed)
    expect(try await app.validate(try app.pay(), conversation.description), 410, "게시글을 찾을 수 없습니다.", "no goods")
  }

  @Test("One payment buys one item")
  func used() async throws {
    let app = LSLPShop(shop: shop)
    let (album, other) = (try await shop.goods(), try await shop.goods())
    let transaction = try app.pay()
    #expect(try await app.validate(transaction, album.description).status == 200)
    expect(try await app.validate(transaction, other.description), 409, "검증처리가 완료된 결제건입니다.")
    #expect(try await app.validate(try app.pay(), other.description).status == 200)
  }

  @Test("One of fifty concurrent validations succeeds, and the others learn that it is done")
  func together() async throws {
    let (app, post) = (LSLPShop(shop: shop), try await shop.goods())
    let transaction = try app.pay()
    let replies = try await withThrowingTaskGroup(of: LegacyResponse.self) { group in
      for _ in 0..<50 { group.addTask { try await app.validate(transaction, post.description) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(replies.count { $0.status == 200 } == 1)
    for response in replies where response.status != 200 { expect(response, 409, "검증처리가 완료된 결제건입니다.") }
  }

  @Test("Missing, empty and mistyped values and malformed bodies are refused")
  func values() async throws {
    let post = try await shop.goods()
    let headers = [("SesacKey", LSLPShop.key), ("Content-Type", "application/json")]
    func send(_ body: String) async throws -> LegacyResponse {
      try await shop.server.send(OldRequest("POST /v1/payments/validation", headers, Array(body.utf8)))
    }
    for body in [
      "", "{}", #"{"imp_uid":"imp_1"}"#, #"{"post_id":"\#(post)"}"#, #"{"imp_uid":"","post_id":"\#(post)"}"#,
      #"{"imp_uid":null,"post_id":"\#(post)"}"#,
    ] {
      expect(try await send(body), 400, "필수값을 채워주세요.", body)
    }
    for body in ["{", "[]", #"{"imp_uid":1,"post_id":"\#(post)"}"#, #"{"imp_uid":"\u0000","post_id":"\#(post)"}"#] {
      expect(try await send(body), 400, "잘못된 요청입니다.", body)
    }
    expect(try await send(String(repeating: " ", count: 1_048_577)), 400, "잘못된 요청입니다.", "too large")
    expect(
      try await shop.server.send(OldRequest("PUT /v1/payments/validation", headers, [])), 444,
      "돌아가 여긴 자네가 올 곳이 아니야.")
    expect(
      try await shop.server.send(OldRequest("GET /v1/payments/nowhere", [])), 444, "돌아가 여긴 자네가 올 곳이 아니야.")
    for key in [nil, "nobody's", "mobbie-key"] {
      let response = try await shop.server.send(
        OldRequest("POST /v1/payments/validation", key.map { [("SesacKey", $0)] } ?? [], Array("{}".utf8)))
      expect(response, 420, "This service sesac_memolease only")
    }
  }

  @Test("A token is optional, an invalid one is refused, and a valid one names the buyer")
  func tokens() async throws {
    let post = try await shop.goods()
    var client = OlderShopClient(person: try await OldPerson("mina", shop.server, .v1))
    let transaction = try LSLPShop(shop: shop).pay()
    let good = client.person.token
    for token in ["토큰 없음", "Bearer ", good + "x"] {
      var wrong = client.person
      wrong.token = token
      expect(try await OlderShopClient(person: wrong).validate(transaction, post), 401, "인증할 수 없는 액세스 토큰입니다.", token)
    }
    shop.clock.advance(seconds: 901)
    expect(try await client.validate(transaction, post), 419, "액세스 토큰이 만료되었습니다.")
    // None of these has used the payment up.
    let account = try #require(AccountID(client.person.id))
    client = OlderShopClient(
      person: try await OldPerson("juno", shop.server, .v1))
    let response = try await client.validate(transaction, post)
    #expect(response.status == 200, "\(response.text)")
    #expect(response.object["buyer_id"] as? String == client.person.id && client.person.id != account.description)
    // An empty header says nothing of anybody.
    let other = try LSLPShop(shop: shop).pay()
    let empty = try await shop.server.send(
      OldRequest(
        "POST /v1/payments/validation", [("SesacKey", LSLPShop.key), ("Authorization", "")],
        Array(#"{"imp_uid":"\#(other)","post_id":"\#(post)"}"#.utf8)))
    #expect(empty.status == 200 && empty.object["buyer_id"] as? String == "")
  }

  @Test("The name and price of an older client are ignored, and its list has every key")
  func spring() async throws {
    let client = OlderShopClient(person: try await OldPerson("mina", shop.server, .v1))
    #expect(try await client.list().isEmpty)
    let app = LSLPShop(shop: shop)
    var bought: [(post: PostID, name: String)] = []
    for (name, more) in [("앨범", #","productName":"x","price":1"#), ("액자", #","productName":7,"price":"1""#)] {
      let post = try await shop.goods(title: name)
      bought.insert((post, name), at: 0)
      let response = try await client.validate(try app.pay(), post, more)
      #expect(response.status == 200, "\(response.text)")
      let payment = try response.decoded(OlderShopClient.Payment.self)
      #expect(payment.price == 9900 && payment.productName == name && payment.buyerId == client.person.id)
    }
    let list = try await client.list()
    #expect(list.map(\.postId) == bought.map(\.post.description) && list.map(\.productName) == ["액자", "앨범"])
    #expect(Set(list.map(\.paymentId)).count == 2 && list.allSatisfy { $0.paidAt.count == 24 && $0.price == 9900 })
    // Nobody else's, and nothing that nobody known has bought.
    #expect(try await app.validate(try app.pay(), bought[0].post.description).status == 200)
    let other = OlderShopClient(person: try await OldPerson("juno", shop.server, .v1))
    #expect(try await other.list().isEmpty)
    #expect(try await client.list().count == 2)
    var nobody = client.person
    nobody.token = ""
    let response = try await nobody.send("GET /v1/payments/me")
    #expect(response.status == 401 && response.message == "인증할 수 없는 액세스 토큰입니다.")
  }

  @Test("Native purchases are among the payments, and fully refunded ones are not")
  func list() async throws {
    let (post, mina) = (try await shop.goods(), try await shop.buyer("mina"))
    let client = OlderShopClient(person: mina.person)
    let (id, reference) = try await mina.ordered(post)
    try shop.pay(reference)
    #expect(try await client.list().isEmpty)
    #expect(try await mina.validate(id).status == 200)
    #expect(try await client.list().map(\.merchantUid) == [reference])
    let payment = try #require(try await shop.payments.payments(in: [.settled], PageRequest(limit: 1)).items.first)
    _ = try await shop.payments.cancel(payment.id, amount: 100, reason: "반품")
    #expect(try await client.list().map(\.paymentId) == [id])
    _ = try await shop.payments.cancel(payment.id, amount: nil, reason: "반품")
    #expect(try await client.list().isEmpty)
  }

  @Test("Posts name their known buyers, in lists and alone")
  func buyers() async throws {
    let (album, frame) = (try await shop.goods(), try await shop.goods(title: "액자"))
    let app = LSLPShop(shop: shop)
    let people = [
      try await OldPerson("mina", shop.server, .v1), try await OldPerson("juno", shop.server, .v1),
    ]
    for person in people + [people[0]] {
      #expect(try await OlderShopClient(person: person).validate(try app.pay(), album).status == 200)
    }
    #expect(try await app.validate(try app.pay(), frame.description).status == 200)
    func buyers(_ post: Any?) -> [String]? { (post as? [String: Any])?["buyers"] as? [String] }
    let page = try await people[0].send("GET /v1/posts?product_id=4cut_album&limit=10").object["data"] as? [Any]
    #expect(page?.map(buyers) == [[], people.map(\.id)])
    let one = try await people[0].send("GET /v1/posts/\(album)").object
    #expect(buyers(one) == people.map(\.id))
  }

  @Test("While the gateway is down a validation gets 503 with a time, and the payment settles by itself")
  func down() async throws {
    let (app, post) = (LSLPShop(shop: shop), try await shop.goods())
    let client = OlderShopClient(person: try await OldPerson("mina", shop.server, .v1))
    let transaction = try app.pay()
    shop.sandbox.setBehaviour(SandboxBehaviour(.unavailable))
    let response = try await client.validate(transaction, post)
    expect(response, 503, "ServerError")
    #expect(response.headers["retry-after"] == "5")
    shop.sandbox.setBehaviour(SandboxBehaviour())
    shop.clock.advance(seconds: 600)
    try await shop.work()
    // It counts before the app asks again; and the first time that it asks, it is told so.
    #expect(try await client.list().count == 1)
    #expect(try await client.validate(transaction, post).status == 200)
    expect(try await client.validate(transaction, post), 409, "검증처리가 완료된 결제건입니다.")
  }

  @Test("A webhook before the validation does not prevent it")
  func messageFirst() async throws {
    let (app, post) = (LSLPShop(shop: shop), try await shop.goods())
    let transaction = try app.pay()
    let letter = await shop.mailbox.next()
    #expect(try await shop.server.send(letter.request()).status == 200)
    try await shop.work()
    #expect(try await app.validate(transaction, post.description).status == 200)
    #expect(try await shop.server.send(letter.request()).status == 200)
    try await shop.work()
    expect(try await app.validate(transaction, post.description), 409, "검증처리가 완료된 결제건입니다.")
  }

  @Test("A closed shop answers 503 with an error that the app shows")
  func closed() async throws {
    for interfaces in [[], [GatewayName.portOneV2]] {
      try await withOpenShop(interfaces) { shop in
        let (app, post) = (LSLPShop(shop: shop), try await shop.goods())
        let response = try await app.validate("imp_1", post.description)
        expect(response, 503, "ServerError")
        #expect(response.headers["retry-after"] == "5")
        let client = OlderShopClient(person: try await OldPerson("mina", shop.server, .v1))
        #expect(try await client.list().isEmpty)
      }
    }
  }
}
