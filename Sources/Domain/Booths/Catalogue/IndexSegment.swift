import Basics
import Geo
import Segments

/// An index over booths: a bulk in ascending order of id, and a layer of later changes.
///
/// Positions are those of the spatial index. A replaced or removed booth keeps its position, which is no longer
/// returned.
struct IndexSegment: Sendable {
  /// The statuses that can occur in this segment, as bits.
  let statuses: UInt8
  let bulk: BoothTable
  let bulkKeys: PackedArray<FacetKey>
  let postings: FacetPostings
  let bulkSearch: SearchIndex
  let bulkMap = Lazy<SegmentMap>()
  let bulkBlocks = FacetBlocks()
  /// Where the bulk is in a file; nil in memory.
  let part: SegmentPart?
  var words: FacetVocabularies
  var index: SpatialIndex
  var changed: [BoothRecord] = []
  var changedKeys: [FacetKey] = []
  var changedSearch = Lazy<SearchIndex>()
  /// The current positions of changed and added booths.
  var changedPositions: [Int64: UInt32] = [:]
  /// Positions that are no longer returned.
  var removedPositions: Set<UInt32> = []
  /// The map of the bulk without the positions in `removedPositions`.
  var map = Lazy<PrunedMapTree>()

  /// Indexes a table in ascending order of id. Complexity: O(n log n), on all cores.
  init(_ table: BoothTable, statuses: UInt8) {
    self.statuses = statuses
    bulk = table
    var words = FacetVocabularies()
    var keys: [FacetKey] = []
    var points: [IndexedPoint] = []
    keys.reserveCapacity(table.count)
    points.reserveCapacity(table.count)
    for position in 0..<table.count {
      let record = table.record(position)
      keys.append(words.key(record))
      points.append(IndexedPoint(id: record.id.number, coordinate: record.coordinate))
    }
    self.words = words
    bulkKeys = PackedArray(keys)
    postings = FacetPostings(keys, words)
    index = SpatialIndex(points)
    bulkSearch = SearchIndex(count: table.count, table.record)
    part = nil
  }

  /// The segment in a file. Complexity: O(n / 100).
  init(_ part: SegmentPart, statuses: UInt8) throws(SegmentFault) {
    self.statuses = statuses
    index = try SpatialIndex(part.part("grid"))
    bulk = try BoothTable(part.part("records"), count: index.baseCount, places: index.places)
    bulkKeys = try part.elements("keys", count: bulk.count)
    postings = try FacetPostings(part.part("postings"), count: bulk.count)
    words = try FacetVocabularies(part.part("words"))
    bulkSearch = try SearchIndex(part.part("search"), count: bulk.count)
    self.part = part
  }

  /// Adds the segment to a file; it must have no changes.
  func add(to draft: inout SegmentDraft) {
    precondition(!hasChanges, "A segment with changes is no file.")
    draft.add(part: "grid") { index.add(to: &$0) }
    draft.add(part: "records") { bulk.add(to: &$0, in: index.places) { bulkKeys[$0].hours } }
    draft.add("keys", bulkKeys)
    draft.add(part: "postings") { postings.add(to: &$0) }
    draft.add(part: "words") { words.add(to: &$0) }
    draft.add(part: "search") { bulkSearch.add(to: &$0) }
    draft.add(part: "map") { bulkMap.value(makeMap).add(to: &$0) }
  }

  /// Whether booths were changed, added or removed since the bulk was built.
  var hasChanges: Bool { index.layerCount > 0 }

  var count: Int { index.count }

  func sharesIndex(with other: IndexSegment) -> Bool { bulkMap === other.bulkMap }

  /// Whether there are enough changes for `rebuilt()` to pay off.
  var isLayerFull: Bool { index.layerCount > SpatialIndex.maxLayerCount }

  // MARK: Lookups

  func record(_ position: UInt32) -> BoothRecord {
    let position = Int(position)
    return position < bulk.count ? bulk.record(position) : changed[position - bulk.count]
  }

  func withSummary(_ position: UInt32, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    let position = Int(position)
    if position < bulk.count {
      unsafe body(bulk.summary(position))
    } else {
      unsafe changed[position - bulk.count].withSummary(body)
    }
  }

  /// Begins to fetch what `record` and `schedule` will read of some booths of the bulk.
  func prefetch(_ positions: some Sequence<UInt32>) {
    for position in positions where position < bulk.count { bulk.prefetchPlace(Int(position)) }
    for position in positions where position < bulk.count {
      bulk.prefetchEntry(Int(position))
      if part == nil { bulkKeys.prefetch(Int(position)..<Int(position) + 1) }
    }
    for position in positions where position < bulk.count { bulk.prefetchRecord(Int(position)) }
  }

  /// The position of a booth. Complexity: O(log n).
  func position(of id: BoothID) -> UInt32? {
    if let changed = changedPositions[id.number] { return changed }
    guard let position = bulkPosition(of: id.number), !removedPositions.contains(position) else { return nil }
    return position
  }

  /// The number of a booth's schedule, which indexes `openStates`. A damaged file may name one that does not exist.
  func schedule(_ position: UInt32) -> Int {
    if position < bulk.count, let schedule = bulk.schedule(Int(position)) { return Int(schedule) }
    return Int(key(position).hours)
  }

  /// The opening hours of a booth; nil when unknown.
  func openingHours(_ position: UInt32) -> OpeningHours? { words.hours.schedule(schedule(position)) }

  /// The state of each schedule at an instant. Complexity: O(schedules).
  func openStates(at instant: PreparedInstant) -> [OpenState] { words.hours.states(at: instant) }

  func key(_ position: UInt32) -> FacetKey {
    let position = Int(position)
    return position < bulkKeys.count ? bulkKeys[position] : changedKeys[position - bulkKeys.count]
  }

  func bulkPosition(of id: Int64) -> UInt32? {
    let position = index.lowerBound(id)
    return position < bulk.count && index.id(of: UInt32(position)) == id ? UInt32(position) : nil
  }
}
