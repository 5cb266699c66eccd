import API
import Basics
import Payments
import Posts
import Stores
import Tokens

/// The shop of a data folder.
struct ShopAssembly: Sendable {
  let shop: Shop

  /// Introduces orders and payments to their stores and gateways.
  init(_ assembly: Assembly, posts: PostService, now: @escaping @Sendable () -> Timestamp) {
    let database = assembly.database
    let payments = PaymentService(
      store: SQLPaymentStore(database), queue: SQLPaymentQueue(database), gateways: [], policy: PaymentPolicy(),
      goods: { try await posts.goods($0) }, clock: now, random: systemRandom)
    shop = Shop(payments: payments, webhooks: [:], idempotency: SQLIdempotencyStore(database))
  }
}

extension PostService {
  /// What a post offers; nil where there is no such post or it sells nothing.
  func goods(_ id: PostID) async throws -> Goods? {
    do {
      let content = try await post(id, for: nil).content
      guard content.kind.isGoods, let price = content.price else { return nil }
      return Goods(post: id, name: content.title ?? content.text, price: price)
    } catch let refusal as Refusal where refusal.kind == .missing {
      return nil
    }
  }
}
