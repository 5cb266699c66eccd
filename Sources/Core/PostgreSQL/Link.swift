import Basics
import CPQ
import Glibc
import SQL

/// One connection of libpq: sends a statement, waits for results for a limited time, and keeps in mind what went wrong.
final class Link {
  enum Copying {
    case sending
    /// All are sent. The statement's result is still on the wire.
    case ending(String)
  }

  private let handle: ConnectionHandle
  /// What error texts call the database; without a password.
  let server: String
  /// How long the server may be silent. Beyond it the connection is given up: the server's own limits did not help.
  private let maxSilence: Duration?
  /// The same where nothing is asked that takes long, as at the beginning of a transaction: a server that is silent
  /// there is unreachable or hangs.
  private static let maxQuickSilence: Duration = .seconds(5)
  private var isQuick = false
  /// The rest of a result that is still on the wire.
  private weak var stream: RowStream?
  var copying: Copying?
  /// Ends statements of a task that was cancelled.
  var canceller: Canceller?
  var beginning = Beginning.done
  /// The statements sent together whose results are not all taken.
  var pipelined = 0
  /// What made the server refuse everything else until the transaction is rolled back.
  private(set) var failure: Failure?
  /// How many statements of the text sent last were done.
  private(set) var completed = 0
  /// Whether the connection can't be used any longer.
  private(set) var isLost = false
  /// Whether the server has warned of something since that was reset: of a commit that its standbys don't have, say.
  let warnings = Warnings()

  init(_ handle: consuming ConnectionHandle, server: String, maxSilence: Duration?) {
    self.handle = handle
    self.server = server
    self.maxSilence = maxSilence
    // The library would print them.
    PQsetNoticeReceiver(
      pointer, { Unmanaged<Warnings>.fromOpaque($0!).takeUnretainedValue().note($1) },
      Unmanaged.passUnretained(warnings).toOpaque())
  }

  var pointer: OpaquePointer { handle.pointer }

  var isInTransaction: Bool { PQtransactionStatus(pointer) == PQTRANS_INTRANS }
  var isIdle: Bool { PQtransactionStatus(pointer) == PQTRANS_IDLE }
  var cancelToken: CancelToken? { CancelToken(of: pointer) }

  /// Begins a transaction's time.
  /// - Parameter beginning: The statements that begin it; none if there shall be no transaction.
  func begin(_ canceller: Canceller?, with beginning: [String] = []) {
    self.canceller = canceller
    failure = nil
    self.beginning = beginning.isEmpty ? .done : .due(beginning)
  }

  // MARK: Sending

  /// Sends something and expects its results.
  func send(_ statement: String?, _ body: (OpaquePointer) -> Int32) throws {
    try beginNow()
    try makeReady(for: statement)
    guard body(pointer) == 1 else { throw lost("sending failed") }
  }

  /// Takes off the wire what is still on it.
  func makeReady(for statement: String?) throws {
    guard !isLost else { throw lost("it broke before") }
    if canceller?.isCancelled == true { throw CancellationError() }
    try settleCopy()
    guard copying == nil else { throw DatabaseFailure.refused("55006", "rows are being copied", statement) }
    // The wire carries one result at a time.
    if let stream {
      self.stream = nil
      try stream.layAside()
    }
    completed = 0
  }

  /// Runs texts without parameters, separated by semicolons, to the end.
  func execute(_ text: String) throws {
    try send(text) { PQsendQuery($0, text) }
    try finish(text)
  }

  /// Does what a server answers at once.
  func quickly<Result>(_ body: () throws -> Result) rethrows -> Result {
    isQuick = true
    defer { isQuick = false }
    return try body()
  }

  /// Runs texts in the same way, and returns the value of the row that one of them gives.
  func value(_ text: String) throws -> String? {
    try send(text) { PQsendQuery($0, text) }
    var value: String?
    try finish(text) { if PQntuples($0) > 0 { value = String(cString: PQgetvalue($0, 0, 0)) } }
    return value
  }

  /// Prepares a statement and asks what its parameters and columns are.
  func prepare(_ name: String, _ text: String) throws -> StatementShape {
    try sendTogether([text, text]) { pointer, index in
      index == 0 ? PQsendPrepare(pointer, name, text, 0, nil) : PQsendDescribePrepared(pointer, name)
    }
    do {
      try finish(text)
      guard let description = try nextResult() else { throw lost("there is no description") }
      try check(description, text)
      let shape = StatementShape(of: description)
      try finish(text)
      return shape
    } catch {
      abandonPipeline()
      throw error
    }
  }

  /// Runs a prepared statement, or, with no name, a text whose shape is known. Rows come one by one.
  func query(_ prepared: Prepared, _ parameters: borrowing Parameters) throws -> RowStream {
    try sendTogether([prepared.text]) { pointer, _ in Self.send(prepared, parameters, on: pointer) }
    PQsetSingleRowMode(pointer)
    let stream = RowStream(of: self, prepared.text)
    self.stream = stream
    return stream
  }

  /// Runs prepared statements to the end.
  /// - Returns: How many rows each changed.
  func run(_ statements: [(prepared: Prepared, parameters: Parameters)]) throws -> [Int] {
    guard !statements.isEmpty else { return [] }
    try sendTogether(statements.map(\.prepared.text)) { pointer, index in
      Self.send(statements[index].prepared, statements[index].parameters, on: pointer)
    }
    do {
      return try statements.map { try finish($0.prepared.text) }
    } catch {
      abandonPipeline()
      throw error
    }
  }

  private static func send(
    _ prepared: Prepared, _ parameters: borrowing Parameters, on pointer: OpaquePointer
  ) -> Int32 {
    parameters.withPointers { values, counts, formats in
      let count = Int32(prepared.shape.parameters.count)
      let format: Int32 = prepared.shape.wantsBinary ? 1 : 0
      guard prepared.name.isEmpty else {
        return PQsendQueryPrepared(pointer, prepared.name, count, values, counts, formats, format)
      }
      let types = prepared.shape.parameters.map(\.number)
      return PQsendQueryParams(pointer, prepared.text, count, types, values, counts, formats, format)
    }
  }

  /// The first row of a query as texts. One round trip in all, so that a proxy can't put another connection in between.
  func row(_ query: String) throws -> [String] {
    try send(query) { PQsendQueryParams($0, query, 0, nil, nil, nil, nil, 0) }
    guard let result = try nextResult() else { throw lost("there is no answer") }
    try check(result, query)
    let columns = PQntuples(result.pointer) > 0 ? PQnfields(result.pointer) : 0
    let texts = (0..<columns).map { String(cString: PQgetvalue(result.pointer, 0, $0)) }
    try finish(query)
    return texts
  }

  // MARK: Results

  /// The next result; nil where all of a statement are taken.
  func nextResult() throws -> ResultHandle? {
    if let result = try receive() { return result }
    try noteEndOfResults()
    return nil
  }

  /// The next result or mark on the wire.
  func receive() throws -> ResultHandle? {
    while PQisBusy(pointer) == 1 {
      var descriptor = pollfd(fd: PQsocket(pointer), events: Int16(POLLIN), revents: 0)
      let limit = isQuick ? Self.maxQuickSilence : maxSilence
      let found = poll(&descriptor, 1, limit.map { Int32(clamping: Int64($0 / .milliseconds(1))) } ?? -1)
      if found < 0 && errno == EINTR { continue }
      guard found > 0 else { throw lost("the server is silent") }
      guard PQconsumeInput(pointer) == 1 else { throw lost("the server closed it") }
    }
    return PQgetResult(pointer).map(ResultHandle.init)
  }

  /// Takes what is left of a statement's results.
  /// - Throws: The first failure among them.
  @discardableResult
  func finish(_ statement: String?, onResult: (OpaquePointer) -> Void = { _ in }) throws -> Int {
    var changes = 0
    var first: (any Error)?
    while let result = try nextResult() {
      do {
        try check(result, statement)
        changes = result.changes
        completed += 1
        onResult(result.pointer)
      } catch {
        first = first ?? error
      }
    }
    if let first { throw first }
    return changes
  }

  /// - Throws: Where the result is a failure.
  func check(_ result: borrowing ResultHandle, _ statement: String?) throws {
    switch result.status {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE: return
    case PGRES_EMPTY_QUERY: throw DatabaseFailure.refused("42601", "there is no statement", statement)
    case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
      // The server waits for rows, or sends what is no result.
      throw lost("a statement copies")
    default: break
    }
    let failure = Failure(result, statement: statement)
    if self.failure == nil { self.failure = failure }
    if failure.isFatal || PQstatus(pointer) == CONNECTION_BAD { isLost = true }
    if result.field("C") == nil { throw lost("the server closed it") }
    if failure.state == "57014" && canceller?.isCancelled == true { throw CancellationError() }
    throw failure.error(server: server)
  }

  /// The connection is given up.
  func lost(_ reason: String) -> DomainError {
    isLost = true
    return .connectionLost(server: server, reason: reason)
  }

  /// All rows of the stream were taken off the wire.
  func end(_ ended: RowStream) {
    if stream === ended { stream = nil }
  }
}

final class Warnings {
  private(set) var count = 0

  func reset() { count = 0 }

  func note(_ result: OpaquePointer?) {
    let severity = PQresultErrorField(result, Int32(UInt8(ascii: "V"))).map { String(cString: $0) }
    if severity == "WARNING" { count += 1 }
  }
}
