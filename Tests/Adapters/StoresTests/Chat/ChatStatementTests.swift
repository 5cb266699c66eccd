import Basics
import Chat
import Support
import Testing

/// Over a network each statement is a round trip. The bounds include the checks of permissions.
@Suite("The statements of chats")
struct ChatStatementTests {
  typealias Request = StatementCase<ChatService, Scene>

  struct Scene: Sendable {
    let people: [AccountID]
    /// Of all but the last three people.
    let workspace: WorkspaceID
    /// With the first two people, and with 60 messages of two photos each.
    let channel: ChannelID
    let message: MessageID
    /// A direct room of the first two people, with a message.
    let room: ChannelID
    let photos: [PhotoName]
    /// To the workspace.
    let link: InvitationLink
  }

  private static func scene(of chat: ChatUnderTest) async throws -> Scene {
    let people = try await chat.accounts(7)
    let (service, me) = (chat.service, people[0])
    let workspace = try await chat.workspace(of: Array(people[0..<4])).id
    var photos: [PhotoName] = []
    for number in 1...5 { photos.append(try await chat.photo(number, by: me)) }
    var channel: ChannelID?
    for name in ["a", "b", "c"] {
      channel = try await service.makeChannel(ChannelContent(name: name), .open, in: workspace, by: me).channel.id
      for _ in 1...20 { _ = try await service.send("said", photos: [photos[0], photos[1]], in: channel!, by: me) }
    }
    _ = try await service.join(channel!, by: people[1])
    for _ in 1...40 { _ = try await service.send("said", photos: [photos[0], photos[1]], in: channel!, by: me) }
    var room: ChannelID?
    for partner in people[2..<4] + [people[1]] {
      room = try await service.directRoom(with: partner, in: workspace, by: me).channel.id
      _ = try await service.send("said", photos: [photos[0]], in: room!, by: me)
    }
    try await service.invite(ChatUnderTest.email(6), of: people[5], to: workspace, by: me)
    return Scene(
      people: people, workspace: workspace, channel: channel!,
      message: try await service.send("said", photos: photos, key: "sent", in: channel!, by: me).id, room: room!,
      photos: photos, link: try await service.makeLink(to: workspace, by: me))
  }

  static let pages = [
    Request("50 messages", 3) { service, scene in
      let page = try await service.messages(.after(sequence: 0), of: scene.channel, limit: 50, for: scene.people[0])
      #expect(page.count == 50 && page.allSatisfy { $0.photos == Array(scene.photos[0..<2]) })
    },
    Request("60 changes", 3) { service, scene in
      let range = MessageRange.changed(sinceRevision: 0)
      let page = try await service.messages(range, of: scene.channel, limit: 60, for: scene.people[0])
      #expect(page.count == 60)
    },
    Request("channels with their newest messages", 3) { service, scene in
      let channels = try await service.channels(of: scene.workspace, for: scene.people[0], direct: false)
      #expect(channels.count == 4 && channels.filter { $0.newest?.photos.count ?? 0 > 1 }.count == 3)
    },
    Request("rooms with their partners", 3) { service, scene in
      let rooms = try await service.channels(of: scene.workspace, for: scene.people[0], direct: true)
      #expect(rooms.compactMap(\.partner?.id) == [scene.people[1], scene.people[3], scene.people[2]])
    },
    Request("members of a channel", 2) { service, scene in
      let found = try await service.members(of: scene.channel, for: scene.people[0])
      #expect(found.count == 2)
    },
    Request("members of a workspace", 2) { service, scene in
      let found = try await service.members(of: scene.workspace, for: scene.people[0])
      #expect(found.count == 4)
    },
    Request("workspaces", 1) { service, scene in
      let found = try await service.workspaces(of: scene.people[0])
      #expect(found.count == 1)
    },
    Request("invitations", 1) { service, scene in
      let found = try await service.invitations(for: scene.people[5])
      #expect(found.count == 1)
    },
    Request("a search", 4) { service, scene in
      let found = try await service.search("said", in: scene.workspace, before: nil, limit: 20, for: scene.people[0])
      #expect(found.count == 20)
    },
    Request("the present among accounts", 1) { service, scene in
      let found = try await service.present(Set(scene.people), in: scene.workspace)
      #expect(found.count == 4)
    },
    Request("snapshots of channels", 2) { service, scene in
      let all = Set(scene.people)
      let snapshots = try await service.snapshots(of: [scene.channel: all, scene.room: all, ChannelID(999): all])
      #expect(snapshots[scene.channel]?.members == Set(scene.people[0..<2]))
      #expect(snapshots[scene.room] == ChannelSnapshot(revision: 1, members: Set(scene.people[0..<2])))
      #expect(snapshots[ChannelID(999)] == ChannelSnapshot(revision: nil, members: []))
    },
  ]

  static let documents = [
    Request("a message that is sent again", 3) { service, scene in
      let sent = try await service.send("new", key: "sent", in: scene.channel, by: scene.people[0])
      #expect(sent.id == scene.message && sent.photos == scene.photos)
    },
    Request("a channel", 3) { service, scene in
      let found = try await service.channel(scene.channel, for: scene.people[1])
      #expect(found.unreadCount == 41)
    },
    Request("a channel by its name", 3) { service, scene in
      let found = try await service.channel(named: "C", in: scene.workspace, for: scene.people[1])
      #expect(found.channel.id == scene.channel)
    },
    Request("a workspace", 1) { service, scene in
      let found = try await service.workspace(scene.workspace, for: scene.people[1])
      #expect(found.memberCount == 4)
    },
    Request("the account with an address", 2) { service, scene in
      let found = try await service.invitee(ChatUnderTest.email(5), to: scene.workspace, by: scene.people[0])
      #expect(found?.person.id == scene.people[4])
    },
    Request("the invitation of a link", 1) { service, scene in
      _ = try await service.invitation(linkedBy: scene.link.code, for: scene.people[4])
    },
    Request("the number of unread messages", 3) { service, scene in
      _ = try await service.unread(since: Timestamp(milliseconds: 1), of: scene.channel, for: scene.people[1])
    },
    Request("whether two share a workspace", 1) { service, scene in
      let found = try await service.shareSLPWorkspace(scene.people[0], scene.people[1])
      #expect(!found)
    },
  ]

  static let writes = [
    Request("send a text", 4) { service, scene in
      _ = try await service.send("new", key: "new", in: scene.room, by: scene.people[0])
    },
    Request("send five photos", 5) { service, scene in
      _ = try await service.send("new", photos: scene.photos, key: "new", in: scene.channel, by: scene.people[0])
    },
    Request("edit", 5) { service, scene in
      _ = try await service.change(scene.message, to: "new", by: scene.people[0])
    },
    Request("remove", 5) { service, scene in _ = try await service.remove(scene.message, by: scene.people[0]) },
    Request("mark as read", 4) { service, scene in
      _ = try await service.read(upTo: 30, of: scene.channel, by: scene.people[1])
    },
    Request("create a channel", 6) { service, scene in
      _ = try await service.makeChannel(ChannelContent(name: "new"), .closed, in: scene.workspace, by: scene.people[0])
    },
    Request("open a room", 5) { service, scene in
      _ = try await service.directRoom(with: scene.people[3], in: scene.workspace, by: scene.people[2])
    },
    Request("change a channel", 5) { service, scene in
      _ = try await service.change(scene.channel, to: ChannelContent(name: "new"), by: scene.people[0])
    },
    Request("hand over a channel", 5) { service, scene in
      _ = try await service.handOver(scene.channel, to: scene.people[1], by: scene.people[0])
    },
    Request("join a channel", 4) { service, scene in _ = try await service.join(scene.channel, by: scene.people[2]) },
    Request("add to a channel", 4) { service, scene in
      _ = try await service.add(scene.people[2], to: scene.channel, by: scene.people[0])
    },
    Request("leave a channel", 2) { service, scene in try await service.leave(scene.channel, by: scene.people[1]) },
    Request("create a workspace", 5) { service, scene in
      let content = WorkspaceContent(name: "new", photo: scene.photos[0])
      let made = try await service.makeWorkspace(content, by: scene.people[0])
      #expect(made.content == content && made.memberCount == 1)
    },
    Request("change a workspace", 3) { service, scene in
      _ = try await service.change(scene.workspace, to: WorkspaceContent(name: "new"), by: scene.people[0])
    },
    Request("invite", 5) { service, scene in
      try await service.invite(ChatUnderTest.email(5), of: scene.people[4], to: scene.workspace, by: scene.people[0])
    },
    Request("accept an invitation", 3) { service, scene in
      try await service.answer(scene.workspace, accepting: true, by: scene.people[5])
    },
    Request("make a link", 3) { service, scene in
      _ = try await service.makeLink(to: scene.workspace, by: scene.people[0])
    },
    Request("hand over a workspace", 3) { service, scene in
      _ = try await service.handOver(scene.workspace, to: scene.people[1], by: scene.people[0])
    },
    Request("add at once", 4) { service, scene in
      _ = try await service.addOrInvite(ChatUnderTest.email(5), to: scene.workspace, by: scene.people[0])
    },
    Request("join by a link", 6) { service, scene in
      _ = try await service.join(linkedBy: scene.link.code, by: scene.people[4])
    },
    Request("leave a workspace", 4) { service, scene in
      try await service.leave(scene.workspace, by: scene.people[1])
    },
    Request("remove the owner of channels from a workspace", 4) { service, scene in
      try await service.remove(scene.people[1], from: scene.workspace, by: scene.people[0])
    },
  ]

  @Test("A page takes at most five statements, however long it is", arguments: pages)
  func ofPages(_ request: Request) async throws {
    #expect(request.statements <= 5)
    try await expectStatements(request)
  }

  @Test("A document takes at most three statements", arguments: documents)
  func ofDocuments(_ request: Request) async throws {
    #expect(request.statements <= 3)
    try await expectStatements(request)
  }

  @Test("A write takes at most six statements, whatever is stored", arguments: writes)
  func ofWrites(_ request: Request) async throws {
    #expect(request.statements <= 6)
    try await expectStatements(request)
  }

  @Test("A write that fails at any statement leaves nothing behind and publishes nothing", arguments: writes)
  func interrupted(_ request: Request) async throws {
    let chat = try await ChatUnderTest()
    let scene = try await scene(of: chat, for: request)
    try await request.expectNoTrace(in: chat, scene) { chat.service(over: $0) }
  }

  @Test("A list of values takes one statement for each 512 of them")
  func longLists() async throws {
    let chat = try await ChatUnderTest()
    let people = try await chat.accounts(2)
    let workspace = try await chat.workspace(of: people).id
    let counted = CountedDatabase(chat.database)
    let many = Set((1...1_030).map { AccountID.numbered($0) })
    #expect(try await chat.service(over: counted).present(many, in: workspace) == Set(people))
    #expect(counted.count == 3)
    counted.reset()
    #expect(try await chat.service(over: counted).present([], in: workspace) == [])
    #expect(counted.count == 0)
  }

  private func expectStatements(_ request: Request) async throws {
    let chat = try await ChatUnderTest()
    let scene = try await scene(of: chat, for: request)
    try await request.expectStatements(of: chat, scene) { chat.service(over: $0) }
  }

  private func scene(of chat: ChatUnderTest, for request: Request) async throws -> Scene {
    let scene = try await Self.scene(of: chat)
    if request.testDescription.contains("owner of channels") {
      for name in ["x", "y", "z"] {
        let made = try await chat.service.makeChannel(
          ChannelContent(name: name), .open, in: scene.workspace, by: scene.people[1])
        if name == "x" { _ = try await chat.service.join(made.channel.id, by: scene.people[2]) }
      }
    }
    return scene
  }
}
