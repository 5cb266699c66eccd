import CPQ
import SQL

/// The rows of a query as they come, one by one. If another statement runs meanwhile, the rest is spooled.
final class RowStream {
  let row = ResultRow()
  private let link: Link
  private let statement: String
  private var spool = RowSpool()
  /// Whether rows may still be on the wire.
  private var isLive = true
  private(set) var changes = 0

  init(of link: Link, _ statement: String) {
    self.link = link
    self.statement = statement
  }

  /// Moves to the next row; false behind the last one.
  func next() throws -> Bool {
    if isLive {
      if let result = try nextFromWire() {
        row.move(to: result)
        return true
      }
    } else if let record = try spool.takeFirst() {
      row.move(to: record)
      return true
    }
    row.clear()
    return false
  }

  private func nextFromWire() throws -> ResultHandle? {
    while isLive {
      guard let result = try nextResult() else {
        isLive = false
        link.end(self)
        return nil
      }
      if result.status == PGRES_SINGLE_TUPLE { return result }
      do {
        try link.check(result, statement)
        changes = result.changes
      } catch {
        // Nothing but the end comes after a failure.
        passOver()
        throw error
      }
    }
    return nil
  }

  private func nextResult() throws -> ResultHandle? {
    do {
      return try link.nextResult()
    } catch {
      isLive = false
      throw error
    }
  }

  /// Takes all rows off the wire and keeps them.
  func layAside() throws {
    while let result = try nextFromWire() { try spool.append(result) }
  }

  /// Passes over the rows that were not taken.
  /// - Throws: What the server refuses after the rows that were taken.
  func end() throws {
    row.clear()
    while try nextFromWire() != nil {}
  }

  /// The same if something else already failed.
  func passOver() {
    row.clear()
    while isLive {
      guard let result = try? nextResult() else { break }
      // A failure is noted by the connection.
      try? link.check(result, statement)
    }
    isLive = false
    link.end(self)
  }
}
