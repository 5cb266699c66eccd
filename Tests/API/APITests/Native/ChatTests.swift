import Basics
import Chat
import Contracts
import Foundation
import HTTP
import Support
import Testing

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("Workspaces, channels and messages")
struct ChatTests {
  private let instant = "2026-11-20T10:00:30.000Z"

  @Test("A workspace, its channel and a message have complete responses")
  func transcripts() async throws {
    try await withChatServer { backend in
      let mina = try await backend.person("mina")
      let created = await mina.send(
        .post, "/api/workspaces", #"{"name":"금요일","description":"네 컷","photo":null}"#)
      let id = try #require(created.json["id"].int)
      #expect(created.status == 201 && created.headers["Location"] == "/api/workspaces/\(id)")
      let workspace =
        #"{"id":\#(id),"name":"금요일","description":"네 컷","photo":null,"owner":"\#(mina.id)","#
        + #""created_at":"\#(instant)","member_count":1}"#
      #expect(created.text == workspace && created.headers["Cache-Control"] == "no-store")
      #expect(await mina.get("/api/workspaces/\(id)").text == workspace)
      #expect(await mina.get("/api/workspaces").text == #"{"items":[\#(workspace)]}"#)

      let channel = await mina.send(
        .post, "/api/workspaces/\(id)/channels", #"{"name":"모임","description":"","kind":"closed"}"#)
      let number = try #require(channel.json["id"].int)
      #expect(channel.status == 201 && channel.headers["Location"] == "/api/channels/\(number)")
      #expect(
        channel.text
          == #"{"id":\#(number),"workspace":\#(id),"kind":"closed","name":"모임","description":"","owner":"\#(mina.id)","#
          + #""partner":null,"created_at":"\#(instant)","last_sequence":0,"revision":0,"is_member":true,"#
          + #""read_sequence":0,"unread_count":0,"newest":null}"#)

      let sent = await mina.send(.post, "/api/channels/\(number)/messages", #"{"text":"일곱 시","key":"k1"}"#)
      let message = try #require(sent.json["id"].int)
      #expect(sent.status == 201)
      #expect(
        sent.text
          == #"{"id":\#(message),"channel":\#(number),"sequence":1,"revision":1,"#
          + #""author":{"id":"\#(mina.id)","nickname":"mina","photo":null},"text":"일곱 시","photos":[],"#
          + #""created_at":"\#(instant)","edited_at":null,"removed_at":null}"#)
      // The same word for it: said once, answered again.
      #expect(
        await mina.send(.post, "/api/channels/\(number)/messages", #"{"text":"일곱 시","key":"k1"}"#).text == sent.text)
      #expect(await mina.get("/api/channels/\(number)/messages").text == #"{"items":[\#(sent.text)]}"#)
    }
  }

  @Test("Unread messages and invitations are counted, and an unchanged answer is not sent again")
  func unread() async throws {
    try await withChatServer { backend in
      let (people, workspace, channel) = try await backend.circle("mina", "juno")
      let (mina, juno) = (people[0], people[1])
      #expect(await juno.get("/api/me/unread").json["message_count"].int == 0)
      for text in ["하나", "둘", "셋"] { _ = try await mina.send(text, in: channel) }
      let answer = await juno.get("/api/me/unread")
      #expect(answer.json["message_count"].int == 3)
      let first = answer.json["channels"][0]
      #expect(first["id"].int == channel && first["workspace"].int == workspace)
      #expect(first["unread_count"].int == 3 && first["revision"].int == 3)
      #expect(await mina.get("/api/me/unread").json["message_count"].int == 0)
      let tag = try #require(answer.headers["ETag"])
      #expect(await juno.get("/api/me/unread").headers["ETag"] == tag)
      _ = await juno.send(.put, "/api/channels/\(channel)/read", #"{"sequence":2}"#)
      let later = await juno.get("/api/me/unread")
      #expect(later.json["message_count"].int == 1 && later.headers["ETag"] != tag)
      let dami = try await backend.person("dami")
      try await mina.invite(dami, "dami", to: workspace)
      #expect(await dami.get("/api/me/unread").json["invitation_count"].int == 1)
      for number in 0..<120 { _ = try await mina.send("\(number)", in: channel) }
      #expect(await juno.get("/api/me/unread").json["message_count"].int == 100)
    }
  }

  @Test("An address is looked up before an invitation, which people accept or decline")
  func invitations() async throws {
    try await withChatServer { backend in
      let (mina, juno) = (try await backend.person("mina"), try await backend.person("juno"))
      let id = try await mina.make("/api/workspaces", #"{"name":"동네"}"#)
      let (address, look) = ("/api/workspaces/\(id)/invitations", "/api/workspaces/\(id)/invitees")
      let found = try await mina.did(.post, look, #"{"email":" Juno@Example.com "}"#).json
      #expect(found["person"]["id"].text == "\(juno.id)" && found["person"]["nickname"].text == "juno")
      #expect(found["is_email_verified"].bool == false)
      #expect(try await mina.did(.post, look, #"{"email":"nobody@example.com"}"#).json["person"].value == nil)
      let body = #"{"email":" Juno@Example.com ","account":"\#(juno.id)"}"#
      #expect(await mina.send(.post, address, body).status == 204)
      // What was not seen is not invited.
      for wrong in [
        #""email":"nobody@example.com","account":"\#(juno.id)""#,
        #""email":"juno@example.com","account":"\#(mina.id)""#,
      ] {
        #expect(await mina.send(.post, address, "{\(wrong)}").domainError == "409 invitee-changed account")
      }
      #expect(
        await mina.send(.post, address, #"{"email":"juno@example.com"}"#).domainError == "400 field-missing account")
      let invited = await juno.get("/api/invitations").json["items"]
      #expect(invited.items.count == 1 && invited[0]["workspace"]["id"].int == id)
      #expect(invited[0]["by"]["nickname"].text == "mina")
      #expect(await juno.get("/api/workspaces/\(id)").domainError == "404 workspace-unknown -")
      #expect(await juno.send(.delete, "/api/invitations/\(id)").status == 204)
      #expect(await juno.send(.post, "/api/invitations/\(id)/acceptance").domainError == "404 invitation-unknown -")
      _ = try await mina.did(.post, address, body)
      #expect(await juno.send(.post, "/api/invitations/\(id)/acceptance").status == 204)
      #expect(await juno.get("/api/workspaces/\(id)").json["member_count"].int == 2)
      for (path, body) in [(address, body), (look, #"{"email":"juno@example.com"}"#)] {
        #expect(await mina.send(.post, path, body).json["code"].text == "member-already")
        #expect(await juno.send(.post, path, body).domainError == "403 workspace-not-yours -")
      }
      #expect(await mina.send(.post, look, #"{"email":"x"}"#).domainError == "400 email-invalid email")
    }
  }

  @Test("A link admits one person, also one with a later account")
  func links() async throws {
    try await withChatServer { backend in
      let mina = try await backend.person("mina")
      let id = try await mina.make("/api/workspaces", #"{"name":"동네"}"#)
      let links = "/api/workspaces/\(id)/invitation-links"
      let created = try await mina.did(.post, links).json
      let code = try #require(created["code"].text)
      #expect(created["address"].text?.hasSuffix("/app/chat?invitation=\(code)") == true)
      let (juno, dami) = (try await backend.person("juno"), try await backend.person("dami"))
      let body = #"{"code":"\#(code)"}"#
      let shown = try await juno.did(.post, "/api/invitation-links/lookup", body).json
      #expect(shown["workspace"]["name"].text == "동네" && shown["by"]["nickname"].text == "mina")
      #expect(try await juno.did(.post, "/api/invitation-links/acceptance", body).json["member_count"].int == 2)
      #expect(await dami.send(.post, "/api/invitation-links/acceptance", body).domainError == "404 link-unknown code")
      #expect(await juno.send(.post, links).domainError == "403 workspace-not-yours -")
      let other = try #require(try await mina.did(.post, links).json["code"].text)
      #expect(await mina.send(.delete, links).status == 204)
      let late = await dami.send(.post, "/api/invitation-links/lookup", #"{"code":"\#(other)"}"#)
      #expect(late.domainError == "404 link-unknown code")
      #expect(await backend.service.send(.post, "/api/invitation-links/lookup", json: body).status == 401)
    }
  }

  @Test("Look-ups of addresses are rate-limited")
  func manyLooks() async throws {
    try await withChatServer { backend in
      let mina = try await backend.person("mina")
      let id = try await mina.make("/api/workspaces", #"{"name":"동네"}"#)
      var statuses: [Int] = []
      for number in 0..<61 {
        statuses.append(
          await mina.send(.post, "/api/workspaces/\(id)/invitees", #"{"email":"n\#(number)@example.com"}"#).status)
      }
      #expect(statuses == Array(repeating: 200, count: 60) + [429])
      backend.backend.clock.advance(seconds: 61)
      #expect(await mina.send(.post, "/api/workspaces/\(id)/invitees", #"{"email":"n@example.com"}"#).status == 200)
    }
  }

  @Test("A non-member learns nothing of a workspace")
  func nonMembers() async throws {
    try await withChatServer { backend in
      let (people, workspace, channel) = try await backend.circle("mina", "juno")
      let message = try await people[0].send("안녕", in: channel)
      let outsider = try await backend.person("dami")
      for (method, path, json) in [
        (HTTP.Method.get, "/api/workspaces/\(workspace)", nil), (.get, "/api/workspaces/\(workspace)/members", nil),
        (.put, "/api/workspaces/\(workspace)", #"{"name":"x"}"#), (.delete, "/api/workspaces/\(workspace)", nil),
        (.delete, "/api/workspaces/\(workspace)/membership", nil),
        (.get, "/api/workspaces/\(workspace)/channels", nil), (.get, "/api/workspaces/\(workspace)/rooms", nil),
        (.get, "/api/workspaces/\(workspace)/messages?q=a", nil),
        (.delete, "/api/workspaces/\(workspace)/members/\(people[1].id)", nil),
        (.put, "/api/workspaces/\(workspace)/rooms/\(people[1].id)", nil),
      ] {
        let answer = await outsider.send(method, path, json)
        #expect(answer.domainError == "404 workspace-unknown -", "\(method) \(path): \(answer.text)")
      }
      for (method, path, json) in [
        (HTTP.Method.get, "/api/channels/\(channel)", nil), (.get, "/api/channels/\(channel)/members", nil),
        (.get, "/api/channels/\(channel)/messages", nil), (.get, "/api/channels/\(channel)/events", nil),
        (.put, "/api/channels/\(channel)/membership", nil), (.delete, "/api/channels/\(channel)/membership", nil),
        (.post, "/api/channels/\(channel)/messages", #"{"text":"x"}"#),
        (.put, "/api/channels/\(channel)/read", #"{"sequence":1}"#), (.delete, "/api/channels/\(channel)", nil),
      ] {
        let answer = await outsider.send(method, path, json)
        #expect(answer.domainError == "404 channel-unknown -", "\(method) \(path): \(answer.text)")
      }
      #expect(await outsider.send(.put, "/api/messages/\(message)", #"{"text":"x"}"#).status == 404)
      #expect(await outsider.send(.delete, "/api/messages/\(message)").status == 404)
      #expect(await backend.service.get("/api/workspaces").domainError == "401 token-missing -")
    }
  }

  @Test("Missed messages are found by sequence, by revision, and by unread counts")
  func sync() async throws {
    try await withChatServer { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let (mina, juno) = (people[0], people[1])
      var ids: [Int] = []
      for number in 1...5 { ids.append(try await mina.send("m\(number)", in: channel)) }
      let address = "/api/channels/\(channel)/messages"
      func texts(_ query: String) async -> [String] {
        await juno.get(address + query).json["items"].items.compactMap { $0["text"].text }
      }
      #expect(await texts("?after=2") == ["m3", "m4", "m5"])
      #expect(await texts("?after=0&limit=2") == ["m1", "m2"])
      #expect(await texts("?before=3") == ["m2", "m1"])
      #expect(await texts("?limit=2") == ["m5", "m4"])
      #expect(await juno.get("/api/channels/\(channel)").json["unread_count"].int == 5)
      let read = try await juno.did(.put, "/api/channels/\(channel)/read", #"{"sequence":4}"#)
      #expect(read.json["unread_count"].int == 1 && read.json["read_sequence"].int == 4)
      _ = try await mina.did(.put, "/api/messages/\(ids[1])", #"{"text":"M2"}"#)
      _ = try await mina.did(.delete, "/api/messages/\(ids[0])")
      #expect(await texts("?changed_since=5") == ["M2", ""])
      let changed = await juno.get(address + "?changed_since=5").json["items"]
      #expect(changed.items.compactMap { $0["revision"].int } == [6, 7] && changed[1]["removed_at"].text != nil)
      #expect(
        await juno.send(.put, "/api/messages/\(ids[1])", #"{"text":"x"}"#).domainError == "403 message-not-yours -")
      #expect(await juno.get(address + "?after=1&before=3").domainError == "400 parameters-exclusive before")
      #expect(await juno.get(address + "?limit=0").domainError == "400 parameter-below-range limit")
      // A hundred of the longest messages are 1.5 MB, which wait for clients that do not read.
      #expect(await juno.get(address + "?limit=101").domainError == "400 parameter-above-range limit")
      #expect(await juno.get(address + "?after=x").domainError == "400 parameter-invalid after")
    }
  }

  @Test("A message holds a text or photos, and can be searched for")
  func saying() async throws {
    try await withChatServer { backend in
      let (people, workspace, channel) = try await backend.circle("mina", "juno")
      let (mina, juno) = (people[0], people[1])
      let address = "/api/channels/\(channel)/messages"
      let photo = try await backend.photo(of: mina)
      let sent = await mina.send(.post, address, #"{"photos":["\#(photo)"]}"#)
      #expect(sent.status == 201 && sent.json["photos"][0].text == photo && sent.json["text"].text == "")
      #expect(await juno.send(.post, address, #"{"photos":["\#(photo)"]}"#).json["code"].text == "photo-unknown")
      let first = try await mina.send("Cafe 갈래", in: channel)
      let second = try await mina.send("cafe 가자", in: channel)
      let found = await juno.get("/api/workspaces/\(workspace)/messages?q=CAFE").json["items"].items
      #expect(found.compactMap { $0["id"].int } == [second, first])
      let rest = await juno.get("/api/workspaces/\(workspace)/messages?q=cafe&before=\(second)&limit=1").json["items"]
      #expect(rest.items.compactMap { $0["id"].int } == [first])
      #expect(await juno.get("/api/workspaces/\(workspace)/messages").domainError == "400 parameter-missing q")
    }
  }
}

extension ChatTestServer {
  /// The name of a photo that somebody has uploaded.
  fileprivate func photo(of person: ChatParticipant) async throws -> String {
    let answer = await service.send(
      .post, "/api/photos",
      [("Authorization", "Bearer \(person.token)"), ("Content-Type", "multipart/form-data; boundary=x")],
      body: .bytes(Upload.form([Upload.picture])))
    return try #require(answer.json["photos"][0]["name"].text, "\(answer.text)")
  }
}
