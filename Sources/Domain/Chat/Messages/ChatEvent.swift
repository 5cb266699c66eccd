package import Basics

/// A notification that something changed, without its content. Listeners read the content from the store, so they may
/// be in any process.
package enum ChatEvent: Hashable, Sendable {
  case channel(ChannelID, revision: Int)
  case removed(ChannelID)
  /// An account joined or left a channel.
  case membership(ChannelID, AccountID)
  /// Unread counts or open requests of an account have changed: invitations, applications, notices, refund requests.
  case account(AccountID)
}

/// Delivers events to listeners, in this process and others. It may lose, duplicate or reorder events: listeners read
/// the store.
package protocol EventBus: Sendable {
  func publish(_ event: ChatEvent)
  /// All events from now on, until the listener ends the stream.
  func events() -> AsyncStream<ChatEvent>
}
