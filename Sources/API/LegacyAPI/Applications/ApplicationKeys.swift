import APIKit
package import Basics
import Crypto
import NativeAPI

/// The application keys of old clients: each identifies one application and its contract.
package enum ApplicationKeys {
  private static let maxLength = 200

  /// Parses `KEY=CONTRACT` options; each may hold several, separated by commas.
  ///
  /// A key is 1 to 200 visible ASCII characters without a comma; the text after the last `=` is the contract.
  /// - Throws: `DomainError` `app-invalid`, `app-contract-unknown`, `app-repeated`, field `app`. No message contains
  ///   a key.
  package static func read(_ words: [String]) throws(DomainError) -> [String: LegacyContract] {
    var keys: [String: LegacyContract] = [:]
    for word in words.flatMap({ $0.split(separator: ",") }) {
      guard let mark = word.lastIndex(of: "="), isKey(word[..<mark]) else {
        throw domainError("app-invalid", "An application is given as KEY=CONTRACT, with a key of visible characters.")
      }
      guard let contract = LegacyContract(rawValue: String(word[word.index(after: mark)...])) else {
        let known = LegacyContract.allCases.map(\.rawValue).joined(separator: ", ")
        throw domainError("app-contract-unknown", "The contract behind an application's key is one of \(known).")
      }
      guard keys.updateValue(contract, forKey: String(word[..<mark])) == nil else {
        throw domainError("app-repeated", "The key of an application is given twice; each stands for one contract.")
      }
    }
    return keys
  }

  /// Random keys for local development, one for each contract. Empty when keys are configured, or when the service can
  /// be reached from another machine.
  /// - Parameters:
  ///   - address: the listen address as configured.
  ///   - publicAddress: the public address behind a proxy; nil when there is none.
  package static func development(
    address: String, publicAddress: String?, configured: [String: LegacyContract], random: RandomBytes
  ) -> [String: LegacyContract] {
    guard configured.isEmpty, publicAddress == nil, isLoopback(address) else { return [:] }
    let keys = LegacyContract.allCases.map { contract in
      ("dev-\(contract.rawValue)-\(hexadecimal(random(12)))", contract)
    }
    return Dictionary(uniqueKeysWithValues: keys)
  }

  /// Whether an address is certainly a loopback address: `localhost`, `::1`, `127.0.0.0/8`.
  private static func isLoopback(_ address: String) -> Bool {
    if address == "localhost" || address == "::1" { return true }
    let parts = address.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  private static func isKey(_ text: Substring) -> Bool {
    (1...maxLength).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  private static func domainError(_ code: String, _ message: String) -> DomainError {
    DomainError(.invalid, code, message, field: "app")
  }
}
