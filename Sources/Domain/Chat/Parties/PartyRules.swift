import Basics
import Crypto

/// How many of each thing a party may have, and how its access code is made and shown.
enum PartyRules {
  /// Of a quest, in characters.
  static let maxTitleLength = 100
  /// Of a quest, in characters.
  static let maxDescriptionLength = 2_000
  static let limits = 1...100
  /// Applications to a party, or of somebody, that nobody has answered.
  static let maxApplications = 1_000
  /// Quests of a party: a search looks at all of them.
  static let maxQuests = 10_000
  /// How many people are graded, taken in or taken out at once.
  static let maxAtOnce = 1_000

  static func check(_ accounts: some Collection<AccountID>) throws(DomainError) {
    guard accounts.count <= maxAtOnce else {
      throw DomainError(.invalid, "accounts-too-many", "Name at most \(maxAtOnce) people at once.")
    }
  }
}

/// By which those who are told it see a party.
enum AccessCode {
  static let length = 16
  private static let characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
  /// What `make` asks for at once; about 62 of 64 bytes become a character.
  private static let drawn = 64

  /// A code that no party has. Complexity: one attempt, unless the source of bytes repeats itself.
  /// - Throws: `NoCode` where it gives nothing else for ever.
  static func make(_ random: RandomBytes, isTaken: (String) throws -> Bool) throws -> String {
    for _ in 0..<16 {
      if let code = code(of: random(drawn)), try !isTaken(code) { return code }
    }
    throw NoCode()
  }

  /// Each character is as likely as another one: bytes above the last multiple of their number are passed over.
  private static func code(of bytes: [UInt8]) -> String? {
    let even = 256 / characters.count * characters.count
    let drawn = bytes.lazy.filter { $0 < even }.prefix(length).map { characters[Int($0) % characters.count] }
    return drawn.count == length ? String(decoding: drawn, as: UTF8.self) : nil
  }

  /// Whether a code is the one that is kept, in a time that does not tell where they differ. A look-up by the code
  /// would compare it with others in order, and tell by its time how far it gets.
  static func isSame(_ shown: String?, _ kept: String) -> Bool {
    shown.map { areEqualSecrets(Array($0.utf8), Array(kept.utf8)) } ?? false
  }

  /// The source of unpredictable bytes is none: our own fault.
  struct NoCode: Error {}
}
