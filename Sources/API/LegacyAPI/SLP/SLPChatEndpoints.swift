import APIKit
import Accounts
import Basics
import Chat
import Contracts
import HTTP
import NativeAPI
import Photos

/// What is said in channels.
///
/// In this contract nobody joins an open channel in so many words: clients ask the person whether they want to, and
/// then simply open it. So whoever reads or says something there is in it from then on. Looking at the channel itself,
/// or at who is in it, is not joining.
struct SLPChatEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    [list, say, unread("unreads"), unread("unread")]
  }

  private static let named: [any DescribedParameter] = [SLPParameters.workspace, SLPParameters.channel]

  private var list: Endpoint {
    Endpoint.slp(
      services, .get, "/v1/workspaces/{id}/channels/{name}/chats", "What was said in a channel",
      details: """
        Oldest first, strictly later than `cursor_date`, as it stands now; what was removed is left out. \
        \(SLPHistory.details) Whoever asks comes into the channel where it is open.
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

  private var say: Endpoint {
    Endpoint.slp(
      services, .post, "/v1/workspaces/{id}/channels/{name}/chats", "Say something in a channel",
      details:
        "Files without a byte are as if not sent. Whoever says something comes into the channel where it is open.",
      pathParameters: Self.named, takes: .form("`content`, and at most five images (5 MB each) as `files`.", .slpChat),
      answers: "The chat, which those who listen are told as well.", as: "Chat",
      faults: [.badRequest, .missing, .rateLimited],
      handler: { request in
        let caller = try await request.caller()
        let channel = try await request.channel(caller).channel
        let (fields, photos) = try await request.form(.slpChat, files: "files", by: caller)
        let text = try fields.text("content") ?? ""
        // After the form, so that one that cannot be read takes nobody in.
        try await request.join(channel, caller)
        let message = try await request.chat.send(text, photos: photos.once, in: channel.id, by: caller.account)
        return request.answer(try await request.services.slpChat(message, of: channel))
      })
  }

  /// Some clients, and Mojitalk, spell the path otherwise, and `after` as well.
  private func unread(_ word: String) -> Endpoint {
    Endpoint.slp(
      services, .get, "/v1/workspaces/{id}/channels/{name}/\(word)", "How much of a channel one has not read",
      details: "Messages of others that are not removed. `cursor_date` is taken for `after` where that is not given.",
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

/// What was said, all of it, for clients that know no pages.
enum SLPHistory {
  /// How many messages are answered at most, to within a page.
  static let maxMessages = 10_000
  /// How many bytes of text, to within a page.
  private static let maxBytes = 8 * 1_048_576
  /// Small enough that a page of the longest messages adds little to that.
  private static let pageSize = 100

  static let details = """
    After 10,000 chats or 8 MB of text it ends early: whoever asks again with the last one's `createdAt` gets the rest.
    """

  /// The messages of a channel after a moment, oldest first, those left out that are removed.
  ///
  /// They come page by page, so that others are served in between; what is said meanwhile comes too. The bounds keep
  /// one request from filling the memory. They lose nothing: it is the newest that are missing then, and a client asks
  /// from the newest that it has.
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
  /// The channel that the path names, which the caller is in from now on.
  fileprivate func joinedChannel(_ caller: Caller) async throws -> Channel {
    let seen = try await channel(caller)
    if !seen.isMember { try await join(seen.channel, caller) }
    return seen.channel
  }

  /// Comes into an open channel; being in it already is no error.
  fileprivate func join(_ channel: Channel, _ caller: Caller) async throws {
    _ = try await chat.join(channel.id, by: caller.account)
  }

  /// From when on messages count; nil: from the beginning.
  func unreadSince() throws(DomainError) -> Timestamp? {
    if let after = try context.query.value(SLPParameters.after) { return after }
    return try context.query.value(SLPParameters.cursor) ?? nil
  }
}

extension [PhotoName] {
  /// Each photo once: one that is chosen twice is stored once, and has one name.
  var once: [PhotoName] {
    var seen: Set<PhotoName> = []
    return filter { seen.insert($0).inserted }
  }
}
