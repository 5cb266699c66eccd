import Segments

/// The positions of each value, ascending, one value after the other (an inverted index).
struct Postings: Sendable {
  private let starts: PackedArray<UInt32>
  private let positions: PackedArray<UInt32>

  /// Sorts positions by their values (counting sort). Complexity: O(pairs + values).
  /// - Parameter forEachPair: Calls its argument with each pair of a value and a position, by ascending positions. It is
  ///   called twice.
  init(valueCount: Int, _ forEachPair: ((_ value: Int, _ position: UInt32) -> Void) -> Void) {
    var starts = [UInt32](repeating: 0, count: valueCount + 1)
    forEachPair { value, _ in starts[value + 1] += 1 }
    for value in 0..<valueCount { starts[value + 1] += starts[value] }
    var positions = [UInt32](repeating: 0, count: Int(starts[valueCount]))
    var next = starts
    forEachPair { value, position in
      positions[Int(next[value])] = position
      next[value] += 1
    }
    (self.starts, self.positions) = (PackedArray(starts), PackedArray(positions))
  }

  /// The postings in a file. Their content is not checked, only the number of positions if it is known.
  init(_ part: SegmentPart, count: Int? = nil) throws(SegmentFault) {
    starts = try part.elements("starts")
    positions = if let count { try part.elements("positions", count: count) } else { try part.elements("positions") }
  }

  func add(to draft: inout SegmentDraft) {
    draft.add("starts", starts)
    draft.add("positions", positions)
  }

  /// The size in bytes.
  var byteCount: Int { starts.byteCount + positions.byteCount }

  /// The number of positions with a value; 0 if the value is newer than the postings.
  func count(_ value: Int) -> Int { range(value..<value + 1).count }

  /// The positions with a value, ascending. In a damaged file they may be any numbers.
  func positions(_ value: Int) -> PackedArray<UInt32> { positions.slice(range(value..<value + 1)) }

  func contains(_ values: Range<Int>) -> Bool { !range(values).isEmpty }

  /// Calls `body` with each position of some values.
  func forEach(_ values: Range<Int>, _ body: (_ position: UInt32) -> Void) {
    for index in range(values) { body(positions[index]) }
  }

  private func range(_ values: Range<Int>) -> Range<Int> {
    guard values.upperBound < starts.count else { return 0..<0 }
    let start = min(Int(starts[values.lowerBound]), positions.count)
    return start..<max(start, min(Int(starts[values.upperBound]), positions.count))
  }
}
