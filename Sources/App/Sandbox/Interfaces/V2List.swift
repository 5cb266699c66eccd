import Basics
import HTTP
import JSON

// Lists of the V2 API: an object with `page` and `filter`, in the query parameter `requestBody` or as the body.
extension SandboxGateway {
  func listByRequest(_ request: GatewayRequest) throws(DomainError) -> Response {
    let query = try V2Query(request)
    if let rejection = wrongStoreResponse(store: query.store) { return rejection }
    let found = withState { $0.payments.filter(query.matches) }.sorted(by: query.precedes)
    let (start, overflows) = query.number.multipliedReportingOverflow(by: query.size)
    let listed = overflows ? [] : found.dropFirst(start).prefix(query.size)
    return .json(
      .object([
        "items": .array(listed.map { $0.v2(amountOffset: request.amountOffset) }),
        "page": .object([
          "number": .integer(query.number), "size": .integer(query.size), "totalCount": .integer(found.count),
        ]),
      ]))
  }
}

private struct V2Query {
  enum Times: String, CaseIterable {
    case created = "CREATED_AT"
    case statusChanged = "STATUS_CHANGED_AT"
  }

  enum Order: String, CaseIterable {
    case descending = "DESC"
    case ascending = "ASC"
  }

  enum Key: String, CaseIterable {
    case requested = "REQUESTED_AT"
    case statusChanged = "STATUS_CHANGED_AT"
  }

  /// Starts at 0.
  private(set) var number = 0
  private(set) var size = 10
  private(set) var store: String?
  private var times = Times.statusChanged
  private var from: Timestamp
  private var until: Timestamp
  private var statuses: [String]?
  private var key = Key.requested
  private var order = Order.descending
  private var version = SandboxInterface.v2
  private var isTest: Bool?

  init(_ request: GatewayRequest) throws(DomainError) {
    until = request.now
    from = until.advanced(seconds: -90 * 86_400)
    var parameters = try Self.document(request.request)
    if let page = parameters.value("page") { try read(page: page) }
    if let filter = parameters.value("filter") { try read(filter: filter) }
    try parameters.finish()
  }

  private static func document(_ request: Request) throws(DomainError) -> Parameters {
    var query = try Parameters(query: request)
    if let text = try query.text("requestBody") { return try Parameters(try JSONReader.value(of: Array(text.utf8))) }
    return request.bodyBytes.isEmpty ? try Parameters(.object([])) : try Parameters(json: request)
  }

  private mutating func read(page: JSONValue) throws(DomainError) {
    var parameters = try Parameters(page)
    number = try parameters.integer("number", 0...Int.max) ?? number
    size = try parameters.integer("size", 1...1000) ?? size
    try parameters.finish()
  }

  /// Unknown filters are rejected: ignoring them would return other payments than requested.
  private mutating func read(filter: JSONValue) throws(DomainError) {
    var parameters = try Parameters(filter)
    store = try parameters.text("storeId")
    times = try parameters.enumValue("timestampType", Times.self) ?? times
    until = try parameters.instant("until") ?? until
    from = try parameters.instant("from") ?? until.advanced(seconds: -90 * 86_400)
    guard from <= until else { throw .wrongType("from", "before 'until'") }
    key = try parameters.enumValue("sortBy", Key.self) ?? key
    order = try parameters.enumValue("sortOrder", Order.self) ?? order
    version = try parameters.text("version") == "V1" ? .v1 : .v2
    isTest = try parameters.flag("isTest")
    if let words = parameters.value("status")?.array {
      statuses = words.compactMap { if case .string(let word) = $0 { word } else { nil } }
    }
    try parameters.finish()
  }

  func matches(_ payment: SandboxPayment) -> Bool {
    let instant = times == .created ? payment.startedAt : payment.listedAt
    // V1 payments are omitted. PortOne returns them in another form.
    return payment.interface == .v2 && version == .v2 && isTest ?? payment.isTest == payment.isTest && from <= instant
      && instant <= until
      && statuses?.contains(payment.status.v2Value) ?? true
  }

  func precedes(_ left: SandboxPayment, _ right: SandboxPayment) -> Bool {
    let (first, second) = key == .requested ? (left.startedAt, right.startedAt) : (left.listedAt, right.listedAt)
    return order == .descending ? first > second : first < second
  }
}
