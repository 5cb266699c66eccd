package import Basics

/// The store of follows and blocks. Every method is one transaction, which also updates the counts of both profiles.
///
/// "Visible" is an account that exists and has neither blocked the other nor been blocked by it.
package protocol RelationStore: Sendable {
  /// - Returns: Follower and followed.
  /// - Throws: `DomainError` `account-unknown` unless each is visible to the other; `already-following`.
  func follow(_ account: AccountID, by follower: AccountID, at instant: Timestamp) async throws -> (Person, Person)

  /// Unfollows an account, if it was followed.
  /// - Returns: Follower and followed.
  /// - Throws: `DomainError` `account-unknown` unless each is visible to the other.
  func unfollow(_ account: AccountID, by follower: AccountID) async throws -> (Person, Person)

  /// Blocks an account, unless it is already blocked, and ends follows in both directions.
  /// - Throws: `DomainError` `account-unknown` unless both exist.
  func block(_ account: AccountID, by blocker: AccountID, at instant: Timestamp) async throws

  /// Unblocks an account, if it was blocked.
  func unblock(_ account: AccountID, by blocker: AccountID) async throws

  /// The accounts that are visible to the viewer and whose folded nicknames begin with a text, in their order, at most
  /// `limit`. Complexity: O(limit log n), and as much again for each account skipped.
  func people(foldedNicknamePrefix prefix: String, for viewer: AccountID, limit: Int) async throws -> [Person]

  /// The accounts that an account blocks, latest first. Complexity: O(limit log n) at any depth.
  func blocked(by blocker: AccountID, _ request: PageRequest) async throws -> Page<Person>

  /// The followers of an account that are visible to the viewer, latest first. Complexity: O(limit log n) at any depth,
  /// and as much again for each account skipped.
  /// - Throws: `DomainError` `account-unknown` unless the account is visible to the viewer.
  func followers(of account: AccountID, for viewer: AccountID?, _ request: PageRequest) async throws -> Page<Person>

  /// The accounts that an account follows; otherwise as `followers`.
  func following(by account: AccountID, for viewer: AccountID?, _ request: PageRequest) async throws -> Page<Person>
}
