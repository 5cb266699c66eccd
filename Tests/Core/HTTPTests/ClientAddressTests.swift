import Basics
import HTTP
import Support
import Testing
import Workload

@Suite("Clients' addresses")
struct ClientAddressTests {
  @Test("A text is recognised as an address or refused")
  func reads() {
    #expect(IPAddress("127.0.0.1") == IPAddress(v4: 0x7F00_0001))
    #expect(IPAddress("::ffff:127.0.0.1") == IPAddress(v4: 0x7F00_0001))
    #expect(IPAddress("2001:db8::1") == IPAddress(high: 0x2001_0db8_0000_0000, low: 1))
    for text in ["", " ", "unknown", "127.0.0", "1.2.3.4:80", "[::1]", "localhost", "1.2.3.4 "] {
      #expect(IPAddress(text) == nil, "\(text)")
    }
  }

  @Test(
    "Loopback addresses are recognised",
    arguments: [
      ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("::ffff:127.0.0.1", true), ("128.0.0.1", false),
      ("::2", false), ("2001:db8::1", false), ("0.0.0.0", false),
    ])
  func knowsLoopback(text: String, isLoopback: Bool) throws {
    #expect(try #require(IPAddress(text)).isLoopback == isLoopback)
  }

  @Test(
    "An IPv4 address is one client, and so is a /64 of IPv6",
    arguments: [
      ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "::ffff:192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
      ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true), ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
      ("::1", "::2", false),
    ])
  func groups(one: String, other: String, isSame: Bool) throws {
    #expect((try #require(IPAddress(one)).network == (try #require(IPAddress(other)).network)) == isSame)
    #expect(try #require(IPAddress(one)).network != .local)
  }

  @Test(
    "Only a proxy on this machine is believed, and only its own entry",
    arguments: [
      ("127.0.0.1", ["203.0.113.9"], true, "203.0.113.9"), ("127.0.0.1", ["203.0.113.9"], false, "127.0.0.1"),
      ("::1", ["10.0.0.1, 203.0.113.9"], true, "203.0.113.9"),
      ("127.0.0.1", ["10.0.0.1", "10.0.0.2,2001:db8::1"], true, "2001:db8::1"),
      ("198.51.100.7", ["203.0.113.9"], true, "198.51.100.7"), ("127.0.0.1", ["unknown"], true, "127.0.0.1"),
      ("127.0.0.1", ["203.0.113.9, unknown"], true, "127.0.0.1"),
      ("127.0.0.1", ["203.0.113.9:4711 "], true, "203.0.113.9"),
      ("127.0.0.1", ["203.0.113.9, 127.0.0.1"], true, "203.0.113.9"),
      ("127.0.0.1", ["[2001:db8::1]:80"], true, "2001:db8::1"),
      ("127.0.0.1", [""], true, "127.0.0.1"), ("127.0.0.1", [], true, "127.0.0.1"),
    ])
  func believes(peer: String, forwarded: [String], isProxied: Bool, expected: String) {
    let request = Request(
      method: .get, path: "/", headers: Headers(forwarded.map { ("X-Forwarded-For", $0) }), peer: IPAddress(peer))
    #expect(request.clientAddress(behind: isProxied ? TrustedProxies() : .none) == IPAddress(expected))
  }

  @Test(
    "A proxy on another machine is believed only if it is trusted",
    arguments: [("10.0.0.12", "203.0.113.9"), ("10.0.0.13", "10.0.0.13"), ("127.0.0.1", "203.0.113.9")])
  func trusts(peer: String, expected: String) throws {
    let request = Request(
      method: .get, path: "/", headers: Headers([("X-Forwarded-For", "203.0.113.9")]), peer: IPAddress(peer))
    let proxies: Set = [try #require(IPAddress("10.0.0.12"))]
    #expect(request.clientAddress(behind: TrustedProxies(and: proxies)) == IPAddress(expected))
  }

  @Test("Trusted proxies in a row are skipped, up to the first other address")
  func walks() throws {
    let proxies = TrustedProxies(and: [try #require(IPAddress("10.0.0.11")), try #require(IPAddress("10.0.0.12"))])
    for (fields, client) in [
      (["198.51.100.1, 203.0.113.9, 10.0.0.11"], "203.0.113.9"),
      (["203.0.113.9", "10.0.0.11, 10.0.0.12"], "203.0.113.9"),
      (["10.0.0.12, 10.0.0.11"], "10.0.0.12"), (["203.0.113.9, 10.0.0.13, 10.0.0.11"], "10.0.0.13"),
    ] {
      let request = Request(
        method: .get, path: "/", headers: Headers(fields.map { ("X-Forwarded-For", $0) }), peer: IPAddress("10.0.0.12"))
      #expect(request.clientAddress(behind: proxies) == IPAddress(client))
    }
  }

  @Test(
    "Forwarded names the client if there is no X-Forwarded-For",
    arguments: [
      ("for=203.0.113.9", "203.0.113.9"), ("For=\"[2001:db8:cafe::17]:4711\"", "2001:db8:cafe::17"),
      ("for=198.51.100.1;proto=https, proto=http; for=203.0.113.9;by=10.0.0.1", "203.0.113.9"),
      ("for=\"203.0.113.9:80\"", "203.0.113.9"), ("for=203.0.113.9, for=_hidden", "127.0.0.1"),
      ("for=unknown", "127.0.0.1"), ("proto=https", "127.0.0.1"), ("for=\"a, for=203.0.113.9", "203.0.113.9"),
      ("", "127.0.0.1"),
    ])
  func readsForwarded(field: String, client: String) {
    var request = Request(
      method: .get, path: "/", headers: Headers([("Forwarded", field)]), peer: IPAddress("127.0.0.1"))
    #expect(request.clientAddress(behind: TrustedProxies()) == IPAddress(client))
    #expect(request.clientAddress(behind: .none) == IPAddress("127.0.0.1"))
    request.headers.add("X-Forwarded-For", "192.0.2.1")
    #expect(request.clientAddress(behind: TrustedProxies()) == IPAddress("192.0.2.1"))
  }

  @Test(
    "A request has the address of its peer, on sockets of either IP version", arguments: ["127.0.0.1", "::"])
  func knowsPeer(address: String) async throws {
    let reported = Route(.get, "/", .immediate { plain("\($0.peer == IPAddress(v4: 0x7F00_0001))") })
    let response = try await withServer([reported], { $0.address = address }) { try exchange($0, get("/")) }
    #expect(response.text == "true")
  }
}
