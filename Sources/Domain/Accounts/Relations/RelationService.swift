package import Basics
import TextForms

/// Follows and blocks between accounts.
package struct RelationService: Sendable {
  private let relations: any RelationStore
  private let now: @Sendable () -> Timestamp

  package init(relations: any RelationStore, clock: @escaping @Sendable () -> Timestamp) {
    self.relations = relations
    self.now = clock
  }

  /// Follows an account.
  /// - Returns: Both accounts, the caller's first.
  /// - Throws: `DomainError` `account-unknown` (notFound; also if either blocks the other), `follow-self` (invalid),
  ///   `already-following` (conflict).
  package func follow(_ account: AccountID, by caller: AccountID) async throws -> (Person, Person) {
    guard account != caller else {
      throw DomainError(.invalid, "follow-self", "You cannot follow yourself: name another account.", field: "id")
    }
    return try await relations.follow(account, by: caller, at: now())
  }

  /// Unfollows an account. Idempotent.
  /// - Returns: Both accounts, the caller's first.
  /// - Throws: `DomainError` `account-unknown`.
  package func unfollow(_ account: AccountID, by caller: AccountID) async throws -> (Person, Person) {
    try await relations.unfollow(account, by: caller)
  }

  /// Blocks an account: neither sees the other any more, and follows between them end. Idempotent.
  /// - Throws: `DomainError` `account-unknown`, `block-self` (invalid).
  package func block(_ account: AccountID, by caller: AccountID) async throws {
    guard account != caller else {
      throw DomainError(.invalid, "block-self", "You cannot block yourself: name another account.", field: "id")
    }
    try await relations.block(account, by: caller, at: now())
  }

  /// Unblocks an account. Idempotent.
  package func unblock(_ account: AccountID, by caller: AccountID) async throws {
    try await relations.unblock(account, by: caller)
  }

  /// The accounts whose nicknames begin with a text, whatever its case, without those blocked for the viewer: at most
  /// `limit`, in the order of their nicknames.
  package func people(nicknamePrefix text: String, for viewer: AccountID, limit: Int) async throws -> [Person] {
    let prefix = folded(text)
    guard !prefix.isEmpty else { return [] }
    return try await relations.people(foldedNicknamePrefix: prefix, for: viewer, limit: limit)
  }

  /// The accounts that the caller blocks, latest first.
  package func blocked(by caller: AccountID, _ request: PageRequest) async throws -> Page<Person> {
    try await relations.blocked(by: caller, request)
  }

  /// The followers of an account, latest first, without those blocked for the viewer.
  /// - Throws: `DomainError` `account-unknown`.
  package func followers(
    of account: AccountID, for viewer: AccountID?, _ request: PageRequest
  ) async throws -> Page<Person> {
    try await relations.followers(of: account, for: viewer, request)
  }

  /// The accounts that an account follows, latest first, without those blocked for the viewer.
  /// - Throws: `DomainError` `account-unknown`.
  package func following(
    by account: AccountID, for viewer: AccountID?, _ request: PageRequest
  ) async throws -> Page<Person> {
    try await relations.following(by: account, for: viewer, request)
  }
}
