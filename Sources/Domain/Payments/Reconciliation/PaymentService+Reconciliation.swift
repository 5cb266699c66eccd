public import Basics

// Reconciliation of the ledger with the gateways.
extension PaymentService {
  /// Compares the payments of a period here with those that the gateways report. A payment in progress may differ and
  /// agree a little later.
  ///
  /// Complexity: O(payments of the period) calls to the stores; one gateway request for each page (about a hundred
  /// payments) and for each payment here that the gateway did not list.
  /// - Parameter repairing: whether to decide again about each difference. Cases for an operator stay different: a
  ///   payment without a known order, one that failed a check, one that the gateway does not know any more.
  /// - Throws: `DomainError` `shop-closed`, `period-invalid` (invalid), `gateway-unavailable`.
  public func reconcile(from: Timestamp, until: Timestamp, repairing: Bool) async throws -> Reconciliation {
    let (length, overflows) = until.milliseconds.subtractingReportingOverflow(from.milliseconds)
    guard !overflows, length > 0, length <= 31 * 86_400_000 else { throw DomainError.periodInvalid }
    guard !gateways.isEmpty else { throw DomainError.shopClosed }
    var result = Reconciliation(compared: 0, differences: [], balances: [:])
    for gateway in GatewayName.allCases.compactMap({ gateways[$0] }) {
      let met = try await compareGatewayPayments(gateway, from, until, repairing, &result)
      try await compareLocalPayments(gateway, from, until, repairing, except: met, &result)
    }
    result.balances = try await store.balances()
    return result
  }

  /// Compares the payments that a gateway lists.
  /// - Returns: Their transaction numbers.
  private func compareGatewayPayments(
    _ gateway: any PaymentGateway, _ from: Timestamp, _ until: Timestamp, _ repairing: Bool,
    _ result: inout Reconciliation
  ) async throws -> Set<String> {
    var met: Set<String> = []
    var page: String?
    var pages: Set<String> = []
    repeat {
      let listed = try await gateway.payments(from: from, until: until, page: page)
      for payment in listed.payments where met.insert(payment.transaction).inserted {
        let record = try await store.payment(transaction: payment.transaction, gateway: gateway.name)
        try await compare(payment, record, at: gateway, repairing, &result)
      }
      page = listed.next
      if let page, !pages.insert(page).inserted || pages.count > 10_000 { throw DomainError.pagesEndless }
    } while page != nil
    return met
  }

  /// Compares the payments here that the gateway did not list.
  private func compareLocalPayments(
    _ gateway: any PaymentGateway, _ from: Timestamp, _ until: Timestamp, _ repairing: Bool, except met: Set<String>,
    _ result: inout Reconciliation
  ) async throws {
    var last: PageKey?
    while true {
      let some = try await store.payments(paidFrom: from, until: until, after: last, limit: 100)
      for record in some where record.lastReport.gateway == gateway.name && !met.contains(record.lastReport.transaction)
      {
        let there = try await gateway.payment(reference(of: record.lastReport))
        let isSame = there?.transaction == record.lastReport.transaction
        try await compare(isSame ? there : nil, record, at: gateway, repairing, &result)
      }
      // As listed: a repair may change the time of payment.
      guard let next = some.last, let paidAt = next.lastReport.paidAt else { return }
      last = PageKey(instant: paidAt, id: next.id.description)
    }
  }

  private func compare(
    _ there: GatewayPayment?, _ here: PaymentRecord?, at gateway: any PaymentGateway, _ repairing: Bool,
    _ result: inout Reconciliation
  ) async throws {
    result.compared += 1
    guard let transaction = there?.transaction ?? here?.lastReport.transaction,
      let kind = try await difference(there, here)
    else { return }
    var (there, here, isRepaired) = (there, here, false)
    if repairing, let listed = there {
      // A list may be older than the payments in it.
      let now = try await gateway.payment(reference(of: listed)) ?? listed
      try await apply(now)
      here = try await store.payment(transaction: transaction, gateway: gateway.name)
      isRepaired = try await difference(now, here) == nil
      there = now
    }
    result.differences.append(
      Reconciliation.Difference(
        kind: kind, gateway: gateway.name, transaction: transaction, payment: here?.id,
        gatewayPayment: there.map { mask.masked($0, keepsReference: false) }, localState: here?.state,
        isRepaired: isRepaired))
  }

  private func difference(
    _ there: GatewayPayment?, _ here: PaymentRecord?
  ) async throws -> Reconciliation.Difference.Kind? {
    let isPaidThere = there.map { $0.moneyMoved && !$0.isRefunded } ?? false
    guard let here else { return isPaidThere ? .unknownHere : nil }
    guard here.state.hasSettled, let id = here.order, let order = try await store.order(id) else {
      if isPaidThere { return .unsettledHere }
      let isOpenHere = here.state == .unclaimed || here.state == .refused
      return isOpenHere && there?.isRefunded == true ? .amountDiffers : nil
    }
    guard let there, there.moneyMoved else { return .unpaidThere }
    let isSame =
      there.amount == order.amount && there.currency == order.currency
      && there.refunded == min(here.lastReport.refunded, order.amount)
    return isSame ? nil : .amountDiffers
  }
}
