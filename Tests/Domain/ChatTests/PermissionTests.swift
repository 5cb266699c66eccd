import Basics
import Chat
import Support
import Testing

/// A workspace with everybody who can stand in some relation to it.
struct ChatScene: PermissionScene {
  let chat: ChatUnderTest
  let workspace: WorkspaceID
  let standard: ChannelID
  let open: ChannelID
  let closed: ChannelID
  /// What the guest said in the open and in the standard channel.
  let (inOpen, inStandard): (MessageID, MessageID)
  /// The owner of the workspace, the owner of its two channels, somebody in those, somebody in the workspace alone,
  /// somebody invited to it, and somebody else.
  let people: [AccountID]
  private(set) var service: ChatService

  static let codes = [
    "w?": "workspace-unknown", "w!": "workspace-not-yours", "c?": "channel-unknown", "c!": "channel-not-yours",
    "c-": "channel-not-joined", "m?": "message-unknown", "m!": "message-not-yours", "stay": "owner-must-stay",
    "given": "channel-permanent", "i?": "invitation-unknown",
  ]

  func over(_ database: DiscardingDatabase, _ bus: RecordingBus) -> ChatScene {
    var other = self
    other.service = chat.service(over: database, broadcastingTo: bus)
    return other
  }

  init() async throws {
    chat = try await ChatUnderTest()
    people = try await chat.accounts(7)
    service = chat.service
    let workspace = try await chat.workspace(of: Array(people[0..<4]))
    self.workspace = workspace.id
    standard = try await chat.standard(of: workspace)
    open = try await service.makeChannel(ChannelContent(name: "open"), .open, in: workspace.id, by: people[1])
      .channel.id
    closed = try await service.makeChannel(ChannelContent(name: "closed"), .closed, in: workspace.id, by: people[1])
      .channel.id
    for channel in [open, closed] { _ = try await service.add(people[2], to: channel, by: people[1]) }
    try await service.invite(ChatUnderTest.email(5), of: .numbered(5), to: workspace.id, by: people[0])
    inOpen = try await service.send("said", in: open, by: people[2]).id
    inStandard = try await service.send("said", in: standard, by: people[2]).id
  }
}

@Suite("Permissions in workspaces and channels")
struct PermissionTests {
  typealias Case = PermissionCase<ChatScene>

  static let attempts = workspaces + channels + messages

  private static let workspaces = [
    Case("see a workspace", "ok ok ok ok w? w?") {
      _ = try await $0.service.workspace($0.workspace, for: $1)
    },
    Case("change a workspace", "ok w! w! w! w? w?") {
      _ = try await $0.service.change($0.workspace, to: WorkspaceContent(name: "new"), by: $1)
    },
    Case("remove a workspace", "ok w! w! w! w? w?") { try await $0.service.remove($0.workspace, by: $1) },
    Case("list members", "ok ok ok ok w? w?") { _ = try await $0.service.members(of: $0.workspace, for: $1) },
    Case("invite", "ok w! w! w! w? w?") {
      try await $0.service.invite(ChatUnderTest.email(7), of: .numbered(7), to: $0.workspace, by: $1)
    },
    Case("see who has an address", "ok w! w! w! w? w?") {
      _ = try await $0.service.invitee("a@b.kr", to: $0.workspace, by: $1)
    },
    Case("make a link", "ok w! w! w! w? w?") { _ = try await $0.service.makeLink(to: $0.workspace, by: $1) },
    Case("take links back", "ok w! w! w! w? w?") {
      try await $0.service.removeLinks(to: $0.workspace, by: $1)
    },
    Case("add by e-mail", "ok w! w! w! w? w?") {
      _ = try await $0.service.addOrInvite(ChatUnderTest.email(7), to: $0.workspace, by: $1)
    },
    Case("accept an invitation", "i? i? i? i? ok i?") {
      try await $0.service.answer($0.workspace, accepting: true, by: $1)
    },
    Case("decline an invitation", "i? i? i? i? ok i?") {
      try await $0.service.answer($0.workspace, accepting: false, by: $1)
    },
    Case("leave a workspace", "stay stay ok ok w? w?") { try await $0.service.leave($0.workspace, by: $1) },
    Case("take the guest out", "ok w! w! w! w? w?") {
      try await $0.service.remove($0.people[2], from: $0.workspace, by: $1)
    },
    Case("take the owner out", "stay w! w! w! w? w?") {
      try await $0.service.remove($0.people[0], from: $0.workspace, by: $1)
    },
    Case("take a stranger out", "member-unknown w! w! w! w? w?") {
      try await $0.service.remove($0.people[5], from: $0.workspace, by: $1)
    },
    Case("hand a workspace over", "ok w! w! w! w? w?") {
      _ = try await $0.service.handOver($0.workspace, to: $0.people[3], by: $1)
    },
    Case("hand a workspace over to a stranger", "member-unknown w! w! w! w? w?") {
      _ = try await $0.service.handOver($0.workspace, to: $0.people[5], by: $1)
    },
    Case("search", "ok ok ok ok w? w?") {
      _ = try await $0.service.search("said", in: $0.workspace, before: nil, limit: 1, for: $1)
    },
  ]

  private static let channels = [
    Case("make a channel", "ok ok ok ok w? w?") {
      _ = try await $0.service.makeChannel(ChannelContent(name: "new"), .closed, in: $0.workspace, by: $1)
    },
    Case("open a room", "ok partner-invalid ok ok w? w?") {
      _ = try await $0.service.directRoom(with: $0.people[1], in: $0.workspace, by: $1)
    },
    Case("open a room with a stranger", "member-unknown member-unknown member-unknown member-unknown w? w?") {
      _ = try await $0.service.directRoom(with: $0.people[6], in: $0.workspace, by: $1)
    },
    Case("list channels", "ok ok ok ok w? w?") {
      _ = try await $0.service.channels(of: $0.workspace, for: $1, direct: false)
    },
    Case("see an open channel", "ok ok ok ok c? c?") { _ = try await $0.service.channel($0.open, for: $1) },
    Case("see a closed channel", "c? ok ok c? c? c?") {
      _ = try await $0.service.channel($0.closed, for: $1)
    },
    Case("see a closed channel by name", "c? ok ok c? w? w?") {
      _ = try await $0.service.channel(named: "CLOSED", in: $0.workspace, for: $1)
    },
    Case("change an open channel", "c! ok c! c! c? c?") {
      _ = try await $0.service.change($0.open, to: ChannelContent(name: "new"), by: $1)
    },
    Case("change a closed channel", "c? ok c! c? c? c?") {
      _ = try await $0.service.change($0.closed, to: ChannelContent(name: "new"), by: $1)
    },
    Case("change the standard channel", "ok c! c! c! c? c?") {
      _ = try await $0.service.change($0.standard, to: ChannelContent(name: "new"), by: $1)
    },
    Case("remove a closed channel", "c? ok c! c? c? c?") { try await $0.service.remove($0.closed, by: $1) },
    Case("remove the standard channel", "given given given given c? c?") {
      try await $0.service.remove($0.standard, by: $1)
    },
    Case("list who is in a closed channel", "c? ok ok c? c? c?") {
      _ = try await $0.service.members(of: $0.closed, for: $1)
    },
    Case("join an open channel", "ok ok ok ok c? c?") { _ = try await $0.service.join($0.open, by: $1) },
    Case("join a closed channel", "c? ok ok c? c? c?") { _ = try await $0.service.join($0.closed, by: $1) },
    Case("add to a closed channel", "c? ok c! c? c? c?") {
      _ = try await $0.service.add($0.people[3], to: $0.closed, by: $1)
    },
    Case("add to an open channel", "ok ok ok ok c? c?") {
      _ = try await $0.service.add($0.people[3], to: $0.open, by: $1)
    },
    Case("add a stranger", "member-unknown member-unknown member-unknown member-unknown c? c?") {
      _ = try await $0.service.add($0.people[5], to: $0.open, by: $1)
    },
    Case("add to the standard channel", "given given given given c? c?") {
      _ = try await $0.service.add($0.people[3], to: $0.standard, by: $1)
    },
    Case("leave an open channel", "ok stay ok ok c? c?") { try await $0.service.leave($0.open, by: $1) },
    Case("leave the standard channel", "given given given given c? c?") {
      try await $0.service.leave($0.standard, by: $1)
    },
    Case("hand a closed channel over", "c? ok c! c? c? c?") {
      _ = try await $0.service.handOver($0.closed, to: $0.people[2], by: $1)
    },
    Case("hand a closed channel over to who is not in it", "c? member-unknown c! c? c? c?") {
      _ = try await $0.service.handOver($0.closed, to: $0.people[3], by: $1)
    },
    Case("hand the standard channel over", "given given given given c? c?") {
      _ = try await $0.service.handOver($0.standard, to: $0.people[2], by: $1)
    },
  ]

  private static let messages = [
    Case("say in an open channel", "c- ok ok c- c? c?") {
      _ = try await $0.service.send("a", in: $0.open, by: $1)
    },
    Case("say in a closed channel", "c? ok ok c? c? c?") {
      _ = try await $0.service.send("a", in: $0.closed, by: $1)
    },
    Case("say in the standard channel", "ok ok ok ok c? c?") {
      _ = try await $0.service.send("a", in: $0.standard, by: $1)
    },
    Case("change what the guest said", "m! m! ok m! m? m?") {
      _ = try await $0.service.change($0.inOpen, to: "new", by: $1)
    },
    Case("remove what the guest said in a channel", "m! ok ok m! m? m?") {
      _ = try await $0.service.remove($0.inOpen, by: $1)
    },
    Case("remove what the guest said to all", "ok m! ok m! m? m?") {
      _ = try await $0.service.remove($0.inStandard, by: $1)
    },
    Case("read", "c- ok ok c- c? c?") {
      _ = try await $0.service.messages(.before(sequence: nil), of: $0.open, limit: 1, for: $1)
    },
    Case("move the marker", "c- ok ok c- c? c?") {
      _ = try await $0.service.read(upTo: 1, of: $0.open, by: $1)
    },
    Case("count", "c- ok ok c- c? c?") { _ = try await $0.service.unread(since: nil, of: $0.open, for: $1) },
  ]

  /// One for all attempts, each of which is discarded.
  private static let scene = Task { try await ChatScene() }

  @Test("Each role has the expected outcome, and a refused action publishes no event", arguments: attempts)
  func outcomes(_ permissionCase: Case) async throws {
    try await permissionCase.check(in: try await Self.scene.value)
  }
}
