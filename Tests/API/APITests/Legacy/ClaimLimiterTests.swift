import Accounts
import Basics
import Support
import Testing

@testable import NativeAPI

@Suite("Claims of unknown payments")
struct ClaimLimiterTests {
  private let backend: TestBackend
  /// Those of two nodes on one database.
  private let nodes = [ClaimLimiter(), ClaimLimiter()]
  private let claimant = Claimant.network(IPAddress(v4: 0xC000_0201).network)

  init() async throws {
    backend = try await TestBackend()
  }

  /// Claims a payment, and tells whether that was within the limits.
  private func claim(_ node: Int, by claimant: Claimant? = nil, isKnown: Bool) async throws -> Bool {
    var wasTrusted = false
    do {
      try await nodes[node].run(
        by: claimant ?? self.claimant, at: backend.clock.now, counting: backend.services.accounts.attempts
      ) { isTrusted in
        wasTrusted = isTrusted
        guard isKnown else { throw DomainError(.notFound, "payment-unknown", "") }
      }
    } catch let error as DomainError where error.code == "payment-unknown" {}
    return wasTrusted
  }

  @Test("Claims of unknown payments are limited by claimant on all nodes together")
  func limit() async throws {
    for number in 0..<ClaimLimiter.maxUnknown {
      #expect(try await claim(number % 2, isKnown: true))
      #expect(try await claim(number % 2, isKnown: false))
    }
    for node in 0...1 {
      #expect(try await !claim(node, isKnown: true))
      #expect(try await claim(node, by: .network(IPAddress(v4: 0xC000_0202).network), isKnown: true))
    }
    backend.clock.advance(seconds: 60)
    #expect(try await claim(1, isKnown: true))
  }
}
