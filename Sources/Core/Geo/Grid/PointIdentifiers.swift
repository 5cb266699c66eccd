import Segments

/// Ascending identifiers, in four bytes each if they span less than 2³², otherwise in eight.
struct PointIdentifiers: Sendable {
  let count: Int
  private let first: Int64
  /// The differences to the first one; nil when they do not fit.
  private let offsets: PackedArray<UInt32>?
  private let whole: PackedArray<Int64>?

  /// The identifiers of points, which must be ascending.
  init(_ points: [IndexedPoint]) {
    count = points.count
    first = points.first?.id ?? 0
    let span = UInt64(bitPattern: (points.last?.id ?? 0) &- first)
    let offsets = span <= UInt64(UInt32.max) ? LargeMemory.allocate(UInt32.self, count: count) : nil
    let whole = offsets == nil ? LargeMemory.allocate(Int64.self, count: count) : nil
    var previous: Int64?
    for (ordinal, point) in points.enumerated() {
      precondition(previous.map { $0 < point.id } ?? true, "The points of an index come by ascending, unique id.")
      previous = point.id
      offsets?[ordinal] = UInt32(truncatingIfNeeded: point.id &- first)
      whole?[ordinal] = point.id
    }
    self.offsets = offsets.map { PackedArray(adopting: $0, count: points.count) }
    self.whole = whole.map { PackedArray(adopting: $0, count: points.count) }
  }

  var byteCount: Int { count * (offsets == nil ? 8 : 4) }

  @inline(__always)
  subscript(ordinal: Int) -> Int64 {
    if let offsets { return first &+ Int64(offsets[ordinal]) }
    return whole.unsafelyUnwrapped[ordinal]
  }

  /// The first ordinal whose identifier is not below `id`. Complexity: O(log n).
  func lowerBound(_ id: Int64) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The ordinal of an identifier; nil when unknown. Complexity: O(log n).
  func ordinal(of id: Int64) -> UInt32? {
    let position = lowerBound(id)
    return position < count && self[position] == id ? UInt32(position) : nil
  }
}

extension PointIdentifiers {
  func add(to draft: inout SegmentDraft) {
    draft.add("first", PackedArray([first]))
    if let offsets { draft.add("offsets", offsets) }
    if let whole { draft.add("whole", whole) }
  }

  /// The identifiers in a file. Where they do not ascend, some are not found.
  init(_ part: SegmentPart, count: Int) throws(SegmentFault) {
    self.count = count
    first = try part.elements("first", count: 1)[0]
    offsets = try? part.elements("offsets", count: count)
    whole = offsets == nil ? try part.elements("whole", count: count) : nil
  }
}
