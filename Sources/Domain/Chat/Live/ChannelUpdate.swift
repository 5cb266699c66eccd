package import Basics

package struct ChannelUpdate: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Messages ordered by revision: after them a listener is complete up to `revision`.
    case messages([ChatMessage], revision: Int)
    /// The listener is live: it receives every later change.
    case joined(revision: Int)
    /// More was missed than one page: the listener should subscribe again from here.
    case behind(revision: Int)
    /// The listener's account has left the channel, or the channel was removed: no more updates follow.
    case left
    /// The channel could not be read (internal error): no more updates follow.
    case failed
  }

  package let channel: ChannelID
  package let kind: Kind

  package init(_ channel: ChannelID, _ kind: Kind) {
    self.channel = channel
    self.kind = kind
  }
}

package protocol ChatListener: Hashable, Sendable {
  /// Sends the same update to some listeners, in the order of the calls. It must not block: a listener that cannot keep
  /// up should be disconnected, and subscribes again with the revision it has.
  static func notify(_ update: ChannelUpdate, to listeners: [Self])
}
