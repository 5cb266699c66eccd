public import Basics

/// Workspaces, their channels and direct rooms, and what is said there.
///
/// Whoever is not in a workspace learns nothing of it: it is as if not there. The same holds for closed channels and
/// direct rooms. Lengths are counted in Unicode scalars; texts may hold what posts may hold.
public struct ChatService: Sendable {
  let store: any ChatStore
  let bus: any EventBus
  let clock: @Sendable () -> Timestamp

  /// A service over its store.
  public init(store: any ChatStore, bus: any EventBus, clock: @escaping @Sendable () -> Timestamp) {
    self.store = store
    self.bus = bus
    self.clock = clock
  }

  // MARK: Workspaces

  /// Makes a workspace with its standard channel; whoever makes it owns both.
  /// - Parameter standardName: what the standard channel is called.
  /// - Throws: `Refusal` with a field: `name-invalid`, `description-too-long`, `text-invalid`, `photo-unknown`;
  ///   `workspace-name-taken` (conflict) where the caller owns one of that name; `workspaces-too-many` (conflict) above
  ///   100 that somebody owns.
  public func makeWorkspace(
    _ content: WorkspaceContent, standardName: String = "일반", by caller: AccountID
  ) async throws -> Workspace { fatalError("skeleton") }

  /// The workspaces that somebody is in, the newest membership first. At most 1,000.
  public func workspaces(of caller: AccountID) async throws -> [Workspace] { fatalError("skeleton") }

  /// - Throws: `Refusal` `workspace-unknown` (missing).
  public func workspace(_ id: WorkspaceID, for caller: AccountID) async throws -> Workspace { fatalError("skeleton") }

  /// - Throws: as making one; `workspace-unknown` (missing), `workspace-not-yours` (forbidden).
  public func change(_ id: WorkspaceID, to content: WorkspaceContent, by caller: AccountID) async throws -> Workspace {
    fatalError("skeleton")
  }

  /// Removes a workspace with everything in it.
  /// - Throws: `workspace-unknown`, `workspace-not-yours`.
  public func remove(_ id: WorkspaceID, by caller: AccountID) async throws { fatalError("skeleton") }

  /// Who is in it, owner first, then by the time of joining. At most 10,000.
  /// - Throws: `workspace-unknown`.
  public func members(of id: WorkspaceID, for caller: AccountID) async throws -> [Member] { fatalError("skeleton") }

  /// Invites whoever has, or will have, an account of an e-mail address; says nothing about whether there is one.
  /// - Parameter email: in its canonical form.
  /// - Throws: `workspace-unknown`, `workspace-not-yours`, `member-already` (conflict), `invitations-too-many` (conflict).
  public func invite(_ email: String, to id: WorkspaceID, by caller: AccountID) async throws { fatalError("skeleton") }

  /// Takes the person of an e-mail address in at once, as old clients expect.
  /// - Throws: as `invite`, and `account-unknown` (missing).
  public func add(_ email: String, to id: WorkspaceID, by caller: AccountID) async throws -> Member {
    fatalError("skeleton")
  }

  /// The invitations for somebody's e-mail address, newest first.
  public func invitations(for caller: AccountID) async throws -> [Invitation] { fatalError("skeleton") }

  /// Joins by an invitation, or declines it.
  /// - Throws: `invitation-unknown` (missing).
  public func answer(_ id: WorkspaceID, accepting: Bool, by caller: AccountID) async throws { fatalError("skeleton") }

  /// Leaves a workspace with all its channels. What was said stays.
  /// - Throws: `workspace-unknown`, `owner-must-stay` (conflict): it is handed over first; also where the caller owns a
  ///   channel in it.
  public func leave(_ id: WorkspaceID, by caller: AccountID) async throws { fatalError("skeleton") }

  /// Takes somebody else out of a workspace.
  /// - Throws: `workspace-unknown`, `workspace-not-yours`, `member-unknown` (missing), `owner-must-stay`.
  public func remove(_ member: AccountID, from id: WorkspaceID, by caller: AccountID) async throws {
    fatalError("skeleton")
  }

  /// Hands a workspace over to another of its members.
  /// - Throws: `workspace-unknown`, `workspace-not-yours`, `member-unknown`.
  public func handOver(_ id: WorkspaceID, to member: AccountID, by caller: AccountID) async throws -> Workspace {
    fatalError("skeleton")
  }

  // MARK: Channels

  /// Makes an open or closed channel; whoever makes it owns it and is in it.
  /// - Throws: `name-invalid`, `description-too-long`, `workspace-unknown`, `channel-name-taken` (conflict),
  ///   `channel-kind-invalid` (invalid), `channels-too-many` (conflict).
  public func makeChannel(
    _ content: ChannelContent, _ kind: ChannelKind, in id: WorkspaceID, by caller: AccountID
  ) async throws -> SeenChannel { fatalError("skeleton") }

  /// The room of the caller and another member, made at first use.
  /// - Throws: `workspace-unknown`, `member-unknown`, `partner-invalid` (invalid) for oneself, `blocked` (forbidden) where
  ///   one has blocked the other.
  public func directRoom(with member: AccountID, in id: WorkspaceID, by caller: AccountID) async throws -> SeenChannel {
    fatalError("skeleton")
  }

  /// The channels of a workspace that somebody sees: without rooms by name, standard first; rooms by their newest message.
  /// - Throws: `workspace-unknown`.
  public func channels(of id: WorkspaceID, for caller: AccountID, direct: Bool) async throws -> [SeenChannel] {
    fatalError("skeleton")
  }

  /// - Throws: `channel-unknown` (missing).
  public func channel(_ id: ChannelID, for caller: AccountID) async throws -> SeenChannel { fatalError("skeleton") }

  /// The channel of a name in a workspace.
  /// - Throws: `workspace-unknown`, `channel-unknown`.
  public func channel(named name: String, in id: WorkspaceID, for caller: AccountID) async throws -> SeenChannel {
    fatalError("skeleton")
  }

  /// Changes what the owner decides.
  /// - Throws: as making one; `channel-unknown`, `channel-not-yours` (forbidden).
  public func change(_ id: ChannelID, to content: ChannelContent, by caller: AccountID) async throws -> SeenChannel {
    fatalError("skeleton")
  }

  /// Removes a channel with what was said in it.
  /// - Throws: `channel-unknown`, `channel-not-yours`, `channel-permanent` (conflict) for standard and direct ones.
  public func remove(_ id: ChannelID, by caller: AccountID) async throws { fatalError("skeleton") }

  /// Who is in it.
  /// - Throws: `channel-unknown`.
  public func members(of id: ChannelID, for caller: AccountID) async throws -> [Member] { fatalError("skeleton") }

  /// Joins an open channel; being in it already is no error.
  /// - Throws: `channel-unknown`.
  public func join(_ id: ChannelID, by caller: AccountID) async throws -> SeenChannel { fatalError("skeleton") }

  /// Takes another member of the workspace into a channel; its owner may, and for an open one any member.
  /// - Throws: `channel-unknown`, `channel-not-yours`, `member-unknown`, `channel-permanent`.
  public func add(_ member: AccountID, to id: ChannelID, by caller: AccountID) async throws -> Member {
    fatalError("skeleton")
  }

  /// Leaves a channel.
  /// - Throws: `channel-unknown`, `owner-must-stay` (conflict), `channel-permanent` (conflict).
  public func leave(_ id: ChannelID, by caller: AccountID) async throws { fatalError("skeleton") }

  /// Hands a channel over to another of its members.
  /// - Throws: `channel-unknown`, `channel-not-yours`, `member-unknown`, `channel-permanent`.
  public func handOver(_ id: ChannelID, to member: AccountID, by caller: AccountID) async throws -> SeenChannel {
    fatalError("skeleton")
  }

  // MARK: Messages

  /// Says something; it counts as read by whoever says it.
  /// - Parameter key: the client's own name for what it sends, 1...100 visible ASCII characters: the same is said once by
  ///   the same person in the same channel, and answered again.
  /// - Throws: `channel-unknown`, `channel-not-joined` (forbidden), `message-empty`, `message-too-long`, `text-invalid`,
  ///   `photos-too-many`, `photo-repeated`, `photo-unknown`, `key-invalid` (invalid), `blocked` (forbidden) in a room.
  public func say(
    _ text: String, photos: [PhotoName] = [], key: String? = nil, in id: ChannelID, by caller: AccountID
  ) async throws -> Message { fatalError("skeleton") }

  /// Changes one's own message.
  /// - Throws: `message-unknown` (missing), `message-not-yours` (forbidden), and what saying throws.
  public func change(_ id: MessageID, to text: String, by caller: AccountID) async throws -> Message {
    fatalError("skeleton")
  }

  /// Removes one's own message, or as the owner of the channel anybody's: its place is left. Twice is no error.
  /// - Throws: `message-unknown`, `message-not-yours`.
  public func remove(_ id: MessageID, by caller: AccountID) async throws -> Message { fatalError("skeleton") }

  /// Messages of a channel that the caller is in.
  /// - Parameter limit: 1...1,000.
  /// - Throws: `channel-unknown`, `channel-not-joined`, `limit-out-of-range`.
  public func messages(_ range: MessageRange, of id: ChannelID, limit: Int, for caller: AccountID) async throws
    -> [Message]
  { fatalError("skeleton") }

  /// The messages of a workspace that hold a text, newest first, in channels that the caller is in. Folded as search does.
  /// - Parameter text: 1...100 characters.
  /// - Throws: `workspace-unknown`, `text-invalid`, `limit-out-of-range`.
  public func search(_ text: String, in id: WorkspaceID, before: MessageID?, limit: Int, for caller: AccountID)
    async throws -> [Message]
  { fatalError("skeleton") }

  /// Moves the read marker forward; never back.
  /// - Throws: `channel-unknown`, `channel-not-joined`.
  public func read(upTo sequence: Int, of id: ChannelID, by caller: AccountID) async throws -> SeenChannel {
    fatalError("skeleton")
  }

  /// How many messages of others came after a moment in a channel that the caller is in.
  /// - Throws: `channel-unknown`.
  public func unread(since moment: Timestamp?, of id: ChannelID, for caller: AccountID) async throws -> Int {
    fatalError("skeleton")
  }
}
