import Accounts
import Basics
import Foundation
import Stores
import Support
import Testing

@testable import APIKit
@testable import Chat
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

// What the sister clients of Mojitalk cannot do without.

@Suite("Sister clients of Mojitalk", .serialized)
struct SisterClientTests {
  private let server: OldServer

  init() async throws {
    server = try await OldServer()
  }

  @Test("The flat login, and a refresh after any error, which must not end the session")
  func wespace() async throws {
    let account = try await server.person("we@example.com", "WeSpace1!", nick: "위")
    var headers = [("SesacKey", "mojitalk-key"), ("Content-Type", "application/json")]
    let body = Array(#"{"email":"we@example.com","password":"WeSpace1!","deviceToken":"fcm"}"#.utf8)
    let login = try await server.send(OldRequest("POST /v1/users/login", headers, body))
    let session = try login.decoded(SisterModels.FlatLogin.self)
    #expect(session.nickname == "위" && login.object.count == 4)
    let number = try await server.backend.services.accounts.numbered([account])[account]?.number.value
    #expect(number.map(Int.init) == session.userId)
    headers += [("Authorization", session.accessToken), ("RefreshToken", session.refreshToken)]
    let wrong = Array(#"{"name":""}"#.utf8)
    #expect(try await server.send(OldRequest("POST /v1/workspaces", headers, wrong)).verdict == "400 E11")
    #expect(try await server.send(OldRequest("GET /v1/auth/refresh", headers)).status == 200)
  }

  @Test("Profiles and workspaces with every key")
  func strictWorkspaces() async throws {
    let (mina, juno) = (try await SLPPerson("mina", server), try await SLPPerson("juno", server))
    var image = OldForm()
    image.file("image", named: "me.jpeg", "image/jpeg", OldFile.jpeg())
    let profile = try await mina.did("PUT /v1/users/my/image", form: image).decoded(SisterModels.Profile.self)
    let path = try #require(profile.profileImage)
    #expect(path.hasPrefix("/uploads/profiles/") && profile.sesacCoin == 0)
    #expect(try await mina.send("GET /v1\(path)").status == 200)
    let workspace = try await mina.workspace()
    let listed = try await mina.did("GET /v1/workspaces").decoded([SisterModels.Listed].self)
    #expect(listed.map(\.workspaceId) == [workspace] && listed[0].description.isEmpty)
    // A workspace without a picture shows one that stands for none.
    let snapshot = try await mina.send("GET /v1\(listed[0].thumbnail)")
    #expect(snapshot.status == 200 && snapshot.headers["content-type"] == "image/png")
    let invited = try await mina.did(
      "POST /v1/workspaces/\(workspace)/members", json: #"{"email":"JUNO@example.com"}"#)
    let member = try invited.decoded(SisterModels.Member.self)
    #expect(member.userId == juno.number && member.email == juno.email)
    _ = try await mina.channel("성수", in: workspace)
    let whole = try await juno.did("GET /v1/workspaces/\(workspace)").decoded(SisterModels.Workspace.self)
    #expect(whole.channels.map(\.name) == ["일반", "성수"] && whole.ownerId == mina.number)
    #expect(whole.workspaceMembers.map(\.userId) == [mina.number, juno.number])
    #expect(whole.workspaceMembers.map(\.email) == [mina.email, juno.email])
    let members = try await juno.did("GET /v1/workspaces/\(workspace)/members").decoded([SisterModels.Member].self)
    #expect(members == whole.workspaceMembers)
    let one = try await juno.did("GET /v1/workspaces/\(workspace)/members/\(mina.number)")
    #expect(try one.decoded(SisterModels.Member.self) == members[0])
    let channel = try await juno.did("GET \(SLPPerson.path(workspace, "성수"))").decoded(SisterModels.WholeChannel.self)
    #expect(channel.channelMembers.map(\.userId) == [mina.number])
  }

  @Test("A workspace's owner can change, hand over, leave and remove it")
  func owners() async throws {
    let (mina, juno) = (try await SLPPerson("mina", server), try await SLPPerson("juno", server))
    let id = try await mina.workspace()
    try await mina.invite(juno, to: id)
    var form = OldForm()
    form.text("description", "네컷 찍는 사람들")
    form.file("image", named: "a.jpeg", "image/jpeg", OldFile.jpeg())
    let changed = try await mina.did("PUT /v1/workspaces/\(id)", form: form).decoded(SisterModels.Listed.self)
    #expect(changed.name == "동네" && changed.description == "네컷 찍는 사람들")
    #expect(changed.thumbnail != "/uploads/posts/default.png")
    var renamed = OldForm()
    renamed.text("name", "새 동네")
    let stored = try await mina.did("PUT /v1/workspaces/\(id)", form: renamed).decoded(SisterModels.Listed.self)
    #expect(
      stored.name == "새 동네" && stored.thumbnail == changed.thumbnail && stored.description == changed.description)
    #expect(try await mina.domainError("GET /v1/workspaces/\(id)/leave") == "400 E15")
    // One of the clients sends an empty object with whatever it puts.
    let given = try await mina.did("PUT /v1/workspaces/\(id)/change/admin/\(juno.number)", json: "{}")
    #expect(try given.decoded(SisterModels.Listed.self).ownerId == juno.number)
    #expect(try await mina.did("GET /v1/workspaces/\(id)/leave").text == "[]")
    #expect(try await mina.domainError("GET /v1/workspaces/\(id)") == "400 E13")
    #expect(try await juno.did("DELETE /v1/workspaces/\(id)").bytes.isEmpty)
    #expect(try await juno.did("GET /v1/workspaces").text == "[]")
  }

  @Test("A channel's owner can change, hand over, leave and remove it; the default channel stays")
  func channelOwners() async throws {
    let (mina, juno) = (try await SLPPerson("mina", server), try await SLPPerson("juno", server))
    let id = try await mina.workspace()
    try await mina.invite(juno, to: id)
    _ = try await mina.channel("성수", in: id)
    let old = SLPPerson.path(id, "성수")
    let changed = try await mina.did("PUT \(old)", json: #"{"name":"성수 모임","description":"금요일"}"#)
    #expect(try changed.decoded(SisterModels.Channel.self).description == "금요일")
    #expect(try await mina.domainError("GET \(old)") == "400 E13")
    let path = SLPPerson.path(id, "성수 모임")
    #expect(try await mina.domainError("PUT \(path)/change/admin/\(juno.number)") == "400 E13")
    _ = try await juno.chats(path)
    #expect(try await mina.domainError("GET \(path)/leave") == "400 E15")
    let given = try await mina.did("PUT \(path)/change/admin/\(juno.number)").decoded(SisterModels.Channel.self)
    #expect(given.ownerId == juno.number)
    let left = try await mina.did("GET \(path)/leave").decoded([SisterModels.Channel].self)
    #expect(left.map(\.name) == ["일반"])
    #expect(try await mina.domainError("DELETE \(path)") == "400 E14")
    #expect(try await juno.did("DELETE \(path)").bytes.isEmpty)
    #expect(try await juno.domainError("GET \(path)") == "400 E13")
    let standard = SLPPerson.path(id, "일반")
    #expect(try await juno.domainError("GET \(standard)/leave") == "400 E11")
    #expect(try await mina.domainError("DELETE \(standard)") == "400 E11")
    #expect(try await mina.domainError("PUT \(standard)/change/admin/\(juno.number)") == "400 E11")
  }

  @Test("Reading or writing in an open channel joins it, and nothing less does")
  func joining() async throws {
    let (mina, juno, sora) = (
      try await SLPPerson("mina", server), try await SLPPerson("juno", server), try await SLPPerson("sora", server)
    )
    let id = try await mina.workspace()
    for guest in [juno, sora] { try await mina.invite(guest, to: id) }
    _ = try await mina.channel("성수", in: id)
    let path = SLPPerson.path(id, "성수")
    func mine(_ person: SLPPerson) async throws -> [String] {
      try await person.did("GET /v1/workspaces/\(id)/channels/my").decoded([SisterModels.Channel].self).map(\.name)
    }
    for line in ["GET /v1/workspaces/\(id)/channels", "GET \(path)"] {
      #expect(try await juno.did(line).text.contains(#""name":"성수""#))
    }
    #expect(try await juno.did("GET \(path)/members").list.count == 1)
    #expect(try await juno.domainError("GET \(path)/unreads?after=") == "400 E13")
    #expect(try await mine(juno) == ["일반"])
    #expect(try await juno.domainError("GET \(path)/chats?cursor_date=yesterday") == "400 E11")
    #expect(try await mine(juno) == ["일반"])
    #expect(try await juno.chats(path).isEmpty)
    #expect(try await mine(juno) == ["일반", "성수"])
    #expect(try await sora.domainError("POST \(path)/chats", json: "{}") == "400 E11")
    #expect(try await mine(sora) == ["일반"])
    try await sora.send("안녕", at: path)
    #expect(try await mine(sora) == ["일반", "성수"])
    let members = try await mina.did("GET \(path)/members").decoded([SisterModels.Member].self)
    #expect(members.map(\.userId) == [mina.number, juno.number, sora.number])
  }

  @Test("Synchronisation returns strictly later chats, oldest first, in their current state, without removed ones")
  func synchronisation() async throws {
    let (mina, juno) = (try await SLPPerson("mina", server), try await SLPPerson("juno", server))
    let id = try await mina.workspace()
    try await mina.invite(juno, to: id)
    let path = SLPPerson.path(id, "일반")
    var sent: [[String: Any]] = []
    for text in ["하나", "둘", "셋", "넷"] { sent.append(try await mina.send(text, at: path)) }
    let instants = sent.compactMap { $0["createdAt"] as? String }
    #expect(try await juno.texts(path) == ["하나", "둘", "셋", "넷"])
    #expect(try await juno.did("GET \(path)/chats").list.count == 4)
    #expect(try await juno.texts(path, since: instants[1]) == ["셋", "넷"])
    #expect(try await juno.texts(path, since: instants[3]).isEmpty)
    #expect(try await juno.texts(path, since: "0001-01-01T00:00:00.000Z").count == 4)
    let chat = server.backend.services.chat.service
    let numbers = sent.compactMap { ($0["chat_id"] as? Int).map { MessageID(Int64($0)) } }
    _ = try await chat.change(numbers[2], to: "셋!", by: mina.account)
    _ = try await chat.remove(numbers[3], by: mina.account)
    #expect(try await juno.texts(path, since: instants[0]) == ["둘", "셋!"])
    // A client appends what it is answered to what it has: everything comes once.
    var stored = try await juno.chats(path)
    for text in ["다섯", "여섯"] {
      try await mina.send(text, at: path)
      stored += try await juno.chats(path, since: try #require(stored.last?["createdAt"] as? String))
    }
    #expect(stored.compactMap { $0["content"] as? String } == ["하나", "둘", "셋!", "다섯", "여섯"])
    #expect(Set(stored.compactMap { $0["chat_id"] as? Int }).count == stored.count)
    #expect((stored[0]["user"] as? [String: Any])?["email"] as? String == mina.email)
  }

  @Test("A long history arrives completely; an oversized one ends early, and the next request has the rest")
  func longHistories() async throws {
    let mina = try await SLPPerson("mina", server)
    let id = try await mina.workspace()
    let (short, long) = (try await mina.channel("짧다", in: id), try await mina.channel("길다", in: id))
    try await server.fill(ChannelID(Int64(short)), by: mina, 1_203, "글")
    try await server.fill(ChannelID(Int64(long)), by: mina, 1_103, String(repeating: "가", count: 5_000))
    let numbers = try await mina.chats(SLPPerson.path(id, "짧다")).compactMap { $0["chat_id"] as? Int }
    #expect(numbers.count == 1_203 && numbers == numbers.sorted())
    var stored = try await mina.chats(SLPPerson.path(id, "길다"))
    #expect(stored.count == 600)
    stored += try await mina.chats(SLPPerson.path(id, "길다"), since: stored.last?["createdAt"] as? String ?? "")
    #expect(Set(stored.compactMap { $0["chat_id"] as? Int }).count == 1_103 && stored.count == 1_103)
  }

  @Test("Unread counts, in either spelling")
  func unread() async throws {
    let (mina, juno) = (try await SLPPerson("mina", server), try await SLPPerson("juno", server))
    let id = try await mina.workspace()
    try await mina.invite(juno, to: id)
    let path = SLPPerson.path(id, "일반")
    let first = try await mina.send("하나", at: path)["createdAt"] as? String ?? ""
    try await mina.send("둘", at: path)
    try await juno.send("셋", at: path)
    func count(_ query: String) async throws -> Int {
      try await juno.did("GET \(path)/\(query)").decoded(SisterModels.Unread.self).count
    }
    for query in ["unreads", "unreads?after=", "unread?after=", "unreads?cursor_date="] {
      #expect(try await count(query) == 2, "\(query)")
    }
    for query in ["unreads?after=\(first)", "unread?after=\(first)", "unreads?cursor_date=\(first)"] {
      #expect(try await count(query) == 1, "\(query)")
    }
    #expect(try await count("unreads?after=\(first)&cursor_date=") == 1)
    #expect(try await juno.domainError("GET \(path)/unreads?after=today") == "400 E11")
  }

  @Test("Rooms of two are opened by the person's number, and written to and counted by the room's")
  func rooms() async throws {
    let (mina, juno) = (try await SLPPerson("mina", server), try await SLPPerson("juno", server))
    let id = try await mina.workspace()
    try await mina.invite(juno, to: id)
    let dms = "/v1/workspaces/\(id)/dms"
    #expect(try await mina.did("GET \(dms)").text == "[]")
    let opened = try await mina.did("GET \(dms)/\(juno.number)/chats?cursor_date=").decoded(
      SisterModels.RoomChats.self)
    #expect(opened.chats.isEmpty && opened.workspaceId == id)
    let room = opened.roomId
    let created = try await juno.did("POST \(dms)", json: #"{"opponent_id":\#(mina.number)}"#).decoded(
      SisterModels.Room.self)
    #expect(created.roomId == room && created.user.userId == mina.number && created.user.email == mina.email)
    var sent: [SisterModels.Message] = []
    for text in ["안녕", "뭐해?"] {
      server.clock.advance(seconds: 1)
      var form = OldForm()
      form.text("content", text)
      form.file("files", named: "a.jpeg", "image/jpeg", text == "뭐해?" ? OldFile.jpeg() : [])
      sent.append(try await mina.did("POST \(dms)/\(room)/chats", form: form).decoded(SisterModels.Message.self))
    }
    #expect(sent[0].files.isEmpty && sent[1].files.count == 1 && sent[1].roomId == room)
    #expect(try await juno.send("GET /v1\(sent[1].files[0])").headers["content-type"] == "image/jpeg")
    func texts(_ who: SLPPerson, _ other: Int, _ since: String) async throws -> [String?] {
      try await who.did("GET \(dms)/\(other)/chats?cursor_date=\(since)").decoded(SisterModels.RoomChats.self)
        .chats.map(\.content)
    }
    #expect(try await texts(juno, mina.number, "") == ["안녕", "뭐해?"])
    #expect(try await texts(juno, mina.number, sent[0].createdAt) == ["뭐해?"])
    let unread = try await juno.did("GET \(dms)/\(room)/unreads?after=\(sent[0].createdAt)")
    #expect(try unread.decoded(SisterModels.RoomUnread.self).count == 1)
    let listed = try await juno.did("GET \(dms)").decoded([SisterModels.Room].self)
    #expect(listed.map(\.roomId) == [room] && listed[0].user.userId == mina.number)
  }

  @Test("A room's number is accepted where it is no person's, and never for writing in place of a person's")
  func roomNumbers() async throws {
    var people: [SLPPerson] = []
    for name in ["mina", "juno", "sora"] { people.append(try await SLPPerson(name, server)) }
    let (mina, juno, sora) = (people[0], people[1], people[2])
    let id = try await mina.workspace()
    for guest in [juno, sora] { try await mina.invite(guest, to: id) }
    // So many that no person has the number of the room.
    for number in 0..<5 { _ = try await mina.channel("채널 \(number)", in: id) }
    let dms = "/v1/workspaces/\(id)/dms"
    let room = try await mina.did("GET \(dms)/\(juno.number)/chats").decoded(SisterModels.RoomChats.self).roomId
    #expect(room > sora.number)
    #expect(try await mina.did("GET \(dms)/\(room)/chats").decoded(SisterModels.RoomChats.self).roomId == room)
    var form = OldForm()
    form.text("content", "비밀")
    for number in [juno.number, sora.number, 999] {
      #expect(try await mina.domainError("POST \(dms)/\(number)/chats", form: form) == "400 E13")
      #expect(try await mina.domainError("GET \(dms)/\(number)/unreads") == "400 E13")
    }
    // Somebody else's room is not there for others.
    #expect(try await sora.domainError("POST \(dms)/\(room)/chats", form: form) == "400 E13")
    #expect(try await sora.domainError("GET \(dms)/\(room)/chats") == "400 E13")
    #expect(try await mina.domainError("GET \(dms)/\(mina.number)/chats") == "400 E11")
    #expect(try await mina.domainError("POST \(dms)", json: "{}") == "400 E11")
    #expect(try await mina.domainError("POST \(dms)", json: #"{"opponent_id":999}"#) == "400 E13")
  }

  @Test("A blocked member gets no new messages, and can read the old ones")
  func blocked() async throws {
    let (mina, juno) = (try await SLPPerson("mina", server), try await SLPPerson("juno", server))
    let id = try await mina.workspace()
    try await mina.invite(juno, to: id)
    let dms = "/v1/workspaces/\(id)/dms"
    let room = try await mina.did("GET \(dms)/\(juno.number)/chats").decoded(SisterModels.RoomChats.self).roomId
    var form = OldForm()
    form.text("content", "안녕")
    _ = try await juno.did("POST \(dms)/\(room)/chats", form: form)
    try await server.backend.services.relations.block(juno.account, by: mina.account)
    #expect(try await juno.domainError("POST \(dms)/\(room)/chats", form: form) == "400 E11")
    let seen = try await juno.did("GET \(dms)/\(mina.number)/chats").decoded(SisterModels.RoomChats.self)
    #expect(seen.chats.map(\.content) == ["안녕"])
    #expect(try await juno.domainError("GET /v1/users/\(mina.number)") == "400 E13")
  }

  @Test("There are no coins: none are sold, no account has any, and a workspace costs none")
  func coins() async throws {
    let mina = try await SLPPerson("mina", server)
    #expect(try await mina.did("GET /v1/store/item/list").text == "[]")
    let body = #"{"imp_uid":"imp_1","merchant_uid":"m_1"}"#
    #expect(try await mina.domainError("POST /v1/store/pay/validation", json: body) == "400 E82")
    #expect(try await mina.domainError("POST /v1/store/pay/validation", json: "{}") == "400 E11")
    for number in 0..<3 { _ = try await mina.workspace("동네 \(number)") }
  }
}

extension OldServer {
  /// Puts messages into a channel, a millisecond after one another, without saying each.
  fileprivate func fill(_ channel: ChannelID, by author: SLPPerson, _ count: Int, _ text: String) async throws {
    let now = clock.now
    let checked = try CheckedText(text)
    try await SQLChatStore(backend.database).write { chat in
      let person = try #require(try chat.person(author.account))
      for number in 0..<count {
        _ = try chat.addMessage(
          checked, photos: [], key: nil, to: channel, by: person, at: now.advanced(milliseconds: Int64(number)))
      }
    }
  }
}
