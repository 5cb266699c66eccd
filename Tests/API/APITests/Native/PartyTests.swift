import Basics
import Chat
import Contracts
import HTTP
import Testing

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("Parties and quests")
struct PartyTests {
  private let instant = "2026-11-20T10:00:30.000Z"

  @Test("A party, its people and a quest have complete responses")
  func transcripts() async throws {
    try await withChatServer { backend in
      let (mina, juno) = (try await backend.person("mina"), try await backend.person("juno"))
      let created = await mina.send(
        .post, "/api/parties", #"{"name":"금요일","description":"네 컷","photo":null,"is_public":true}"#)
      let id = try #require(created.json["id"].int)
      let code = try #require(created.json["access_code"].text)
      #expect(created.status == 201 && created.headers["Location"] == "/api/parties/\(id)")
      let person = { (participant: ChatParticipant, name: String) in
        #"{"id":"\#(participant.id)","nickname":"\#(name)","photo":null}"#
      }
      let party = { (code: String, grade: String, count: Int) in
        #"{"id":\#(id),"name":"금요일","description":"네 컷","photo":null,"master":\#(person(mina, "mina")),"#
          + #""is_public":true,"access_code":\#(code),"grade":\#(grade),"created_at":"\#(instant)","#
          + #""member_count":\#(count)}"#
      }
      #expect(code.count == 16 && created.text == party("\"\(code)\"", "\"master\"", 1))
      #expect(created.headers["Cache-Control"] == "no-store")
      // It is a workspace, too.
      #expect(await mina.get("/api/workspaces/\(id)").json["name"].text == "금요일")

      #expect(await juno.get("/api/parties/\(id)").text == party("null", "null", 1))
      #expect(await juno.get("/api/parties").text == #"{"items":[\#(party("null", "null", 1))],"next":null}"#)
      #expect(await juno.send(.post, "/api/parties/\(id)/application").status == 204)
      #expect(await juno.get("/api/parties/mine").text == #"{"items":[\#(party("null", "\"applicant\"", 1))]}"#)
      let accepted = await mina.send(.post, "/api/parties/\(id)/acceptance", #"{"accounts":["\#(juno.id)"]}"#)
      #expect(accepted.status == 204 && accepted.text.isEmpty)
      #expect(await juno.get("/api/parties/mine").text == #"{"items":[\#(party("\"\(code)\"", "\"member\"", 2))]}"#)
      #expect(
        await juno.get("/api/parties/\(id)/members").text
          == #"{"items":[{"person":\#(person(mina, "mina")),"grade":"master","since":"\#(instant)"},"#
          + #"{"person":\#(person(juno, "juno")),"grade":"member","since":"\#(instant)"}]}"#)

      let quests = "/api/parties/\(id)/quests"
      let notice = await mina.send(
        .post, quests, #"{"title":"찍기","description":"d","starts_at":"2026-11-20T19:00:00+09:00","ends_at":null}"#)
      let number = try #require(notice.json["id"].int)
      #expect(notice.status == 201 && notice.headers["Location"] == "\(quests)/\(number)")
      #expect(
        notice.text
          == #"{"id":\#(number),"party":\#(id),"kind":"notice","notice":null,"writer":\#(person(mina, "mina")),"#
          + #""title":"찍기","description":"d","starts_at":"2026-11-20T10:00:00.000Z","ends_at":null,"#
          + #""created_at":"\#(instant)"}"#)
      let done = await juno.send(.post, quests, #"{"title":"찍음","notice":\#(number)}"#)
      #expect(done.status == 201 && done.json["kind"].text == "submission" && done.json["notice"].int == number)
      #expect(await juno.get(quests).text == #"{"items":[\#(done.text),\#(notice.text)]}"#)
      #expect(await juno.get("\(quests)/\(number)").text == notice.text)
    }
  }

  @Test("A private party can be seen and applied to with its code, and not without")
  func hidden() async throws {
    try await withChatServer { backend in
      let (mina, juno) = (try await backend.person("mina"), try await backend.person("juno"))
      let created = try await mina.did(.post, "/api/parties", #"{"name":"비밀","is_public":false}"#)
      let (id, code) = (try #require(created.json["id"].int), try #require(created.json["access_code"].text))
      let party = "/api/parties/\(id)"
      #expect(await juno.get("/api/parties").text == #"{"items":[],"next":null}"#)
      for (method, path, json) in [
        (HTTP.Method.get, party, nil), (.get, "\(party)?code=\(code.dropLast())", nil), (.delete, party, nil),
        (.put, party, #"{"name":"x","is_public":true}"#), (.post, "\(party)/application", nil),
        (.post, "\(party)/acceptance", #"{"accounts":["\#(juno.id)"]}"#), (.delete, "\(party)/membership", nil),
        (.get, "\(party)/members", nil), (.put, "\(party)/members", #"{"admins":["\#(juno.id)"]}"#),
        (.delete, "\(party)/members/\(mina.id)", nil), (.get, "\(party)/quests", nil),
        (.post, "\(party)/quests", #"{"title":"x"}"#), (.get, "\(party)/quests/1", nil),
        (.put, "\(party)/quests/1", #"{"title":"x"}"#), (.delete, "\(party)/quests/1", nil),
      ] {
        let answer = await juno.send(method, path, json)
        let unknown = await juno.send(method, path.replacing(party, with: "/api/parties/999"), json)
        #expect(answer.domainError == "404 party-unknown -", "\(method.rawValue) \(path)")
        #expect(answer.text == unknown.text, "\(method.rawValue) \(path)")
      }
      let view = await juno.get("\(party)?code=\(code)").text
      #expect(view.contains(#""access_code":null,"grade":null"#) && !view.contains(code))
      #expect(await juno.send(.post, "\(party)/application?code=\(code)").status == 204)
      #expect(await juno.get(party).json["grade"].text == "applicant")
      #expect(await juno.send(.post, "\(party)/application").domainError == "409 application-repeated -")
      #expect(await juno.send(.delete, "\(party)/membership").status == 204)
      #expect(await juno.get(party).domainError == "404 party-unknown -")
    }
  }

  @Test("Parties are searched page by page")
  func search() async throws {
    try await withChatServer { backend in
      let (mina, juno) = (try await backend.person("mina"), try await backend.person("juno"))
      for number in 1...5 {
        _ = try await (number % 2 == 0 ? juno : mina).make(
          "/api/parties", #"{"name":"party \#(number)","is_public":true}"#)
      }
      let names = { (query: String) in
        await juno.get("/api/parties?\(query)").json["items"].items.compactMap { $0["name"].text?.suffix(1) }
      }
      #expect(await names("name=PARTY") == ["5", "4", "3", "2", "1"])
      #expect(await names("master=min") == ["5", "3", "1"])
      #expect(await names("master=min&name=3") == ["3"])
      #expect(await names("name=%25") == [])
      var (view, next): ([Substring], Int?) = ([], nil)
      repeat {
        let page = await juno.get("/api/parties?limit=2\(next.map { "&before=\($0)" } ?? "")").json
        view += page["items"].items.compactMap { $0["name"].text?.suffix(1) }
        next = page["next"].int
      } while next != nil
      #expect(view == ["5", "4", "3", "2", "1"])
      #expect(await juno.get("/api/parties?name=%E2%80%8B").domainError == "400 text-invalid name")
      #expect(await juno.get("/api/parties?limit=101").status == 400)
      #expect(await juno.get("/api/parties?before=0").status == 400)
      #expect(await backend.service.get("/api/parties").domainError == "401 token-missing -")
    }
  }

  @Test("Members of a party use its channels from acceptance to removal")
  func conversation() async throws {
    try await withChatServer { backend in
      let (mina, juno) = (try await backend.person("mina"), try await backend.person("juno"))
      let id = try await mina.make("/api/parties", #"{"name":"동네","is_public":true}"#)
      let channels = await mina.get("/api/workspaces/\(id)/channels").json["items"]
      let standard = try #require(channels[0]["id"].int)
      _ = try await juno.did(.post, "/api/parties/\(id)/application")
      #expect(
        await juno.send(.post, "/api/channels/\(standard)/messages", #"{"text":"?"}"#).domainError
          == "404 channel-unknown -")
      _ = try await mina.did(.post, "/api/parties/\(id)/acceptance", #"{"accounts":["\#(juno.id)"]}"#)
      let listening = try await juno.connect()
      listening.subscribe(standard)
      #expect(try await listening.next()["type"].text == "subscribed")
      try await mina.send("어서 와요", in: standard)
      #expect(try await listening.next()["messages"][0]["text"].text == "어서 와요")
      _ = try await mina.did(.delete, "/api/parties/\(id)/members/\(juno.id)")
      #expect(try await listening.next()["type"].text == "membership")
    }
  }

  @Test("Quests are listed by kind, writer and title, page by page, and changed and removed by those with permission")
  func quests() async throws {
    try await withChatServer { backend in
      let (mina, juno) = (try await backend.person("mina"), try await backend.person("juno"))
      let id = try await mina.make("/api/parties", #"{"name":"동네","is_public":true}"#)
      _ = try await juno.did(.post, "/api/parties/\(id)/application")
      _ = try await mina.did(.post, "/api/parties/\(id)/acceptance", #"{"accounts":["\#(juno.id)"]}"#)
      let quests = "/api/parties/\(id)/quests"
      let notice = try await mina.make(quests, #"{"title":"one"}"#)
      let done = try await juno.make(quests, #"{"title":"two","notice":\#(notice)}"#)
      _ = try await mina.make(quests, #"{"title":"three"}"#)
      let titles = { (query: String) in
        await juno.get("\(quests)?\(query)").json["items"].items.compactMap { $0["title"].text }
      }
      #expect(await titles("") == ["three", "two", "one"])
      #expect(await titles("kind=notice") == ["three", "one"])
      #expect(await titles("kind=submission") == ["two"])
      #expect(await titles("writer=MINA&limit=1") == ["three"])
      #expect(await titles("title=O&before=\(done)") == ["one"])
      #expect(await juno.get("\(quests)?kind=quest").status == 400)
      #expect(await juno.send(.post, quests, #"{"title":"x"}"#).domainError == "403 party-not-yours -")
      #expect(await juno.send(.post, quests, #"{"title":"x","notice":\#(done)}"#).domainError == "404 quest-unknown -")
      let backwards = #"{"title":"x","starts_at":"2026-11-20T19:00:00Z","ends_at":"2026-11-20T19:00:00+09:00"}"#
      #expect(await mina.send(.post, quests, backwards).domainError == "400 period-reversed ends_at")
      #expect(
        await mina.send(.put, "\(quests)/\(done)", #"{"title":"x"}"#).domainError == "403 quest-not-yours -")
      #expect(await juno.send(.put, "\(quests)/\(done)", #"{"title":"2"}"#).json["title"].text == "2")
      #expect(await juno.send(.delete, "\(quests)/\(notice)").domainError == "403 quest-not-yours -")
      #expect(await mina.send(.delete, "\(quests)/\(notice)").status == 204)
      #expect(await titles("") == ["three"])
      #expect(await juno.get("\(quests)/\(done)").domainError == "404 quest-unknown -")
    }
  }
}
