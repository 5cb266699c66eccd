import Basics
import HTTP
import JSON

extension SandboxPurchase {
  init(_ request: Request) throws(DomainError) {
    var parameters = try Parameters(json: request)
    guard let interface = try parameters.enumValue("api", SandboxInterface.self) else { throw .missingField("api") }
    guard let reference = try parameters.text("reference") else { throw .missingField("reference") }
    guard let amount = try parameters.integer("amount", amountRange) else { throw .missingField("amount") }
    self.init(interface, reference: reference, amount: amount)
    currency = try parameters.text("currency") ?? currency
    status = try parameters.text("status").map { SandboxStatus(word: $0) } ?? status
    cancelledAmount = try parameters.integer("cancelled_amount")
    method = try parameters.text("method")
    provider = try parameters.text("provider") ?? provider
    paidAt = try parameters.paidAt() ?? paidAt
    store = try parameters.text("store")
    isTest = try parameters.flag("test") ?? isTest
    name = try parameters.text("name") ?? name
    sendsWebhook = try parameters.flag("webhook") ?? sendsWebhook
    try parameters.finish()
  }
}

extension SandboxChange {
  init(_ request: Request) throws(DomainError) {
    var parameters = try Parameters(json: request)
    self.init()
    status = try parameters.text("status").map { SandboxStatus(word: $0) }
    cancelledAmount = try parameters.integer("cancelled_amount")
    amount = try parameters.integer("amount", amountRange)
    currency = try parameters.text("currency")
    method = try parameters.text("method")
    provider = try parameters.text("provider")
    paidAt = try parameters.paidAt()
    store = try parameters.text("store")
    sendsWebhook = try parameters.flag("webhook") ?? sendsWebhook
    try parameters.finish()
  }
}

extension Parameters {
  /// Null means that the payment has no paid time.
  fileprivate mutating func paidAt() throws(DomainError) -> SandboxInstant? {
    guard has("paid_at") else { return nil }
    return try instant("paid_at").map { .at($0) } ?? .never
  }
}

extension SandboxBehaviour {
  init(_ request: Request) throws(DomainError) {
    var parameters = try Parameters(json: request)
    self.init()
    let operation = try parameters.text("operation") ?? "all"
    self.operation = SandboxOperation(rawValue: operation)
    guard operation == "all" || self.operation != nil else {
      throw .wrongType("operation", "one of all, token, prepare, get, cancel, list")
    }
    let fault = try parameters.text("fault") ?? "none"
    self.fault = SandboxFault(rawValue: fault)
    guard fault == "none" || self.fault != nil else {
      throw .wrongType("fault", "one of none, " + SandboxFault.allCases.map(\.rawValue).joined(separator: ", "))
    }
    delayMilliseconds = try parameters.integer("delay_ms", 0...600_000) ?? 0
    let times = try parameters.integer("times", -1...1_000_000_000) ?? -1
    self.times = times < 0 ? nil : times
    amountOffset = try parameters.integer("lie_amount", -amountRange.upperBound...amountRange.upperBound) ?? 0
    webhooks = try parameters.flag("webhooks") ?? true
    webhookCopies = try parameters.integer("webhook_copies", 1...100) ?? 1
    webhookDelayMilliseconds = try parameters.integer("webhook_delay_ms", 0...600_000) ?? 0
    try parameters.finish()
  }

  var control: JSONValue {
    .object([
      "operation": .string(operation?.rawValue ?? "all"), "delay_ms": .integer(delayMilliseconds),
      "fault": .string(fault?.rawValue ?? "none"), "times": .integer(times ?? -1), "lie_amount": .integer(amountOffset),
      "webhooks": .bool(webhooks), "webhook_copies": .integer(webhookCopies),
      "webhook_delay_ms": .integer(webhookDelayMilliseconds),
    ])
  }
}

extension SandboxMessage {
  init(_ request: Request) throws(DomainError) {
    var parameters = try Parameters(json: request)
    guard let transaction = try parameters.text("transaction") else { throw .missingField("transaction") }
    self.init(transaction)
    type = try parameters.text("type")
    secret = try parameters.text("secret")
    timestamp = try parameters.instant("timestamp")
    id = try parameters.text("id")
    try parameters.finish()
  }
}

extension SandboxPayment {
  var control: JSONValue {
    .object([
      "transaction": .string(transaction), "reference": .string(reference), "api": .string(interface.rawValue),
      "name": .string(name), "amount": .integer(amount), "currency": .string(currency),
      "status": .string(status.word), "cancelled_amount": .integer(cancelledAmount), "method": .string(method),
      "provider": .string(provider), "store": .string(store), "test": .bool(isTest),
      "started_at": .string(startedAt.rfc3339),
      "paid_at": .instant(paidAt), "failed_at": .instant(failedAt), "cancelled_at": .instant(cancelledAt),
      "changed_at": .string(changedAt.rfc3339),
      "cancellations": .array(
        cancellations.map {
          .object([
            "id": .string($0.id), "amount": .integer($0.amount), "reason": .string($0.reason),
            "at": .string($0.at.rfc3339),
          ])
        }),
    ])
  }
}

extension SandboxCounts {
  var control: JSONValue {
    .object(
      SandboxOperation.allCases.map { JSONMember(key: $0.rawValue, value: .integer(self[$0])) })
  }
}

extension SandboxLogEntry {
  var control: JSONValue {
    .object([
      "at": .string(at.rfc3339), "operation": .string(operation.rawValue), "api": .string(interface.rawValue),
      "request": .string(request), "status": status.map { .integer($0) } ?? .null,
    ])
  }
}

extension JSONValue {
  fileprivate static func instant(_ instant: Timestamp?) -> JSONValue {
    instant.map { .string($0.rfc3339) } ?? .null
  }
}
