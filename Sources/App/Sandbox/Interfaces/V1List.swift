import Basics
import HTTP
import JSON

// Lists of the V1 API: at most 90 days, 20 to a page by default, newest first.
extension SandboxGateway {
  func listPayments(_ request: GatewayRequest) throws(DomainError) -> Response {
    let query = try V1Query(request)
    let found = withState { $0.payments.filter(query.matches) }.sorted(by: query.precedes)
    let pages = max(1, (found.count + query.limit - 1) / query.limit)
    guard query.page <= pages else { throw .wrongType("page", "a page that there is: the last one is \(pages)") }
    let listed = found.dropFirst((query.page - 1) * query.limit).prefix(query.limit)
    return .v1(
      .object([
        "total": .integer(found.count), "previous": .integer(query.page - 1),
        "next": .integer(query.page < pages ? query.page + 1 : 0),
        "list": .array(listed.map { $0.v1(amountOffset: request.amountOffset) }),
      ]))
  }
}

private struct V1Query {
  private static let statuses = ["all", "ready", "paid", "cancelled", "failed"]
  private static let maxPeriod: Int64 = 90 * 86_400

  let status: String
  let from: Timestamp
  let to: Timestamp
  let page: Int
  let limit: Int
  let sorting: V1Sorting
  private let includesTests: Bool

  init(_ request: GatewayRequest) throws(DomainError) {
    status = request.request.parameters["status"] ?? ""
    guard Self.statuses.contains(status) else {
      throw .wrongType("payment_status", "one of " + Self.statuses.joined(separator: ", "))
    }
    includesTests = request.includesTests
    var parameters = try Parameters(query: request.request)
    page = try parameters.integer("page", 1...1_000_000) ?? 1
    limit = try parameters.integer("limit", 1...1000) ?? 20
    let seconds = 0...4_102_444_800
    to = try parameters.integer("to", seconds).map { Timestamp(seconds: Int64($0)) } ?? request.now
    from =
      try parameters.integer("from", seconds).map { Timestamp(seconds: Int64($0)) }
      ?? to.advanced(seconds: -Self.maxPeriod)
    guard from <= to, to.milliseconds - from.milliseconds <= Self.maxPeriod * 1000 else {
      throw .wrongType("from", "at most 90 days before 'to'")
    }
    sorting = try parameters.enumValue("sorting", V1Sorting.self) ?? .lastStarted
  }

  /// V1 compares whole seconds and includes both ends of the period.
  func matches(_ payment: SandboxPayment) -> Bool {
    let second = Timestamp(seconds: payment.listedAt.milliseconds / 1000)
    return payment.interface == .v1 && (!payment.isTest || includesTests)
      && (status == "all" || payment.status.v1Value == status) && from <= second
      && second <= to
  }

  func precedes(_ left: SandboxPayment, _ right: SandboxPayment) -> Bool {
    let (first, second) = (sorting.key(left), sorting.key(right))
    return sorting.isDescending ? first > second : first < second
  }
}

private enum V1Sorting: String, CaseIterable {
  case lastStarted = "-started"
  case firstStarted = "started"
  case lastPaid = "-paid"
  case firstPaid = "paid"
  case lastUpdated = "-updated"
  case firstUpdated = "updated"

  var isDescending: Bool { rawValue.hasPrefix("-") }

  func key(_ payment: SandboxPayment) -> Int64 {
    switch self {
    case .lastStarted, .firstStarted: payment.startedAt.milliseconds
    case .lastPaid, .firstPaid: payment.paidAt?.milliseconds ?? 0
    case .lastUpdated, .firstUpdated: payment.changedAt.milliseconds
    }
  }
}
