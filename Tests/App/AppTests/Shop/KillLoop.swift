import Basics
import Foundation
import JSON
import Payments
import Sandbox
import Support
import Testing
import Workload

/// Where in the flow of a purchase the server is killed, as it is seen from outside.
enum KillStep: String, CaseIterable {
  /// The gateway holds back its answer to the registration of an order.
  case prepareHeld
  case orderAnswered
  /// It is paid, and nobody has said so.
  case paid
  case validationSent
  /// The gateway holds back how the payment stands, which a validation waits for.
  case pollHeld
  /// The gateway has just told how the payment stands: it is being decided.
  case pollAnswered
  case validationAnswered
  /// The gateway's message is on its way.
  case messageSent
  /// The gateway holds back how the payment stands, which a task waits for.
  case taskPollHeld
  case taskPollAnswered
  case claimSent
  /// The gateway holds back the access token.
  case tokenHeld
  case claimPollHeld
  case claimPollAnswered
  case claimAnswered
  /// The gateway has given money back and holds back its answer. The operator's command is killed too.
  case cancellationHeld
  case cancellationAnswered
}

/// Kills a server again and again, at each step of the flow, goes on with what is left behind, and looks whether anything
/// is forgotten or doubled. One of two nodes is killed in turn, and the client goes on at the other meanwhile. The same
/// seed makes the same choices; the machine decides what falls together.
struct KillLoop {
  let shop: RunningShop
  private(set) var audit: ShopAudit
  private(set) var hits: [KillStep: Int] = [:]
  private var numbers: SeededNumbers
  private var gateway: SandboxGateway { shop.sandbox.gateway }

  /// How long the gateway holds answers back: far longer than killing takes.
  private static let hold = 3000

  init(_ shop: RunningShop, seed: UInt64) {
    self.shop = shop
    numbers = SeededNumbers(seed: seed)
    audit = ShopAudit(shop)
  }

  /// Kills so often, and until every step was hit.
  mutating func run(kills: Int) async throws {
    var round = 0
    while hits.values.reduce(0, +) < kills || hits.count < KillStep.allCases.count {
      try #require(round < 2 * kills + 100, "Steps that are hit too rarely: \(hits)")
      let step = KillStep.allCases[round % KillStep.allCases.count]
      round += 1
      // Orders that are never paid count against their buyer for a while.
      if round.isMultiple(of: 40) { try await shop.changeBuyer("buyer\(round)") }
      try await strike(step)
      gateway.setBehaviour(Self.normal)
      try await shop.goOn()
      try await audit.checkNothingIsForgotten(after: step)
      try await comeBack()
      try await shop.restart()
    }
  }

  /// The gateway as it usually is, but silent.
  private static let normal: SandboxBehaviour = {
    var behaviour = SandboxBehaviour()
    behaviour.webhooks = false
    return behaviour
  }()

  private static func holding(_ operation: SandboxOperation, notifies: Bool = false) -> SandboxBehaviour {
    var behaviour = SandboxBehaviour()
    behaviour.operation = operation
    behaviour.delayMilliseconds = hold
    behaviour.webhooks = notifies
    return behaviour
  }

  // MARK: Steps

  private mutating func strike(_ step: KillStep) async throws {
    switch step {
    case .prepareHeld, .orderAnswered, .paid: try await strikeOrder(step)
    case .validationSent, .pollHeld, .pollAnswered, .validationAnswered: try await strikeValidation(step)
    case .messageSent, .taskPollHeld, .taskPollAnswered: try await strikeTask(step)
    case .claimSent, .tokenHeld, .claimPollHeld, .claimPollAnswered, .claimAnswered: try await strikeClaim(step)
    case .cancellationHeld, .cancellationAnswered: try await strikeCancellation(step)
    }
  }

  private mutating func strikeOrder(_ step: KillStep) async throws {
    if step == .prepareHeld {
      gateway.setBehaviour(Self.holding(.prepare))
      let body = JSONValue.object(["post": .string(shop.goods)])
      let ordering = request { buyer, address in
        try await RunningShop.send("POST", "/api/orders", body, of: buyer, at: address)
      }
      return try await kill(step, when: .prepare, of: ordering, within: nil)
    }
    let order = try await shop.order()
    if step == .paid { try audit.expect(order, paidBy: pay(order)) }
    try kill(step)
  }

  private mutating func strikeValidation(_ step: KillStep) async throws {
    let order = try await shop.order()
    try audit.expect(order, paidBy: pay(order))
    if step == .validationAnswered {
      let response = try await shop.validate(order.id)
      #expect(response.status == 200, "\(response.body)")
      audit.reported(order)
      return try kill(step)
    }
    if step == .pollHeld { gateway.setBehaviour(Self.holding(.get)) }
    let asked = gateway.counts[.get]
    let validating = request { buyer, address in
      try await RunningShop.send("POST", "/api/orders/\(order.id)/validation", .object([:]), of: buyer, at: address)
    }
    switch step {
    case .validationSent: try await kill(step, of: validating, within: 4)
    case .pollHeld: try await kill(step, when: .get, since: asked, of: validating, within: nil)
    default: try await kill(step, when: .get, since: asked, of: validating, within: 10)
    }
    if await validating.value?.status == 200 { audit.reported(order) }
  }

  private mutating func strikeTask(_ step: KillStep) async throws {
    // It takes the task up at once; the other would notice it only later.
    shop.useFirstNode()
    let order = try await shop.order()
    var telling = step == .taskPollHeld ? Self.holding(.get) : SandboxBehaviour()
    telling.webhooks = true
    gateway.setBehaviour(telling)
    let asked = gateway.counts[.get]
    try audit.expect(order, paidBy: shop.sandbox.pay(.v2, order.reference, RunningShop.price, notifies: true))
    switch step {
    case .messageSent: try await kill(step, within: 5)
    case .taskPollHeld: try await kill(step, when: .get, since: asked, within: nil)
    default: try await kill(step, when: .get, since: asked, within: 10)
    }
  }

  private mutating func strikeClaim(_ step: KillStep) async throws {
    let reference = RunningShop.oldReference(1_795_000_000 + gateway.payments.count)
    let transaction = try shop.sandbox.pay(.v1, reference, RunningShop.price)
    audit.expectClaim(transaction)
    if step == .claimAnswered {
      let response = try await shop.claim(transaction)
      #expect(response.status == 200, "\(response.body)")
      audit.reported(claim: transaction)
      return try kill(step)
    }
    let held: SandboxOperation? = step == .tokenHeld ? .token : step == .claimPollHeld ? .get : nil
    if let held { gateway.setBehaviour(Self.holding(held)) }
    let operation: SandboxOperation = held ?? .get
    let asked = gateway.counts[operation]
    let goods = shop.goods
    let claiming = request { _, address in try await RunningShop.claim(transaction, goods, at: address) }
    if step == .claimSent {
      try await kill(step, of: claiming, within: 4)
    } else {
      try await kill(step, when: operation, since: asked, of: claiming, within: held == nil ? 10 : nil)
    }
    if await claiming.value?.status == 200 { audit.reported(claim: transaction) }
  }

  private mutating func strikeCancellation(_ step: KillStep) async throws {
    let order = try await shop.order()
    let transaction = try pay(order)
    audit.expect(order, paidBy: transaction)
    #expect(try await shop.validate(order.id).status == 200)
    audit.reported(order)
    if step == .cancellationHeld { gateway.setBehaviour(Self.holding(.cancel)) }
    let asked = gateway.counts[.cancel]
    let amount = Bool.random(using: &numbers) ? RunningShop.price : 1000
    audit.expect(order, refunded: amount)
    var words = ["payments", "cancel", transaction, "--amount", String(amount), "--reason", "kill loop"]
    if amount == RunningShop.price {
      // All of it, as the buyer has requested.
      let asked = try await RunningShop.send(
        "POST", "/api/orders/\(order.id)/refund-request", .object(["reason": .string("r")]), of: order.buyer,
        at: shop.server.address)
      #expect(asked.status == 200, "\(asked.body)")
      words = ["payments", "decide", transaction, "--accept"]
    }
    let command = try shop.program.start(words)
    try await kill(step, when: .cancel, since: asked, within: step == .cancellationHeld ? nil : 10)
    command.signal(SIGKILL)
    _ = try command.finish()
  }

  private func pay(_ order: RunningShop.Ordered) throws -> String {
    try shop.sandbox.pay(.v2, order.reference, RunningShop.price)
  }

  /// A client may come back after the kill, or never: then the order has to settle without it.
  private mutating func comeBack() async throws {
    guard Bool.random(using: &numbers), let order = audit.lastOrder else { return }
    let response = try await RunningShop.send(
      "POST", "/api/orders/\(order.id)/validation", .object([:]), of: order.buyer, at: shop.server.address)
    let expected: Set = audit.isReported(order) ? [409] : audit.isPaid(order) ? [200, 409] : [400, 409]
    #expect(expected.contains(response.status), "\(response.status) \(response.body)")
    if response.status == 200 { audit.reported(order) }
  }

  // MARK: Killing

  /// A request that may never be answered.
  private func request(
    _ send: @escaping @Sendable (_ buyer: String, _ address: ServerAddress) async throws -> RunningServer.ClientResponse
  ) -> Task<RunningServer.ClientResponse?, Never> {
    let (buyer, address) = (shop.buyer, shop.server.address)
    return Task { try? await send(buyer, address) }
  }

  private mutating func kill(_ step: KillStep) throws {
    try shop.server.kill()
    hits[step, default: 0] += 1
  }

  /// Kills within some milliseconds from now.
  private mutating func kill(
    _ step: KillStep, of request: Task<RunningServer.ClientResponse?, Never>? = nil, within milliseconds: Int
  ) async throws {
    try await Task.sleep(for: .microseconds(Int.random(in: 0...milliseconds * 1000, using: &numbers)))
    try kill(step)
    _ = await request?.value
  }

  /// Kills once the gateway was asked for something: at once, or within some milliseconds. A step counts as hit where
  /// the gateway was asked, and the request that waits for it, if it is known, was not answered before.
  private mutating func kill(
    _ step: KillStep, when operation: SandboxOperation, since before: Int? = nil,
    of request: Task<RunningServer.ClientResponse?, Never>? = nil, within milliseconds: Int?
  ) async throws {
    let before = before ?? gateway.counts[operation]
    let deadline = Date() + Double(Self.hold) / 1000
    while gateway.counts[operation] == before, Date() < deadline { try await Task.sleep(for: .microseconds(200)) }
    let isReached = gateway.counts[operation] > before
    let delay = Int.random(in: 0...(milliseconds ?? 0) * 1000, using: &numbers)
    if delay > 0 { try await Task.sleep(for: .microseconds(delay)) }
    try shop.server.kill()
    let answer = await request?.value
    if isReached, milliseconds != nil || answer == nil { hits[step, default: 0] += 1 }
  }
}
