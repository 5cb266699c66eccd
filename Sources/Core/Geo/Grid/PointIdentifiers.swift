/// Ascending identifiers, in four bytes each if they span less than 2³², otherwise in eight.
///
/// Owns unmanaged memory: `destroy` must be called once.
struct PointIdentifiers {
  let count: Int
  private let first: Int64
  private let offsets: UnsafeMutablePointer<UInt32>?
  private let whole: UnsafeMutablePointer<Int64>?

  /// The identifiers of points, which must be ascending.
  init(_ points: [IndexedPoint]) {
    count = points.count
    first = points.first?.id ?? 0
    let span = UInt64(bitPattern: (points.last?.id ?? 0) &- first)
    if span <= UInt64(UInt32.max) {
      offsets = LargeMemory.allocate(UInt32.self, count: count)
      whole = nil
    } else {
      offsets = nil
      whole = LargeMemory.allocate(Int64.self, count: count)
    }
    fill(points)
  }

  private func fill(_ points: [IndexedPoint]) {
    var previous: Int64?
    for (ordinal, point) in points.enumerated() {
      precondition(previous.map { $0 < point.id } ?? true, "The points of an index come by ascending, unique id.")
      previous = point.id
      offsets?[ordinal] = UInt32(truncatingIfNeeded: point.id &- first)
      whole?[ordinal] = point.id
    }
  }

  func destroy() {
    offsets?.deallocate()
    whole?.deallocate()
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
