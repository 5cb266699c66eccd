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
  /// Selects the columns of `message(of:)`.
  static let messageSelect = """
    SELECT \(AccountRow.personColumns), message.id, message.channel_id, message.sequence, message.revision,
      message.text, message.created_at, message.edited_at, message.removed_at
    FROM message LEFT JOIN account ON account.id = message.author_id
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

  /// Reads a message without its photos.
  static func message(of row: any Row) throws -> ChatMessage {
    ChatMessage(
      id: MessageID(row.integer(3)), channel: ChannelID(row.integer(4)), sequence: Int(row.integer(5)),
      revision: Int(row.integer(6)), author: row.isNull(0) ? nil : try row.person(from: 0), text: row.text(7),
      photos: [], createdAt: row.instant(8), editedAt: row.instantIfAny(9), removedAt: row.instantIfAny(10))
  }

  /// Reads a person followed by a timestamp, as owner or member.
  static func member(of row: any Row, owner: AccountID?) throws -> Member {
    let person = try row.person(from: 0)
    return Member(person: person, role: person.id == owner ? .owner : .member, joinedAt: row.instant(3))
  }

  /// The owner first, then the others in their order.
  static func ownerFirst(_ members: [Member]) -> [Member] {
    members.filter { $0.role == .owner } + members.filter { $0.role == .member }
  }
}
