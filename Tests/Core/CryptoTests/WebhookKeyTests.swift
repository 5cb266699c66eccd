import Crypto
import Testing

@Suite("Keys of Standard Webhooks")
struct WebhookKeyTests {
  @Test("The code of the specification's example")
  func example() throws {
    let key = try #require(WebhookKey("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
    let code = key.code(
      for: Array(#"{"test": 2432232314}"#.utf8), id: "msg_p5jXN8AQM9LWM0D4loKWxJek", time: "1614265330")
    #expect(Base64.encode(code) == "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    #expect("\(Mirror(reflecting: key).children.count)" == "0")
  }

  @Test(
    "A secret has its prefix, and Base64 of at least 16 bytes",
    arguments: [
      "", "whsec_", "whsec_QUJD", "whsec_%%%%", "MDEyMzQ1Njc4OWFiY2RlZg==", "whsec_MDEyMzQ1Njc4OWFiY2Rl",
      "whsec_MDEyMzQ1Njc4OWFiY2RlZg",
    ])
  func refused(_ secret: String) { #expect(WebhookKey(secret) == nil) }
}
