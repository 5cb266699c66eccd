import Accounts
import Basics
import Foundation
import HTTP
import NativeAPI
import Support
import Testing

@testable import App

@Suite("Notices over HTTP")
struct NoticeTests {
  private static let token = "the token of the operator"

  private func operated() async throws -> (TestBackend, Service) {
    let backend = try await TestBackend()
    return (backend, Service(backend: backend) { $0.native.operatorToken = { Self.token } })
  }

  private func read(_ notice: Node, by person: TestClient) async throws -> Answer {
    let (id, instant) = (try #require(notice["id"].text), try #require(notice["created_at"].text))
    return await person.send(.post, "/api/me/notices/read", #"{"id":"\#(id)","created_at":"\#(instant)"}"#)
  }

  @Test("Likes of a post are one notice, which is read up to what was shown, and listed page by page")
  func grouped() async throws {
    let backend = try await TestBackend()
    let service = Service(backend: backend)
    let mina = try await service.signUp("mina")
    let post = try await mina.post(#"{"kind":"feed","text":"홍대 네컷"}"#)
    for name in ["juno", "dami", "nari", "hana"] {
      backend.clock.advance(seconds: 1)
      _ = await (try await service.signUp(name)).send(.put, "/api/posts/\(post)/like")
    }
    let page = await mina.get("/api/me/notices")
    Definition.own.check(page, "NoticePage")
    let notice = page.json["items"][0]
    #expect(notice["kind"].text == "like" && notice["count"].int == 4 && notice["is_read"].bool == false)
    #expect(notice["people"].items.map { $0["nickname"].text } == ["hana", "nari", "dami"])
    #expect(notice["person"]["nickname"].text == "hana" && notice["post"].text == post)
    #expect(await mina.get("/api/me/unread").json["notice_count"].int == 1)

    backend.clock.advance(seconds: 1)
    let more = try await service.signUp("sora")
    _ = await more.send(.post, "/api/posts/\(post)/comments", #"{"text":"와"}"#)
    for _ in 0..<2 { #expect(try await read(notice, by: mina).status == 204) }
    #expect(await mina.get("/api/me/unread").json["notice_count"].int == 1)
    let first = await mina.get("/api/me/notices?limit=1")
    #expect(first.json["items"][0]["kind"].text == "comment")
    let next = try #require(first.json["next"].text)
    let rest = await mina.get("/api/me/notices?limit=1&cursor=\(next)")
    #expect(rest.json["items"][0]["is_read"].bool == true && rest.json["next"].text == nil)
    #expect(await more.get("/api/me/notices?cursor=\(next)").domainError == "400 cursor-invalid cursor")
    for target in ["/api/me/notices", "/api/me/notice-settings"] {
      #expect(await service.get(target).domainError == "401 token-missing -")
    }
  }

  @Test("The kinds of notices are chosen, and an unknown one is refused")
  func settings() async throws {
    let service = try await Service.inhabited()
    let (mina, juno) = (try await service.signUp("mina"), try await service.signUp("juno"))
    let all = await mina.get("/api/me/notice-settings")
    Definition.own.check(all, "NoticeSettings")
    #expect(all.json["page"].items.count == 15)
    let target = "/api/me/notice-settings"
    let chosen = await mina.send(.put, target, #"{"page":["like","like"],"push":["like","sale"],"mail":["like"]}"#)
    let expected =
      #"{"page":["like"],"push":["like"],"mail":["like"],"quiet_from":null,"quiet_until":null,"time_zone":null}"#
    #expect(chosen.text == expected)
    _ = await juno.send(.put, "/api/accounts/\(mina.id)/follow")
    #expect(await mina.get("/api/me/notices").json["items"].items.isEmpty)
    #expect(await mina.send(.put, target, #"{"page":["nap"]}"#).domainError == "400 field-invalid page[0]")
    #expect(await mina.send(.put, target, "{}").domainError == "400 field-missing page")
    #expect(await mina.get(target).text == expected)
  }

  @Test(
    "Quiet hours have a beginning, another end and a time zone",
    arguments: [
      (#""quiet_from":"23:00","quiet_until":"08:00","time_zone":"Asia/Seoul""#, "200"),
      (#""quiet_from":"23:00","quiet_until":"23:00","time_zone":"Asia/Seoul""#, "400 quiet-hours-empty quiet_until"),
      (#""quiet_from":"23:00","quiet_until":"08:00","time_zone":"KST""#, "400 time-zone-unknown time_zone"),
      (#""quiet_from":"23:00","quiet_until":"08:00""#, "400 field-missing time_zone"),
      (#""quiet_until":"08:00","time_zone":"Asia/Seoul""#, "400 field-missing quiet_from"),
      (#""quiet_from":"11 pm","quiet_until":"08:00","time_zone":"UTC""#, "400 field-invalid quiet_from"),
    ])
  func quietHours(_ hours: String, _ outcome: String) async throws {
    let service = try await Service.inhabited()
    let mina = try await service.signUp("mina")
    let answer = await mina.send(.put, "/api/me/notice-settings", #"{"page":["like"],\#(hours)}"#)
    guard outcome == "200" else { return #expect(answer.domainError == outcome) }
    let stored = await mina.get("/api/me/notice-settings").json
    #expect(stored["quiet_from"].text == "23:00" && stored["quiet_until"].text == "08:00")
    #expect(stored["time_zone"].text == "Asia/Seoul" && answer.status == 200)
    let all = #"{"page":["like"]}"#
    #expect(await mina.send(.put, "/api/me/notice-settings", all).json["quiet_from"].text == nil)
  }

  @Test("The daily mail is stopped without a login, by its token only")
  func stopped() async throws {
    let backend = try await TestBackend()
    let service = Service(backend: backend)
    let mina = try await service.signUp("mina")
    let settings = "/api/me/notice-settings"
    _ = await mina.send(.put, settings, #"{"page":["like"],"mail":["like"]}"#)
    let token = backend.services.mailer.unsubscribeToken(of: try #require(AccountID(mina.id)))
    let target = "/api/notice-mail/stop?token="
    func press(_ token: String) async -> Answer {
      await service.send(
        .post, target + token, [("Content-Type", "application/x-www-form-urlencoded")],
        body: .bytes(Array("List-Unsubscribe=One-Click".utf8)))
    }
    #expect(await press(String(token.dropLast())).domainError == "404 mail-token-unknown token")
    #expect(await press("x").domainError == "404 mail-token-unknown token")
    #expect(await service.send(.post, "/api/notice-mail/stop").domainError == "400 parameter-missing token")
    #expect(await mina.get(settings).json["mail"].items.count == 1)
    // Programs that fetch what is in a mail change nothing.
    #expect(await service.get(target + token).status == 405)
    for _ in 0..<2 { #expect(await press(token).status == 204) }
    #expect(await service.send(.post, target + token).status == 204)
    let stored = await mina.get(settings).json
    #expect(stored["mail"].items.isEmpty && stored["page"].items.count == 1)
  }

  @Test("Who is invited, applies or is accepted is told, and a workspace has no name for those outside")
  func memberships() async throws {
    let service = try await Service.inhabited()
    let (mina, juno) = (try await service.signUp("mina"), try await service.signUp("juno"))
    let party = try #require(
      await mina.send(.post, "/api/parties", #"{"name":"금요일","is_public":true}"#).json["id"].int)
    #expect(await juno.send(.post, "/api/parties/\(party)/application").status == 204)
    let application = await mina.get("/api/me/notices").json["items"][0]
    #expect(application["kind"].text == "application" && application["person"]["nickname"].text == "juno")
    #expect(application["workspace"].int == party && application["text"].text == "금요일")
    // It is counted among the applications until it is answered.
    let waiting = await mina.get("/api/me/unread").json
    #expect(waiting["notice_count"].int == 0 && waiting["application_count"].int == 1)
    _ = await mina.send(.post, "/api/parties/\(party)/acceptance", #"{"accounts":["\#(juno.id)"]}"#)
    let accepted = await juno.get("/api/me/notices").json["items"][0]
    #expect(accepted["kind"].text == "acceptance" && accepted["text"].text == "금요일")
    #expect(await juno.get("/api/me/unread").json["notice_count"].int == 1)

    let group = try #require(await mina.send(.post, "/api/workspaces", #"{"name":"비밀"}"#).json["id"].int)
    let invitee = #"{"email":"juno@example.com","account":"\#(juno.id)"}"#
    _ = await mina.send(.post, "/api/workspaces/\(group)/invitations", invitee)
    let invitation = await juno.get("/api/me/notices").json["items"].items.first { $0["kind"].text == "invitation" }
    #expect(invitation?["text"].text == "비밀" && invitation?["person"]["nickname"].text == "mina")
    #expect(await juno.get("/api/me/unread").json["notice_count"].int == 1)
    _ = await juno.send(.delete, "/api/invitations/\(group)")
    let declined = await juno.get("/api/me/notices").json["items"].items.first { $0["kind"].text == "invitation" }
    #expect(declined?["text"].text == "" && declined?["workspace"].value == nil)
  }

  @Test("Those who propose and correct booths are told what became of it")
  func decisions() async throws {
    let (backend, service) = try await operated()
    let (mina, juno) = (try await service.signUp("mina"), try await service.signUp("juno"))
    var proposals: [String] = []
    for name in ["인생네컷 연남점", "하루필름 연남점"] {
      backend.clock.advance(seconds: 1)
      let body = #"{"name":"\#(name)","latitude":37.562\#(proposals.count + 1),"longitude":126.9251}"#
      proposals.append(try #require(await mina.send(.post, "/api/proposals", body).json["id"].text))
    }
    let accepted = await service.send(.post, "/api/proposals/\(proposals[0])/accept", json: nil, token: Self.token)
    let booth = try #require(accepted.json["booth"].int)
    backend.clock.advance(seconds: 1)
    _ = await service.send(
      .post, "/api/proposals/\(proposals[1])/decline", json: #"{"reason":"없어요"}"#, token: Self.token)
    var corrections: [String] = []
    for person in [mina, juno] {
      let filed = await person.send(.post, "/api/booths/\(booth)/corrections", #"{"kind":"price","note":"5000"}"#)
      corrections.append(try #require(filed.json["id"].text, "\(filed.text)"))
    }
    backend.clock.advance(seconds: 1)
    _ = await service.send(
      .post, "/api/corrections/\(corrections[0])/close", json: #"{"accepted":true,"price":5000}"#, token: Self.token)
    let own = await mina.get("/api/me/notices")
    Definition.own.check(own, "NoticePage")
    let found = own.json["items"].items
    #expect(found.map { $0["kind"].text } == ["correctionDecision", "proposalDecision", "proposalDecision"])
    #expect(found.map { $0["is_accepted"].bool } == [true, false, true])
    #expect(found.map { $0["booth"].int } == [booth, nil, booth])
    #expect(found.map { $0["text"].text } == ["", "하루필름 연남점", "인생네컷 연남점"])
    // What is the same was closed with it.
    let others = await juno.get("/api/me/notices").json["items"].items
    #expect(others.map { $0["kind"].text } == ["correctionDecision"] && others[0]["booth"].int == booth)
  }
}
