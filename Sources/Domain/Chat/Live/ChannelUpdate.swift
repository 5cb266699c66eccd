package import Basics

/// What listeners of a channel are told.
package struct ChannelUpdate: Hashable, Sendable {
  /// Of what kind news are.
  package enum Kind: Hashable, Sendable {
    /// Messages in the order of their revisions: whoever has them has missed nothing up to `revision`.
    case messages([ChatMessage], revision: Int)
    /// Everything from here on will be told as it comes.
    case joined(revision: Int)
    /// More was missed than is told at once: it is to be listened again from here.
    case behind(revision: Int)
    /// The listener's person is not in the channel any more, or the channel is not there: nothing more is told.
    case left
    /// The channel could not be read, by our own fault; nothing more is told.
    case failed
  }

  /// Of which channel.
  package let channel: ChannelID
  /// What there is to tell.
  package let kind: Kind

  /// News from their parts.
  package init(_ channel: ChannelID, _ kind: Kind) {
    self.channel = channel
    self.kind = kind
  }
}

/// Whoever hears what is new.
package protocol ChatListener: Hashable, Sendable {
  /// Tells the same to some of them, in the order of the calls. It must not wait: whoever does not keep up is to be let
  /// go, and comes back with the revision that it knows.
  static func notify(_ update: ChannelUpdate, to listeners: [Self])
}
