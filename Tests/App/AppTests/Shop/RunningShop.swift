import Basics
import Foundation
import FourCutsClient
import JSON
import Payments
import SQL
import Sandbox
import Stores
import Support
import Testing
import Workload

/// A server that sells through a sandbox gateway, with somebody who buys and something to buy.
final class RunningShop {
  /// The key of an old client, which it writes into its order numbers.
  static let applicationKey = "SesacKeyOf4cuts-51d2"
  static let price = 3000

  let program: Program
  let sandbox: RunningSandbox
  let port: Int
  private(set) var server: RunningServer
  private(set) var buyer: String
  private(set) var goods: String

  /// Every secret that the program is given.
  static var secrets: [String] { RunningSandbox.secrets + [applicationKey] }

  /// - Parameters:
  ///   - interfaces: those of the gateway that the shop uses.
  ///   - settings: further variables.
  init(_ interfaces: [SandboxInterface] = [.v1, .v2], _ settings: [String: String] = [:]) async throws {
    port = try freePort()
    sandbox = try RunningSandbox(shop: port)
    var environment = [
      "FOURCUTS_APP": "\(Self.applicationKey)=lslp-v1", "FOURCUTS_PORTONE_URL": sandbox.url,
    ]
    if interfaces.contains(.v1) {
      environment["FOURCUTS_PORTONE_V1_KEY"] = RunningSandbox.secrets[0]
      environment["FOURCUTS_PORTONE_V1_SECRET"] = RunningSandbox.secrets[1]
    }
    if interfaces.contains(.v2) {
      environment["FOURCUTS_PORTONE_V2_SECRET"] = RunningSandbox.secrets[2]
      environment["FOURCUTS_PORTONE_WEBHOOK_SECRET"] = RunningSandbox.secrets[3]
      environment["FOURCUTS_PORTONE_STORE"] = "store-sandbox"
    }
    program = try Program(environment: environment.merging(settings) { $1 })
    server = try await RunningServer(program, port: port)
    (buyer, goods) = ("", "")
    buyer = try await join("mina")
    let posted = try await send(
      "POST", "/api/posts", .object(["kind": "album", "title": "여름 앨범", "text": "여름", "price": .integer(Self.price)]))
    goods = try posted.text("id")
  }

  /// Somebody new; their access token.
  func join(_ name: String) async throws -> String {
    let store = MemorySessionStore()
    _ = try await server.person(name, store)
    return try #require(store.load()).accessToken
  }

  /// Buys as somebody else from now on.
  func changeBuyer(_ name: String) async throws { buyer = try await join(name) }

  /// Starts the server again, on the same data folder and port.
  func restart() async throws { server = try await RunningServer(program, port: port) }

  /// A request of the buyer's.
  func send(_ method: String, _ path: String, _ body: JSONValue? = nil, at address: ServerAddress? = nil) async throws
    -> RunningServer.ClientResponse
  {
    try await Self.send(method, path, body, of: buyer, at: address ?? server.address)
  }

  /// A request of somebody's, which can be made by many at once.
  static func send(
    _ method: String, _ path: String, _ body: JSONValue? = nil, of buyer: String, at address: ServerAddress
  ) async throws -> RunningServer.ClientResponse {
    var headers = ["Authorization": "Bearer \(buyer)"]
    if body != nil { headers["Content-Type"] = "application/json" }
    return try await address.send(method, path, headers, body: body.map { Data($0.bytes) })
  }

  /// An order as its buyer sees it.
  struct Ordered {
    let buyer: String
    let id: String
    let reference: String
  }

  /// Orders the goods.
  func order() async throws -> Ordered {
    let response = try await send("POST", "/api/orders", .object(["post": .string(goods)]))
    try #require(response.status == 201, "\(response.body)")
    return Ordered(buyer: buyer, id: try response.text("id"), reference: try response.text("reference"))
  }

  /// Says that an order is paid.
  func validate(_ order: String) async throws -> RunningServer.ClientResponse {
    try await send("POST", "/api/orders/\(order)/validation", .object([:]))
  }

  /// Where an order stands.
  func state(_ order: String) async throws -> String {
    try await send("GET", "/api/orders/\(order)").text("state")
  }

  /// Says that the goods are paid, as an old client does.
  func claim(_ transaction: String) async throws -> RunningServer.ClientResponse {
    try await Self.claim(transaction, goods, at: server.address)
  }

  /// The same, which can be done by many at once.
  static func claim(_ transaction: String, _ goods: String, at address: ServerAddress) async throws
    -> RunningServer.ClientResponse
  {
    let body = JSONValue.object(["imp_uid": .string(transaction), "post_id": .string(goods)])
    return try await address.send(
      "POST", "/v1/payments/validation", ["SesacKey": applicationKey, "Content-Type": "application/json"],
      body: Data(body.bytes))
  }

  /// What an old client calls its order: it holds the client's key.
  static func oldReference(_ number: Int = 1_795_000_000) -> String { "ios_\(applicationKey)_\(number)" }

  // MARK: The operator's view

  /// A command of the operator's.
  func run(_ words: String...) async throws -> Program.Result { try await run(words) }

  /// The same; the gateway lives in this process, which must not be blocked by waiting.
  func run(_ words: [String]) async throws -> Program.Result {
    let process = try program.start(words)
    while process.isRunning { try await Task.sleep(for: .milliseconds(2)) }
    return try process.finish()
  }

  /// What a command prints as JSON.
  func report(_ words: String...) async throws -> JSONValue {
    let result = try await run(words + ["--format", "json"])
    try #require(result.code == 0, "\(result.errors)")
    return try JSONReader.value(of: Array(result.output.utf8))
  }

  /// The server's database, beside it.
  func database() async throws -> any Database { try await program.database() }

  /// The sum of each account of the book.
  func balances() async throws -> [LedgerAccount: Int] {
    try await SQLPaymentStore(try await database()).balances()
  }

  /// Asks the server to end, without blocking the gateway meanwhile.
  func end() async throws {
    server.process.signal(SIGTERM)
    while server.process.isRunning { try await Task.sleep(for: .milliseconds(2)) }
    #expect(try server.process.finish().code == 0, "\(server.process.errors)")
  }
}

extension JSONValue {
  /// A text below some keys.
  func text(_ keys: String...) -> String? {
    guard case .string(let text)? = value(keys) else { return nil }
    return text
  }

  /// A list below some keys; empty where there is none.
  func list(_ keys: String...) -> [JSONValue] {
    guard case .array(let list)? = value(keys) else { return [] }
    return list
  }

  private func value(_ keys: [String]) -> JSONValue? {
    keys.reduce(self as JSONValue?) { $0?[$1] }
  }
}
