import Basics
import Crypto
import Foundation
import HTTP
import JSON
import Payments
import PortOne
import Sandbox
import Support
import Testing
import Workload

/// A sandbox on a real socket.
private struct RunningSandbox {
  let gateway: SandboxGateway
  let clock = ManualClock(theInstant)
  private let server: Server

  init() throws {
    gateway = SandboxGateway(SandboxSettings(), clock: { [clock] in clock.now }, random: seededBytes(7))
    server = try Server(ServerConfiguration(port: 0, routes: gateway.routes))
    try server.start()
  }

  func client(of interface: SandboxInterface, acceptsTests: Bool = true) -> any PaymentGateway {
    var connection = try! PortOneConfiguration("http://127.0.0.1:\(server.port)")
    connection.acceptsTestPayments = acceptsTests
    return switch interface {
    case .v1:
      PortOneV1(connection, key: "sandbox-key", secret: "sandbox-secret", clock: { [clock] in clock.now })
    case .v2: PortOneV2(connection, secret: "sandbox-v2-secret", store: "store-sandbox")
    }
  }

  var v1: any PaymentGateway { client(of: .v1) }
  var v2: any PaymentGateway { client(of: .v2) }

  func stop() async { await server.stop(within: .zero) }
}

@Suite("With the sandbox gateway")
struct SandboxTests {
  private static func cancellation(
    of payment: GatewayPayment, _ amount: Int, number: Int = 1
  ) -> GatewayCancellation {
    GatewayCancellation(
      id: CancellationID("0123456789abcdef0123456\(number)")!, transaction: payment.transaction,
      reference: payment.reference,
      amount: amount, remaining: payment.amount - payment.cancelledAmount, reason: "마음이 바뀜")
  }

  @Test("A payment is registered, paid and refunded in both interfaces", arguments: SandboxInterface.allCases)
  func wholeLife(interface: SandboxInterface) async throws {
    let sandbox = try RunningSandbox()
    let client = sandbox.client(of: interface)
    #expect(try await client.payment(.order("order-1")) == nil)
    try await client.prepare("order-1", amount: 3000, currency: "KRW")
    try await client.prepare("order-1", amount: 3000, currency: "KRW")
    #expect(throws: DomainError.self) {
      try sandbox.gateway.pay(SandboxPurchase(interface, reference: "order-1", amount: 100))
    }
    let transaction = try sandbox.gateway.pay(SandboxPurchase(interface, reference: "order-1", amount: 3000))
    let payment = try #require(try await client.payment(.order("order-1")))
    #expect(payment.transaction == transaction)
    #expect(payment.status == .paid)
    #expect(payment.amount == 3000)
    #expect(payment.paidAt == theInstant)
    #expect(payment.method == "card")
    #expect(payment.provider == "html5_inicis")
    #expect(await code { try await client.prepare("order-1", amount: 3000, currency: "KRW") } == "order-paid-there")

    let partly = try await client.cancel(Self.cancellation(of: payment, 1000))
    #expect(partly.status == .partlyCancelled)
    #expect(partly.cancelledAmount == 1000)
    // Whoever does not know of it is not given as much again.
    let again = Self.cancellation(of: payment, 1000, number: 2)
    #expect(await code { try await client.cancel(again) } == "cancel-refused")
    let whole = try await client.cancel(Self.cancellation(of: partly, 2000, number: 3))
    #expect(whole.status == .cancelled)
    #expect(whole.cancelledAmount == 3000)
    #expect(await code { try await client.prepare("order-1", amount: 3000, currency: "KRW") } == "order-paid-there")
    await sandbox.stop()
  }

  @Test("A payment is found by its own number, and no personal data is stored")
  func byNumber() async throws {
    let sandbox = try RunningSandbox()
    let number = try sandbox.gateway.pay(SandboxPurchase(.v1, reference: "order-1", amount: 3000))
    let payment = try #require(try await sandbox.v1.payment(.transaction(number)))
    #expect(payment.reference == "order-1")
    let evidence = try Documents.value(payment.evidence)
    #expect(evidence["buyer_name"] == nil)
    #expect(evidence["card_number"] == nil)
    #expect(evidence["merchant_uid"] == nil)
    await sandbox.stop()
  }

  @Test(
    "Each status is understood",
    arguments: [
      (.ready, .ready), (.virtualAccountIssued, .virtualAccountIssued), (.payPending, .payPending), (.failed, .failed),
      (.other("odd"), .unknown("odd")),
    ] as [(SandboxStatus, GatewayStatus)], SandboxInterface.allCases)
  func states(_ states: (SandboxStatus, GatewayStatus), interface: SandboxInterface) async throws {
    let sandbox = try RunningSandbox()
    var purchase = SandboxPurchase(interface, reference: "order-1", amount: 3000)
    purchase.status = states.0
    try sandbox.gateway.pay(purchase)
    let payment = try #require(try await sandbox.client(of: interface).payment(.order("order-1")))
    #expect(payment.status == states.1)
    #expect(payment.paidAt == nil)
    await sandbox.stop()
  }

  @Test("A refund that is sent twice to the second interface is made once")
  func sameKey() async throws {
    let sandbox = try RunningSandbox()
    try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-1", amount: 3000))
    let payment = try #require(try await sandbox.v2.payment(.order("order-1")))
    for _ in 0..<2 {
      #expect(try await sandbox.v2.cancel(Self.cancellation(of: payment, 1000)).cancelledAmount == 1000)
    }
    #expect(sandbox.gateway.counts[.cancel] == 2)
    await sandbox.stop()
  }

  @Test(
    "A payment of a test channel does not count for a shop that takes real money", arguments: SandboxInterface.allCases)
  func testChannel(interface: SandboxInterface) async throws {
    let sandbox = try RunningSandbox()
    var purchase = SandboxPurchase(interface, reference: "order-1", amount: 3000)
    purchase.isTest = true
    try sandbox.gateway.pay(purchase)
    #expect(try await sandbox.client(of: interface).payment(.order("order-1"))?.status == .paid)
    let strict = sandbox.client(of: interface, acceptsTests: false)
    let expected: GatewayStatus? = interface == .v1 ? nil : .unknown("test")
    #expect(try await strict.payment(.order("order-1"))?.status == expected)
    await sandbox.stop()
  }

  @Test("All payments of a period are listed over several pages", arguments: SandboxInterface.allCases)
  func lists(interface: SandboxInterface) async throws {
    let sandbox = try RunningSandbox()
    let client = sandbox.client(of: interface)
    for number in 0..<250 {
      sandbox.clock.advance(seconds: 1)
      try sandbox.gateway.pay(SandboxPurchase(interface, reference: "order-\(number)", amount: 1000 + number))
    }
    var listed: [GatewayPayment] = []
    var page: String?
    repeat {
      let answer = try await client.payments(
        from: theInstant.advanced(seconds: 11), until: theInstant.advanced(seconds: 241), page: page)
      listed += answer.payments
      page = answer.next
    } while page != nil
    // Where the interface counts the last moment in, it is one more.
    #expect(Set(listed.map(\.reference)).isSuperset(of: (10..<240).map { "order-\($0)" }))
    #expect(listed.count <= 231)
    await sandbox.stop()
  }

  @Test(
    "The outcome of a refund whose connection breaks is unknown until it is polled",
    arguments: SandboxInterface.allCases)
  func abortedAfterCancelling(interface: SandboxInterface) async throws {
    let sandbox = try RunningSandbox()
    let client = sandbox.client(of: interface)
    try sandbox.gateway.pay(SandboxPurchase(interface, reference: "order-1", amount: 3000))
    let payment = try #require(try await client.payment(.order("order-1")))
    sandbox.gateway.setBehaviour(SandboxBehaviour(.closeAfter, of: .cancel))
    #expect(await code { try await client.cancel(Self.cancellation(of: payment, 1000)) } == "gateway-unavailable")
    #expect(try await client.payment(.order("order-1"))?.cancelledAmount == 1000)
    #expect(sandbox.gateway.counts[.cancel] == 1)
    await sandbox.stop()
  }
}
