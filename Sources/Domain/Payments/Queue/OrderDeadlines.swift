import Basics

// How long an order waits to be paid, and when it is looked at meanwhile.
extension PaymentPolicy {
  /// When an order that was made first is looked at without anybody's asking: once nothing can be paid for it any more,
  /// and whatever was paid at the last moment has reached the gateway.
  func closing(of order: Order) -> Timestamp {
    lastPayment(of: order, byVirtualAccount: false).advanced(seconds: 2 * clockSkew)
  }

  /// Until when a pending order is kept while the payment stands as it does. A payment that the gateway has not decided
  /// on is waited for as long as a deposit is.
  func end(of order: Order, _ payment: GatewayPayment?) -> Timestamp {
    guard let payment, payment.isSlow else { return closing(of: order) }
    return lastPayment(of: order, byVirtualAccount: true).advanced(seconds: 2 * clockSkew)
  }

  /// Whether a pending order has come to its end unpaid. A claim ends as soon as its payment cannot settle it, so that
  /// the right one may follow; an order that was made first can be paid anew until it runs out.
  func isOver(_ order: Order, _ payment: GatewayPayment?, _ checks: [CheckResult], at instant: Timestamp) -> Bool {
    if order.claimed != nil {
      guard let payment, payment.status.isUndecided else { return true }
      // A payment that is not made yet has neither the status nor the time of one that is.
      let lasting = checks.filter { $0.check != .status && $0.check != .time }
      if lasting.contains(where: { $0.outcome == .failed }) { return true }
    }
    return instant >= end(of: order, payment)
  }

  /// When a pending order is looked at again: ever more rarely while the gateway takes its time.
  func nextPoll(at order: Order, _ payment: GatewayPayment?, after instant: Timestamp) -> Timestamp {
    let end = end(of: order, payment)
    let waits = payment?.isSlow == true || order.claimed != nil
    guard waits else { return max(end, instant.advanced(seconds: 1)) }
    let age = max(0, instant.milliseconds - order.createdAt.milliseconds) / 1000
    let next = instant.advanced(seconds: min(max(age / 4, 60), 21_600))
    return end > instant ? min(next, end) : next
  }
}

extension GatewayPayment {
  /// Whether the gateway may take long to decide.
  fileprivate var isSlow: Bool {
    switch status {
    case .virtualAccountIssued, .payPending, .unknown: true
    case .ready: isVirtualAccount
    case .paid, .partlyCancelled, .cancelled, .failed: false
    }
  }
}
