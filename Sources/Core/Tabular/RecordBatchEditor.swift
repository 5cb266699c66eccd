/// A copy of a batch whose fields can be replaced.
package struct RecordBatchEditor: Sendable {
  private var page: RecordPage

  /// Each record gets at least `fieldCount` fields. Complexity: O(fields).
  package init(_ batch: RecordBatch, fieldCount: Int) {
    var fields: [RecordPage.Field] = []
    var records: [RecordPage.Record] = []
    fields.reserveCapacity(batch.count * fieldCount)
    records.reserveCapacity(batch.count)
    for record in 0..<batch.count {
      let first = fields.count
      for field in 0..<batch.fieldCount(record) {
        let range = batch.range(record, field)
        fields.append(RecordPage.Field(start: UInt32(range.lowerBound), end: UInt32(range.upperBound)))
      }
      while fields.count < first + fieldCount { fields.append(RecordPage.Field(start: 0, end: 0)) }
      records.append(
        RecordPage.Record(firstField: UInt32(first), line: batch.line(record), fault: batch.fault(record)))
    }
    page = RecordPage(bytes: batch.buffer, fields: fields, records: records)
  }

  /// Gives a field the text of another one of its record.
  package mutating func set(_ record: Int, _ field: Int, toField other: Int) {
    let range = page.fieldRange(record)
    guard field < range.count, other < range.count else { return }
    page.fields[range.lowerBound + field] = page.fields[range.lowerBound + other]
  }

  /// Gives a field a text, which is in NFC.
  package mutating func set(_ record: Int, _ field: Int, to text: String) {
    let range = page.fieldRange(record)
    guard field < range.count else { return }
    let start = page.bytes.count
    page.bytes.append(contentsOf: text.utf8)
    page.fields[range.lowerBound + field] = RecordPage.Field(start: UInt32(start), end: UInt32(page.bytes.count))
  }

  package var batch: RecordBatch { RecordBatch(page, 0..<page.records.count) }
}
