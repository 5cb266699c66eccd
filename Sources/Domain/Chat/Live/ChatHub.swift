package import Basics

/// Broadcasts changes of channels to their listeners in this process.
///
/// For each channel with listeners, new messages are read once and sent to all. The bus announces changes; since it may
/// lose events and other processes may write, the hub also polls. A listener misses nothing and receives nothing twice
/// or out of order, and an account removed from a channel receives nothing sent afterwards.
package actor ChatHub<Listener: ChatListener> {
  /// Messages per update: this many of maximum length stay below a connection's send-buffer limit.
  static var page: Int { 40 }

  private let source: any ChatSource
  private let events: AsyncStream<ChatEvent>
  private var onFailure: @Sendable (any Error) -> Void = { _ in }
  private var feeds: [ChannelID: ChannelFeed<Listener>] = [:]
  private var lastNumber = 0
  /// The source's change number at the last poll.
  private var polledChange: Int64?
  /// Whether a read failed, so that the next poll must not be skipped.
  private var mustPoll = false

  package init(source: any ChatSource, bus: any EventBus) {
    self.source = source
    events = bus.events()
  }

  /// Follows the bus until the task is cancelled. Runs once.
  /// - Parameter onFailure: called for each failed read; the next poll retries it.
  package func run(onFailure: @escaping @Sendable (any Error) -> Void) async {
    self.onFailure = onFailure
    for await event in events { handle(event) }
  }

  package var count: Int { feeds.values.reduce(0) { $0 + $1.subscriptions.count } }

  // MARK: Listening

  /// Subscribes a listener to a channel, from a revision on that it has; nil: from now on.
  ///
  /// It receives `messages` if it missed some, then `joined`, or `behind` if it missed more than a page; or only `left`
  /// if its account was removed meanwhile. An existing subscription of the listener is replaced.
  /// - Parameter account: nil for a listener that forwards updates to others and checks their permissions itself: it
  ///   follows the channel until that is removed.
  /// - Throws: `DomainError` `channel-not-joined` (forbidden) if the account is not in the channel, whether or not that
  ///   exists; `channel-unknown` (notFound) if there is no such channel and `account` is nil.
  package func listen(
    _ listener: Listener, to channel: ChannelID, since revision: Int?, as account: AccountID?
  ) async throws {
    let latest = try await source.revision(of: channel) ?? 0
    guard try await mayReceive(account, channel) else {
      throw account == nil ? DomainError.channelUnknown : DomainError.channelNotJoined
    }
    // A revision in the future would skip the changes up to it.
    let known = min(max(0, revision ?? latest), latest)
    let subscription = ChannelFeed<Listener>.Subscription(number: nextNumber(), account: account, revision: known)
    feeds[channel, default: ChannelFeed(channel, number: subscription.number)].subscribe(listener, in: subscription)
    do { try await catchUp(listener, subscription.number, channel, isJoining: true) } catch {
      leave(listener, channel, number: subscription.number)
      throw error
    }
  }

  /// Whether an account is in a channel; for nil, whether the channel exists.
  private func mayReceive(_ account: AccountID?, _ channel: ChannelID) async throws -> Bool {
    guard let account else { return try await source.revision(of: channel) != nil }
    return try await !source.members(among: [account], of: channel).isEmpty
  }

  private func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Unsubscribes a listener from a channel. Idempotent.
  package func leave(_ listener: Listener, _ channel: ChannelID) {
    leave(listener, channel, number: nil)
  }

  @discardableResult
  private func leave(_ listener: Listener, _ channel: ChannelID, number: Int?) -> Bool {
    guard feeds[channel]?.leave(listener, number: number) == true else { return false }
    if feeds[channel]?.subscriptions.isEmpty == true { feeds[channel] = nil }
    return true
  }

  // MARK: Events

  private func handle(_ event: ChatEvent) {
    switch event {
    case .channel(let channel, let revision): announce(revision, channel)
    case .removed(let channel):
      for (listener, subscription) in feeds[channel]?.subscriptions ?? [:] {
        end(listener, subscription.number, channel, .left)
      }
    case .account: break
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

  /// Polls each channel with listeners for new messages and departed members, if anything has changed since the last
  /// poll, or a read failed.
  package func follow() async throws {
    // The number is read first, so that changes during the poll are found the next time.
    let number = try await source.dataVersion()
    guard number != polledChange || mustPoll else { return }
    try await poll()
    polledChange = number
  }

  /// Polls, whether or not anything has changed.
  package func poll() async throws {
    mustPoll = false
    // Listeners that subscribe meanwhile catch up on their own.
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

  /// Reads up to the announced revision for all live listeners, page by page.
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

  /// Resumes a listener whose membership became uncertain.
  private func resolve(_ listener: Listener, _ number: Int, _ channel: ChannelID) async {
    do { try await catchUp(listener, number, channel, isJoining: false) } catch {
      onFailure(error)
      end(listener, number, channel, .failed)
    }
  }

  /// Catches a listener up with the others. There is one such task for each subscription that is not live.
  private func catchUp(_ listener: Listener, _ number: Int, _ channel: ChannelID, isJoining: Bool) async throws {
    while let others = feeds[channel]?.revision, let subscription = feeds[channel]?.subscriptions[listener],
      subscription.number == number
    {
      let page = try await source.changes(of: channel, since: subscription.revision, limit: Self.page)
      let isMember = try await mayReceive(subscription.account, channel)
      guard let now = feeds[channel]?.subscriptions[listener], now.number == number else { return }
      // Membership changed while reading: the result may be outdated.
      if now.membershipChanges != subscription.membershipChanges { continue }
      guard isMember else { return end(listener, number, channel, .left) }
      let last = page.last?.revision ?? subscription.revision
      let isWhole = page.count < Self.page
      // The page includes what the others had received before it was read.
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
