/// Points added over a grid, and the grid's removed points: few, and searched linearly.
///
/// Immutable after `init`, the only writer of the memory: safe to share (`@unchecked Sendable`).
final class ChangeLayer: @unchecked Sendable {
  /// The ordinals of the grid's points that are replaced or removed.
  let removed: OrdinalSet
  /// All added points in the order of their ordinals, including replaced ones.
  let added: [IndexedPoint]
  /// The current points, as positions in `added`, by ascending id.
  let live: [UInt32]
  /// The current points, in the order of `live`. The ordinals in these blocks are positions in `live`.
  let blocks: PointBlocks
  /// The number of points removed without a replacement.
  let removals: Int
  private let baseCount: Int

  /// The layer over `grid` that follows `previous`. See `SpatialIndex.updating`.
  init(over grid: Grid, after previous: ChangeLayer?, _ changed: [IndexedPoint], removing gone: [Int64]) {
    var removed = previous?.removed ?? OrdinalSet()
    var liveByID: [Int64: UInt32] = [:]
    for index in previous?.live ?? [] { liveByID[previous!.added[Int(index)].id] = index }
    var removals = previous?.removals ?? 0
    for id in gone {
      let wasInGrid = grid.identifiers.ordinal(of: id).map { removed.insert($0) } ?? false
      if liveByID.removeValue(forKey: id) != nil || wasInGrid { removals += 1 }
    }
    var added = previous?.added ?? []
    for point in changed {
      if let ordinal = grid.identifiers.ordinal(of: point.id) { removed.insert(ordinal) }
      liveByID[point.id] = UInt32(added.count)
      added.append(point)
    }
    let live = liveByID.sorted { $0.key < $1.key }.map(\.value)
    blocks = PointBlocks.allocate(live.count)
    for (position, index) in live.enumerated() {
      blocks.store(added[Int(index)].coordinate, ordinal: UInt32(position), at: position)
    }
    self.removed = removed
    self.added = added
    self.live = live
    self.removals = removals
    baseCount = grid.count
  }

  deinit { blocks.base.deallocate() }

  /// The index's ordinal of a position in `live`.
  func ordinal(_ position: UInt32) -> UInt32 { UInt32(baseCount) + live[Int(position)] }

  func id(_ ordinal: UInt32) -> Int64 { added[Int(ordinal) - baseCount].id }

  /// The position in `live` of an index's ordinal; nil when it is replaced or removed.
  func position(of ordinal: UInt32) -> Int? {
    let index = UInt32(Int(ordinal) - baseCount)
    let position = lowerBound(added[Int(index)].id)
    return position < live.count && live[position] == index ? position : nil
  }

  /// The current ordinal of an id; nil when the layer has none.
  func ordinal(of id: Int64) -> UInt32? {
    let position = lowerBound(id)
    guard position < live.count, added[Int(live[position])].id == id else { return nil }
    return ordinal(UInt32(position))
  }

  private func lowerBound(_ id: Int64) -> Int {
    var low = 0
    var high = live.count
    while low < high {
      let middle = (low + high) / 2
      if added[Int(live[middle])].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
