import Basics
import CommandLineKit
import JSON
import Payments

extension Command {
  static let listPayments = Command.list(
    ["payments", "list"], "List payments as they were last seen, newest first",
    options: [
      .value(
        "state", "STATE", "Only those in this state", choices: PaymentState.allCases.map(\.displayName),
        isRepeatable: true)
    ],
    discussion: """
      States: unpaid; unclaimed (paid, but no order matches); refused (paid, but a check failed: you have to decide);
      settled; partly-cancelled; cancelled; returned (refunded without having settled an order).
      """, as: "payments", ifEmpty: "No payment matches.", json: \.json, table: table
  ) { command, context, limit in
    let states = try paymentStates(command)
    return try await PaymentOperations.open(command, context, for: .read).list(in: states, limit: limit)
  }

  static let showPayment = Command(
    specification: CommandSpecification(
      path: ["payments", "show"], summary: "Show a payment with its order, checks, ledger and waiting tasks",
      operands: "ID", options: [.format("text", "json")], discussion: identifierNote)
  ) { command, context in
    try await details(command, context, for: .read) { operations, id in try await operations.payments.details(id) }
  }

  static func verifyPayment(with interfaces: [any InterfaceExtension]) -> Command {
    let specification = CommandSpecification(
      path: ["payments", "verify"], summary: "Fetch a payment from the gateway now and validate it",
      operands: "ID", options: [.format("text", "json")] + gatewayOptions(with: interfaces), discussion: identifierNote)
    return Command(specification: specification) { command, context in
      try await details(command, context, interfaces) { operations, id in try await operations.payments.verify(id) }
    }
  }

  static func cancelPayment(with interfaces: [any InterfaceExtension]) -> Command {
    let specification = CommandSpecification(
      path: ["payments", "cancel"], summary: "Refund a payment", operands: "ID",
      options: [
        .value("amount", "N", "The amount in won; by default the rest"),
        .value("reason", "TEXT", "The reason on the receipt (1 to 200 characters)"), .format("text", "json"),
      ] + gatewayOptions(with: interfaces),
      discussion: identifierNote + """


        The refund is recorded before the gateway is called: if the gateway does not respond, a running server retries it.
        """)
    return Command(specification: specification) { command, context in
      let amount = try command.integer("amount", 1...Int(Int32.max))
      guard let reason = command["reason"] else {
        throw DomainError.usage("reason-missing", "A refund needs a reason: --reason TEXT.")
      }
      try await details(command, context, interfaces) { operations, id in
        try await operations.payments.cancel(id, amount: amount, reason: reason)
      }
    }
  }

  static let listRefunds = Command.list(
    ["payments", "refunds"], "List the refunds that buyers have requested and nobody has decided",
    discussion: "The sellers decide; you can, too, with 'fourcuts payments decide'.", as: "refunds",
    ifEmpty: "No refund waits for a decision.", json: \.json, table: refundTable
  ) { command, context, limit in
    let operations = try await PaymentOperations.open(command, context, for: .read)
    return try await Page.items(limit) { try await operations.payments.refundRequests($0) }
  }

  static func decideRefund(with interfaces: [any InterfaceExtension]) -> Command {
    let specification = CommandSpecification(
      path: ["payments", "decide"], summary: "Accept or decline the refund that a buyer has requested", operands: "ID",
      options: [
        .flag("accept", "Refund the rest of the payment"), .flag("decline", "Refund nothing"),
        .value("answer", "TEXT", "What the buyer is told (at most 200 characters)"), .format("text", "json"),
      ] + gatewayOptions(with: interfaces),
      discussion: identifierNote + """


        A refund that the seller declined can still be accepted. Without a request, use 'fourcuts payments cancel'.
        """)
    return Command(specification: specification) { command, context in
      guard command.has("accept") != command.has("decline") else {
        throw DomainError.usage("decision-missing", "Say --accept or --decline.")
      }
      try await details(command, context, interfaces) { operations, id in
        let found = try await operations.payments.details(id)
        guard let order = found.order else {
          throw DomainError(.notFound, "order-unknown", "The payment \(id) belongs to no order.")
        }
        _ = try await operations.payments.decideRefund(
          of: order.id, isAccepted: command.has("accept"), answer: command["answer"] ?? "", by: nil)
        return try await operations.payments.details(id)
      }
    }
  }

  static func reconcilePayments(with interfaces: [any InterfaceExtension]) -> Command {
    let specification = CommandSpecification(
      path: ["payments", "reconcile"], summary: "Compare the payments of a period with the gateways",
      options: [
        .value("from", "DATE", "Start: a day or an instant"),
        .value("to", "DATE", "End: a day, included, or an instant, excluded"),
        .flag("mend", "Validate differing payments again with the gateway's data"), .format("table", "json"),
      ] + gatewayOptions(with: interfaces),
      discussion: """
        Days (2026-11-20) are in Korean time; instants have an offset (2026-11-20T09:00:00+09:00).
        Exit code 3 when differences remain.
        """)
    return Command(specification: specification) { command, context in
      try command.expectOperands(0...0)
      let period = try Period(command)
      let operations = try await PaymentOperations.open(command, context, interfaces, for: .write)
      let found = try await operations.assembly.audited(
        command, context, detail: command.has("mend") ? "mend" : nil,
        {
          try await operations.payments.reconcile(
            from: period.from, until: period.until, repairing: command.has("mend"))
        })
      try write(command, context, json: found.json) { found.text($0) }
      let remaining = found.differences.count { !$0.isRepaired }
      guard remaining == 0 else {
        let advice =
          command.has("mend") ? "inspect with 'fourcuts payments show'" : "validate again with --mend"
        throw DomainError(
          .conflict, "differences-remain",
          counted(remaining, "payment differs", "payments differ")
            + " from the gateways; \(advice).")
      }
    }
  }

  private static func gatewayOptions(with interfaces: [any InterfaceExtension]) -> [OptionSpecification] {
    ShopSettings.gatewayOptions + interfaces.flatMap(\.maskingOptions)
  }
  private static let identifierNote = """
    A payment is named by its identifier, by its number at the gateway (imp_…), or by its order's identifier or reference.
    """
}

/// Finds the payment named by the command, runs an operation on it, and prints its details.
private func details(
  _ command: ParsedCommand, _ context: CommandContext, _ interfaces: [any InterfaceExtension] = [],
  for use: Assembly.OpenMode = .write, _ body: (PaymentOperations, PaymentID) async throws -> PaymentDetails
) async throws {
  try command.expectOperands(1...1)
  let operations = try await PaymentOperations.open(command, context, interfaces, for: use)
  let id = try await operations.identifier(command.operands[0])
  let details =
    if case .read = use {
      try await body(operations, id)
    } else {
      try await operations.assembly.audited(
        command, context, on: "payment \(id)", { try await body(operations, id) })
    }
  let waiting = try await operations.waiting(for: details)
  try write(command, context, json: details.json(waiting)) { details.text(waiting, $0) }
}

/// Writes in the format given by `--format`.
private func write(
  _ command: ParsedCommand, _ context: CommandContext, json: JSONValue, text: (TextStyle) -> String
) throws(DomainError) {
  if command["format"] == "json" { return try context.console.out(json: json.bytes) }
  try context.console.out(text(context.console.style))
}

private func paymentStates(_ command: ParsedCommand) throws(DomainError) -> [PaymentState] {
  var states: [PaymentState] = []
  for word in command.list("state") {
    guard let state = PaymentState.allCases.first(where: { $0.displayName == word.lowercased() }) else {
      let known = PaymentState.allCases.map(\.displayName).joined(separator: ", ")
      throw .usage("option-unknown-word", "--state takes one of \(known).")
    }
    states.append(state)
  }
  return states
}

private func table(_ records: [PaymentRecord], _ style: TextStyle) -> TextTable {
  var table = TextTable(columns: [
    ("ID", .left), ("SEEN", .instant), ("STATE", .left), ("AMOUNT", .right), ("BACK", .right), ("GATEWAY", .left),
    ("TRANSACTION", .left), ("ORDER", .left), ("FAILED CHECKS", .text),
  ])
  table.leftOut = [["TRANSACTION"], ["ORDER"], ["GATEWAY"]]
  table.rows = records.map { record in
    [
      record.id.description, style.text(record.lastReportAt), record.state.displayName,
      String(record.lastReport.amount),
      String(record.lastReport.cancelledAmount), record.lastReport.gateway.rawValue, record.lastReport.transaction,
      record.order?.description ?? "", record.failedChecks.joined(separator: " "),
    ]
  }
  return table
}

private func refundTable(_ orders: [Order], _ style: TextStyle) -> TextTable {
  var table = TextTable(columns: [
    ("ORDER", .left), ("ASKED FOR", .instant), ("AMOUNT", .right), ("GOODS", .text), ("REASON", .text),
  ])
  table.rows = orders.map { order in
    [
      order.id.description, order.refund.map { style.text($0.requestedAt) } ?? "", String(order.amount),
      order.goods.name, order.refund?.reason ?? "",
    ]
  }
  return table
}
