import Basics
import CommandLineKit
import NativeAPI
import Payments
import Stores

struct PaymentOperations: Sendable {
  let payments: PaymentService
  let assembly: Assembly
  private let store: SQLPaymentStore
  private let tasks: SQLWaitingTasks

  /// Opens a data directory with the gateways of a command line.
  /// - Throws: `DomainError` of the command line, of a secret's file, and of opening the data directory.
  static func open(
    _ command: ParsedCommand, _ context: CommandContext, _ interfaces: [any InterfaceExtension] = [],
    for use: Assembly.OpenMode
  ) async throws -> PaymentOperations {
    let settings = try ShopSettings(command)
    let secrets = try interfaces.flatMap { interface throws(DomainError) in try interface.maskedSecrets(command) }
    // No orders are made here, so no goods are needed.
    let assembly = try await Assembly.open(command, for: use)
    let shop = try ShopAssembly(
      assembly, settings, maskedSecrets: secrets, goods: { _ in nil }, now: context.now)
    return PaymentOperations(
      payments: shop.shop.payments, assembly: assembly, store: shop.store, tasks: SQLWaitingTasks(assembly.database))
  }

  /// Finds a payment by its identifier, its transaction at the gateway, or as the only payment of an order that is given
  /// by its identifier or reference.
  /// - Throws: `DomainError` `payment-unknown` (notFound), `payment-ambiguous` (conflict).
  func identifier(_ word: String) async throws -> PaymentID {
    if let id = PaymentID(word), try await store.payment(id) != nil { return id }
    for gateway in GatewayName.allCases {
      if let payment = try await store.payment(transaction: word, gateway: gateway) { return payment.id }
    }
    guard let order = try await order(word) else {
      throw DomainError(
        .notFound, "payment-unknown",
        "There is no payment \(word); 'fourcuts payments list' shows all."
      )
    }
    let payments = try await store.payments(of: order)
    guard let payment = payments.first else {
      throw DomainError(.notFound, "payment-unknown", "The order \(order) has no payment yet.")
    }
    guard payments.count == 1 else {
      let names = payments.map(\.id.description).joined(separator: ", ")
      throw DomainError(.conflict, "payment-ambiguous", "The order \(order) has several payments; name one: \(names).")
    }
    return payment.id
  }

  private func order(_ word: String) async throws -> OrderID? {
    if let id = OrderID(word), try await store.order(id) != nil { return id }
    for gateway in GatewayName.allCases {
      if let order = try await store.order(reference: word, gateway: gateway) { return order.id }
    }
    return nil
  }

  /// The queued tasks about a payment or its order.
  func waiting(for details: PaymentDetails) async throws -> [WaitingTask] {
    let names = [
      details.payment.lastReport.transaction, details.payment.lastReport.reference, details.order?.reference,
    ]
    return try await tasks.tasks(about: names.compactMap { $0 }, at: details.payment.lastReport.gateway)
  }

  /// Payments, newest first.
  func list(in states: [PaymentState], limit: Int) async throws -> [PaymentRecord] {
    try await Page.items(limit) { try await payments.payments(in: states, $0) }
  }
}
