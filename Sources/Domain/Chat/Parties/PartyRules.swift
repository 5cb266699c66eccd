import Basics
import Crypto

enum PartyRules {
  /// The limit for a quest, in Unicode scalars.
  static let maxTitleLength = 100
  /// The limit for a quest, in Unicode scalars.
  static let maxDescriptionLength = 2_000
  static let limits = 1...100
  /// Pending applications of a party, or of an account.
  static let maxApplications = 1_000
  /// Quests of a party; a search scans all of them.
  static let maxQuests = 10_000
  /// Accounts in one call that grades, accepts or removes.
  static let maxAtOnce = 1_000

  static func check(_ accounts: some Collection<AccountID>) throws(DomainError) {
    guard accounts.count <= maxAtOnce else {
      throw DomainError(.invalid, "accounts-too-many", "Name at most \(maxAtOnce) people at once.")
    }
  }
}

/// The code that makes a private party visible.
enum AccessCode {
  static let length = 16
  private static let characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
  /// Random bytes per attempt; about 62 of 64 yield a character.
  private static let drawn = 64

  /// A code that no other party has. Complexity: one attempt, unless the random source repeats itself.
  /// - Parameter take: takes a code; false if another party has it.
  /// - Throws: `NoCode` after 16 attempts.
  static func make(_ random: RandomBytes, take: (String) throws -> Bool) throws -> String {
    for _ in 0..<16 {
      if let code = code(of: random(drawn)), try take(code) { return code }
    }
    throw NoCode()
  }

  /// Each character is equally likely: bytes at or above the largest multiple of the alphabet's size are skipped.
  private static func code(of bytes: [UInt8]) -> String? {
    let even = 256 / characters.count * characters.count
    let drawn = bytes.lazy.filter { $0 < even }.prefix(length).map { characters[Int($0) % characters.count] }
    return drawn.count == length ? String(decoding: drawn, as: UTF8.self) : nil
  }

  /// Compares a code in constant time. A lookup by the code would leak by its timing how much of it matches.
  static func isSame(_ presented: String?, _ kept: String) -> Bool {
    presented.map { areEqualSecrets(Array($0.utf8), Array(kept.utf8)) } ?? false
  }

  /// The random source is broken: an internal error.
  struct NoCode: Error {}
}
