import CPQ

extension Link {
  /// Begins to send rows.
  func beginCopy(_ statement: String) throws {
    try send(statement) { PQsendQuery($0, statement) }
    guard let result = try nextResult() else { throw lost("there is no answer") }
    if result.status != PGRES_COPY_IN { try check(result, statement) }
    isCopying = true
  }

  /// Sends some.
  func copy(_ bytes: UnsafeRawBufferPointer) throws {
    let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    guard PQputCopyData(pointer, start, Int32(bytes.count)) == 1 else { throw lost("sending failed") }
  }

  /// Ends it: the server keeps the rows, or none of them where there is a reason not to.
  /// - Returns: How many rows were kept.
  func endCopy(_ statement: String, abandonedBecause reason: String? = nil) throws -> Int {
    isCopying = false
    guard PQputCopyEnd(pointer, reason) == 1 else { throw lost("sending failed") }
    return try finish(statement)
  }
}
