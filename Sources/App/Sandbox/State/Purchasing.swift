import Basics

let amountRange = 0...1_000_000_000_000

extension SandboxPurchase {
  func check() throws(DomainError) {
    try checkText(reference, "reference")
    try checkAmount(amount, "amount")
    try checkText(currency, "currency")
    try checkText(status.word, "status")
    if let method { try checkText(method, "method") }
    try checkText(provider, "provider")
    if let store { try checkText(store, "store") }
    try checkText(name, "name")
    try checkCancelled(cancelledAmount, status: status, of: amount)
  }

  func payment(
    _ transaction: String, _ settings: SandboxSettings, random: RandomBytes, at now: Timestamp
  ) -> SandboxPayment {
    var payment = SandboxPayment(
      interface: interface, transaction: transaction, reference: reference, name: name, isTest: isTest, startedAt: now,
      amount: amount,
      cancelledAmount: 0, currency: currency, method: method ?? (status == .virtualAccountIssued ? "vbank" : "card"),
      provider: provider, store: store ?? settings.store, status: status, changedAt: now)
    payment.setStatus(status, at: now, paidAt: paidAt)
    let cancelled = cancelledAmount ?? (status == .cancelled ? amount : 0)
    payment.refund(upTo: cancelled, reason: "취소", id: uuid(random), at: now)
    return payment
  }
}

extension SandboxChange {
  /// The payment after the change.
  /// - Throws: `DomainError` `purchase-invalid`.
  func applied(to old: SandboxPayment, random: RandomBytes, at now: Timestamp) throws(DomainError) -> SandboxPayment {
    for (word, field) in [
      (status?.word, "status"), (currency, "currency"), (method, "method"), (provider, "provider"), (store, "store"),
    ] {
      if let word { try checkText(word, field) }
    }
    var payment = old
    payment.amount = amount ?? old.amount
    try checkAmount(payment.amount, "amount")
    try checkCancelled(cancelledAmount ?? old.cancelledAmount, status: status ?? old.status, of: payment.amount)
    payment.currency = currency ?? old.currency
    payment.method = method ?? old.method
    payment.provider = provider ?? old.provider
    payment.store = store ?? old.store
    if let status {
      payment.setStatus(status, at: now, paidAt: paidAt ?? (old.paidAt.map { .at($0) } ?? .now))
    } else if let paidAt {
      payment.setPaidAt(paidAt, now: now)
    }
    let cancelled = cancelledAmount ?? (status == .cancelled ? payment.amount : old.cancelledAmount)
    payment.refund(upTo: cancelled, reason: "콘솔에서 취소", id: uuid(random), at: now)
    return payment
  }
}

extension SandboxPayment {
  mutating func setStatus(_ status: SandboxStatus, at now: Timestamp, paidAt: SandboxInstant) {
    self.status = status
    changedAt = now
    if status == .failed { failedAt = now }
    setPaidAt(paidAt, now: now)
  }

  mutating func setPaidAt(_ instant: SandboxInstant, now: Timestamp) {
    switch instant {
    case .now: paidAt = status.hasMovedMoney ? now : nil
    case .never: paidAt = nil
    case .at(let instant): paidAt = instant
    }
  }

  /// Sets the total refunded amount. A smaller total than before corrects the record without a cancellation.
  mutating func refund(upTo total: Int, reason: String, id: String, at now: Timestamp) {
    if total > cancelledAmount {
      cancellations.append(Cancellation(id: id, amount: total - cancelledAmount, reason: reason, at: now))
      cancelledAt = now
      changedAt = now
    }
    cancelledAmount = total
  }

  mutating func cancel(_ amount: Int, reason: String, id: String, at now: Timestamp) {
    refund(upTo: cancelledAmount + amount, reason: reason, id: id, at: now)
    status = remainingAmount == 0 ? .cancelled : .partialCancelled
  }
}

/// Checks that a text has 1 to 200 characters and no control characters.
private func checkText(_ word: String, _ field: String) throws(DomainError) {
  guard !word.isEmpty, word.unicodeScalars.count <= 200,
    word.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
  else { throw .invalidPurchase(field, "has to have 1 to 200 characters, without control characters") }
}

private func checkAmount(_ amount: Int, _ field: String) throws(DomainError) {
  guard amountRange.contains(amount) else {
    throw .invalidPurchase(field, "has to be from 0 to \(amountRange.upperBound)")
  }
}

private func checkCancelled(_ cancelled: Int?, status: SandboxStatus, of amount: Int) throws(DomainError) {
  if let cancelled, !(0...amount).contains(cancelled) {
    throw .invalidPurchase("cancelled_amount", "has to be from 0 to the amount")
  }
  if status == .partialCancelled, cancelled == nil || cancelled == 0 || cancelled == amount {
    throw .invalidPurchase("cancelled_amount", "has to be a part of the amount where it is partial_cancelled")
  }
}

extension DomainError {
  static func invalidPurchase(_ field: String, _ what: String) -> DomainError {
    DomainError(.invalid, "purchase-invalid", "The field '\(field)' \(what).", field: field)
  }

  static let amountDiffers = DomainError(
    .conflict, "amount-differs", "Another amount or currency was registered for this reference before payment.",
    field: "amount")

  static let referencePaid = DomainError(
    .conflict, "reference-paid", "This reference is already paid; use a new one for each order.",
    field: "reference")

  static let sandboxFull = DomainError(
    .unavailable, "sandbox-full", "The sandbox holds the maximum number of payments; restart it.")

  static let paymentMissing = DomainError(
    .notFound, "payment-missing", "There is no payment with this transaction number.", field: "transaction")
}
