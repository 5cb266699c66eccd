import SQL

/// A statement that the server knows, by name or only by its shape.
final class Prepared {
  /// Empty if it has none: its text is sent each time.
  let name: String
  let text: String
  let shape: StatementShape
  fileprivate var lastUse = 0
  /// Whether a body holds it: its name must stay until the transaction ends.
  fileprivate var isPinned = false

  init(name: String, text: String, shape: StatementShape) {
    self.name = name
    self.text = text
    self.shape = shape
  }
}

/// The statements that a connection has prepared, by text; of too many the one used longest ago goes.
///
/// The types of a statement's parameters are those that it had when it was prepared. A process that runs while another
/// one changes the type of a column may be refused until its connections are new ones.
struct StatementCache {
  /// Statements come from the program's own text, so this is never reached unless a text is made by hand in a loop.
  private static let maxCount = 512
  /// The number of discarded names that are removed from the server at a time.
  private static let batch = 32

  private var prepared: [String: Prepared] = [:]
  private var uses = 0
  private var pinned: [Prepared] = []
  /// Names that the server may forget.
  private var dropped: [String] = []

  mutating func find(_ text: String) -> Prepared? {
    guard let found = prepared[text] else { return nil }
    touch(found)
    return found
  }

  mutating func insert(_ new: Prepared) {
    if prepared.count >= Self.maxCount { dropOldest() }
    prepared[new.text] = new
    touch(new)
  }

  /// Keeps a statement until `unpin`.
  mutating func pin(_ statement: Prepared) {
    guard !statement.isPinned else { return }
    statement.isPinned = true
    pinned.append(statement)
  }

  /// The transaction ended.
  mutating func unpin() {
    for statement in pinned { statement.isPinned = false }
    pinned.removeAll()
  }

  /// Forgets everything: the server may have forgotten as well.
  mutating func removeAll() {
    prepared.removeAll()
    pinned.removeAll()
    dropped.removeAll()
  }

  /// The statement that makes the server forget names, once that is worth it.
  mutating func takeDeallocation() -> String? {
    guard dropped.count >= Self.batch else { return nil }
    defer { dropped.removeAll() }
    return dropped.map { "DEALLOCATE \($0)" }.joined(separator: "; ")
  }

  private mutating func touch(_ statement: Prepared) {
    uses += 1
    statement.lastUse = uses
  }

  private mutating func dropOldest() {
    guard let oldest = prepared.values.filter({ !$0.isPinned }).min(by: { $0.lastUse < $1.lastUse }) else { return }
    prepared[oldest.text] = nil
    if !oldest.name.isEmpty { dropped.append(oldest.name) }
  }
}
