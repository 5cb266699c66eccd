package import Basics

/// The notices of accounts. The stores of posts, orders and the rest write them, each in the transaction of what it is
/// about: never to oneself, and never between accounts of which one blocks the other.
package struct NoticeService: Sendable {
  private let store: any NoticeStore
  private let clock: @Sendable () -> Timestamp

  package init(store: any NoticeStore, clock: @escaping @Sendable () -> Timestamp) {
    (self.store, self.clock) = (store, clock)
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

  /// The kinds that the caller gets, in the order of `NoticeKind`.
  package func kinds(for caller: AccountID) async throws -> [NoticeKind] {
    let muted = try await store.mutedKinds(of: caller)
    return NoticeKind.allCases.filter { !muted.contains($0) }
  }

  /// Sets the kinds that the caller gets from now on; notices that there are stay.
  /// - Throws: `DomainError` `token-unusable` if the account is gone.
  package func setKinds(_ kinds: Set<NoticeKind>, for caller: AccountID) async throws {
    try await store.mute(Set(NoticeKind.allCases).subtracting(kinds), for: caller)
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

  func mutedKinds(of account: AccountID) async throws -> Set<NoticeKind>

  /// Replaces the kinds of which the account gets no notices.
  /// - Throws: `DomainError` `token-unusable` if the account is gone.
  func mute(_ kinds: Set<NoticeKind>, for account: AccountID) async throws

  func remove(before instant: Timestamp) async throws
}
