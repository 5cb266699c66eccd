import Basics
import Concurrency
import Crypto
import NativeAPI
import Payments
import PortOne
import Posts
import Stores

/// The shop of a data directory and its background work.
struct ShopAssembly: Sendable {
  let shop: Shop
  let store: SQLPaymentStore
  /// Wakes the queue when a task is due at once.
  let wakeSignal = WakeSignal()

  /// Creates the payment service with its stores and gateways.
  /// - Parameters:
  ///   - maskedSecrets: Secrets that clients put into their order numbers, masked before anything is stored.
  ///   - goods: The goods that a post sells. Nil when it sells nothing.
  ///   - announce: Called for each account with a new notice.
  /// - Throws: `DomainError` `webhook-secret-invalid`.
  init(
    _ assembly: Assembly, _ settings: ShopSettings, maskedSecrets: [String],
    goods: @escaping @Sendable (PostID) async throws -> Goods?,
    announcing announce: @escaping NoticeAnnouncement = { _ in }, now: @escaping @Sendable () -> Timestamp
  ) throws(DomainError) {
    store = SQLPaymentStore(assembly.database, announcing: announce)
    let payments = PaymentService(
      store: store, queue: SQLPaymentQueue(assembly.database), gateways: try settings.gateways(now: now),
      policy: settings.policy, goods: goods,
      clock: now, random: systemRandom, secrets: maskedSecrets + settings.secrets, wake: wakeSignal.wake)
    shop = Shop(
      payments: payments, webhooks: try settings.webhooks(), checkout: settings.checkout)
  }

  /// Works on due tasks until `wakeSignal` is closed or the task is cancelled: at once on tasks added here, and each
  /// second on tasks that have become due or that other processes added.
  /// - Parameter onFault: receives each error; the task is tried again.
  func run(onFault: @escaping @Sendable (any Error) -> Void) async {
    await repeating(every: .seconds(1), afterFailure: .seconds(10), or: wakeSignal, onFailure: onFault) {
      _ = try await shop.payments.work(onFault: onFault)
    }
  }
}

extension ShopSettings {
  fileprivate func gateways(now: @escaping @Sendable () -> Timestamp) throws(DomainError) -> [any PaymentGateway] {
    var gateways: [any PaymentGateway] = []
    if let v1 {
      let connection = try connection(PortOneConfiguration.v1URL)
      gateways.append(PortOneV1(connection, key: v1.key, secret: v1.secret, clock: now))
    }
    if let v2 {
      let connection = try connection(PortOneConfiguration.v2URL)
      gateways.append(PortOneV2(connection, secret: v2.secret, store: v2.store))
    }
    return gateways
  }

  private func connection(_ own: String) throws(DomainError) -> PortOneConfiguration {
    var connection = if let address { PortOneConfiguration(address) } else { try PortOneConfiguration(own) }
    connection.acceptsTestPayments = acceptsTestPayments
    return connection
  }

  /// Webhooks of V2 are authenticated by their signature only. Without a secret none is accepted, and changes are found
  /// by querying the gateway.
  fileprivate func webhooks() throws(DomainError) -> [GatewayName: any WebhookReader] {
    var readers: [GatewayName: any WebhookReader] = [:]
    if v1 != nil { readers[.portOneV1] = PortOneV1Webhooks() }
    if let secrets = v2?.webhookSecrets, !secrets.isEmpty {
      readers[.portOneV2] = try PortOneV2Webhooks(secrets: secrets)
    }
    return readers
  }

  fileprivate var checkout: [GatewayName: Checkout] {
    var checkout: [GatewayName: Checkout] = [:]
    if let v1 {
      checkout[.portOneV1] = Checkout(store: v1.code, method: method, window: checkoutURL)
    }
    if let v2 {
      checkout[.portOneV2] = Checkout(
        store: v2.store, channel: v2.channel, method: method, window: checkoutURL)
    }
    return checkout
  }
}
