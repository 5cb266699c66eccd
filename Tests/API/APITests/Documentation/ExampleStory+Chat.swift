import Foundation
import HTTP
import Testing

/// What people do with each other.
extension ExampleStory {
  func chat() async throws {
    let (mine, theirs) = (ExampleRecorder.Sender.person(mina.token), ExampleRecorder.Sender.person(juno.token))
    let made = try await record("POST /api/workspaces", by: mine, json: #"{"name":"금요일 네컷"}"#)
    let id = try #require(made.json["id"].int)
    try await record("GET /api/workspaces", by: mine)
    try await record("GET /api/workspaces/{id}", [id], by: mine)
    try await record("GET /api/workspaces/{id}", [id], by: theirs, fails: 404)
    try await record(
      "PUT /api/workspaces/{id}", [id], by: mine, json: #"{"name":"금요일 네컷","description":"퇴근하고 한 장"}"#)
    try await record("POST /api/workspaces/{id}/invitees", [id], by: mine, json: #"{"email":"juno@example.com"}"#)
    let invitation = #"{"email":"juno@example.com","account":"\#(juno.id)"}"#
    try await record("POST /api/workspaces/{id}/invitations", [id], by: mine, json: invitation)
    try await record("GET /api/invitations", by: theirs)
    try await record("GET /api/me/unread", by: theirs)
    try await record("DELETE /api/invitations/{id}", [id], by: theirs)
    _ = await mina.send(.post, "/api/workspaces/\(id)/invitations", invitation)
    try await record("POST /api/invitations/{id}/acceptance", [id], by: theirs)
    let link = try await record("POST /api/workspaces/{id}/invitation-links", [id], by: mine)
    let code = try #require(link.json["code"].text, "\(link.text)")
    let nari = try await service.signUp("haru")
    let secret = #"{"code":"\#(code)"}"#
    try await record("POST /api/invitation-links/lookup", by: .person(nari.token), json: secret)
    try await record("POST /api/invitation-links/acceptance", by: .person(nari.token), json: secret)
    try await record("DELETE /api/workspaces/{id}/invitation-links", [id], by: mine)
    try await record("GET /api/workspaces/{id}/members", [id], by: mine)
    try await channels(of: id, guest: nari)
    try await record("DELETE /api/workspaces/{id}/members/{account}", [id, nari.id], by: mine)
    try await record("PUT /api/workspaces/{id}/owner", [id], by: mine, json: #"{"account":"\#(juno.id)"}"#)
    try await record("DELETE /api/workspaces/{id}/membership", [id], by: mine)
    try await record("DELETE /api/workspaces/{id}", [id], by: theirs)
  }

  private func channels(of workspace: Int, guest: TestClient) async throws {
    let (mine, theirs) = (ExampleRecorder.Sender.person(mina.token), ExampleRecorder.Sender.person(juno.token))
    let made = try await record(
      "POST /api/workspaces/{id}/channels", [workspace], by: mine, json: #"{"name":"성수 모임","kind":"open"}"#)
    let id = try #require(made.json["id"].int)
    try await record("GET /api/workspaces/{id}/channels", [workspace], by: mine)
    try await record("GET /api/channels/{id}", [id], by: mine)
    try await record("PUT /api/channels/{id}", [id], by: mine, json: #"{"name":"강남 모임"}"#)
    try await record("PUT /api/channels/{id}/membership", [id], by: theirs)
    try await record("PUT /api/channels/{id}/members/{account}", [id, guest.id], by: mine)
    try await record("GET /api/channels/{id}/members", [id], by: mine)
    let message = try await record(
      "POST /api/channels/{id}/messages", [id], by: mine, json: #"{"text":"일곱 시에 만나요"}"#)
    let number = try #require(message.json["id"].int)
    try await record("PUT /api/messages/{id}", [number], by: mine, json: #"{"text":"여덟 시에 만나요"}"#)
    try await record("GET /api/channels/{id}/messages", [id], by: theirs)
    try await record("PUT /api/channels/{id}/read", [id], by: theirs, json: #"{"sequence":1}"#)
    try await record("GET /api/workspaces/{id}/messages", [workspace], query: ["q": "여덟"], by: mine)
    try await record("DELETE /api/messages/{id}", [number], by: mine)
    try await record("PUT /api/workspaces/{id}/rooms/{account}", [workspace, juno.id], by: mine)
    try await record("GET /api/workspaces/{id}/rooms", [workspace], by: mine)
    try await record("DELETE /api/channels/{id}/membership", [id], by: .person(guest.token))
    try await record("PUT /api/channels/{id}/owner", [id], by: mine, json: #"{"account":"\#(juno.id)"}"#)
    try await record("DELETE /api/channels/{id}", [id], by: theirs)
  }

  func parties() async throws {
    let (mine, theirs) = (ExampleRecorder.Sender.person(mina.token), ExampleRecorder.Sender.person(juno.token))
    let made = try await record("POST /api/parties", by: mine, json: #"{"name":"금요일 네컷","is_public":true}"#)
    let id = try #require(made.json["id"].int)
    try await record("GET /api/parties", by: mine)
    try await record("GET /api/parties/{id}", [id], by: mine)
    try await record(
      "PUT /api/parties/{id}", [id], by: mine, json: #"{"name":"금요일 네컷","description":"네 컷씩","is_public":true}"#)
    try await record("POST /api/parties/{id}/application", [id], by: theirs)
    try await record("POST /api/parties/{id}/acceptance", [id], by: mine, json: #"{"accounts":["\#(juno.id)"]}"#)
    try await record("GET /api/parties/mine", by: theirs)
    try await record("GET /api/parties/{id}/members", [id], by: mine)
    try await record("PUT /api/parties/{id}/members", [id], by: mine, json: #"{"admins":["\#(juno.id)"]}"#)
    let quest = try await record(
      "POST /api/parties/{id}/quests", [id], by: mine,
      json: #"{"title":"인생네컷 찍어 오기","starts_at":"2026-11-20T19:00:00+09:00"}"#)
    let number = try #require(quest.json["id"].int)
    try await record("GET /api/parties/{id}/quests", [id], by: theirs)
    try await record("GET /api/parties/{id}/quests/{quest}", [id, number], by: theirs)
    try await record(
      "PUT /api/parties/{id}/quests/{quest}", [id, number], by: mine, json: #"{"title":"여덟 컷 찍어 오기"}"#)
    try await record("DELETE /api/parties/{id}/quests/{quest}", [id, number], by: mine)
    try await record("DELETE /api/parties/{id}/membership", [id], by: theirs)
    try await record("DELETE /api/parties/{id}/membership", [id], by: mine, fails: 409)
    _ = await juno.send(.post, "/api/parties/\(id)/application")
    _ = await mina.send(.post, "/api/parties/\(id)/acceptance", #"{"accounts":["\#(juno.id)"]}"#)
    try await record("DELETE /api/parties/{id}/members/{account}", [id, juno.id], by: mine)
    try await record("DELETE /api/parties/{id}", [id], by: mine)
  }
}
