import APIKit
import Accounts
import Basics
import Chat
import Contracts
import HTTP
import NativeAPI
import Photos

/// The channel message endpoints of SLP.
///
/// The contract has no call to join an open channel: clients ask the user, then simply open it. So reading or sending
/// messages joins the channel. Reading the channel's details or members does not.
struct SLPChatEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    [list, send, unread("unreads"), unread("unread")]
  }

  private static let named: [any DescribedParameter] = [SLPParameters.workspace, SLPParameters.channel]

  private var list: Endpoint {
    Endpoint.slp(
      services, .get, "/v1/workspaces/{id}/channels/{name}/chats", "The messages of a channel",
      details: """
        Oldest first, strictly later than `cursor_date`, in their current version, without removed ones. \
        \(SLPHistory.details) The caller joins the channel if it is open.
        """,
      pathParameters: Self.named, query: [SLPParameters.cursor], answers: "The chats.", as: "Chats",
      faults: [.badRequest, .missing],
      isSafe: false,
      handler: { request in
        let caller = try await request.caller()
        let since = try request.context.query.value(SLPParameters.cursor) ?? nil
        let channel = try await request.joinedChannel(caller)
        let messages = try await SLPHistory.messages(of: channel.id, since: since, request.chat, for: caller.account)
        return request.answer(SLPList(try await request.services.slpChats(messages, of: channel)))
      })
  }

  private var send: Endpoint {
    Endpoint.slp(
      services, .post, "/v1/workspaces/{id}/channels/{name}/chats", "Send a message to a channel",
      details:
        "Empty files are ignored. The caller joins the channel if it is open.",
      pathParameters: Self.named, takes: .form("`content`, and at most five images (5 MB each) as `files`.", .slpChat),
      answers: "The chat, which is also broadcast to Socket.IO clients.", as: "Chat",
      faults: [.badRequest, .missing, .rateLimited],
      handler: { request in
        let caller = try await request.caller()
        let channel = try await request.channel(caller).channel
        let (fields, photos) = try await request.form(.slpChat, files: "files", by: caller)
        let text = try fields.text("content") ?? ""
        // After the form is read, so that an unreadable one joins nobody.
        try await request.join(channel, caller)
        let message = try await request.chat.send(text, photos: photos.once, in: channel.id, by: caller.account)
        return request.answer(try await request.services.slpChat(message, of: channel))
      })
  }

  /// Clients differ in the path: Mojitalk and others spell it, and `after`, in another way.
  private func unread(_ word: String) -> Endpoint {
    Endpoint.slp(
      services, .get, "/v1/workspaces/{id}/channels/{name}/\(word)", "Count unread messages of a channel",
      details: "Messages of others, without removed ones. `cursor_date` is used when `after` is absent.",
      pathParameters: Self.named, query: [SLPParameters.after, SLPParameters.cursor], answers: "The count.",
      as: "UnreadChats",
      faults: [.badRequest, .missing],
      handler: { request in
        let caller = try await request.caller()
        let since = try request.unreadSince()
        let channel = try await request.channel(caller).channel
        let count = try await request.chat.unread(since: since, of: channel.id, for: caller.account)
        return request.answer(
          SLPUnreadChats(channelID: Int(channel.id.value), name: channel.content.name, count: count))
      })
  }
}

/// The whole message history, for clients that know no pages.
enum SLPHistory {
  /// The maximum number of messages, exceeded by less than a page.
  static let maxMessages = 10_000
  /// The maximum number of text bytes, exceeded by less than a page.
  private static let maxBytes = 8 * 1_048_576
  /// Small enough that a page of the longest messages exceeds `maxBytes` only slightly.
  private static let pageSize = 100

  static let details = """
    The list ends after 10,000 chats or 8 MB of text: ask again with the last `createdAt` for the rest.
    """

  /// The messages of a channel after an instant, oldest first, without removed ones.
  ///
  /// They are read page by page, so that other requests are served in between; messages that arrive meanwhile are
  /// included. The bounds limit the memory of one request. Nothing is lost: only the newest messages are missing, and
  /// clients ask for messages after the newest they have.
  static func messages(
    of channel: ChannelID, since instant: Timestamp?, _ chat: ChatService, for account: AccountID
  ) async throws -> [ChatMessage] {
    var range = instant.map(MessageRange.since) ?? .after(sequence: 0)
    var all: [ChatMessage] = []
    var bytes = 0
    while all.count < maxMessages, bytes < maxBytes {
      let page = try await chat.messages(range, of: channel, limit: pageSize, for: account)
      let present = page.filter { $0.removedAt == nil }
      all += present
      bytes += present.reduce(0) { $0 + $1.text.utf8.count }
      guard page.count == pageSize, let last = page.last else { break }
      range = .after(sequence: last.sequence)
    }
    return all
  }
}

extension SLPRequest {
  /// The channel in the path, after joining the caller to it.
  fileprivate func joinedChannel(_ caller: Caller) async throws -> Channel {
    let view = try await channel(caller)
    if !view.isMember { try await join(view.channel, caller) }
    return view.channel
  }

  /// Joins an open channel; no error for members.
  fileprivate func join(_ channel: Channel, _ caller: Caller) async throws {
    _ = try await chat.join(channel.id, by: caller.account)
  }

  /// The instant after which messages count as unread; nil: all count.
  func unreadSince() throws(DomainError) -> Timestamp? {
    if let after = try context.query.value(SLPParameters.after) { return after }
    return try context.query.value(SLPParameters.cursor) ?? nil
  }
}

extension [PhotoName] {
  /// Without duplicates: a photo that is sent twice is stored once, under one name.
  var once: [PhotoName] {
    var view: Set<PhotoName> = []
    return filter { view.insert($0).inserted }
  }
}
