import Basics
import Foundation
import Support
import Testing

@testable import WebClient

@Suite("Addresses of the Internet")
struct PublicAddressTests {
  @Test(
    "Addresses of private networks, of this machine and of no machine are not public",
    arguments: [
      ([8, 8, 8, 8], true), ([100, 63, 0, 1], true), ([172, 32, 0, 1], true), ([192, 0, 2, 1], true),
      ([10, 0, 0, 1], false), ([127, 0, 0, 1], false), ([0, 0, 0, 0], false), ([169, 254, 169, 254], false),
      ([172, 16, 0, 1], false), ([192, 168, 1, 1], false), ([100, 64, 0, 1], false), ([224, 0, 0, 1], false),
      ([255, 255, 255, 255], false), ([198, 18, 0, 1], false), ([], false),
    ] as [([UInt8], Bool)])
  func version4(_ bytes: [UInt8], _ isPublic: Bool) {
    #expect(PublicAddress.isPublic(bytes) == isPublic)
    guard bytes.count == 4 else { return }
    // The same, mapped, translated and as 6to4.
    let zeros = [UInt8](repeating: 0, count: 8)
    #expect(PublicAddress.isPublic(zeros + [0, 0, 0xFF, 0xFF] + bytes) == isPublic)
    #expect(PublicAddress.isPublic([0, 0x64, 0xFF, 0x9B] + zeros + bytes) == isPublic)
    #expect(PublicAddress.isPublic([0x20, 0x02] + bytes + zeros + [0, 1]) == isPublic)
  }

  @Test("Only global addresses of IPv6 are public")
  func version6() {
    for (first, isPublic) in [(0x2A, true), (0x20, true), (0xFC, false), (0xFE, false), (0xFF, false), (0, false)] {
      #expect(PublicAddress.isPublic([UInt8(first), 0] + [UInt8](repeating: 0, count: 13) + [1]) == isPublic)
    }
  }

  @Test("A request that is limited to public addresses does not reach this machine")
  func request() async throws {
    let server = try RawServer { _, _ in [.text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")] }
    defer { server.stop() }
    let client = WebClient(overloadError: DomainError(.unavailable, "busy", "Busy."))
    var request = WebRequest(try WebAddress(server.url.absoluteString, field: "url"))
    #expect(try await client.send(request).status == 200)
    request.isPublicOnly = true
    await #expect(throws: WebFailure.self) { try await client.send(request) }
    #expect(server.requests.count == 1)
  }
}
