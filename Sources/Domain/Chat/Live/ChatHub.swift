package import Basics

/// Tells those who listen to channels in this process what is new there.
///
/// Of each channel that somebody listens to, what is new is read once and handed to everybody. That something is new is
/// told by the bus; and since the bus may lose events and other processes may say something, the hub also looks by
/// itself. Nobody misses anything, hears it twice or in another order, and whoever was taken out of a channel hears
/// nothing that was said afterwards.
package actor ChatHub<Listener: ChatListener> {
  /// How many messages are told at once at most: the longest that there can be, so many of them together, stay below
  /// what a connection lets wait.
  static var page: Int { 40 }

  private let source: any ChatSource
  private let events: AsyncStream<ChatEvent>
  private var onFailure: @Sendable (any Error) -> Void = { _ in }
  private var feeds: [ChannelID: ChannelFeed<Listener>] = [:]
  private var lastNumber = 0
  /// The source's number when it was looked last.
  private var polledChange: Int64?
  /// Whether something could not be read, and is to be at the next look.
  private var mustPoll = false

  /// A hub that hears everything that a bus tells from now on.
  package init(source: any ChatSource, bus: any EventBus) {
    self.source = source
    events = bus.events()
  }

  /// Follows the bus until the task is cancelled. Runs once.
  /// - Parameter onFailure: told of each failure to read; what was not read is read at the next look.
  package func run(onFailure: @escaping @Sendable (any Error) -> Void) async {
    self.onFailure = onFailure
    for await event in events { handle(event) }
  }

  /// How many listen, over all channels.
  package var count: Int { feeds.values.reduce(0) { $0 + $1.subscriptions.count } }

  // MARK: Listening

  /// Has a listener hear what is new in a channel, first what it missed since a revision; nil: from now on.
  ///
  /// It is told `messages` where it missed some, then `joined` or, where more was missed than a page, `behind`; or only
  /// `left` where it was taken out meanwhile. Who listens already begins anew.
  /// - Parameter account: nil for a listener that passes on what it hears to others, and decides by itself who they
  ///   are: it hears the channel until that is removed.
  /// - Throws: `DomainError` `channel-not-joined` (forbidden) for whoever is not in the channel, be there one or not;
  ///   `channel-unknown` (notFound) where there is none and nobody is named.
  package func listen(
    _ listener: Listener, to channel: ChannelID, since revision: Int?, as account: AccountID?
  ) async throws {
    let latest = try await source.revision(of: channel) ?? 0
    guard try await mayReceive(account, channel) else {
      throw account == nil ? DomainError.channelUnknown : DomainError.channelNotJoined
    }
    // Whoever names a revision that is not there yet would miss what comes until then.
    let known = min(max(0, revision ?? latest), latest)
    let subscription = ChannelFeed<Listener>.Subscription(number: nextNumber(), account: account, revision: known)
    feeds[channel, default: ChannelFeed(channel, number: subscription.number)].subscribe(listener, in: subscription)
    do { try await catchUp(listener, subscription.number, channel, isJoining: true) } catch {
      leave(listener, channel, number: subscription.number)
      throw error
    }
  }

  /// Whether somebody is in a channel; nobody in particular: whether it is there.
  private func mayReceive(_ account: AccountID?, _ channel: ChannelID) async throws -> Bool {
    guard let account else { return try await source.revision(of: channel) != nil }
    return try await !source.members(among: [account], of: channel).isEmpty
  }

  private func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// A listener hears no more of a channel. Whoever does not listen is none the worse.
  package func leave(_ listener: Listener, _ channel: ChannelID) {
    leave(listener, channel, number: nil)
  }

  @discardableResult
  private func leave(_ listener: Listener, _ channel: ChannelID, number: Int?) -> Bool {
    guard feeds[channel]?.leave(listener, number: number) == true else { return false }
    if feeds[channel]?.subscriptions.isEmpty == true { feeds[channel] = nil }
    return true
  }

  // MARK: Hearing of something

  private func handle(_ event: ChatEvent) {
    switch event {
    case .channel(let channel, let revision): announce(revision, channel)
    case .removed(let channel):
      for (listener, subscription) in feeds[channel]?.subscriptions ?? [:] {
        end(listener, subscription.number, channel, .left)
      }
    case .membership(let channel, let account):
      for (listener, subscription) in feeds[channel]?.suspend(account) ?? [] {
        Task { await resolve(listener, subscription.number, channel) }
      }
    }
  }

  private func announce(_ revision: Int, _ channel: ChannelID) {
    guard feeds[channel] != nil else { return }
    feeds[channel]?.announce(revision)
    read(channel)
  }

  /// Finds out by itself what is new in each channel that somebody listens to, and who is not in it any more: where
  /// anything has changed since it looked before, or something could not be read.
  package func follow() async throws {
    // In this order: what changes while it looks is found the next time.
    let number = try await source.changeNumber()
    guard number != polledChange || mustPoll else { return }
    try await poll()
    polledChange = number
  }

  /// Finds out the same, whether or not anything has changed.
  package func poll() async throws {
    mustPoll = false
    // Who comes meanwhile is looked at by itself.
    let subscriptions = feeds.mapValues(\.subscriptions)
    do {
      let snapshots = try await source.snapshots(of: subscriptions.mapValues { Set($0.values.compactMap(\.account)) })
      for (channel, snapshot) in snapshots { apply(snapshot, to: channel, subscriptions[channel] ?? [:]) }
    } catch {
      mustPoll = true
      throw error
    }
  }

  private func apply(
    _ snapshot: ChannelSnapshot, to channel: ChannelID, _ subscriptions: [Listener: ChannelFeed<Listener>.Subscription]
  ) {
    for (listener, subscription) in subscriptions
    where !(subscription.account.map(snapshot.members.contains) ?? (snapshot.revision != nil)) {
      end(listener, subscription.number, channel, .left)
    }
    if let revision = snapshot.revision { announce(revision, channel) }
  }

  private func end(_ listener: Listener, _ number: Int, _ channel: ChannelID, _ kind: ChannelUpdate.Kind) {
    guard leave(listener, channel, number: number) else { return }
    Listener.notify(ChannelUpdate(channel, kind), to: [listener])
  }

  // MARK: Reading

  /// Reads what is announced, for everybody who is live, page by page.
  private func read(_ channel: ChannelID) {
    guard let (from, upTo) = feeds[channel]?.beginReading(), let number = feeds[channel]?.number else { return }
    Task {
      do {
        let page = try await source.changes(of: channel, since: from, limit: Self.page)
        guard feeds[channel]?.number == number else { return }
        let news = feeds[channel]?.finishReading(page, from: from, upTo: upTo, isWhole: page.count < Self.page)
        for (news, listeners) in news ?? [] { Listener.notify(news, to: listeners) }
        read(channel)
      } catch {
        mustPoll = true
        if feeds[channel]?.number == number { feeds[channel]?.failReading() }
        onFailure(error)
      }
    }
  }

  /// Goes on with a listener whose account came into doubt.
  private func resolve(_ listener: Listener, _ number: Int, _ channel: ChannelID) async {
    do { try await catchUp(listener, number, channel, isJoining: false) } catch {
      onFailure(error)
      end(listener, number, channel, .failed)
    }
  }

  /// Brings a listener to where the others are. There is one such task for each seat that is not live.
  private func catchUp(_ listener: Listener, _ number: Int, _ channel: ChannelID, isJoining: Bool) async throws {
    while let others = feeds[channel]?.revision, let subscription = feeds[channel]?.subscriptions[listener],
      subscription.number == number
    {
      let page = try await source.changes(of: channel, since: subscription.revision, limit: Self.page)
      let isMember = try await mayReceive(subscription.account, channel)
      guard let now = feeds[channel]?.subscriptions[listener], now.number == number else { return }
      // It was told in between that somebody came or left: what was found may be older.
      if now.membershipChanges != subscription.membershipChanges { continue }
      guard isMember else { return end(listener, number, channel, .left) }
      let last = page.last?.revision ?? subscription.revision
      let isWhole = page.count < Self.page
      // What the others had heard before it was read is in it.
      let reached = isWhole ? max(last, others) : last
      if !page.isEmpty { Listener.notify(ChannelUpdate(channel, .messages(page, revision: reached)), to: [listener]) }
      if !isWhole { return end(listener, number, channel, .behind(revision: reached)) }
      if feeds[channel]?.advance(listener, to: reached) == true {
        if isJoining { Listener.notify(ChannelUpdate(channel, .joined(revision: reached)), to: [listener]) }
        return read(channel)
      }
    }
  }
}
