import APIKit
import Accounts
import Basics
import Contracts
import Crypto
import Foundation
import HTTP
import LegacyAPI
import NativeAPI
import Payments
import PortOne
import Posts
import SQL
import Sandbox
import StandardsAPI
import Stores
import Support
import Testing
import WebClient
import Workload

@testable import App

/// A service that sells: real stores, and the gateway for trying out behind another socket. Nothing works on its
/// queue but the test, and no message of the gateway's comes in but by the test's hand.
final class OpenShop: Sendable {
  /// The gateway.
  let sandbox: SandboxGateway
  /// What clients ask.
  let server: OldServer
  /// What the gateway has sent.
  let mailbox: WebhookReceiver
  /// The database as the shop and the keys of requests see it.
  let database: InterruptedDatabase
  private let gateway: Server

  /// A shop that is paid at some interfaces.
  init(_ interfaces: [GatewayName] = GatewayName.allCases) async throws {
    let clock = ManualClock(Sample.now)
    mailbox = try WebhookReceiver()
    var settings = SandboxSettings()
    settings.v1WebhookURL = try WebAddress("http://127.0.0.1:\(mailbox.port)/v1", field: "v1")
    settings.v2WebhookURL = try WebAddress("http://127.0.0.1:\(mailbox.port)/v2", field: "v2")
    sandbox = SandboxGateway(settings, clock: { clock.now }, random: seededBytes(41))
    var configuration = ServerConfiguration(port: 0, routes: sandbox.routes)
    configuration.loops = 1
    gateway = try Server(configuration)
    try gateway.start()
    var interrupted: InterruptedDatabase?
    let backend = try await TestBackend(
      clock: clock, settings: try ServiceSettings(selling: interfaces, at: gateway.port, settings),
      maskedSecrets: Array(OldServer.keys.keys)
    ) {
      let database = InterruptedDatabase($0) { throw Interruption() }
      interrupted = database
      return database
    }
    database = try #require(interrupted)
    server = try OldServer(backend) {
      $0.report = { _, fault in if !(fault is Interruption) { Issue.record("fault: \(fault)") } }
    }
  }

  deinit {
    Task { [gateway, mailbox] in
      await gateway.stop(within: .zero)
      await mailbox.stop()
    }
  }

  fileprivate func stop() async {
    await server.stop()
    await gateway.stop(within: .zero)
    await mailbox.stop()
  }

  var clock: ManualClock { server.clock }
  var payments: PaymentService { server.backend.services.shop.payments }

  /// Does all that waits and is due.
  func work() async throws {
    _ = try await payments.work { fault in Issue.record("fault: \(fault)") }
  }

  /// Every row of orders, payments, the book and tasks.
  func rows() async throws -> [String] {
    let tables = ["shop_order", "payment", "payment_check", "ledger_transaction", "ledger_posting", "payment_task"]
    return try await server.backend.contents().filter { row in tables.contains { row.hasPrefix("\($0): ") } }
  }

  /// Goods, sold by somebody who is not asked about anything else.
  func goods(_ price: Int = 9900, title: String = "앨범") async throws -> PostID {
    let (id, name) = (AccountID(at: clock.now, random: systemRandom), UUID().uuidString)
    // Nobody logs in here, so that no password is hashed.
    let seller = Account(
      id: id, email: try EmailAddress("\(name)@example.com"), nickname: try Nickname(name), createdAt: clock.now)
    try await SQLAccountStore(server.backend.database).add(seller, passwordHash: "-", mail: nil)
    return try await server.post("글", by: id, .album) { content in
      content.title = title
      content.price = price
    }
  }

  /// Somebody who is logged in.
  func buyer(_ name: String) async throws -> Buyer {
    Buyer(shop: self, person: try await OldPerson(name, server, .v1))
  }

  /// Has the gateway send a message of a type about a payment.
  func message(of transaction: String, type: String) async throws {
    let body = #"{"transaction":"\#(transaction)","type":"\#(type)"}"#
    let request = OldRequest("POST /sandbox/webhooks", [("Content-Type", "application/json")], Array(body.utf8))
    let response = try await request.send(to: gateway.port)
    #expect(response.status == 200, "\(response.text)")
  }

  /// Pays in the gateway's window, and gives the gateway's number of the payment.
  @discardableResult
  func pay(
    _ reference: String, _ amount: Int = 9900, _ interface: SandboxInterface = .v2,
    _ change: (inout SandboxPurchase) -> Void = { _ in }
  ) throws -> String {
    var purchase = SandboxPurchase(interface, reference: reference, amount: amount)
    change(&purchase)
    return try sandbox.pay(purchase)
  }
}

/// What is thrown between two statements.
struct Interruption: Error {}

/// Runs a test against a new shop.
func withOpenShop(
  _ interfaces: [GatewayName] = GatewayName.allCases, _ test: (OpenShop) async throws -> Void
) async throws {
  let shop = try await OpenShop(interfaces)
  do {
    try await test(shop)
    await shop.stop()
  } catch {
    await shop.stop()
    throw error
  }
}

extension ServiceSettings {
  /// A shop that is paid at a sandbox.
  fileprivate init(selling interfaces: [GatewayName], at port: Int, _ sandbox: SandboxSettings) throws {
    self.init()
    shop.address = try WebAddress("http://127.0.0.1:\(port)", field: "portone-url")
    shop.acceptsTestPayments = true
    if interfaces.contains(.portOneV1) {
      shop.v1 = ShopSettings.V1Settings(key: sandbox.v1Key, secret: sandbox.v1Secret)
    }
    if interfaces.contains(.portOneV2) {
      shop.v2 = ShopSettings.V2Settings(
        secret: sandbox.v2Secret, webhookSecrets: [sandbox.webhookSecret], store: sandbox.store, channel: "channel-1")
    }
  }
}

/// Somebody who buys, with a client of the native interface.
struct Buyer: Sendable {
  let shop: OpenShop
  let person: OldPerson

  func send(
    _ line: String, _ json: String? = nil, key: String? = nil, _ more: [(String, String)] = []
  ) async throws -> LegacyResponse {
    var headers = [("Authorization", "Bearer \(person.token)")] + more
    if json != nil { headers.append(("Content-Type", "application/json")) }
    if let key { headers.append(("Idempotency-Key", key)) }
    return try await shop.server.send(OldRequest(line, headers, Array((json ?? "").utf8)))
  }

  func order(_ post: PostID, key: String? = nil) async throws -> LegacyResponse {
    try await send("POST /api/orders", #"{"post":"\#(post)"}"#, key: key)
  }

  /// Orders goods and gives the order's identifier and reference.
  func ordered(_ post: PostID) async throws -> (id: String, reference: String) {
    let response = try await order(post)
    return (
      try #require(response.object["id"] as? String, "\(response.text)"),
      try #require(response.object["reference"] as? String)
    )
  }

  func validate(_ order: String, _ transaction: String? = nil, key: String? = nil) async throws -> LegacyResponse {
    let body = transaction.map { #"{"transaction":"\#($0)"}"# } ?? "{}"
    return try await send("POST /api/orders/\(order)/validation", body, key: key)
  }

  /// Where an order stands.
  func state(_ order: String) async throws -> String? {
    try await send("GET /api/orders/\(order)").object["state"] as? String
  }

  /// The identifiers of the orders, newest first.
  func orders(_ query: String = "") async throws -> [String] {
    let response = try await send("GET /api/orders\(query)")
    let items = try #require(response.object["items"] as? [[String: Any]], "\(response.text)")
    return items.compactMap { $0["id"] as? String }
  }
}

extension LegacyResponse {
  /// Status and code of a problem.
  var domainError: String { "\(status) \(object["code"] as? String ?? "-")" }
}
