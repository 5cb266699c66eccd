import APIKit
import Accounts
import Basics
import Chat
import Contracts
import NativeAPI

// Conversions from domain values to SLP documents.
//
// E-mail addresses: accounts always see their own. They see another's when both use SLP and share a workspace that an
// SLP client created, in the documents of that workspace and in profiles. An account that never used SLP has shown its
// address to nobody, and native parties bring together people who don't know each other. A hidden address is an empty
// string, since clients read a string there or fail.

extension SLPMember {
  /// A member as other SLP users see them.
  /// - Parameter includingEmail: whether the e-mail address is included, if the account uses SLP itself.
  init(_ numbered: NumberedAccount, includingEmail: Bool) {
    let account = numbered.account
    self.init(
      id: Int(numbered.number.value), email: includingEmail && numbered.usesSLP ? account.legacyEmail : "",
      nickname: account.nickname.description, image: account.photo.map(SLPPath.profile))
  }
}

extension NativeServices {
  /// A message of a channel.
  /// - Parameter includingEmails: whether all readers are in the workspace and use SLP; see `slpChats`.
  func slpChat(_ message: ChatMessage, of channel: Channel, includingEmails: Bool = true) async throws -> SLPChat {
    let authors = try await slpAuthors(of: [message], in: channel, includingEmails)
    return SLPChat(message, of: channel, by: authors)
  }

  /// Messages of a channel, without removed ones. Complexity: O(messages + authors).
  /// - Parameter includingEmails: whether all readers are in the workspace and use SLP. Even then an address is
  ///   included only for authors who are still in the workspace.
  func slpChats(_ messages: [ChatMessage], of channel: Channel, includingEmails: Bool = true) async throws -> [SLPChat]
  {
    let messages = messages.filter { $0.removedAt == nil }
    let authors = try await slpAuthors(of: messages, in: channel, includingEmails)
    return messages.map { SLPChat($0, of: channel, by: authors) }
  }

  func slpDirectMessage(
    _ message: ChatMessage, of room: Channel, includingEmails: Bool = true
  ) async throws -> SLPDirectMessage {
    let authors = try await slpAuthors(of: [message], in: room, includingEmails)
    return SLPDirectMessage(message, by: authors)
  }

  /// Direct messages of a room, without removed ones. Complexity: O(messages).
  func slpDirectMessages(
    _ messages: [ChatMessage], of room: Channel, includingEmails: Bool = true
  ) async throws -> [SLPDirectMessage] {
    let messages = messages.filter { $0.removedAt == nil }
    let authors = try await slpAuthors(of: messages, in: room, includingEmails)
    return messages.map { SLPDirectMessage($0, by: authors) }
  }

  /// The authors as SLP members; deleted accounts are left out.
  private func slpAuthors(
    of messages: [ChatMessage], in channel: Channel, _ includingEmails: Bool
  ) async throws -> [AccountID: SLPMember] {
    let accounts = Set(messages.compactMap { $0.author?.id })
    let addressed = includingEmails ? try await chat.service.reachable(accounts, in: channel.workspace) : []
    return try await self.accounts.numbered(accounts).mapValues {
      SLPMember($0, includingEmail: addressed.contains($0.account.id))
    }
  }
}

extension SLPChat {
  fileprivate init(_ message: ChatMessage, of channel: Channel, by authors: [AccountID: SLPMember]) {
    self.init(
      channelID: Int(channel.id.value), channelName: channel.content.name, id: Int(message.id.value),
      content: message.text, createdAt: message.createdAt, files: message.photos.map(SLPPath.photo),
      user: message.author(among: authors))
  }
}

extension SLPDirectMessage {
  fileprivate init(_ message: ChatMessage, by authors: [AccountID: SLPMember]) {
    self.init(
      id: Int(message.id.value), roomID: Int(message.channel.value), content: message.text,
      createdAt: message.createdAt, files: message.photos.map(SLPPath.photo), user: message.author(among: authors))
  }
}

extension ChatMessage {
  fileprivate func author(among authors: [AccountID: SLPMember]) -> SLPMember {
    author.flatMap { authors[$0.id] } ?? .gone
  }
}
