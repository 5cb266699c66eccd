package import Basics
package import Booths
package import Payments
package import Posts
package import Queue

extension OperatorQueue {
  /// The queue of all features.
  /// - Parameter boothName: the name of a booth in the catalogue; nil if it is gone.
  package init(
    reports: ReportService, corrections: CorrectionService, proposals: ProposalService, payments: PaymentService,
    boothName: @escaping @Sendable (BoothID) async throws -> String?
  ) {
    self.init([
      { limit in try await payments.payments(in: [.refused], upTo: limit).map { WaitingItem($0) } },
      { limit in try await Page.items(limit, payments.refundRequests).compactMap { WaitingItem($0) } },
      { limit in try await Page.items(limit) { try await reports.queue(openOnly: true, $0) }.map { WaitingItem($0) } },
      { limit in
        var items: [WaitingItem] = []
        for correction in try await Page.items(limit, { try await corrections.queue(.open, $0) }) {
          items.append(WaitingItem(correction, boothName: try await boothName(correction.booth)))
        }
        return items
      },
      { limit in try await Page.items(limit) { try await proposals.queue(.open, $0) }.map { WaitingItem($0) } },
    ])
  }
}

extension PaymentService {
  fileprivate func payments(in states: [PaymentState], upTo limit: Int) async throws -> [PaymentRecord] {
    try await Page.items(limit) { try await payments(in: states, $0) }
  }
}

extension WaitingItem {
  /// A payment that moved money, although a check failed.
  fileprivate init(_ payment: PaymentRecord) {
    self.init(
      .payment, id: payment.id.description, subject: payment.id.description,
      title: payment.lastReport.reference,
      reason: payment.checks.first { $0.outcome == .failed }?.check.rawValue, harm: .much, since: payment.lastReportAt)
  }

  /// Nil for an order without a request.
  fileprivate init?(_ order: Order) {
    guard let refund = order.refund else { return nil }
    self.init(
      .refund, id: order.id.description, subject: order.id.description, title: order.goods.name, harm: .much,
      since: refund.requestedAt)
  }

  fileprivate init(_ report: Report) {
    self.init(
      .report, id: report.id.description, subject: report.subject.name, title: Self.beginning(of: report.excerpt),
      reason: report.reason.rawValue, harm: report.reason.harm, since: report.createdAt)
  }

  fileprivate init(_ correction: BoothCorrection, boothName: String?) {
    self.init(
      .correction, id: correction.id.description, subject: "\(correction.booth) \(correction.kind.rawValue)",
      title: boothName ?? "", reason: correction.kind.rawValue, harm: correction.kind.harm, since: correction.createdAt,
      booth: correction.booth)
  }

  fileprivate init(_ proposal: BoothProposal) {
    self.init(
      .proposal, id: proposal.id.description, subject: proposal.id.description, title: proposal.booth.name,
      harm: .little, since: proposal.createdAt)
  }

  private static func beginning(of text: String) -> String { String(text.prefix(80)) }
}

extension ReportSubjectReference {
  fileprivate var name: String {
    switch self {
    case .post(let post): "post \(post)"
    case .comment(let comment, _): "comment \(comment)"
    }
  }
}

extension ReportReason {
  fileprivate var harm: WaitingItem.Harm {
    switch self {
    case .sexual, .violence, .personalInformation: .grave
    case .hate, .copyright: .much
    case .spam, .other: .some
    }
  }
}

extension CorrectionKind {
  fileprivate var harm: WaitingItem.Harm {
    switch self {
    case .closed, .moved: .much
    case .hours, .price: .some
    case .duplicate, .other: .little
    case .photo: .slight
    }
  }
}
