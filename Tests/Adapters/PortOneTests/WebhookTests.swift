import Basics
import Crypto
import Foundation
import Payments
import PortOne
import Testing

@Suite("Webhooks of the second interface")
struct V2WebhookTests {
  private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
  private static let other = "whsec_c2FuZGJveC13ZWJob29rLXNlY3JldA=="
  private static let paid =
    #"{"type":"Transaction.Paid","timestamp":"2027-01-15T08:00:00Z","data":{"paymentId":"order-1","storeId":"store-1","transactionId":"tx-1"}}"#

  /// A delivery that is signed for a moment; each part can be put otherwise.
  private static func delivery(
    _ body: String = paid, id: String = "msg_1", time: String = "1800000000", secret: String = secret,
    signature: String? = nil
  ) throws -> WebhookDelivery {
    let key = try #require(Base64.decode(secret.dropFirst(6)))
    let right = "v1," + Base64.encode(HMAC.sha256(of: Array("\(id).\(time).\(body)".utf8), key: key))
    return WebhookDelivery(
      headers: ["webhook-id": id, "webhook-timestamp": time, "webhook-signature": signature ?? right],
      body: Array(body.utf8))
  }

  /// What a reader says of a delivery: the code of its refusal, or the message.
  private static func outcome(
    _ delivery: WebhookDelivery, secrets: [String] = [secret], at instant: Timestamp = theInstant
  ) throws -> Result<WebhookMessage, DomainError> {
    let reader = try PortOneV2Webhooks(secrets: secrets)
    return Result { () throws(DomainError) in try reader.message(of: delivery, at: instant) }
  }

  private static func code(_ outcome: Result<WebhookMessage, DomainError>) -> String? {
    if case .failure(let domainError) = outcome { domainError.code } else { nil }
  }

  @Test("The published example of Standard Webhooks is verified")
  func publishedExample() throws {
    let delivery = WebhookDelivery(
      headers: [
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
      ], body: Array(#"{"test": 2432232314}"#.utf8))
    let instant = Timestamp(seconds: 1_614_265_330)
    // Signed well, it is still none that this gateway sends: it has no type.
    #expect(try Self.code(Self.outcome(delivery, at: instant)) == "webhook-invalid")
    let tampered = WebhookDelivery(headers: delivery.headers, body: Array(#"{"test": 2432232315}"#.utf8))
    #expect(try Self.code(Self.outcome(tampered, at: instant)) == "webhook-signature")
  }

  @Test("A signed message names its order and keeps its identifier")
  func paid() throws {
    let message = try Self.outcome(Self.delivery()).get()
    #expect(message == WebhookMessage(id: "msg_1", reference: .order("order-1")))
  }

  @Test(
    "Payment messages of every type name their payment, also those of unknown types",
    arguments: [
      "Transaction.Ready", "Transaction.Paid", "Transaction.VirtualAccountIssued", "Transaction.PartialCancelled",
      "Transaction.Cancelled", "Transaction.Failed", "Transaction.PayPending", "Transaction.CancelPending",
      "Transaction.DisputeCreated", "Transaction.SomethingNew",
    ])
  func kinds(type: String) throws {
    let message = try Self.outcome(
      Self.delivery(Self.paid.replacingOccurrences(of: "Transaction.Paid", with: type))
    ).get()
    #expect(message.reference == .order("order-1"))
  }

  @Test(
    "Other and unknown messages are accepted without a payment",
    arguments: [
      #"{"type":"BillingKey.Issued","data":{"billingKey":"key","storeId":"store-1"}}"#,
      #"{"type":"BillingKey.Issued","data":{"paymentId":"order-1"}}"#, #"{"type":"Brand.New","data":{"a":[1]}}"#,
      #"{"type":"Transaction.Paid","data":{"storeId":"store-1"}}"#, #"{"type":"Transaction.Paid"}"#,
      #"{"type":"Transaction.Paid","data":{"paymentId":".."}}"#, #"{"type":"Transaction.Paid","data":{"paymentId":7}}"#,
    ])
  func others(body: String) throws {
    #expect(try Self.outcome(Self.delivery(body)).get() == WebhookMessage(id: "msg_1", reference: nil))
  }

  @Test("A second secret is valid during a rotation, and others are not")
  func secrets() throws {
    let delivery = try Self.delivery(secret: Self.other)
    #expect(try Self.code(Self.outcome(delivery, secrets: [Self.secret, Self.other])) == nil)
    #expect(try Self.code(Self.outcome(delivery, secrets: [Self.secret])) == "webhook-signature")
  }

  @Test("One valid signature among others is enough")
  func severalSignatures() throws {
    let right = try #require(try Self.delivery().headers["webhook-signature"])
    let wrong = "v1," + Base64.encode([UInt8](repeating: 7, count: 32))
    for signature in ["\(wrong) \(right)", "\(right) \(wrong)", "v1a,AAAA v2,\(right) nonsense \(right)"] {
      #expect(try Self.code(Self.outcome(Self.delivery(signature: signature))) == nil)
    }
  }

  @Test(
    "A message with an invalid signature is refused",
    arguments: [
      "", " ", "v1,", "v1", "v1,AAAA", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
      "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", "v1,%%%", "v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    ])
  func badSignature(signature: String) throws {
    #expect(try Self.code(Self.outcome(Self.delivery(signature: signature))) == "webhook-signature")
  }

  @Test("A valid signature after too many others is not searched for")
  func tooManySignatures() throws {
    let right = try #require(try Self.delivery().headers["webhook-signature"])
    let many = String(repeating: "v1,AAAA ", count: 16) + right
    #expect(try Self.code(Self.outcome(Self.delivery(signature: many))) == "webhook-signature")
  }

  @Test("A change of body, identifier or timestamp is detected", arguments: 0..<3)
  func tampered(part: Int) throws {
    let delivery = try Self.delivery()
    var headers = delivery.headers
    var body = delivery.body
    switch part {
    case 0: body[body.count - 4] ^= 1
    case 1: headers["webhook-id"] = "msg_2"
    default: headers["webhook-timestamp"] = "1800000001"
    }
    #expect(try Self.code(Self.outcome(WebhookDelivery(headers: headers, body: body))) == "webhook-signature")
  }

  @Test(
    "A message without one of the headers is not signed",
    arguments: ["webhook-id", "webhook-timestamp", "webhook-signature"])
  func missingHeader(name: String) throws {
    let delivery = try Self.delivery()
    let headers = delivery.headers.filter { $0.key != name }
    #expect(try Self.code(Self.outcome(WebhookDelivery(headers: headers, body: delivery.body))) == "webhook-signature")
  }

  @Test(
    "A timestamp is accepted up to five minutes before and after",
    arguments: [(-301, "webhook-time"), (-300, nil), (300, nil), (301, "webhook-time")] as [(Int64, String?)])
  func tolerance(seconds: Int64, code: String?) throws {
    let time = "\(1_800_000_000 + seconds)"
    #expect(try Self.code(Self.outcome(Self.delivery(time: time))) == code)
  }

  @Test(
    "A malformed timestamp is refused, although it is signed",
    arguments: ["-1800000000", "1800000000.0", "+1800000000", "1.8e9", "0x6B49D200", "now", "9999999999999999999999"])
  func invalidTimestamp(time: String) throws {
    #expect(try Self.code(Self.outcome(Self.delivery(time: time))) == "webhook-time")
  }

  @Test(
    "A signed body that is no message is refused as invalid",
    arguments: ["", "[]", "{}", "null", #"{"type":1}"#, "{\"type\":\"Transaction.Paid\"", #"{"type":"A","type":"B"}"#])
  func notAMessage(body: String) throws {
    #expect(try Self.code(Self.outcome(Self.delivery(body))) == "webhook-invalid")
  }

  @Test("A body above the limit is refused before anything is computed over it")
  func tooLong() throws {
    let body = #"{"type":"Transaction.Paid","pad":""# + String(repeating: "x", count: 1 << 16) + #""}"#
    #expect(try Self.code(Self.outcome(Self.delivery(body))) == "webhook-invalid")
  }

  @Test("A malformed identifier is refused", arguments: ["", "a b", "a\u{0}b", String(repeating: "a", count: 65)])
  func badIdentifier(id: String) throws {
    #expect(try Self.code(Self.outcome(Self.delivery(id: id))) == "webhook-invalid")
  }

  @Test(
    "Invalid secrets are found when the server starts",
    arguments: [
      [], [""], ["whsec_"], ["MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], ["whsec_%%%"], ["whsec_AAAA"],
      [secret, "whsec_AAAA"],
    ])
  func badSecrets(secrets: [String]) {
    #expect(throws: DomainError.self) { try PortOneV2Webhooks(secrets: secrets) }
  }
}

@Suite("Webhooks of the first interface")
struct V1WebhookTests {
  private static func outcome(_ body: String) -> Result<WebhookMessage, DomainError> {
    Result { () throws(DomainError) in
      try PortOneV1Webhooks().message(of: WebhookDelivery(headers: [:], body: Array(body.utf8)), at: theInstant)
    }
  }

  @Test(
    "JSON and forms name the payment, and their other fields are ignored",
    arguments: [
      #"{"imp_uid":"imp_1234567890","merchant_uid":"order-1","status":"paid"}"#, #" {"imp_uid":"imp_1234567890"}"#,
      "imp_uid=imp_1234567890&merchant_uid=order-1&status=paid", "status=paid&imp%5Fuid=imp%5f1234567890",
    ])
  func forms(body: String) throws {
    #expect(try Self.outcome(body).get() == WebhookMessage(id: nil, reference: .transaction("imp_1234567890")))
  }

  @Test(
    "A message without a payment is refused as invalid",
    arguments: [
      "", "{}", "[]", "{", #"{"imp_uid":null}"#, #"{"imp_uid":7}"#, #"{"imp_uid":""}"#, #"{"imp_uid":"../users"}"#,
      #"{"imp_uid":".."}"#, #"{"imp_uid":"imp_1","imp_uid":"imp_2"}"#, "imp_uid", "imp_uid=", "imp_uid=%",
      "imp_uid=imp_1&imp_uid=imp_2", "imp_uid=imp 1", "imp_uid=%FF", "merchant_uid=order-1",
    ])
  func invalid(body: String) {
    guard case .failure(let domainError) = Self.outcome(body) else {
      Issue.record("taken")
      return
    }
    #expect(domainError.code == "webhook-invalid")
  }

  @Test("A body beyond the limit is refused")
  func tooLong() {
    guard case .failure(let domainError) = Self.outcome("imp_uid=imp_1&a=" + String(repeating: "x", count: 1 << 16))
    else {
      Issue.record("taken")
      return
    }
    #expect(domainError.code == "webhook-invalid")
  }
}
