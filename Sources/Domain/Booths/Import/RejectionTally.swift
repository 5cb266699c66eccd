/// The first rejected rows of an import, and how many there are of each kind.
package struct RejectionTally: Hashable, Sendable {
  package struct Code: Hashable, Sendable {
    package let code: String
    package var count: Int
    package let firstLine: Int
  }

  package struct Reason: Hashable, Sendable {
    package let reason: String
    package var count: Int
    /// The first lines, at most `maxLines`.
    package var lines: [Int]
  }

  /// The first rows, at most `ImportOutcome.maxPreview`.
  package private(set) var first: [RejectedRow] = []
  /// In the order of their first rows.
  package private(set) var codes: [Code] = []
  /// In the order of their first rows, at most `maxReasons`: many reasons name the numbers of their row.
  package private(set) var reasons: [Reason] = []
  package private(set) var otherCount = 0
  private var positions: [String: Int] = [:]

  package static let maxLines = 6
  package static let maxReasons = 200

  package init() {}

  /// Adds rows in the order of the file. Complexity: O(rows).
  package mutating func add(_ rows: [RejectedRow]) {
    first += rows.prefix(ImportOutcome.maxPreview - first.count)
    for row in rows {
      countCode(of: row)
      countReason(of: row)
    }
  }

  private mutating func countCode(of row: RejectedRow) {
    if let position = codes.firstIndex(where: { $0.code == row.code }) {
      codes[position].count += 1
    } else {
      codes.append(Code(code: row.code, count: 1, firstLine: row.line))
    }
  }

  private mutating func countReason(of row: RejectedRow) {
    if let position = positions[row.reason] {
      reasons[position].count += 1
      if reasons[position].lines.count < Self.maxLines { reasons[position].lines.append(row.line) }
    } else if reasons.count < Self.maxReasons {
      positions[row.reason] = reasons.count
      reasons.append(Reason(reason: row.reason, count: 1, lines: [row.line]))
    } else {
      otherCount += 1
    }
  }
}
