import HTTP
import Support
import Testing

@Suite("Notices on a device, over HTTP")
struct PushTests {
  private static let key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"

  private static func body(_ endpoint: String = "https://push.example/a", key: String = key) -> String {
    #"{"endpoint":"\#(endpoint)","p256dh":"\#(key)","auth":"BTBZMqHH6r4Tts7J_aSIgg","language":"en"}"#
  }

  @Test("A device subscribes with the server's key, and ends that by itself or by logging out")
  func subscribe() async throws {
    let service = try await Service.inhabited()
    let mina = try await service.signUp("mina")
    let before = await mina.get("/api/me/push")
    Definition.own.check(before, "Push")
    #expect(before.json["public_key"].text?.count == 87 && before.json["endpoint"].value == nil)
    let subscribed = await mina.send(.put, "/api/me/push", Self.body())
    #expect(subscribed.json["endpoint"].text == "https://push.example/a")
    #expect(await mina.send(.delete, "/api/me/push").status == 204)
    #expect(await mina.get("/api/me/push").json["endpoint"].value == nil)
    #expect(await mina.send(.delete, "/api/me/push").status == 204)
  }

  @Test(
    "What is no subscription is refused",
    arguments: [
      body("http://push.example/a"), body("https://127.0.0.1"), body("javascript:alert(1)"), body(key: "AAAA"),
    ])
  func refused(_ body: String) async throws {
    let mina = try await Service.inhabited().signUp("mina")
    #expect(await mina.send(.put, "/api/me/push", body).domainError == "400 push-unusable endpoint")
  }
}
