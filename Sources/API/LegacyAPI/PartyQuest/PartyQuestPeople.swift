import APIKit
import Accounts
import Basics
import Contracts
import NativeAPI

/// Limits of requests that name accounts by number.
enum PartyQuestPeople {
  /// The maximum number of accounts in one request.
  static let maxCount = 1000
}

extension PartyQuestRequest {
  /// The number of an account.
  /// - Throws: `DomainError` `token-unusable` when the account is gone.
  func number(of account: AccountID) async throws -> AccountNumber {
    guard let numbered = try await services.accounts.numbered([account])[account] else {
      throw DomainError.tokenUnusable
    }
    return numbered.number
  }

  /// The accounts with these numbers.
  /// - Throws: `DomainError` `account-unknown` when a number has no account; `accounts-too-many` (invalid).
  func accounts(_ numbers: [AccountNumber]) async throws -> [AccountNumber: AccountID] {
    guard numbers.count <= PartyQuestPeople.maxCount else {
      throw DomainError(
        .invalid, "accounts-too-many", "Name at most \(PartyQuestPeople.maxCount) people at once.", field: "userID")
    }
    let numbers = Set(numbers)
    let found = try await services.accounts.numbered(numbers)
    guard found.count == numbers.count else { throw DomainError.accountUnknown }
    return found.mapValues(\.account.id)
  }
}
