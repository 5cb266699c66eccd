import Basics
import Chat
import SQL

extension Value {
  static func number<Subject>(_ number: Number<Subject>) -> Value { .integer(number.value) }
}

/// Reads rows of workspaces, channels and messages.
enum ChatRows {
  /// The columns of `workspace(of:)`, in its order.
  static let workspaceColumns = """
    workspace.id, workspace.name, workspace.description, workspace.photo, workspace.owner_id, workspace.created_at,
    workspace.member_count, workspace.origin
    """
  /// The number of `workspaceColumns`.
  static let workspaceWidth = 8
  /// The columns of `channel(of:)`, in its order.
  static let channelColumns = """
    channel.id, channel.workspace_id, channel.kind, channel.name, channel.description, channel.owner_id,
    channel.created_at, channel.last_sequence, channel.revision
    """
  /// The number of `channelColumns`.
  static let channelWidth = 9
  /// The columns of `message(of:from:)`, in its order. The account is that of the author.
  static let messageColumns = """
    \(AccountRow.personColumns), message.id, message.channel_id, message.sequence, message.revision,
      message.text, message.created_at, message.edited_at, message.removed_at
    """
  /// Selects the columns of `message(of:from:)`.
  static let messageSelect = """
    SELECT \(messageColumns) FROM message LEFT JOIN account ON account.id = message.author_id
    """

  static func workspace(of row: any Row) throws -> Workspace {
    guard let origin = WorkspaceOrigin(rawValue: row.text(7)) else { throw Unreadable(what: "a workspace's origin") }
    return Workspace(
      id: WorkspaceID(row.integer(0)),
      content: WorkspaceContent(
        name: row.text(1), description: row.text(2), photo: row.optionalText(3).flatMap { PhotoName($0) }),
      owner: try row.identifier(4), createdAt: row.instant(5), memberCount: Int(row.integer(6)),
      origin: origin)
  }

  static func channel(of row: any Row) throws -> Channel {
    guard let kind = ChannelKind(rawValue: row.text(2)) else { throw Unreadable(what: "a channel's kind") }
    return Channel(
      id: ChannelID(row.integer(0)), workspace: WorkspaceID(row.integer(1)), kind: kind,
      content: ChannelContent(name: row.text(3), description: row.text(4)),
      owner: row.isNull(5) ? nil : try row.identifier(5), createdAt: row.instant(6),
      lastSequence: Int(row.integer(7)), revision: Int(row.integer(8)))
  }

  /// Reads a message without its photos, from a column on.
  static func message(of row: any Row, from first: Int = 0) throws -> ChatMessage {
    ChatMessage(
      id: MessageID(row.integer(first + 3)), channel: ChannelID(row.integer(first + 4)),
      sequence: Int(row.integer(first + 5)), revision: Int(row.integer(first + 6)),
      author: row.isNull(first) ? nil : try row.person(from: first), text: row.text(first + 7), photos: [],
      createdAt: row.instant(first + 8), editedAt: row.instantIfAny(first + 9),
      removedAt: row.instantIfAny(first + 10))
  }

  /// Reads a person, the time of joining, and the owner of what was joined.
  static func member(of row: any Row) throws -> Member {
    let person = try row.person(from: 0)
    let owner: AccountID? = try row.identifierIfAny(4)
    return Member(person: person, role: person.id == owner ? .owner : .member, joinedAt: row.instant(3))
  }

  /// The owner first, then the others in their order.
  static func ownerFirst(_ members: [Member]) -> [Member] {
    members.filter { $0.role == .owner } + members.filter { $0.role == .member }
  }
}
