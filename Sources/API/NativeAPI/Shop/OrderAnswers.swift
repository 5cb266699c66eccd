import APIKit
import Basics
import Contracts
import HTTP
import Payments
import Photos

/// Makes the documents of orders: with the photos of their goods, which the shop does not know.
struct OrderAnswers: Sendable {
  let shop: Shop
  let photos: PhotoService

  func document(_ order: Order) async throws -> OrderDocument { try await documents(of: [order.id])(order) }

  func page(_ page: Page<Order>, of list: String, in context: RequestContext) async throws -> Response {
    .uncached(context.document(page, of: list, try await documents(of: page.items.map(\.id))))
  }

  func documents(of orders: [OrderID]) async throws -> @Sendable (Order) -> OrderDocument {
    let covers = try await covers(of: orders)
    return { order in OrderDocument(order, in: shop, photo: covers[order.id]) }
  }

  /// The pictures of orders in lists.
  func covers(of orders: [OrderID]) async throws -> [OrderID: PhotoName] {
    try await photos.photos(of: orders).compactMapValues { $0.first { $0.name.fileExtension != "pdf" }?.name }
  }
}

extension OrderDocument {
  /// An order, with the parameters of its payment window.
  fileprivate init(_ order: Order, in shop: Shop, photo: PhotoName?) {
    self.init(
      id: order.id, post: order.goods.post, name: order.goods.name, amount: order.amount, currency: order.currency,
      gateway: GatewayValue(rawValue: order.gateway.rawValue), reference: order.reference,
      state: OrderStateValue(rawValue: order.state.rawValue), createdAt: order.createdAt, payBy: order.payBy,
      paidAt: order.paidAt,
      checkout: shop.checkout[order.gateway].map {
        CheckoutDocument(store: $0.store, channel: $0.channel, method: $0.method, window: $0.window)
      },
      photo: photo, refundBy: shop.payments.refundDeadline(of: order),
      refund: order.refund.map(RefundRequestDocument.init))
  }
}

extension RefundRequestDocument {
  init(_ refund: RefundRequest) {
    self.init(
      state: RefundStateValue(rawValue: refund.state.rawValue), reason: refund.reason, requestedAt: refund.requestedAt,
      decidedAt: refund.decidedAt, answer: refund.answer)
  }
}

extension SaleDocument {
  init(_ order: Order, photo: PhotoName?) {
    self.init(
      id: order.id, post: order.goods.post, name: order.goods.name, amount: order.amount, currency: order.currency,
      state: OrderStateValue(rawValue: order.state.rawValue), paidAt: order.paidAt, photo: photo,
      refund: order.refund.map(RefundRequestDocument.init))
  }
}

extension ReceiptDocument {
  init(_ receipt: Receipt) {
    let report = receipt.payment.lastReport
    self.init(
      order: receipt.order.id, name: receipt.order.goods.name, amount: receipt.order.amount,
      currency: receipt.order.currency, seller: receipt.order.goods.seller,
      reference: receipt.order.reference ?? report.reference, provider: report.provider, method: report.method,
      paidAt: receipt.order.paidAt,
      refunds: receipt.refunds.map { ReceiptRefundDocument(amount: $0.amount, refundedAt: $0.instant) })
  }
}
