package import Basics

/// The notices of accounts. The stores of posts, orders and the rest write them, each in the transaction of what it is
/// about: never to oneself, and never between accounts of which one blocks the other.
package struct NoticeService: Sendable {
  private let store: any NoticeStore
  private let zones: any TimeZoneRules
  private let clock: @Sendable () -> Timestamp

  package init(store: any NoticeStore, zones: any TimeZoneRules, clock: @escaping @Sendable () -> Timestamp) {
    (self.store, self.zones, self.clock) = (store, zones, clock)
  }

  /// A page of the caller's notices, the latest first.
  package func notices(for caller: AccountID, _ request: PageRequest) async throws -> Page<Notice> {
    try await store.page(of: caller, request)
  }

  /// The number of unread notices, at most `Notice.maxUnread`, without those of `NoticeKind.answered`.
  /// - Parameter instant: only later ones count; nil for all.
  package func unreadCount(for caller: AccountID, since instant: Timestamp? = nil) async throws -> Int {
    try await store.unreadCount(for: caller, since: instant ?? Timestamp(milliseconds: 0))
  }

  /// Marks notices as read, up to a position in their order.
  /// - Returns: Whether any was unread.
  package func markRead(upTo position: PageKey, for caller: AccountID) async throws -> Bool {
    try await store.markRead(upTo: position, for: caller, at: clock())
  }

  package func settings(of caller: AccountID) async throws -> NoticeSettings { try await store.settings(of: caller) }

  /// Sets what the caller gets from now on; notices that there are stay.
  /// - Throws: `DomainError` `time-zone-unknown` (invalid, field `time_zone`); `token-unusable` if the account is gone.
  package func set(_ settings: NoticeSettings, for caller: AccountID) async throws {
    let now = clock()
    if let quiet = settings.quiet { try zones.check(quiet.zone, at: now) }
    try await store.set(settings, nextMail: settings.nextMail(after: now, zones), for: caller, at: now)
  }

  /// Sends the caller no daily mail any more. Idempotent.
  package func stopMail(for caller: AccountID) async throws { try await store.stopMail(for: caller) }

  /// Queues the daily mails that are due; any number of processes may call it.
  /// - Returns: Whether there was any.
  package func queueMails() async throws -> Bool {
    let now = clock()
    var isAny = false
    while let due = try await store.dueDigest(at: now) {
      try Task.checkCancellation()
      let next = due.settings.nextMail(after: now, zones)
      isAny = try await store.queueMail(due, next: next, at: now) || isAny
    }
    return isAny
  }

  /// Removes the notices of which nothing happened within `Notice.days`.
  package func removeOld() async throws {
    try await store.remove(before: clock().advanced(seconds: -Notice.days * 86_400))
  }
}

/// The store of notices. Each change is one transaction.
package protocol NoticeStore: Sendable {
  /// Ordered by (instant, identifier) descending.
  func page(of account: AccountID, _ request: PageRequest) async throws -> Page<Notice>

  func unreadCount(for account: AccountID, since instant: Timestamp) async throws -> Int

  func markRead(upTo position: PageKey, for account: AccountID, at instant: Timestamp) async throws -> Bool

  func settings(of account: AccountID) async throws -> NoticeSettings

  /// - Parameter nextMail: when the next daily mail is due, of what happens from now on; nil for never.
  /// - Throws: `DomainError` `token-unusable` if the account is gone.
  func set(
    _ settings: NoticeSettings, nextMail: Timestamp?, for account: AccountID, at instant: Timestamp
  ) async throws

  /// Has no kind mailed any more. Idempotent, also for an account that is gone.
  func stopMail(for account: AccountID) async throws

  /// The account whose daily mail has been due longest; nil if none is.
  func dueDigest(at instant: Timestamp) async throws -> DueDigest?

  /// Queues a mail about the notices that the account has not read since the last one, if it has a verified address and
  /// there are any, and records when the next one is due. Nothing happens if another process was faster.
  /// - Returns: Whether a mail was queued.
  func queueMail(_ due: DueDigest, next: Timestamp?, at instant: Timestamp) async throws -> Bool

  func remove(before instant: Timestamp) async throws
}
