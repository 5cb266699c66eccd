import Tabular

/// Fills empty cells of a record from other columns before it is read: a second column of a field, an address from its
/// parts, a status from a mark or date of closing.
struct RowCompletion: Hashable, Sendable {
  /// Columns that are read if the first of their field is empty, in their order.
  var alternates: [Int: [Int]] = [:]
  /// The address column, perhaps one that the file lacks, and its parts.
  var address: Address?
  /// The status column, perhaps one that the file lacks, and columns that say whether a place is closed.
  var closing: Closing?
  /// The number of columns of the file and those after it that only the completion fills.
  var columnCount = 0

  struct Address: Hashable, Sendable {
    var column: Int
    var parts: AddressParts
  }

  struct Closing: Hashable, Sendable {
    var column: Int
    var marks: [Int]
  }

  /// Whether records are read as they are.
  var isEmpty: Bool { alternates.isEmpty && address == nil && closing == nil }

  /// The columns of the file that are read to fill others.
  var columns: Set<Int> {
    Set(alternates.values.joined()).union(address?.parts.allColumns ?? []).union(closing?.marks ?? [])
  }

  /// The batch with filled cells. Complexity: O(records), and O(bytes) if one of them needs it.
  func completed(_ batch: RecordBatch) -> RecordBatch {
    guard !isEmpty, batch.count > 0 else { return batch }
    var editor: RecordBatchEditor?
    for record in 0..<batch.count where batch.fault(record) == nil {
      for (column, others) in alternates where Self.isEmpty(batch, record, column) {
        guard let other = others.first(where: { !Self.isEmpty(batch, record, $0) }) else { continue }
        edit(&editor, batch) { $0.set(record, column, toField: other) }
      }
      if let address, Self.isEmpty(batch, record, address.column),
        (alternates[address.column] ?? []).allSatisfy({ Self.isEmpty(batch, record, $0) }),
        let text = address.parts.text(batch, record)
      {
        edit(&editor, batch) { $0.set(record, address.column, to: text) }
      }
      if let closing, Self.isEmpty(batch, record, closing.column),
        let status = Self.status(batch, record, closing.marks)
      {
        edit(&editor, batch) { $0.set(record, closing.column, to: status) }
      }
    }
    return editor?.batch ?? batch
  }

  private func edit(
    _ editor: inout RecordBatchEditor?, _ batch: RecordBatch, _ change: (inout RecordBatchEditor) -> Void
  ) {
    if editor == nil { editor = RecordBatchEditor(batch, fieldCount: columnCount) }
    change(&editor!)
  }

  private static func isEmpty(_ batch: RecordBatch, _ record: Int, _ column: Int) -> Bool {
    let text = batch.buffer.span.extracting(batch.range(record, column))
    return PlainText.startsNoneWord(text.extracting(PlainText.trimmed(text)))
  }

  /// The status that a mark (`is_closed`, 폐업여부) or a date of closing gives; nil if no column says anything.
  private static func status(_ batch: RecordBatch, _ record: Int, _ marks: [Int]) -> String? {
    var isKnown = false
    for column in marks {
      guard let text = PlainText.text(batch, record, column) else { continue }
      if WordText.boolean(text) == true || DateText.instant(ArraySlice(Array(text.utf8))) != nil
        || WordText.status(text) == .closed
      {
        return "closed"
      }
      isKnown = isKnown || WordText.boolean(text) == false || WordText.status(text) == .operating
    }
    return isKnown ? "open" : nil
  }
}
