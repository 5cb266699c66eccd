import Basics
package import Booths
package import Payments
package import Posts
package import Queue

extension OperatorQueue {
  /// The queue of all features.
  /// - Parameter catalogue: gives the present one, for the names of booths.
  package init(
    reports: ReportService, corrections: CorrectionService, proposals: ProposalService, payments: PaymentService,
    evidence: EvidenceService, catalogue: @escaping @Sendable () -> Catalogue
  ) {
    self.init([
      { limit in
        try await Page.items(limit) { try await payments.payments(in: [.refused], $0) }.map { WaitingItem($0) }
      },
      { limit in try await Page.items(limit, payments.refundRequests).compactMap { WaitingItem($0) } },
      { limit in try await Page.items(limit) { try await reports.queue(openOnly: true, $0) }.map { WaitingItem($0) } },
      { limit in
        let open = try await Page.items(limit) { try await corrections.queue(.open, $0) }
        let current = catalogue()
        return open.map { WaitingItem($0, in: current) }
      },
      { limit in try await Page.items(limit) { try await proposals.queue(.open, $0) }.map { WaitingItem($0) } },
      { limit in try await evidence.candidates(in: catalogue(), limit: limit).compactMap { WaitingItem($0) } },
    ])
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

  /// The title is empty if the booth is gone.
  fileprivate init(_ correction: BoothCorrection, in catalogue: Catalogue) {
    let booth = catalogue.ordinal(of: correction.booth).map { catalogue.record($0).booth }
    self.init(
      .correction, id: correction.id.description, subject: Self.subject(of: correction.kind, correction.booth),
      title: booth?.attributes.name ?? "", reason: correction.kind.rawValue, harm: correction.kind.harm,
      since: correction.createdAt, booth: correction.booth)
  }

  fileprivate init(_ proposal: BoothProposal) {
    self.init(
      .proposal, id: proposal.id.description, subject: proposal.id.description, title: proposal.booth.name,
      harm: .little, since: proposal.createdAt)
  }

  /// Nil if nobody says that it is gone.
  fileprivate init?(_ candidate: ClosureCandidate) {
    guard let since = candidate.outcome.lastGoneAt else { return nil }
    let booth = candidate.booth
    self.init(
      .closure, id: booth.id.description, subject: Self.subject(of: .closed, booth.id), title: booth.attributes.name,
      harm: .much, since: since, booth: booth.id)
    reporterCount = candidate.outcome.goneCount
  }

  private static func subject(of kind: CorrectionKind, _ booth: BoothID) -> String { "\(booth) \(kind.rawValue)" }

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
