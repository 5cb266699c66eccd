import Accounts
import Basics
import Foundation
import HTTP
import Support
import Testing

/// What people do with the native API, for one example of each operation and some errors.
extension ExampleStory {
  func booths() async throws {
    try await record(
      "GET /api/booths/near", query: ["lat": "37.4979", "lon": "127.0276", "status": "operating", "limit": "2"])
    try await record("GET /api/booths/near", query: ["lat": "137", "lon": "127.0276"], fails: 400)
    let viewport = "127.02,37.49,127.04,37.51"
    try await record("GET /api/booths/in", query: ["bbox": viewport, "limit": "2", "fields": "id,name"])
    try await record("GET /api/booths/clusters", query: ["bbox": "124,33,132,39", "zoom": "7"])
    try await record("GET /api/booths/search", query: ["q": "ㅇㅅㄴㅋ", "limit": "2", "fields": "id,name,brand"])
    try await record("GET /api/booths", query: ["ids": "5,1,99", "fields": "name,open_state"])
    try await record("GET /api/booths/{id}", [1])
    try await record("GET /api/booths/{id}", [99], fails: 404)
    try await record("GET /api/brands")
    try await record("GET /.well-known/fourcuts")
    try await record("GET /api/catalogue/snapshot")
    try await record("GET /api/catalogue/deltas", query: ["since": "6", "mark": "six"])
    try await record("GET /api/catalogue/deltas", query: ["since": "5", "mark": "five"], fails: 409)
    try await record("GET /api/catalogue/exports/{file}", ["booths.geojsonseq"])
    try await record("GET /api/sources")
    try await record("GET /api/places")
    try await record("GET /api/search", query: ["q": "강남역", "limit": "3"])
    try await record("GET /api/location/resolve", query: ["location_state": "denied", "region": "seoul-gangnam"])
    try await record("GET /api/location/regions")
  }

  func accounts() async throws {
    let person = ##"{"email":"mina@example.com","password":"\##(Service.password)","nickname":"느긋한 고래"}"##
    try await record("POST /api/accounts/email-check", json: #"{"email":"mina@example.com"}"#)
    let signedUp = try await record("POST /api/accounts", json: person)
    mina = try TestClient(service, signedUp)
    try await record("POST /api/accounts", json: person, fails: 409)
    let login = #"{"email":"mina@example.com","password":"\#(Service.password)"}"#
    let session = try await record("POST /api/sessions", json: login)
    try await record("POST /api/sessions", json: login.replacing("horse", with: "house"), fails: 401)
    let refresh = try #require(session.json["tokens"]["refresh_token"].text)
    let renewed = try await record("POST /api/sessions/refresh", json: #"{"refresh_token":"\#(refresh)"}"#)
    juno = try await service.signUp("juno")
    try await record("GET /api/me", by: .person(mina.token))
    try await record("GET /api/me", fails: 401)
    try await record("PATCH /api/me", by: .person(mina.token), json: #"{"bio":"네 컷은 못 참지"}"#)
    try await record("GET /api/accounts/{id}", [juno.id], by: .person(mina.token))
    try await record("PUT /api/accounts/{id}/follow", [juno.id], by: .person(mina.token))
    try await record("GET /api/accounts", query: ["nickname": "JU"], by: .person(mina.token))
    try await record("GET /api/accounts/{id}/followers", [juno.id])
    try await record("GET /api/accounts/{id}/following", [mina.id])
    try await record("DELETE /api/accounts/{id}/follow", [juno.id], by: .person(mina.token))
    try await record("PUT /api/accounts/{id}/block", [juno.id], by: .person(mina.token))
    try await record("GET /api/me/blocks", by: .person(mina.token))
    try await record("DELETE /api/accounts/{id}/block", [juno.id], by: .person(mina.token))
    try await record("GET /api/identities", by: .person(mina.token))
    try await record("DELETE /api/identities/{provider}", ["kakao"], by: .person(mina.token), fails: 404)
    let devices = try await record("GET /api/sessions", by: .person(mina.token))
    let third = try TestClient(service, await service.send(.post, "/api/sessions", json: login))
    let own = await third.get("/api/sessions").json["items"].items.first { $0["is_current"].bool == true }
    let thirdDevice = try #require(own?["id"].text)
    try await record("DELETE /api/sessions/{id}", [thirdDevice], by: .person(mina.token))
    try await record("DELETE /api/sessions/{id}", [thirdDevice], by: .person(mina.token), fails: 404)
    #expect(devices.json["items"].items.count == 2)
    try await record("GET /api/me/export", by: .person(mina.token))
    let agreed = #"{"terms":"2026-11-20","privacy":"2026-11-20","location_terms":"2026-11-20","is_old_enough":true}"#
    try await record("PUT /api/me/consents", by: .person(mina.token), json: agreed)
    try await record("DELETE /api/me/consents/{document}", ["location-terms"], by: .person(mina.token))
    try await record("GET /api/me/consents", by: .person(mina.token))
    let push =
      ##"{"endpoint":"https://push.example/send/abc","p256dh":"\##(Self.browserKey)","##
      + #""auth":"BTBZMqHH6r4Tts7J_aSIgg","language":"ko"}"#
    try await record("PUT /api/me/push", by: .person(mina.token), json: push)
    try await record("GET /api/me/push", by: .person(mina.token))
    try await record("DELETE /api/me/push", by: .person(mina.token))
    let other = try #require(renewed.json["access_token"].text)
    try await record("DELETE /api/sessions/current", by: .person(other))
  }

  /// That of RFC 8291, section 5.
  private static let browserKey =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"

  private func passkeys() async throws {
    let by = ExampleRecorder.Sender.person(mina.token)
    try await record("POST /api/passkeys/log-in-options")
    try await record(
      "POST /api/passkeys/sign-up-options", json: #"{"email":"juno@example.org","nickname":"성실한 여우"}"#)
    try await record(
      "POST /api/me/passkeys/options", by: by, json: #"{"current_password":"\#(Service.password)"}"#)
    try await record("POST /api/me/passkeys/options", by: by, fails: 403)
    var (phone, laptop) = (TestAuthenticator(seed: 1), TestAuthenticator(seed: 2))
    let first = try await phone.add(to: mina, name: "미나의 휴대폰")
    // They are listed by their ages.
    backend.clock.advance(seconds: 1)
    let second = try await laptop.add(to: mina, name: "노트북")
    passkey = try #require(first.json["id"].text)
    let other = try #require(second.json["id"].text)
    try await record("GET /api/me/passkeys", by: by)
    try await record("PATCH /api/me/passkeys/{id}", [other], by: by, json: #"{"name":"미나의 노트북"}"#)
    try await record("DELETE /api/me/passkeys/{id}", [other], by: by)
  }

  /// What ends sessions.
  func farewell() async throws {
    let leaver = try await service.signUp("nari")
    try await record(
      "PUT /api/me/password", by: .person(leaver.token),
      json: #"{"current_password":"\#(Service.password)","new_password":"four cuts at noon"}"#)
    try await record("DELETE /api/me", by: .person(leaver.token), json: #"{"current_password":"four cuts at noon"}"#)
    try await record("DELETE /api/sessions/others", by: .person(juno.token))
    try await record("DELETE /api/sessions", by: .person(juno.token))
  }

  func posts() async throws {
    let by = ExampleRecorder.Sender.person(mina.token)
    let photos = try await record(
      "POST /api/photos", by: by, form: [.file("files", Upload.picture, named: "photo.png")])
    let name = try #require(photos.json["photos"][0]["name"].text)
    try await record("GET /api/photos/{name}", [name], by: by)
    let content = ##"{"kind":"pose","text":"볼하트 #커플포즈","people":2,"booth":1,"photos":["\##(name)"]}"##
    let post = try await record("POST /api/posts", by: by, json: content)
    try await record("POST /api/posts", by: by, json: #"{"kind":"poses"}"#, fails: 400)
    let id = try #require(post.json["id"].text)
    try await record("PUT /api/posts/{id}", [id], by: by, json: content.replacing("볼하트", with: "볼하트와 브이"))
    try await record("GET /api/posts/{id}", [id])
    try await record("GET /api/posts", query: ["limit": "1"])
    try await record("GET /api/posts/near", query: ["lat": "37.4979", "lon": "127.0276", "limit": "1"])
    try await record("GET /api/booths/{id}/gallery", [1])
    try await record("GET /api/booths/covers", query: ["ids": "1,2"])
    try await record("PUT /api/posts/{id}/like", [id], by: .person(juno.token))
    let notices = try await record("GET /api/me/notices", by: by)
    let latest = notices.json["items"][0]
    let (notice, instant) = (try #require(latest["id"].text), try #require(latest["created_at"].text))
    try await record(
      "POST /api/me/notices/read", by: by, json: #"{"id":"\#(notice)","created_at":"\#(instant)"}"#)
    try await record("GET /api/me/notice-settings", by: by)
    let settings = """
      {"page":["like","comment","follow"],"mail":["comment"],"quiet_from":"23:00","quiet_until":"08:00",\
      "time_zone":"Asia/Seoul"}
      """
    try await record("PUT /api/me/notice-settings", by: by, json: settings)
    try await record("POST /api/notice-mail/stop", query: ["token": "0199c0ffee0123456789abcd.x"], fails: 404)
    try await record("DELETE /api/posts/{id}/like", [id], by: .person(juno.token))
    let comment = try await record(
      "POST /api/posts/{id}/comments", [id], by: .person(juno.token), json: #"{"text":"다음에 해 볼게요"}"#)
    let number = try #require(comment.json["id"].text)
    try await record(
      "PUT /api/posts/{id}/comments/{comment}", [id, number], by: .person(juno.token), json: #"{"text":"꼭 해 볼게요"}"#)
    try await record("GET /api/posts/{id}/comments", [id])
    let path = [id, number]
    try await record("PUT /api/posts/{id}/comments/{comment}", path, by: by, json: #"{"text":"아니요"}"#, fails: 403)
    try await record("DELETE /api/posts/{id}/comments/{comment}", [id, number], by: .person(juno.token))
    let reported = try await record(
      "POST /api/reports", by: .person(juno.token), json: #"{"post":"\#(id)","reason":"spam"}"#)
    report = try #require(reported.json["id"].text)
    try await record("DELETE /api/posts/{id}", [id], by: by)
    let filed = try await record(
      "POST /api/booths/{id}/corrections", [1], by: by,
      json: #"{"kind":"hours","note":"토요일은 24시까지 열어요.","photos":["\#(name)"]}"#)
    correction = try #require(filed.json["id"].text)
    let here = #""latitude":37.4981,"longitude":127.0277,"accuracy_m":12.5}"#
    try await record("POST /api/booths/{id}/confirmations", [1], by: by, json: #"{"kind":"present",\#(here)"#)
    let away = #""latitude":37.5081,"longitude":127.0277,"accuracy_m":12.5}"#
    try await record(
      "POST /api/booths/{id}/confirmations", [1], by: by, json: #"{"kind":"gone",\#(away)"#, fails: 409)
    let proposed = try await record(
      "POST /api/proposals", by: by,
      json: #"{"name":"인생네컷 연남점","latitude":37.5621,"longitude":126.9251,"brand":"인생네컷","note":"2층이에요."}"#)
    proposal = try #require(proposed.json["id"].text)
    let other = try await record(
      "POST /api/proposals", by: by, json: #"{"name":"하루필름 연남점","latitude":37.5622,"longitude":126.9252}"#)
    declinedProposal = try #require(other.json["id"].text)
    try await record("GET /api/me/proposals", by: by)
    try await record("POST /api/me/booths", by: by, json: #"{"booths":[1,5]}"#)
    try await record("PUT /api/me/booths/{id}", [2], by: by)
    try await record("DELETE /api/me/booths/{id}", [5], by: by)
    try await record("GET /api/me/booths", by: by)
  }

  func orders(_ shop: OpenShop) async throws {
    let (seller, by) = (ExampleRecorder.Sender.person(juno.token), ExampleRecorder.Sender.person(mina.token))
    let goods = try await shop.frame(by: try #require(AccountID(juno.id)), title: "네 컷 프레임").post
    let order = try await record("POST /api/orders", by: by, json: #"{"post":"\#(goods)"}"#)
    let id = try #require(order.json["id"].text)
    try await record("GET /api/orders/{id}", [id], by: by)
    try shop.pay(try #require(order.json["reference"].text))
    try await record("POST /api/orders/{id}/validation", [id], by: by, json: "{}")
    try await record("POST /api/orders/{id}/validation", [id], by: by, json: "{}", fails: 409)
    try await record("GET /api/orders", by: by)
    try await record("GET /api/me/library", by: by)
    let files = try await record("GET /api/orders/{id}/files", [id], by: by)
    let url = try #require(files.json["files"].items.first?["url"].text)
    try await record("GET /api/files/{token}", [String(url.dropFirst("/api/files/".count))])
    try await record("POST /api/orders/{id}/refund-request", [id], by: by, json: #"{"reason":"사진에 맞지 않아요."}"#)
    try await record("GET /api/refund-requests/{id}", [id], by: .operator)
    try await record("GET /api/me/sales", by: seller)
    try await record(
      "POST /api/orders/{id}/refund-request/decision", [id], by: seller,
      json: #"{"accepted":true,"answer":"환불해 드릴게요."}"#)
    try await record(
      "POST /api/refund-requests/{id}/decision", [id], by: .operator, json: #"{"accepted":true}"#)
    try await record("GET /api/me/sales/total", by: seller)
    try await record("GET /api/orders/{id}/receipt", [id], by: by)
  }

  func card() async throws {
    let by = ExampleRecorder.Sender.person(mina.token)
    try await record("PATCH /api/card", by: by, json: #"{"time_zone":"Asia/Seoul"}"#)
    let group = try await record("POST /api/todo-groups", by: by, json: ##"{"name":"데이트","color":"#7B4FA3"}"##)
    let groupID = try #require(group.json["id"].text)
    try await record("GET /api/todo-groups", by: by)
    try await record("PATCH /api/todo-groups/{id}", [groupID], by: by, json: #"{"name":"주말"}"#)
    let todo = try await record(
      "POST /api/todos", by: by, json: #"{"contents":"네 컷 찍을 소품 사기","group":"\#(groupID)"}"#)
    let id = try #require(todo.json["todo"]["id"].text)
    try await record("GET /api/todos", by: by)
    try await record("GET /api/todos/{id}", [id], by: by)
    try await record("PATCH /api/todos/{id}", [id], by: by, json: #"{"contents":"여덟 컷 찍을 소품 사기"}"#)
    try await record("PUT /api/todos/{id}/done", [id], by: by)
    try await record("DELETE /api/todos/{id}/done", [id], by: by)
    try await record("POST /api/todos/{id}/postpone", [id], by: by)
    let visit = await mina.send(.post, "/api/todos", #"{"contents":"인생네컷 들르기","booth":1}"#)
    let visitID = try #require(visit.json["todo"]["id"].text)
    try await record(
      "POST /api/todos/{id}/check-in", [visitID], by: by,
      json: #"{"latitude":37.498,"longitude":127.0277,"accuracy_m":12.5}"#)
    try await record("GET /api/card", by: by)
    try await record("GET /api/card/days", query: ["month": "2026-11"], by: by)
    try await record("GET /api/card/bunches", by: by)
    try await record("DELETE /api/todos/{id}", [id], by: by)
    try await record("DELETE /api/todo-groups/{id}", [groupID], by: by)
  }

  func serviceAndStandards() async throws {
    for path in ["/healthz", "/livez", "/readyz"] { try await record("GET \(path)") }
    for path in ["/ogc", "/ogc/conformance", "/ogc/collections"] { try await record("GET \(path)") }
    try await record("GET /ogc/collections/{collectionId}", ["booths"])
    try await record("GET /ogc/collections/{collectionId}", ["parks"], fails: 404)
    try await record(
      "GET /ogc/collections/{collectionId}/items", ["booths"],
      query: ["bbox": "127.02,37.49,127.04,37.51", "limit": "1"])
    try await record("GET /ogc/collections/{collectionId}/items/{featureId}", ["booths", 1])
    for ending in ["", ".json"] {
      try await record(
        "GET /v2/local/search/keyword\(ending)", query: ["query": "인생네컷", "size": "1"], by: .map)
      try await record(
        "GET /v2/local/search/category\(ending)",
        query: ["category_group_code": "CT1", "x": "127.0276", "y": "37.4979", "radius": "1000", "size": "1"], by: .map)
    }
    try await record("GET /v2/local/search/keyword", query: ["query": ""], by: .map, fails: 400)
  }

  func operatorSessions() async throws {
    let by = ExampleRecorder.Sender.person(mina.token)
    try await passkeys()
    try await record("GET /api/operator", by: by, fails: 403)
    _ = try await backend.accountControl.grant(.operator, to: mina.id)
    try await record("GET /api/operator", by: by)
    let begun = try await record(
      "POST /api/operator/second-factor", by: by, json: #"{"password":"\#(Service.password)"}"#)
    let app = AuthenticatorApp(secret: try #require(begun.json["secret"].text))
    // The code of each request is another one.
    func code() -> String {
      backend.clock.advance(seconds: 60)
      return #"{"code":"\#(app.code(at: backend.clock.now))"}"#
    }
    try await record("POST /api/operator/second-factor/confirmation", by: by, json: code())
    let opened = try await record("POST /api/operator/session", by: by, json: code())
    let token = try #require(opened.json["token"].text)
    try await record("POST /api/operator/session/confirmation", by: .operatorSession(token), json: code())
    try await record("PUT /api/operator/passkeys/{id}", [passkey], by: .operatorSession(token))
    try await record("DELETE /api/operator/passkeys/{id}", [passkey], by: .operatorSession(token))
    let resumed = try await record(
      "PUT /api/operator/session",
      headers: [("Fourcuts-Session", "cookie"), ("Cookie", "fourcuts-operator=\(token)")])
    let renewed = try #require(resumed.json["token"].text)
    try await record("DELETE /api/operator/session", by: .operatorSession(renewed))
  }

  func operators() async throws {
    try await record("GET /api/queue", query: ["limit": "3"], by: .operator)
    try await record("GET /api/corrections", query: ["state": "open", "limit": "20"], by: .operator)
    try await record("GET /api/corrections", by: .person(mina.token), fails: 401)
    try await record("GET /api/corrections/{id}", [correction], by: .operator)
    try await record("POST /api/corrections/{id}/close", [correction], by: .operator, json: #"{"accepted":true}"#)
    try await record("GET /api/closure-candidates", query: ["limit": "20"], by: .operator)
    try await record("GET /api/proposals", query: ["state": "open", "limit": "20"], by: .operator)
    try await record("GET /api/proposals/{id}", [proposal], by: .operator)
    try await record("POST /api/proposals/{id}/accept", [proposal], by: .operator)
    try await record("POST /api/proposals/{id}/accept", [proposal], by: .operator, fails: 409)
    try await record("GET /api/reports/{id}", [report], by: .operator)
    try await record("POST /api/reports/{id}/close", [report], by: .operator, json: #"{"remove":false}"#)
    try await record("GET /api/imports", query: ["limit": "1"], by: .operator)
    try await record("POST /api/imports/{number}/rollback", [1], by: .operator)
    let again = await mina.send(
      .post, "/api/proposals", #"{"name":"하루필름 연남점","latitude":37.5623,"longitude":126.9253}"#)
    let accepted = try await record(
      "POST /api/proposals/{id}/accept", [try #require(again.json["id"].text)], by: .operator,
      json: #"{"price":5000}"#)
    try await record(
      "PATCH /api/booths/{id}", [try #require(accepted.json["booth"].int)], by: .operator,
      json: #"{"opening_hours":"Mo-Su 10:00-24:00"}"#)
    try await record("GET /api/audit", query: ["limit": "1"], by: .operator)
    try await record("GET /api/operator/searches", query: ["limit": "20"], by: .operator)
    try await record("GET /api/operator/accounts", query: ["account": "mina@example.com"], by: .operator)
    let announcement = """
      {"text":"홍대에 새 부스가 열 곳 생겼어요","path":"/booths/7","send_at":"2026-12-01T10:00:00+09:00",\
      "latitude":37.5573,"longitude":126.9258,"radius_m":3000}
      """
    let written = try await record("POST /api/operator/announcements", by: .operator, json: announcement)
    try await record("GET /api/operator/announcements", query: ["limit": "1"], by: .operator)
    try await record(
      "DELETE /api/operator/announcements/{id}", [try #require(written.json["id"].text)], by: .operator)
    let sora = try await service.signUp("sora")
    try await record(
      "PUT /api/operator/accounts/{id}/suspension", [sora.id], by: .operator, json: #"{"reason":"광고를 되풀이했어요."}"#)
    try await record("DELETE /api/operator/accounts/{id}/suspension", [sora.id], by: .operator)
    try await record(
      "POST /api/proposals/{id}/decline", [declinedProposal], by: .operator, json: #"{"reason":"이미 있는 부스예요."}"#)
  }
}
