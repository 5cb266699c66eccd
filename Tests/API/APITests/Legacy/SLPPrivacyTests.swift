import Accounts
import Basics
import Chat
import Contracts
import Crypto
import Foundation
import HTTP
import Stores
import Support
import Testing

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("Personal data in SLP", .serialized)
struct SLPPrivacyTests {
  private let server: OldServer

  init() async throws {
    server = try await OldServer()
  }

  @Test("An e-mail address is shown to people in a common workspace, as long as they share it")
  func addresses() async throws {
    let (mina, juno) = (try await SLPPerson("mina", server), try await SLPPerson("juno", server))
    func address(of person: SLPPerson, for other: SLPPerson) async throws -> String? {
      try await other.did("GET /v1/users/\(person.number)").object["email"] as? String
    }
    #expect(try await address(of: mina, for: juno) == "")
    #expect(try await address(of: mina, for: mina) == mina.email)
    let id = try await mina.workspace()
    #expect(try await address(of: mina, for: juno) == "")
    try await mina.invite(juno, to: id)
    #expect(try await address(of: mina, for: juno) == mina.email)
    #expect(try await address(of: juno, for: mina) == juno.email)
    let path = SLPPerson.path(id, "일반")
    try await juno.send("안녕", at: path)
    let room = try await mina.did("GET /v1/workspaces/\(id)/dms/\(juno.number)/chats").object["room_id"] as? Int
    var form = OldForm()
    form.text("content", "여기도")
    _ = try await juno.did("POST /v1/workspaces/\(id)/dms/\(room ?? 0)/chats", form: form)
    let lines = [
      "GET \(path)/chats", "GET /v1/workspaces/\(id)/dms", "GET /v1/workspaces/\(id)/dms/\(juno.number)/chats",
    ]
    for line in lines { #expect(try await mina.did(line).text.contains(juno.email), "\(line)") }
    try await juno.did("GET /v1/workspaces/\(id)/leave")
    #expect(try await address(of: juno, for: mina) == "")
    for line in lines {
      let text = try await mina.did(line).text
      #expect(!text.contains("juno@") && text.contains(#""user_id":\#(juno.number)"#), "\(line)")
    }
  }

  @Test("Accounts that never used the contract show no address, and native workspaces show none")
  func natives() async throws {
    let (mina, juno) = (try await SLPPerson("mina", server), try await SLPPerson("juno", server))
    let dami = try await server.native("dami")
    let (community, chats) = (server.backend.services, server.backend.services.chat.service)
    let party = try await community.parties.make(
      WorkspaceContent(name: "모두의 파티"), isPublic: true, by: dami
    ).party.workspace.id
    for person in [mina, juno] {
      _ = try await community.parties.apply(to: party, by: person.account)
      try await community.parties.accept([person.account], into: party, by: dami)
    }
    let channel = try await chats.channels(of: party, for: dami, direct: false)[0].channel
    _ = try await chats.send("안녕", in: channel.id, by: dami)
    _ = try await chats.send("그래", in: channel.id, by: juno.account)
    _ = try await chats.directRoom(with: juno.account, in: party, by: mina.account)
    let own = try await mina.workspace()
    try await mina.invite(juno, to: own)
    let invited = try await mina.did("POST /v1/workspaces/\(own)/members", json: #"{"email":"dami@example.com"}"#)
    #expect(invited.object["nickname"] as? String == "dami" && invited.object["email"] as? String == "")
    #expect(try await chats.invitations(for: dami).map(\.workspace.id.value) == [Int64(own)])
    try await chats.answer(WorkspaceID(Int64(own)), accepting: true, by: dami)
    let path = SLPPerson.path(Int(party.value), "일반")
    for line in [
      "GET /v1/workspaces/\(party)", "GET /v1/workspaces/\(party)/members", "GET \(path)", "GET \(path)/members",
      "GET \(path)/chats", "GET /v1/workspaces/\(party)/dms", "GET /v1/workspaces/\(party)/members/\(juno.number)",
      "GET /v1/workspaces/\(party)/dms/\(juno.number)/chats",
    ] {
      let text = try await mina.did(line).text
      #expect(!text.contains("juno@") && !text.contains("dami@"), "\(line): \(text)")
    }
    let members = try await mina.did("GET /v1/workspaces/\(own)/members").text
    #expect(members.contains("juno@example.com") && !members.contains("dami@"))
  }

  @Test("An account that never used the contract is not added to a workspace without its consent")
  func unasked() async throws {
    let mina = try await SLPPerson("mina", server)
    let dami = try await server.native("dami")
    let id = try await mina.workspace()
    let line = "POST /v1/workspaces/\(id)/members"
    for _ in 0..<2 { try await mina.did(line, json: #"{"email":"dami@example.com"}"#) }
    #expect(try await mina.did("GET /v1/workspaces/\(id)/members").list.count == 1)
    #expect(try await mina.domainError(line, json: #"{"email":"nobody@example.com"}"#) == "400 E03")
    let service = server.backend.services.chat.service
    try await service.answer(WorkspaceID(Int64(id)), accepting: true, by: dami)
    #expect(try await mina.domainError(line, json: #"{"email":"dami@example.com"}"#) == "400 E12")
    // Whoever comes with such a client once is one of them.
    try await server.backend.services.accounts.recordSLPUse(by: dami)
    let other = try await mina.workspace("다른 동네")
    try await mina.did("POST /v1/workspaces/\(other)/members", json: #"{"email":"dami@example.com"}"#)
    #expect(try await mina.did("GET /v1/workspaces/\(other)/members").list.count == 2)
  }

  @Test("People in separate workspaces see nothing of each other")
  func apart() async throws {
    let (mina, juno) = (try await SLPPerson("mina", server), try await SLPPerson("juno", server))
    let (theirs, own) = (try await mina.workspace(), try await juno.workspace())
    _ = try await mina.channel("비밀", in: theirs)
    let path = SLPPerson.path(theirs, "비밀")
    try await mina.send("아무도 몰라", at: path)
    var form = OldForm()
    form.text("name", "n")
    form.text("content", "c")
    let before = try await server.backend.contents()
    for row in slpEndpoints where row.path.hasPrefix("/v1/workspaces/{id}") {
      let line = "\(row.method.rawValue) \(row.path)".replacing("{id}", with: "\(theirs)")
        .replacing("{name}", with: "%EB%B9%84%EB%B0%80").replacing("{user_id}", with: "\(mina.number)")
        .replacing("{number}", with: "1")
      let body = #"{"email":"juno@example.com","name":"n","opponent_id":1}"#
      let takesForm = row.body?.type == "multipart/form-data"
      let domainError = try await juno.domainError(
        line, json: takesForm || row.body == nil ? nil : body, form: takesForm ? form : nil)
      #expect(domainError == "400 E13", "\(line): \(domainError)")
    }
    #expect(try await server.backend.contents() == before)
    for line in ["GET /v1/workspaces", "GET /v1/workspaces/\(own)", "GET /v1/users/\(mina.number)"] {
      let text = try await juno.did(line).text
      #expect(!text.contains("mina@") && !text.contains("비밀"), "\(line)")
    }
  }

  @Test("A private channel is listed for its members, and does not exist for others")
  func privateChannels() async throws {
    let (mina, juno) = (try await SLPPerson("mina", server), try await SLPPerson("juno", server))
    let id = try await mina.workspace()
    try await mina.invite(juno, to: id)
    _ = try await server.backend.services.chat.service.makeChannel(
      .init(name: "비밀"), .closed, in: WorkspaceID(Int64(id)), by: mina.account)
    let path = SLPPerson.path(id, "비밀")
    #expect(try await mina.did("GET \(path)").object["private"] as? Int == 1)
    #expect(try await mina.did("GET /v1/workspaces/\(id)/channels").list.count == 2)
    #expect(try await juno.did("GET /v1/workspaces/\(id)/channels").list.count == 1)
    for line in [
      "GET \(path)", "GET \(path)/chats", "GET \(path)/members", "GET \(path)/unreads", "GET \(path)/leave",
    ] {
      #expect(try await juno.domainError(line) == "400 E13", "\(line)")
    }
  }

  @Test("A withdrawn account is unknown in the rooms that it leaves behind")
  func gone() async throws {
    let (mina, juno) = (try await SLPPerson("mina", server), try await SLPPerson("juno", server))
    let id = try await mina.workspace()
    try await mina.invite(juno, to: id)
    let path = SLPPerson.path(id, "일반")
    try await juno.send("안녕", at: path)
    try await mina.send("그래", at: path)
    _ = try await mina.did("GET /v1/workspaces/\(id)/dms/\(juno.number)/chats")
    let accounts = server.backend.services.accounts
    _ = try await accounts.withdraw(try await accounts.caller(withAccessToken: juno.token))
    #expect(try await juno.domainError("GET /v1/users/my") == "400 E02")
    #expect(try await mina.domainError("GET /v1/users/\(juno.number)") == "400 E13")
    #expect(try await mina.texts(path) == ["그래"])
    let rooms = try await mina.did("GET /v1/workspaces/\(id)/dms").list
    let user = rooms.first?["user"] as? [String: Any]
    #expect(rooms.count == 1 && user?["user_id"] as? Int == 0 && user?["email"] as? String == "")
    // A message that was read before its author went, told afterwards.
    let community = server.backend.services
    let seen = try await community.chat.service.channels(of: WorkspaceID(Int64(id)), for: mina.account, direct: false)
    var message = try await community.chat.service.messages(
      .after(sequence: 0), of: seen[0].channel.id, limit: 10, for: mina.account)[1]
    for author in [nil, Person(id: juno.account, nickname: "juno")] {
      message.author = author
      let chat = try await community.slpChat(message, of: seen[0].channel)
      #expect(chat.user == .gone && chat.content == "그래")
    }
    // Those who listen without having logged in are told no address.
    message.author = Person(id: mina.account, nickname: "mina")
    let open = try await community.slpChat(message, of: seen[0].channel, includingEmails: false)
    #expect(open.user.email == "" && open.user.id == mina.number && open.user.nickname == "mina")
    #expect(try await community.slpChat(message, of: seen[0].channel).user.email == mina.email)
  }
}

extension OldServer {
  /// Somebody who never used an old client.
  fileprivate func native(_ name: String) async throws -> AccountID {
    let id = AccountID(at: clock.now, random: systemRandom)
    let account = Account(
      id: id, email: try EmailAddress("\(name)@example.com"), nickname: try Nickname(name), createdAt: clock.now)
    try await SQLAccountStore(backend.database).add(account, passwordHash: "-", mail: nil)
    return id
  }
}
