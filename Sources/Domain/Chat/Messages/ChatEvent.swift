package import Basics

/// That there is something new, for those who listen: never what. Whoever is told reads it from the store, so that
/// listeners may be in any process.
package enum ChatEvent: Hashable, Sendable {
  /// A channel has reached a revision.
  case channel(ChannelID, revision: Int)
  /// A channel is not there any more.
  case removed(ChannelID)
  /// Somebody came into a channel, or left it.
  case membership(ChannelID, AccountID)
}

/// Carries events to whoever listens, in this process and others. It may lose some, tell some twice or in another
/// order: listeners look at the store.
package protocol EventBus: Sendable {
  /// Tells everybody.
  func publish(_ event: ChatEvent)
  /// Everything that is told from now on, until whoever listens ends.
  func events() -> AsyncStream<ChatEvent>
}
