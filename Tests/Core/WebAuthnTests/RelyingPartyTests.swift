import Testing
import WebAuthn

@Suite("Sites of passkeys")
struct RelyingPartyTests {
  @Test("A domain with TLS, and localhost without, have passkeys")
  func sites() {
    for (origin, id) in [
      ("https://booths.example", "booths.example"), ("https://booths.example:8443", "booths.example"),
      ("https://xn--o39ah9d.kr", "xn--o39ah9d.kr"), ("https://localhost", "localhost"),
      ("http://localhost:8080", "localhost"), ("http://booths.localhost:8080", "booths.localhost"),
      ("https://1.booths.example", "1.booths.example"),
    ] {
      let site = RelyingParty(origin: origin)
      #expect(site?.id == id && site?.origin == origin)
    }
  }

  @Test(
    "Addresses, plain HTTP and malformed hosts have none",
    arguments: [
      "http://booths.example", "https://192.0.2.1", "https://192.0.2.1:8443", "http://127.0.0.1:8080",
      "https://[2001:db8::1]", "https://[::1]:8443", "https://booths.example/app", "https://", "https://.",
      "ftp://localhost",
      "https://Booths.example", "https://부스.kr", "https://booths..example", "https://booths.example.", "localhost",
      "https://booths.example:", "https://booths.example:8443:1", "https://mina@booths.example", "https://1",
      "http://localhost.booths.example", "http://evillocalhost", "https://booths example",
    ])
  func others(_ origin: String) { #expect(RelyingParty(origin: origin) == nil) }
}
