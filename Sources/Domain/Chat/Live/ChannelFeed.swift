import Basics

/// Who listens to a channel in this process, and up to where each has heard: what a hub decides, without waiting.
struct ChannelFeed<Listener: ChatListener> {
  /// A listener's place.
  struct Subscription {
    /// No two seats of a hub have the same.
    let number: Int
    /// Who listens; nil hears the channel as long as it is there.
    let account: AccountID?
    /// The listener has heard everything up to here; one that is live also what the others have.
    var revision: Int
    /// Whether it hears with the others; until then it is brought up to where they are.
    var isLive = false
    /// How often it became doubtful whether the account is in the channel.
    var membershipChanges = 0

    /// The place once it is doubtful; who is live has heard what the others have.
    func suspended(having others: Int) -> Subscription {
      var subscription = self
      if isLive { subscription.revision = max(revision, others) }
      subscription.isLive = false
      subscription.membershipChanges += 1
      return subscription
    }
  }

  let channel: ChannelID
  /// No two feeds of a hub have the same.
  let number: Int
  private(set) var subscriptions: [Listener: Subscription] = [:]
  /// Up to where those who are live were told.
  private(set) var revision = 0
  /// Up to where it is known that there is something.
  private(set) var announced = 0
  private var isBeingRead = false

  init(_ channel: ChannelID, number: Int) {
    self.channel = channel
    self.number = number
  }

  private var hasLive: Bool { subscriptions.values.contains(where: \.isLive) }

  // MARK: Seats

  /// Gives a listener a place, in the stead of one that it has.
  mutating func subscribe(_ listener: Listener, in subscription: Subscription) {
    subscriptions[listener] = subscription
  }

  /// Takes a listener's place away: any, or only the one of a number.
  /// - Returns: Whether there was one.
  @discardableResult
  mutating func leave(_ listener: Listener, number: Int? = nil) -> Bool {
    guard let subscription = subscriptions[listener], number == nil || subscription.number == number else {
      return false
    }
    subscriptions[listener] = nil
    return true
  }

  /// Has everybody of an account wait until it is known whether it is still in the channel.
  /// - Returns: The seats that were live.
  mutating func suspend(_ account: AccountID) -> [(listener: Listener, seat: Subscription)] {
    var stopped: [(Listener, Subscription)] = []
    for (listener, subscription) in subscriptions where subscription.account == account {
      if subscription.isLive { stopped.append((listener, subscription)) }
      subscriptions[listener] = subscription.suspended(having: revision)
    }
    return stopped
  }

  /// Notes what a listener was told by itself, and lets it hear with the others once it has heard what they have.
  /// - Returns: Whether it is live now.
  mutating func advance(_ listener: Listener, to revision: Int) -> Bool {
    guard var subscription = subscriptions[listener] else { return false }
    subscription.revision = max(subscription.revision, revision)
    let others = self.revision
    if !hasLive { self.revision = max(self.revision, subscription.revision) }
    subscription.isLive = subscription.revision >= others
    subscriptions[listener] = subscription
    return subscription.isLive
  }

  // MARK: News

  /// Notes that a revision was reached.
  mutating func announce(_ revision: Int) {
    announced = max(announced, revision)
  }

  /// From and up to where is to be read now; nil where there is nothing, nobody, or it is being read already.
  mutating func beginReading() -> (from: Int, upTo: Int)? {
    guard !isBeingRead, announced > revision, hasLive else { return nil }
    isBeingRead = true
    return (revision, announced)
  }

  /// It could not be read; whoever looks again tries again.
  mutating func failReading() {
    isBeingRead = false
  }

  /// What is to be told to whom after a page was read: in most cases the same to all.
  ///
  /// What was not announced yet waits: that somebody left before it was said may be announced before it.
  mutating func finishReading(
    _ page: [ChatMessage], from: Int, upTo: Int, isWhole: Bool
  ) -> [(news: ChannelUpdate, listeners: [Listener])] {
    isBeingRead = false
    let visible = Array(page.prefix { $0.revision <= announced })
    let last = visible.last?.revision ?? from
    let reached = isWhole || visible.count < page.count ? max(upTo, last) : last
    revision = max(revision, reached)
    var together: [Listener] = []
    together.reserveCapacity(subscriptions.count)
    var updates: [(ChannelUpdate, [Listener])] = []
    for (listener, subscription) in subscriptions where subscription.isLive && subscription.revision < reached {
      if subscription.revision <= from {
        together.append(listener)
      } else {
        let missing = visible.filter { $0.revision > subscription.revision }
        if !missing.isEmpty {
          updates.append((ChannelUpdate(channel, .messages(missing, revision: reached)), [listener]))
        }
      }
    }
    if !together.isEmpty, !visible.isEmpty {
      updates.append((ChannelUpdate(channel, .messages(visible, revision: reached)), together))
    }
    return updates
  }
}
