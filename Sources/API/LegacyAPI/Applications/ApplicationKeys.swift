import APIKit
package import Basics
import Crypto
import NativeAPI

/// The keys by which old clients are known: each stands for one application, and for the contract it was written for.
package enum ApplicationKeys {
  private static let maxLength = 200

  /// Reads `KEY=CONTRACT` words, of which each may hold several separated by commas.
  ///
  /// A key is 1 to 200 visible ASCII characters without a comma; what stands behind its last `=` is the contract.
  /// - Throws: `DomainError` `app-invalid`, `app-contract-unknown`, `app-repeated`, field `app`. None says a key back.
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

  /// New keys for trying old clients out, one for each contract: only where none is configured and nobody but this
  /// machine can reach the service; otherwise none.
  /// - Parameters:
  ///   - address: where the service listens, as it is configured.
  ///   - publicAddress: at which others reach it through a proxy; nil: nobody does.
  package static func development(
    address: String, publicAddress: String?, configured: [String: LegacyContract], random: RandomBytes
  ) -> [String: LegacyContract] {
    guard configured.isEmpty, publicAddress == nil, isLoopback(address) else { return [:] }
    let keys = LegacyContract.allCases.map { contract in
      ("dev-\(contract.rawValue)-\(hexadecimal(random(12)))", contract)
    }
    return Dictionary(uniqueKeysWithValues: keys)
  }

  /// Whether an address is this machine's own: `localhost`, `::1`, `127.0.0.0/8`. What is not clearly so is not.
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
