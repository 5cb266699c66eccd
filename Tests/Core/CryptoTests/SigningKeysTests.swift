import Basics
import Crypto
import Support
import Testing

@Suite("The keys of access tokens")
struct SigningKeysTests {
  private static let start = Timestamp(seconds: 1_800_000_000)

  @Test("Keys survive writing and reading")
  func roundTrips() throws {
    var keys = SigningKeys(random: systemRandom)
    for _ in 0..<3 { keys = keys.rotated(at: Self.start, accepted: 900, random: systemRandom) }
    #expect(keys.retired.count == 3)
    #expect(try SigningKeys(json: keys.json) == keys)
  }

  @Test("A rotation makes a new key and keeps the old ones while their tokens are valid")
  func rotates() {
    let first = SigningKeys(random: systemRandom)
    let second = first.rotated(at: Self.start, accepted: 900, remembered: 1000, random: systemRandom)
    #expect(second.current != first.current)
    #expect(second.retired.map(\.key) == [first.current])
    #expect(second.retired.map(\.acceptedUntil) == [Self.start.advanced(seconds: 900)])
    let third = second.rotated(
      at: Self.start.advanced(seconds: 1899), accepted: 900, remembered: 1000, random: systemRandom)
    #expect(third.retired.map(\.key) == [second.current, first.current])
    let fourth = third.rotated(
      at: Self.start.advanced(seconds: 1900), accepted: 900, remembered: 1000, random: systemRandom)
    #expect(fourth.retired.map(\.key) == [third.current, second.current])
  }

  @Test("A rotation that accepts nothing ends all earlier keys, and no rotation extends a key")
  func revokes() {
    let second = SigningKeys(random: systemRandom).rotated(at: Self.start, accepted: 900, random: systemRandom)
    let later = Self.start.advanced(seconds: 60)
    let revoked = second.rotated(at: later, accepted: 0, random: systemRandom)
    #expect(revoked.retired.map(\.acceptedUntil) == [later, later])
    let next = revoked.rotated(at: later.advanced(seconds: 60), accepted: 900, random: systemRandom)
    #expect(next.retired.map(\.acceptedUntil) == [later.advanced(seconds: 960), later, later])
  }

  @Test(
    "A malformed text of keys is refused with its own error code",
    arguments: [
      "", "{}", "[]", #"{"keys":[]}"#, #"{"keys":[{"kty":"oct","alg":"HS256","kid":"a","k":"AAAA"}]}"#,
      #"{"keys":[{"kty":"oct","alg":"none","kid":"a","k":"\#(secret)"}]}"#,
      #"{"keys":[{"kty":"oct","alg":"HS256","kid":"","k":"\#(secret)"}]}"#,
      #"{"keys":[{"kty":"oct","alg":"HS256","kid":"a","k":"\#(secret)","acceptedUntil":5}]}"#,
      #"{"keys":[\#(key("a")),\#(key("a"))]}"#, #"{"keys":[\#(key("a")),\#(key("b"))]}"#,
    ])
  func rejects(_ text: String) throws {
    let domainError = #expect(throws: DomainError.self) { try SigningKeys(json: text) }
    #expect(domainError?.code == "signing-keys-unreadable")
  }

  private static let secret = Base64URL.encode([UInt8](repeating: 7, count: 32))

  private static func key(_ id: String) -> String {
    #"{"kty":"oct","alg":"HS256","kid":"\#(id)","k":"\#(secret)"}"#
  }
}
