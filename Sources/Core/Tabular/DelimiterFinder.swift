/// Detects the delimiter of a text from its beginning.
enum DelimiterFinder {
  private static let candidates = [Byte.comma, Byte.tab, Byte.semicolon, Byte.bar]
  private static let sampleSize = 1 << 16
  private static let sampleRecords = 100

  /// The delimiter that a first line `sep=;` states, as Excel reads it; otherwise the one that splits most records into
  /// the same, largest number of fields; a comma when none splits any.
  static func find(_ text: [UInt8], atEnd: Bool) -> UInt8 {
    if let stated = stated(text) { return stated }
    let sample = Array(text.prefix(sampleSize))
    let isWhole = atEnd && sample.count == text.count
    var best = (delimiter: Byte.comma, score: 0)
    for candidate in candidates {
      let score = score(sample, isWhole: isWhole, candidate)
      if score > best.score { best = (candidate, score) }
    }
    return best.delimiter
  }

  private static func stated(_ text: [UInt8]) -> UInt8? {
    let line = (text.first == Byte.quote ? text.dropFirst() : text[...]).prefix(7)
    guard line.count >= 6, line.prefix(3).map({ $0 | 0x20 }) == Array("sep".utf8), line.dropFirst(3).first == 0x3D
    else { return nil }
    let rest = line.dropFirst(4)
    let isLine = rest.dropFirst().first.map { [Byte.lineFeed, Byte.carriageReturn, Byte.quote].contains($0) } ?? false
    return isLine ? rest.first : nil
  }

  /// The number of records with the most common number of fields, times the delimiters in each. A count equal to that
  /// of the header record is weighted fourfold: decimal commas and commas in addresses do not match it.
  private static func score(_ sample: [UInt8], isWhole: Bool, _ delimiter: UInt8) -> Int {
    let counts = fieldCounts(sample, isWhole: isWhole, delimiter)
    var frequency: [Int: Int] = [:]
    for count in counts where count > 1 { frequency[count, default: 0] += 1 }
    return frequency.map { count, records in
      records * (count - 1) * (count == counts.first ? 4 : 1)
    }.max() ?? 0
  }

  private static func fieldCounts(_ sample: [UInt8], isWhole: Bool, _ delimiter: UInt8) -> [Int] {
    for atEnd in isWhole ? [true] : [false, true] {
      var scanner = RecordScanner(delimiter: delimiter)
      let page = scanner.scan(DecodedText(bytes: sample), isLast: atEnd).page
      let counts = page.records.indices.prefix(sampleRecords).map { page.fieldRange($0).count }
      if !counts.isEmpty { return counts }
    }
    return []
  }
}
