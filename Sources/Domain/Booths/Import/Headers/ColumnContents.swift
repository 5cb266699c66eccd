import Basics
import Tabular

/// What the cells of each column look like, in the first rows of a file.
struct ColumnContents: Equatable {
  struct Column: Equatable {
    var filled = 0
    /// Those that are neither numbers nor dates, phone numbers, links, addresses, coordinates or words for a status.
    var texts = 0
    /// The different ones among these.
    var distinct: Set<String> = []
    /// Cells with both numbers of a coordinate, or with any Plus code.
    var pairs = 0

    /// Whether most cells are texts, so that the column may hold names.
    var isText: Bool { texts * 5 >= filled * 4 && texts > 0 }

    /// Whether nearly all texts differ, as those of names do and those of categories don't.
    var isDistinct: Bool { isText && distinct.count * 10 >= texts * 9 }

    var holdsPairs: Bool { pairs > 0 && pairs * 2 > filled }
  }

  private(set) var columns: [Column] = []
  private var rows = 0

  private static let maxRows = 300
  private static let maxBytes = 200

  /// Counts the records of a batch from `start` on, the first 300. Complexity: O(bytes).
  mutating func add(_ batch: RecordBatch, from start: Int) {
    guard start < batch.count else { return }
    for record in start..<batch.count where rows < Self.maxRows && batch.fault(record) == nil {
      rows += 1
      let count = min(batch.fieldCount(record), ImportSample.maxColumns)
      if columns.count < count { columns += [Column](repeating: Column(), count: count - columns.count) }
      for column in 0..<count { add(batch.bytes(record, column), to: column) }
    }
  }

  subscript(column: Int) -> Column { column < columns.count ? columns[column] : Column() }

  private mutating func add(_ bytes: ArraySlice<UInt8>, to column: Int) {
    guard let text = PlainText.text(bytes.prefix(Self.maxBytes)) else { return }
    columns[column].filled += 1
    if case .number = NumberText.reading(bytes) { return }
    if PairText(bytes) != nil || PairText.plusCode(text) != nil {
      columns[column].pairs += 1
      return
    }
    guard Self.isPlain(text) else { return }
    columns[column].texts += 1
    columns[column].distinct.insert(text)
  }

  /// Whether a text may be a name.
  private static func isPlain(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let digits = bytes.count { (0x30...0x39).contains($0) }
    let letters = bytes.count { $0 >= 0x80 || (0x41...0x5A).contains($0 & 0xDF) }
    if letters == 0 { return false }
    if text.contains("://") || text.contains("@") || text.hasPrefix("www.") { return false }
    if DateText.instant(bytes[...]) != nil { return false }
    if WordText.boolean(text) != nil || isStatus(text) { return false }
    if Province(address: bytes.span) != nil, text.contains(" ") { return false }
    // House numbers follow a word: three words with one are an address, or hours.
    return digits == 0 || !(digits >= 6 || (digits > 0 && text.split(separator: " ").count >= 4))
  }

  /// A status and nothing else: names contain such words too.
  private static func isStatus(_ text: String) -> Bool {
    ["영업", "정상", "폐업", "휴업", "영업중", "운영중", "영업/정상", "OPERATIONAL", "CLOSED_PERMANENTLY", "CLOSED_TEMPORARILY", "취소"]
      .contains(text)
  }
}
