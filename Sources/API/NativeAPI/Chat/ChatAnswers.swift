import APIKit
import Basics
import Chat
import Contracts

extension WorkspaceDocument {
  init(_ workspace: Workspace) {
    let content = workspace.content
    self.init(
      id: workspace.id, name: content.name, description: content.description, photo: content.photo,
      owner: workspace.owner, createdAt: workspace.createdAt, memberCount: workspace.memberCount)
  }
}

extension MemberDocument {
  init(_ member: Member) {
    self.init(
      person: PersonDocument(member.person), role: MemberRoleValue(rawValue: member.role.rawValue),
      joinedAt: member.joinedAt)
  }
}

extension InvitationDocument {
  init(_ invitation: Invitation) {
    self.init(
      workspace: WorkspaceDocument(invitation.workspace), by: PersonDocument(invitation.by),
      createdAt: invitation.createdAt)
  }
}

extension ChannelDocument {
  init(_ view: ChannelView) {
    let channel = view.channel
    self.init(
      id: channel.id, workspace: channel.workspace, kind: ChannelKindValue(rawValue: channel.kind.rawValue),
      name: channel.content.name, description: channel.content.description, owner: channel.owner,
      partner: view.partner.map { PersonDocument($0) }, createdAt: channel.createdAt,
      lastSequence: channel.lastSequence, revision: channel.revision, isMember: view.isMember,
      readSequence: view.readSequence, unreadCount: view.unreadCount, newest: view.newest.map { MessageDocument($0) })
  }
}

extension MessageDocument {
  init(_ message: ChatMessage) {
    self.init(
      id: message.id, channel: message.channel, sequence: message.sequence, revision: message.revision,
      author: message.author.map { PersonDocument($0) }, text: message.text, photos: message.photos,
      createdAt: message.createdAt, editedAt: message.editedAt, removedAt: message.removedAt)
  }
}

extension ResponseDescription {
  static let workspace = ResponseDescription(200, "The workspace.", [(MediaType.json, "Workspace")])
  static let channel = ResponseDescription(200, "The channel.", [(MediaType.json, "Channel")])
  static let channels = ResponseDescription(200, "The channels.", [(MediaType.json, "ChannelList")])
  static let message = ResponseDescription(200, "The message.", [(MediaType.json, "Message")])
  static let messages = ResponseDescription(200, "The messages.", [(MediaType.json, "MessageList")])
  static let member = ResponseDescription(200, "The member.", [(MediaType.json, "Member")])
  static let members = ResponseDescription(
    200, "The members, owner first, then by the time of joining.", [(MediaType.json, "MemberList")])

  static let workspaceUnknown = notFound("The workspace does not exist, or the caller is not a member.")
  static let channelUnknown = notFound("The channel does not exist, or the caller may not see it.")
  static let messageUnknown = notFound("The message does not exist, or the caller may not see it.")
  static let memberUnknown = notFound(
    "The caller may not see the workspace or channel, or the account is not a member.")
  static let notOwner = forbidden("The caller is not the owner.")
  static let notJoined = forbidden("The caller is not in the channel.")
  static let mustStay = conflict("The owner must transfer it before leaving.")
}
