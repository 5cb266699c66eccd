package import Basics

/// Who follows and who blocks whom.
package struct RelationService: Sendable {
  private let relations: any RelationStore
  private let now: @Sendable () -> Timestamp

  /// A service over a store.
  /// - Parameter clock: the time of day.
  package init(relations: any RelationStore, clock: @escaping @Sendable () -> Timestamp) {
    self.relations = relations
    self.now = clock
  }

  /// Follows somebody.
  /// - Returns: Both, the caller first.
  /// - Throws: `DomainError` `account-unknown` (notFound; also where either blocks the other), `follow-self` (invalid),
  ///   `already-following` (conflict).
  package func follow(_ account: AccountID, by caller: AccountID) async throws -> (Person, Person) {
    guard account != caller else {
      throw DomainError(.invalid, "follow-self", "You cannot follow yourself: name another account.", field: "id")
    }
    return try await relations.follow(account, by: caller, at: now())
  }

  /// Follows somebody no more; not following is no error.
  /// - Returns: Both, the caller first.
  /// - Throws: `DomainError` `account-unknown`.
  package func unfollow(_ account: AccountID, by caller: AccountID) async throws -> (Person, Person) {
    try await relations.unfollow(account, by: caller)
  }

  /// Blocks somebody: from now on neither sees the other, and neither follows the other. Blocking twice is no error.
  /// - Throws: `DomainError` `account-unknown`, `block-self` (invalid).
  package func block(_ account: AccountID, by caller: AccountID) async throws {
    guard account != caller else {
      throw DomainError(.invalid, "block-self", "You cannot block yourself: name another account.", field: "id")
    }
    try await relations.block(account, by: caller, at: now())
  }

  /// Blocks somebody no more; not blocking is no error.
  package func unblock(_ account: AccountID, by caller: AccountID) async throws {
    try await relations.unblock(account, by: caller)
  }

  /// Whom the caller blocks, latest first.
  package func blocked(by caller: AccountID, _ request: PageRequest) async throws -> Page<Person> {
    try await relations.blocked(by: caller, request)
  }

  /// Who follows somebody, latest first, without those who are blocked for the viewer.
  /// - Throws: `DomainError` `account-unknown`.
  package func followers(
    of account: AccountID, for viewer: AccountID?, _ request: PageRequest
  ) async throws -> Page<Person> {
    try await relations.followers(of: account, for: viewer, request)
  }

  /// Whom somebody follows, latest first, without those who are blocked for the viewer.
  /// - Throws: `DomainError` `account-unknown`.
  package func following(
    by account: AccountID, for viewer: AccountID?, _ request: PageRequest
  ) async throws -> Page<Person> {
    try await relations.following(by: account, for: viewer, request)
  }
}
