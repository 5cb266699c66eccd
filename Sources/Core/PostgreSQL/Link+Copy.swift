import CPQ

extension Link {
  func beginCopy(_ statement: String) throws {
    try send(statement) { PQsendQuery($0, statement) }
    guard let result = try nextResult() else { throw lost("there is no answer") }
    if result.status != PGRES_COPY_IN { try check(result, statement) }
    copying = .sending
  }

  func copy(_ bytes: UnsafeRawBufferPointer) throws {
    let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    guard PQputCopyData(pointer, start, Int32(bytes.count)) == 1 else { throw lost("sending failed") }
  }

  /// Ends it without waiting for the server, which adds the rows meanwhile: the next statement waits and throws what is
  /// wrong with them.
  func endCopy(_ statement: String) throws {
    copying = .ending(statement)
    guard PQputCopyEnd(pointer, nil) == 1 else { throw lost("sending failed") }
  }

  /// Ends it so that the server keeps no row.
  func abandonCopy(_ statement: String) {
    copying = nil
    guard !isLost, PQputCopyEnd(pointer, "no more rows") == 1 else { return }
    _ = try? finish(statement)
  }

  /// Waits for the server if it still adds rows.
  /// - Throws: What is wrong with them.
  func settleCopy() throws {
    guard case .ending(let statement)? = copying else { return }
    copying = nil
    try finish(statement)
  }
}
