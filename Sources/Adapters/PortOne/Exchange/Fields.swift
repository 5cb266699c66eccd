import Basics
import JSON

/// Reads fields of gateway responses. A field that violates the contract is an error.
extension JSONValue {
  /// A text; nil when absent or empty.
  /// - Throws: `gateway-not-understood` if it is not a text.
  func text(_ key: String) throws(DomainError) -> String? {
    switch self[key] {
    case nil, .null, .string(""): return nil
    case .string(let text): return text
    default: throw GatewayError.malformedResponse("'\(key)' is not a text")
    }
  }

  func requiredText(_ key: String) throws(DomainError) -> String {
    guard let text = try text(key) else { throw GatewayError.malformedResponse("'\(key)' is missing") }
    return text
  }

  /// A word that a policy may name; `unreadable`, which no policy names, if the text is not a plain word.
  func word(_ key: String) throws(DomainError) -> String? {
    try text(key).map { isIdentifier($0) ? $0 : "unreadable" }
  }

  func requiredIdentifier(_ key: String) throws(DomainError) -> String {
    let text = try requiredText(key)
    guard isIdentifier(text) else {
      throw GatewayError.malformedResponse("'\(key)' is not an identifier of the gateway")
    }
    return text
  }

  /// An integer, also if written as a floating-point number; nil when absent. Amounts are never rounded.
  func wholeNumber(_ key: String) throws(DomainError) -> Int? {
    switch self[key] {
    case nil, .null: return nil
    case .integer(let number): return number
    // Beyond 2^53 a floating-point number stands for several integers.
    case .number(let number) where number.rounded(.towardZero) == number && abs(number) <= 9_007_199_254_740_992:
      return Int(number)
    default: throw GatewayError.malformedResponse("'\(key)' is not a whole number")
    }
  }

  /// An amount of money: a non-negative integer of at most fifteen digits, so that sums cannot overflow.
  func amount(_ key: String) throws(DomainError) -> Int? {
    guard let number = try wholeNumber(key) else { return nil }
    guard (0...999_999_999_999_999).contains(number) else {
      throw GatewayError.malformedResponse("'\(key)' is not an amount")
    }
    return number
  }

  func requiredAmount(_ key: String) throws(DomainError) -> Int {
    guard let amount = try amount(key) else { throw GatewayError.malformedResponse("'\(key)' is missing") }
    return amount
  }

  func object(_ key: String) throws(DomainError) -> JSONValue? {
    switch self[key] {
    case nil, .null: return nil
    case .object(let members): return .object(members)
    default: throw GatewayError.malformedResponse("'\(key)' is not an object")
    }
  }

  func requiredList(_ key: String) throws(DomainError) -> [JSONValue] {
    guard let values = self[key]?.array else { throw GatewayError.malformedResponse("'\(key)' is not a list") }
    return values
  }

  /// A plain word that may appear in messages; nil for anything else.
  func plainText(_ key: String) -> String? {
    guard let text = self[key]?.string, isIdentifier(text) else { return nil }
    return text
  }
}

/// Whether a text is an identifier-like word: 1 to 64 ASCII letters, digits, dots, hyphens and underscores. Names,
/// addresses and telephone numbers of people contain other characters or are in other fields.
func isIdentifier(_ text: String) -> Bool {
  !text.isEmpty && text.utf8.count <= 64
    && text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
      default: false
      }
    }
}
