import APIKit
import Basics
import Chat
import Contracts
import JSON

enum RealtimeMessage {
  case authenticated(AccountID, until: Timestamp)
  case messages(ChannelUpdateDocument)
  case subscribed(ChannelID, revision: Int)
  case behind(ChannelID, revision: Int)
  case unsubscribed(ChannelID)
  /// The account is no longer in the channel.
  case membership(ChannelID)
  /// Unread counts or open requests of the account may have changed.
  case unread
  case error(DomainError, ChannelID?)

  init(_ news: ChannelUpdate) {
    switch news.kind {
    case .messages(let messages, let revision):
      self = .messages(
        ChannelUpdateDocument(
          channel: news.channel, messages: messages.map { MessageDocument($0) }, revision: revision))
    case .joined(let revision): self = .subscribed(news.channel, revision: revision)
    case .behind(let revision): self = .behind(news.channel, revision: revision)
    case .left: self = .membership(news.channel)
    case .failed: self = .error(.unreadable, news.channel)
    }
  }

  private var type: StaticString {
    switch self {
    case .authenticated: "authenticated"
    case .messages: "messages"
    case .subscribed: "subscribed"
    case .behind: "behind"
    case .unsubscribed: "unsubscribed"
    case .membership: "membership"
    case .unread: "unread"
    case .error: "error"
    }
  }

  /// For a WebSocket: an object with `type`.
  var text: String {
    var writer = JSONWriter(capacity: 512)
    writer.beginObject()
    writer.key("type")
    writer.literal(type)
    writeMembers(to: &writer)
    writer.endObject()
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  /// For an event stream: an event named by the type, whose id is the revision that it leads to (WHATWG HTML, 9.2).
  var event: [UInt8] {
    var writer = JSONWriter(capacity: 512)
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
    let id = revision.map { "id: \($0)\n" } ?? ""
    return Array("event: \(type)\n\(id)data: ".utf8) + writer.finish() + [0x0A, 0x0A]
  }

  private var revision: Int? {
    switch self {
    case .messages(let news): news.revision
    case .subscribed(_, let revision), .behind(_, let revision): revision
    case .authenticated, .unsubscribed, .membership, .unread, .error: nil
    }
  }

  private func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .authenticated(let account, let instant):
      writer.text("account", account.description)
      writer.text("expires_at", instant.rfc3339Milliseconds)
    case .messages(let news): writer.writeMembers(of: news)
    case .subscribed(let channel, let revision), .behind(let channel, let revision):
      writer.number("channel", channel.value)
      writer.number("revision", Int64(revision))
    case .unread: break
    case .unsubscribed(let channel): writer.number("channel", channel.value)
    case .membership(let channel):
      writer.number("channel", channel.value)
      writer.key("is_member")
      writer.bool(false)
    case .error(let domainError, let channel):
      writer.text("code", domainError.code)
      writer.text("detail", domainError.message)
      if let field = domainError.field { writer.text("parameter", field) }
      if let channel { writer.number("channel", channel.value) }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func text(_ key: StaticString, _ text: String) {
    self.key(key)
    string(text)
  }

  fileprivate mutating func number(_ key: StaticString, _ number: Int64) {
    self.key(key)
    integer(Int(number))
  }
}

extension DomainError {
  fileprivate static let unreadable = DomainError(
    .unavailable, "channel-unreadable", "The channel cannot be read; subscribe again later.")
}
