import Tabular

/// A record in a form for comparison.
struct ReadRecord: Equatable {
  var fields: [String]
  var line: Int
  var fault: RecordFault?
}

/// A source that delivers bytes in pieces of the given sizes, in turn.
struct PiecewiseSource: ByteSource {
  let bytes: [UInt8]
  let sizes: [Int]
  var position = 0
  var turn = 0

  mutating func read(upTo count: Int) -> [UInt8]? {
    guard position < bytes.count else { return nil }
    let end = min(bytes.count, position + min(count, sizes[turn % sizes.count]))
    defer { position = end }
    turn += 1
    return Array(bytes[position..<end])
  }
}

/// All records of a reader, untrimmed.
func all(_ reader: TableReader) throws -> [ReadRecord] {
  var reader = reader
  var records: [ReadRecord] = []
  while let batch = try reader.next() {
    for record in 0..<batch.count {
      let fields = (0..<batch.fieldCount(record)).map { String(decoding: batch.bytes(record, $0), as: UTF8.self) }
      records.append(ReadRecord(fields: fields, line: batch.line(record), fault: batch.fault(record)))
    }
  }
  return records
}

/// All records of a text in memory.
func records(_ bytes: [UInt8], encoding: TextEncoding? = nil, delimiter: UInt8? = nil) throws -> [ReadRecord] {
  try all(TableReader(MemorySource(bytes), encoding: encoding, delimiter: delimiter))
}

/// The fields of all records of a text.
func fields(_ text: String, delimiter: UInt8? = nil) throws -> [[String]] {
  try records(Array(text.utf8), delimiter: delimiter).map(\.fields)
}
