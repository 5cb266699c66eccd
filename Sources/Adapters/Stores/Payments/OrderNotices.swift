import Accounts
import Basics
import Mail
import Notices
import Payments
import SQL

/// What the buyer and the seller of an order are told when it changes. Neither learns who the other is.
enum OrderNotices {
  static func all(of decision: PaymentDecision, from old: Order?) -> [NewNotice] {
    guard let old, let new = decision.order, new.buyer == nil || new.buyer != new.goods.seller else { return [] }
    return [
      sale(old, new), refundRequest(old, new), refundDecision(old, new), refund(new, decision.ledger),
    ].compactMap(\.self)
  }

  /// The mail to the buyer of an order that has just been paid; one, however often the payment is reported.
  static func receipt(of decision: PaymentDecision, from old: Order?) -> BoundStatement? {
    guard let old, let new = decision.order, !old.state.wasPaid, new.state.wasPaid, let buyer = new.buyer,
      let id = MailID(new.id.description), let instant = decision.record?.lastReportAt ?? new.validatedAt
    else { return nil }
    return MailRow.add(.receipt, id, to: buyer, detail: "\(new.id) \(new.amount) \(new.currency)", at: instant)
  }

  /// Sales of the same goods are counted together.
  private static func sale(_ old: Order, _ new: Order) -> NewNotice? {
    guard !old.state.wasPaid, new.state.wasPaid else { return nil }
    return notice(.sale, for: new.goods.seller, about: new, new.goods.post.description, at: new.paidAt)
  }

  private static func refundRequest(_ old: Order, _ new: Order) -> NewNotice? {
    guard old.refund == nil, let request = new.refund else { return nil }
    return notice(.refundRequest, for: new.goods.seller, about: new, at: request.requestedAt)
  }

  private static func refundDecision(_ old: Order, _ new: Order) -> NewNotice? {
    guard let refund = new.refund, refund.state != old.refund?.state else { return nil }
    return notice(.refundDecision, for: new.buyer, about: new, at: refund.decidedAt)
  }

  /// The buyer was told already of a refund that was requested and accepted.
  private static func refund(_ new: Order, _ ledger: [LedgerTransaction]) -> NewNotice? {
    let entry = ledger.first { $0.event == .cancellation || $0.event == .partialCancellation }
    guard let entry, new.refund?.state != .accepted else { return nil }
    return notice(.refund, for: new.buyer, about: new, at: entry.instant)
  }

  /// - Parameter subject: within the kind; nil for the order.
  private static func notice(
    _ kind: NoticeKind, for recipient: AccountID?, about order: Order, _ subject: String? = nil, at instant: Timestamp?
  ) -> NewNotice? {
    guard let recipient, let instant else { return nil }
    let id = order.id.description
    return NewNotice(recipient: recipient, kind: kind, subject: subject ?? id, event: id, instant: instant)
  }
}
