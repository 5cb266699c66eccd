package import Basics

/// Where it is kept who follows and who blocks whom. Every method is one transaction, and the counts of both profiles
/// are right after it.
///
/// "Visible" is an account that exists and has neither blocked the other nor been blocked by it.
package protocol RelationStore: Sendable {
  /// Follows an account.
  /// - Returns: Follower and followed.
  /// - Throws: `DomainError` `account-unknown` unless each is visible to the other; `already-following`.
  func follow(_ account: AccountID, by follower: AccountID, at instant: Timestamp) async throws -> (Person, Person)

  /// Follows an account no more, if it was followed.
  /// - Returns: Follower and followed.
  /// - Throws: `DomainError` `account-unknown` unless each is visible to the other.
  func unfollow(_ account: AccountID, by follower: AccountID) async throws -> (Person, Person)

  /// Blocks an account, unless it is blocked, and ends what either follows of the other.
  /// - Throws: `DomainError` `account-unknown` unless both exist.
  func block(_ account: AccountID, by blocker: AccountID, at instant: Timestamp) async throws

  /// Blocks an account no more, if it was blocked.
  func unblock(_ account: AccountID, by blocker: AccountID) async throws

  /// Whom an account blocks, latest first. Complexity: O(limit log n) at any depth.
  func blocked(by blocker: AccountID, _ request: PageRequest) async throws -> Page<Person>

  /// Who follows an account, latest first, as far as they are visible to the viewer. Complexity: O(limit log n) at any
  /// depth, and as much again for each account passed over.
  /// - Throws: `DomainError` `account-unknown` unless the account is visible to the viewer.
  func followers(of account: AccountID, for viewer: AccountID?, _ request: PageRequest) async throws -> Page<Person>

  /// Whom an account follows; otherwise as `followers`.
  func following(by account: AccountID, for viewer: AccountID?, _ request: PageRequest) async throws -> Page<Person>
}
