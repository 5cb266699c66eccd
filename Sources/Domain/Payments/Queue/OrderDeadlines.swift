import Basics

// How long an order waits for its payment, and when it is polled meanwhile.
extension PaymentPolicy {
  /// When an order made before its payment is first polled on its own: after the payment deadline, with time for a late
  /// payment to reach the gateway.
  func closing(of order: Order) -> Timestamp {
    lastPayment(of: order, byVirtualAccount: false).advanced(seconds: 2 * clockSkew)
  }

  /// The end of a pending order, given its payment. If the gateway is still undecided, the deadline is that of a
  /// deposit to a virtual account.
  func end(of order: Order, _ payment: GatewayPayment?) -> Timestamp {
    guard let payment, payment.isSlow else { return closing(of: order) }
    return lastPayment(of: order, byVirtualAccount: true).advanced(seconds: 2 * clockSkew)
  }

  /// Whether a pending order has ended unpaid. A claim ends as soon as its payment cannot settle it, so that the right
  /// order may follow; an order made first can be paid until its deadline.
  func isOver(_ order: Order, _ payment: GatewayPayment?, _ checks: [CheckResult], at instant: Timestamp) -> Bool {
    if order.claimedTransaction != nil {
      guard let payment, payment.status.isUndecided else { return true }
      // A pending payment naturally fails the checks of status and time.
      let lasting = checks.filter { $0.check != .status && $0.check != .time }
      if lasting.contains(where: { $0.outcome == .failed }) { return true }
    }
    return instant >= end(of: order, payment)
  }

  /// The next poll of a pending order: at growing intervals while the gateway is undecided.
  func nextPoll(at order: Order, _ payment: GatewayPayment?, after instant: Timestamp) -> Timestamp {
    let end = end(of: order, payment)
    let waits = payment?.isSlow == true || order.claimedTransaction != nil
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
