public import Basics

/// Who follows and who blocks whom.
public struct RelationService: Sendable {
  /// Follows somebody.
  /// - Returns: Both, the caller first.
  /// - Throws: `Refusal` `account-unknown` (missing; also where either blocks the other), `follow-self` (invalid),
  ///   `already-following` (conflict).
  public func follow(_ account: AccountID, by caller: AccountID) async throws -> (Person, Person) {
    fatalError("skeleton")
  }

  /// Follows somebody no more; not following is no error.
  /// - Throws: `Refusal` `account-unknown`.
  public func unfollow(_ account: AccountID, by caller: AccountID) async throws -> (Person, Person) {
    fatalError("skeleton")
  }

  /// Blocks somebody: from now on neither sees the other, and neither follows the other. Blocking twice is no error.
  /// - Throws: `Refusal` `account-unknown`, `block-self` (invalid).
  public func block(_ account: AccountID, by caller: AccountID) async throws { fatalError("skeleton") }

  /// Blocks somebody no more.
  public func unblock(_ account: AccountID, by caller: AccountID) async throws { fatalError("skeleton") }

  /// Whom the caller blocks, latest first.
  public func blocked(by caller: AccountID, _ request: PageRequest) async throws -> Page<Person> {
    fatalError("skeleton")
  }

  /// Who follows somebody, latest first, without those who are blocked for the viewer.
  /// - Throws: `Refusal` `account-unknown`.
  public func followers(of account: AccountID, for viewer: AccountID?, _ request: PageRequest) async throws -> Page<
    Person
  > { fatalError("skeleton") }

  /// Whom somebody follows, latest first, without those who are blocked for the viewer.
  /// - Throws: `Refusal` `account-unknown`.
  public func following(by account: AccountID, for viewer: AccountID?, _ request: PageRequest) async throws -> Page<
    Person
  > { fatalError("skeleton") }
}
