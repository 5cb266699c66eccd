import Basics

/// The listeners of a channel in this process and the revision each has received: the synchronous part of the hub.
struct ChannelFeed<Listener: ChatListener> {
  struct Subscription {
    /// Unique within a hub.
    let number: Int
    /// The listener's account; nil follows the channel as long as it exists.
    let account: AccountID?
    /// The listener has received everything up to here; a live one also what the feed has sent.
    var revision: Int
    /// Whether it receives with the others; until then it catches up.
    var isLive = false
    /// How often the account's membership became uncertain.
    var membershipChanges = 0

    /// The subscription when membership becomes uncertain; a live one has received what the feed has sent.
    func suspended(having others: Int) -> Subscription {
      var subscription = self
      if isLive { subscription.revision = max(revision, others) }
      subscription.isLive = false
      subscription.membershipChanges += 1
      return subscription
    }
  }

  let channel: ChannelID
  /// Unique within a hub.
  let number: Int
  private(set) var subscriptions: [Listener: Subscription] = [:]
  /// The revision up to which live listeners were notified.
  private(set) var revision = 0
  /// The highest known revision.
  private(set) var announced = 0
  private var isBeingRead = false

  init(_ channel: ChannelID, number: Int) {
    self.channel = channel
    self.number = number
  }

  private var hasLive: Bool { subscriptions.values.contains(where: \.isLive) }

  // MARK: Subscriptions

  /// Adds a subscription; replaces an existing one of the listener.
  mutating func subscribe(_ listener: Listener, in subscription: Subscription) {
    subscriptions[listener] = subscription
  }

  /// Removes a listener's subscription: any, or only the one with a number.
  /// - Returns: Whether there was one.
  @discardableResult
  mutating func leave(_ listener: Listener, number: Int? = nil) -> Bool {
    guard let subscription = subscriptions[listener], number == nil || subscription.number == number else {
      return false
    }
    subscriptions[listener] = nil
    return true
  }

  /// Suspends the subscriptions of an account until its membership is known.
  /// - Returns: The subscriptions that were live.
  mutating func suspend(_ account: AccountID) -> [(listener: Listener, seat: Subscription)] {
    var stopped: [(Listener, Subscription)] = []
    for (listener, subscription) in subscriptions where subscription.account == account {
      if subscription.isLive { stopped.append((listener, subscription)) }
      subscriptions[listener] = subscription.suspended(having: revision)
    }
    return stopped
  }

  /// Records what a listener has received on its own, and makes it live once it has caught up.
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

  // MARK: Updates

  /// Records that a revision was reached.
  mutating func announce(_ revision: Int) {
    announced = max(announced, revision)
  }

  /// The revisions to read next; nil if there is nothing new, no live listener, or a read in progress.
  mutating func beginReading() -> (from: Int, upTo: Int)? {
    guard !isBeingRead, announced > revision, hasLive else { return nil }
    isBeingRead = true
    return (revision, announced)
  }

  /// The read failed; the next poll retries.
  mutating func failReading() {
    isBeingRead = false
  }

  /// The updates to send after a page was read, and their listeners: in most cases one update for all.
  ///
  /// Messages beyond the announced revision are held back: a departure before them may be announced first.
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
