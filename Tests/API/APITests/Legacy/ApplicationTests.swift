import Basics
import HTTP
import Support
import Testing
import Workload

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("Keys of legacy applications")
struct LegacyApplicationTests {
  @Test("Keys are given one by one or separated by commas; the contract follows the last equals sign")
  func reading() throws {
    let keys = try ApplicationKeys.read(["abc=lslp-v1", "x==lslp-v0", "d=lslp-v0,e=lslp-v1"])
    #expect(keys == ["abc": .lslpV1, "x=": .lslpV0, "d": .lslpV0, "e": .lslpV1])
    #expect(try ApplicationKeys.read([]) == [:] && ApplicationKeys.read([""]) == [:])
  }

  @Test(
    "An invalid key is refused, and the error does not quote it",
    arguments: [
      ("secretkey", "app-invalid"), ("=lslp-v0", "app-invalid"), ("secret key=lslp-v0", "app-invalid"),
      ("비밀=lslp-v0", "app-invalid"), ("secret\u{7F}=lslp-v0", "app-invalid"),
      (String(repeating: "k", count: 201) + "=lslp-v0", "app-invalid"), ("secretkey=", "app-contract-unknown"),
      ("secretkey=lslp-v2", "app-contract-unknown"), ("secretkey=LSLP-V0", "app-contract-unknown"),
      ("secretkey=lslp-v0,secretkey=lslp-v0", "app-repeated"), ("secretkey=lslp-v0,secretkey=lslp-v1", "app-repeated"),
    ])
  func domainErrors(_ word: String, _ code: String) {
    let domainError = #expect(throws: DomainError.self) { try ApplicationKeys.read([word]) }
    #expect(domainError?.code == code && domainError?.field == "app" && domainError?.kind == .invalid)
    #expect(domainError.map { !$0.message.contains("secret") && !$0.message.contains("비밀") } == true)
  }

  @Test("Development keys are made on a loopback address only, without a public address or configured keys")
  func development() {
    let random = seededBytes(7)
    for address in ["127.0.0.1", "127.8.9.10", "::1", "localhost"] {
      let keys = ApplicationKeys.development(address: address, publicAddress: nil, configured: [:], random: random)
      #expect(Set(keys.values) == Set(LegacyContract.allCases) && keys.count == LegacyContract.allCases.count)
      #expect(keys.keys.allSatisfy { $0.utf8.count > 24 })
      for (publicAddress, configured) in [(nil, ["k": .lslpV0]), ("https://booths.example", [:])]
        as [(String?, [String: LegacyContract])]
      {
        let none = ApplicationKeys.development(
          address: address, publicAddress: publicAddress, configured: configured, random: random)
        #expect(none.isEmpty)
      }
    }
    for address in [
      "0.0.0.0", "::", "192.168.0.7", "10.0.0.1", "", "127.0.0.1.evil.example", "127.1", "127.0.0.256", "localhost.",
    ] {
      let none = ApplicationKeys.development(
        address: address, publicAddress: nil, configured: [:], random: random)
      #expect(none.isEmpty, "\(address)")
    }
  }

  @Test("Configured development keys work, and generated ones differ each time")
  func developmentKeys() throws {
    let random = seededBytes(8)
    let first = ApplicationKeys.development(address: "::1", publicAddress: nil, configured: [:], random: random)
    let second = ApplicationKeys.development(address: "::1", publicAddress: nil, configured: [:], random: random)
    #expect(Set(first.keys).isDisjoint(with: second.keys))
    #expect(try ApplicationKeys.read(first.map { "\($0.key)=\($0.value.rawValue)" }) == first)
  }
}
