import APIKit
import Basics
import Contracts
import HTTP

enum RealtimeRequest: Sendable {
  case authenticate(token: String)
  /// Changes since a revision, or only later ones.
  case subscribe(ChannelID, since: Int?)
  case unsubscribe(ChannelID)
  /// Changes of what waits for the account.
  case watchUnread

  private enum Kind: String, CaseIterable, Sendable {
    case authenticate
    case subscribe
    case unsubscribe
    case watchUnread = "watch_unread"
  }

  private static let type = BodyField<Kind>("type", .enumeration(), "The request.", isRequired: true)
  private static let token = BodyField<String>("token", .text(1...1024), "An access token.")
  private static let channel = BodyField<ChannelID>("channel", .serial(), "The number of a channel.")
  private static let since = BodyField<Int>(
    "since_revision", .integer(ChatParameters.revisions), "The revision up to which the client has all messages.")

  /// Parses a message.
  /// - Throws: `DomainError` `message-not-text`, and errors of `JSONBody`.
  init(_ message: WebSocketMessage) throws(DomainError) {
    guard case .text(let text) = message else {
      throw DomainError(.invalid, "message-not-text", "Messages must be text frames with a JSON object.")
    }
    let body = try JSONBody(
      Array(text.utf8), knowing: [Self.type, Self.token, Self.channel, Self.since], isStrict: true)
    switch try body.required(Self.type) {
    case .authenticate: self = .authenticate(token: try body.required(Self.token))
    case .subscribe: self = .subscribe(try body.required(Self.channel), since: try body.value(Self.since))
    case .unsubscribe: self = .unsubscribe(try body.required(Self.channel))
    case .watchUnread: self = .watchUnread
    }
  }

  var channel: ChannelID? {
    switch self {
    case .authenticate, .watchUnread: nil
    case .subscribe(let channel, _), .unsubscribe(let channel): channel
    }
  }
}
