import APIKit
import Accounts
import Basics
import Chat
import Contracts
import NativeAPI

// What the contract makes of what the service knows.
//
// E-mail addresses: everybody is told their own. Those of others are told where both use the contract, and share a
// workspace that was made by one of its clients, in what is answered about that workspace and about a person. Whoever
// never used it has told nobody their address, and natively people meet in parties who don't know each other. Where an
// address is not told it is empty, for clients read a text there or fail.

extension SLPMember {
  /// Somebody as others see them who use the contract.
  /// - Parameter tellingAddress: whether their address may be told, where they use the contract themselves.
  init(_ numbered: NumberedAccount, tellingAddress: Bool) {
    let account = numbered.account
    self.init(
      id: Int(numbered.number.value), email: tellingAddress && numbered.usesSLP ? account.addressForOldClients : "",
      nickname: account.nickname.description, image: account.photo.map(SLPPath.profile))
  }
}

extension NativeServices {
  /// A message of a channel.
  /// - Parameter tellingAddresses: whether all who read it are in the workspace and use the contract; see `slpChats`.
  func slpChat(_ message: ChatMessage, of channel: Channel, tellingAddresses: Bool = true) async throws -> SLPChat {
    let authors = try await slpAuthors(of: [message], in: channel, tellingAddresses)
    return SLPChat(message, of: channel, by: authors)
  }

  /// Messages of a channel, those left out that are removed. Complexity: O(messages + authors).
  /// - Parameter tellingAddresses: whether all who read them are in the workspace and use the contract. Even then only
  ///   the addresses of authors are told who still are in it.
  func slpChats(_ messages: [ChatMessage], of channel: Channel, tellingAddresses: Bool = true) async throws -> [SLPChat]
  {
    let messages = messages.filter { $0.removedAt == nil }
    let authors = try await slpAuthors(of: messages, in: channel, tellingAddresses)
    return messages.map { SLPChat($0, of: channel, by: authors) }
  }

  /// A message of a room of two.
  func slpDirectMessage(
    _ message: ChatMessage, of room: Channel, tellingAddresses: Bool = true
  ) async throws -> SLPDirectMessage {
    let authors = try await slpAuthors(of: [message], in: room, tellingAddresses)
    return SLPDirectMessage(message, by: authors)
  }

  /// Messages of a room of two, those left out that are removed. Complexity: O(messages).
  func slpDirectMessages(
    _ messages: [ChatMessage], of room: Channel, tellingAddresses: Bool = true
  ) async throws -> [SLPDirectMessage] {
    let messages = messages.filter { $0.removedAt == nil }
    let authors = try await slpAuthors(of: messages, in: room, tellingAddresses)
    return messages.map { SLPDirectMessage($0, by: authors) }
  }

  /// Who said something, as the contract shows them; nobody for accounts that are gone.
  private func slpAuthors(
    of messages: [ChatMessage], in channel: Channel, _ tellingAddresses: Bool
  ) async throws -> [AccountID: SLPMember] {
    let accounts = Set(messages.compactMap { $0.author?.id })
    let addressed = tellingAddresses ? try await chat.service.reachable(accounts, in: channel.workspace) : []
    return try await self.accounts.numbered(accounts).mapValues {
      SLPMember($0, tellingAddress: addressed.contains($0.account.id))
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
