import Basics
import Geo

extension IndexSegment {
  /// The segment with some booths added or replaced and some removed; the bulk is shared. Complexity: O(changes in the
  /// layer).
  func updating(_ booths: [Booth], removing ids: [Int64]) -> IndexSegment {
    var next = self
    for id in ids { next.forget(id) }
    for booth in booths {
      next.forget(booth.id.number)
      next.changedPositions[booth.id.number] = UInt32(bulk.count + next.changed.count)
      let record = BoothRecord(booth)
      next.changed.append(record)
      next.changedKeys.append(next.words.key(record))
    }
    let points = booths.compactMap { booth in
      booth.attributes.coordinate.map { IndexedPoint(id: booth.id.number, coordinate: $0) }
    }
    next.index = index.updating(points, removing: ids)
    next.map = Lazy()
    next.changedSearch = Lazy()
    return next
  }

  private mutating func forget(_ id: Int64) {
    if let changed = changedPositions.removeValue(forKey: id) {
      removedPositions.insert(changed)
    } else if let position = bulkPosition(of: id) {
      removedPositions.insert(position)
    }
  }

  /// A new segment of the current booths. Complexity: O(n log n).
  func rebuilt() -> IndexSegment {
    var fresh = BoothTableBuilder()
    var last: Int64?
    for position in all(after: .min, limit: .max, .everything) {
      let record = record(position)
      // The ids of a damaged file may not ascend, which those of an index must.
      if let last, record.id.number <= last { continue }
      last = record.id.number
      fresh.append(record)
    }
    return IndexSegment(fresh.finish(), statuses: statuses)
  }
}
