import Basics
import Tabular
import TextForms

/// What the rows of an import have to hold: `amenity=photo_booth`.
package struct RowCondition: Hashable, Sendable {
  /// Compared folded (`HeaderText`).
  package var header: String
  package var value: String

  package init(header: String, value: String) {
    self.header = composed(header)
    self.value = composed(value)
  }
}

/// The rows of a file that meet all conditions of an import.
struct RowFilter: Hashable, Sendable {
  private struct Cell: Hashable {
    let column: Int
    let value: [UInt8]
  }

  private var cells: [Cell] = []

  init() {}

  /// - Throws: `DomainError` `header-unknown` if a condition's header is absent; it lists the existing ones.
  init(_ conditions: [RowCondition], _ headers: [String]) throws(DomainError) {
    let folded = conditions.isEmpty ? [] : headers.map(HeaderText.folded)
    for condition in conditions {
      guard let column = folded.firstIndex(of: HeaderText.folded(condition.header)) else {
        throw DomainError(
          .invalid, "header-unknown",
          "No column is called “\(condition.header)”, as given by --only; the columns are \(HeaderColumns.list(headers)).",
          field: "only")
      }
      cells.append(Cell(column: column, value: Array(condition.value.utf8)))
    }
  }

  /// Whether a record meets the conditions. Of several values separated by semicolons, as OpenStreetMap writes them, one
  /// is enough. Records that cannot be read count as met, so that they are reported.
  func accepts(_ batch: RecordBatch, _ record: Int) -> Bool {
    if cells.isEmpty || batch.fault(record) != nil { return true }
    return cells.allSatisfy { cell in
      let bytes = batch.trimmed(record, cell.column)
      if bytes.elementsEqual(cell.value) { return true }
      guard bytes.contains(0x3B) else { return false }
      return bytes.split(separator: 0x3B).contains { PlainText.trimmed($0).elementsEqual(cell.value) }
    }
  }
}
