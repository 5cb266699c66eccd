import Basics
import JSON

/// Reads what the gateways tell: a field is what its contract says, or the answer is not understood.
extension JSONValue {
  /// A text; nil where there is none, or an empty one.
  /// - Throws: `gateway-not-understood` where something else stands there.
  func text(_ key: String) throws(DomainError) -> String? {
    switch self[key] {
    case nil, .null, .string(""): return nil
    case .string(let text): return text
    default: throw GatewayError.notUnderstood("'\(key)' is no text")
    }
  }

  /// A text that has to be there.
  func requiredText(_ key: String) throws(DomainError) -> String {
    guard let text = try text(key) else { throw GatewayError.notUnderstood("'\(key)' is missing") }
    return text
  }

  /// A word that a policy may name; `unreadable`, which none names, where it is no word.
  func word(_ key: String) throws(DomainError) -> String? {
    try text(key).map { isPlainWord($0) ? $0 : "unreadable" }
  }

  /// A gateway's own number of something, which has to be there.
  func requiredNumber(_ key: String) throws(DomainError) -> String {
    let text = try requiredText(key)
    guard isPlainWord(text) else { throw GatewayError.notUnderstood("'\(key)' is no number of the gateway's") }
    return text
  }

  /// A whole number, however it is written; nil where there is none. Amounts are never rounded.
  func wholeNumber(_ key: String) throws(DomainError) -> Int? {
    switch self[key] {
    case nil, .null: return nil
    case .integer(let number): return number
    // Beyond 2^53 a floating number stands for several whole ones.
    case .number(let number) where number.rounded(.towardZero) == number && abs(number) <= 9_007_199_254_740_992:
      return Int(number)
    default: throw GatewayError.notUnderstood("'\(key)' is no whole number")
    }
  }

  /// An amount of money: a whole number, not below zero, of at most fifteen digits, so that sums of many cannot
  /// overflow.
  func amount(_ key: String) throws(DomainError) -> Int? {
    guard let number = try wholeNumber(key) else { return nil }
    guard (0...999_999_999_999_999).contains(number) else {
      throw GatewayError.notUnderstood("'\(key)' is no amount")
    }
    return number
  }

  /// An amount that has to be there.
  func requiredAmount(_ key: String) throws(DomainError) -> Int {
    guard let amount = try amount(key) else { throw GatewayError.notUnderstood("'\(key)' is missing") }
    return amount
  }

  /// An object that may be there.
  func object(_ key: String) throws(DomainError) -> JSONValue? {
    switch self[key] {
    case nil, .null: return nil
    case .object(let members): return .object(members)
    default: throw GatewayError.notUnderstood("'\(key)' is no object")
    }
  }

  /// A list that has to be there.
  func requiredList(_ key: String) throws(DomainError) -> [JSONValue] {
    guard case .array(let values)? = self[key] else { throw GatewayError.notUnderstood("'\(key)' is no list") }
    return values
  }

  /// A word that can be said back to people; nil for anything else.
  func plainText(_ key: String) -> String? {
    guard case .string(let text)? = self[key], isPlainWord(text) else { return nil }
    return text
  }
}

/// Whether a text is a word as programs use them: one of at most 64 letters, digits, dots, hyphens and underscores of
/// ASCII. Names, addresses and telephone numbers of people are sentences, have other signs or stand elsewhere.
func isPlainWord(_ text: String) -> Bool {
  !text.isEmpty && text.utf8.count <= 64
    && text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
      default: false
      }
    }
}
