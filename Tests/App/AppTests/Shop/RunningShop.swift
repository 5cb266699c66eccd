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

/// A server that sells through a sandbox gateway, with somebody who buys and something to buy. It may have two nodes on
/// one PostgreSQL; the gateway sends its messages to the first.
final class RunningShop {
  /// The key of an old client, which it writes into its order numbers.
  static let applicationKey = "SesacKeyOf4cuts-51d2"
  static let price = 3000

  private struct Node {
    let program: Program
    let port: Int
    var server: RunningServer
  }

  /// The first node's.
  let program: Program
  let sandbox: RunningSandbox
  private var nodes: [Node]
  /// The position of the node that the client talks to.
  private var current = 0
  private(set) var buyer: String
  private(set) var goods: String

  /// Every secret that the program is given.
  static var secrets: [String] { RunningSandbox.secrets + [applicationKey] }

  /// - Parameters:
  ///   - interfaces: those of the gateway that the shop uses.
  ///   - settings: further variables.
  ///   - nodeCount: how many processes serve it; two are on PostgreSQL.
  init(
    _ interfaces: [SandboxInterface] = [.v1, .v2], _ settings: [String: String] = [:], nodeCount: Int = 1
  ) async throws {
    let port = try freePort()
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
    let engine = nodeCount > 1 ? .postgresql : TestDatabase.engine
    program = try Program(engine: engine, environment: environment.merging(settings) { $1 })
    nodes = [Node(program: program, port: port, server: try await RunningServer(program, port: port))]
    for _ in 1..<nodeCount {
      let (other, port) = (try program.otherNode(), try freePort())
      nodes.append(Node(program: other, port: port, server: try await RunningServer(other, port: port)))
    }
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

  /// The node that the client talks to.
  var server: RunningServer { nodes[current].server }

  /// The other of two nodes.
  var otherServer: RunningServer { nodes[1 - current].server }

  /// Lets the client talk to the node that gets the gateway's messages.
  func useFirstNode() { current = 0 }

  /// Goes on after the client's node was killed: at the other one, or, where there is none, once it is started again.
  func goOn() async throws {
    if nodes.count == 1 { try await restart() } else { current = 1 - current }
  }

  /// Starts what was killed, on the same data folder and port.
  func restart() async throws {
    for (position, node) in nodes.enumerated() where !node.server.process.isRunning {
      nodes[position].server = try await RunningServer(node.program, port: node.port)
    }
  }

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
    try await eventually(within: .seconds(120)) { !process.isRunning }
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

  /// Asks the nodes to end, without blocking the gateway meanwhile.
  func end() async throws {
    for node in nodes { node.server.process.signal(SIGTERM) }
    for process in nodes.map(\.server.process) {
      try await eventually(within: .seconds(120)) { !process.isRunning }
      #expect(try process.finish().code == 0, "\(process.errors)")
    }
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
