import Basics
import Geo
import Segments

/// An index over booths: a bulk in ascending order of id, and a layer of later changes.
///
/// Positions are those of the spatial index. A replaced or removed booth keeps its position, which is no longer
/// returned.
struct IndexSegment: Sendable {
  /// The number of candidates up to which checking each is faster than walking the grid.
  private static let rareLimit = 4096
  /// The same for a map, whose tree is much faster to walk.
  private static let rareOnMapLimit = 512
  /// The number of candidates for each wanted booth up to which checking each is faster than walking their blocks.
  private static let rareForEach = 100
  /// A condition that fewer booths meet than one in so many is missing in many blocks of sixteen neighbours.
  private static let sparseShare = 32

  /// The statuses that can occur in this segment, as bits.
  private let statuses: UInt8
  private let bulk: BoothTable
  private let bulkKeys: PackedArray<FacetKey>
  private let postings: FacetPostings
  private let bulkSearch: SearchIndex
  private let bulkMap = Lazy<SegmentMap>()
  private let bulkBlocks = FacetBlocks()
  /// Where a file has the map of the bulk.
  private let mapPart: SegmentPart?
  private var words: FacetVocabularies
  private var index: SpatialIndex
  private var changed: [BoothRecord] = []
  private var changedKeys: [FacetKey] = []
  private var changedSearch = Lazy<SearchIndex>()
  /// The current positions of changed and added booths.
  private var changedPositions: [Int64: UInt32] = [:]
  /// Positions that are no longer returned.
  private var removedPositions: Set<UInt32> = []
  /// The map of the bulk without the positions in `removedPositions`.
  private var map = Lazy<PrunedMapTree>()

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
    mapPart = nil
  }

  /// The segment in a file. Complexity: O(n / 100).
  init(_ part: SegmentPart, statuses: UInt8) throws(SegmentFault) {
    self.statuses = statuses
    index = try SpatialIndex(part.part("grid"))
    bulk = try BoothTable(part.part("records"), count: index.baseCount)
    bulkKeys = try part.elements("keys", count: bulk.count)
    postings = try FacetPostings(part.part("postings"), count: bulk.count)
    words = try FacetVocabularies(part.part("words"))
    bulkSearch = try SearchIndex(part.part("search"), count: bulk.count)
    mapPart = part.part("map")
  }

  /// Adds the segment to a file; it must have no changes.
  func add(to draft: inout SegmentDraft) {
    precondition(!hasChanges, "A segment with changes is no file.")
    draft.add(part: "grid") { index.add(to: &$0) }
    draft.add(part: "records") { bulk.add(to: &$0) }
    draft.add("keys", bulkKeys)
    draft.add(part: "postings") { postings.add(to: &$0) }
    draft.add(part: "words") { words.add(to: &$0) }
    draft.add(part: "search") { bulkSearch.add(to: &$0) }
    draft.add(part: "map") { bulkMap.value(makeMap).add(to: &$0) }
  }

  /// Whether booths were changed, added or removed since the bulk was built.
  var hasChanges: Bool { index.layerCount > 0 }

  /// The number of booths.
  var count: Int { index.count }

  /// Whether both share the same bulk.
  func sharesIndex(with other: IndexSegment) -> Bool { bulkMap === other.bulkMap }

  /// Whether there are so many changes that `rebuilt()` pays off.
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
    for position in positions where position < bulk.count {
      bulk.prefetchOffset(Int(position))
      bulkKeys.prefetch(Int(position)..<Int(position) + 1)
    }
    for position in positions where position < bulk.count { bulk.prefetchRecord(Int(position)) }
  }

  /// The position of a booth. Complexity: O(log n).
  func position(of id: BoothID) -> UInt32? {
    if let changed = changedPositions[id.number] { return changed }
    guard let position = bulkPosition(of: id.number), !removedPositions.contains(position) else { return nil }
    return position
  }

  /// The number of a booth's schedule, which indexes `openStates`.
  func schedule(_ position: UInt32) -> Int { Int(key(position).hours) }

  /// The opening hours of a booth; nil when unknown.
  func openingHours(_ position: UInt32) -> OpeningHours? { words.hours.schedules[schedule(position)] }

  /// The state of each schedule at an instant. Complexity: O(schedules).
  func openStates(at instant: PreparedInstant) -> [OpenState] { words.hours.states(at: instant) }

  private func key(_ position: UInt32) -> FacetKey {
    let position = Int(position)
    return position < bulkKeys.count ? bulkKeys[position] : changedKeys[position - bulkKeys.count]
  }

  private func bulkPosition(of id: Int64) -> UInt32? {
    let position = index.lowerBound(id)
    return position < bulk.count && index.id(of: UInt32(position)) == id ? UInt32(position) : nil
  }

  // MARK: Queries

  /// Vocabularies are copied, with the counts of references that all cores share, only where the filter names words.
  private func compiled(_ filter: BoothFilter) -> CompiledFilter {
    filter.namesWords ? CompiledFilter(filter, words) : CompiledFilter(filter)
  }

  func near(_ coordinate: Coordinate, limit: Int, within radius: Double, _ filter: BoothFilter) -> [Neighbor] {
    let compiled = compiled(filter)
    if compiled.statuses & statuses == 0 { return [] }
    if compiled.passesAll(of: statuses) { return index.nearest(to: coordinate, limit: limit, within: radius) }
    // Where other conditions leave few of the blocks' booths, the walk is long.
    let rareLimit = compiled.isSingleFacet(of: statuses) ? Self.rareForEach * min(40, limit) : Self.rareLimit
    if let candidates = rareCandidates(compiled, limit: rareLimit) {
      return index.nearest(to: coordinate, limit: limit, within: radius, among: candidates)
    }
    let blocks = postings.blocks(compiled, limit: bulk.count / Self.sparseShare, of: index, bulkBlocks)
    return index.nearest(to: coordinate, limit: limit, within: radius, in: blocks) { compiled.passes(key($0)) }
  }

  /// The positions that pass, if the filter is rare enough to check each candidate; otherwise nil.
  private func rareCandidates(_ compiled: CompiledFilter, limit: Int = IndexSegment.rareLimit) -> [UInt32]? {
    guard let candidates = postings.candidates(compiled, limit: limit) else { return nil }
    let late = UInt32(bulk.count)..<UInt32(bulk.count + changed.count)
    // A damaged file may name positions that do not exist.
    return (candidates.filter { $0 < bulk.count } + late)
      .filter { compiled.passes(key($0)) && !removedPositions.contains($0) }
  }

  /// Positions inside a viewport that pass, with ids above `id`, ascending.
  ///
  /// Filters pages of the viewport until there are enough. Complexity: O(√n + booths examined).
  func inside(_ viewport: Viewport, after id: Int64, limit: Int, _ filter: BoothFilter) -> [UInt32] {
    let compiled = compiled(filter)
    if compiled.statuses & statuses == 0 || limit <= 0 { return [] }
    if compiled.passesAll(of: statuses) { return index.inside(viewport, after: id, limit: limit) }
    if let candidates = rareCandidates(compiled) {
      let inside = candidates.filter {
        index.id(of: $0) > id && viewport.contains(Coordinate(index.coordinate(of: $0)))
      }
      return Array(inside.sorted { index.id(of: $0) < index.id(of: $1) }.prefix(limit))
    }
    var found: [UInt32] = []
    var last = id
    while true {
      let page = index.inside(viewport, after: last, limit: max(1024, limit > .max / 4 ? limit : limit * 4))
      guard let end = page.last else { return found }
      for position in page where compiled.passes(key(position)) {
        found.append(position)
        if found.count == limit { return found }
      }
      // The ids of a damaged file may not ascend.
      guard index.id(of: end) > last else { return found }
      last = index.id(of: end)
    }
  }

  func count(inside viewport: Viewport, _ filter: BoothFilter) -> Int {
    let compiled = compiled(filter)
    if compiled.statuses & statuses == 0 { return 0 }
    if compiled.passesAll(of: statuses) { return index.count(inside: viewport) }
    return index.withOrdinals(inside: viewport) { positions in
      var count = 0
      for coordinate in positions.indices where compiled.passes(key(positions[coordinate])) { count += 1 }
      return count
    }
  }

  /// Adds the booths that pass to the cells of a map.
  func aggregate(into cells: inout MapCells, _ filter: BoothFilter) {
    let compiled = compiled(filter)
    if compiled.statuses & statuses == 0 { return }
    if let candidates = rareCandidates(compiled, limit: Self.rareOnMapLimit) {
      for position in candidates { cells.add(position, index.coordinate(of: position)) }
      return
    }
    let kinds = bulkMap.value(makeMap).kinds
    currentMap.add(
      to: &cells, ofKind: compiled.passesAll(of: statuses) ? nil : { compiled.passes(kinds[Int($0)]) })
    for position in changedPositions.values where compiled.passes(key(position)) {
      cells.add(position, index.coordinate(of: position))
    }
  }

  /// Builds the tree for `aggregate`. Complexity: O(n log n) the first time for a bulk, then O(1).
  func prepareMap() { _ = currentMap }

  /// The memory of the tree for `aggregate`, in bytes; 0 before it is built.
  var mapByteCount: Int { bulkMap.cached?.tree.byteCount ?? 0 }

  private var currentMap: PrunedMapTree {
    map.value {
      PrunedMapTree(
        bulkMap.value(makeMap).tree, without: removedPositions.filter { $0 < UInt32(bulk.count) }, of: index)
    }
  }

  private func makeMap() -> SegmentMap {
    if let mapPart, let stored = try? SegmentMap(mapPart, count: bulk.count) { return stored }
    return SegmentMap(index, bulkKeys)
  }

  /// Positions that pass, with ids above `id`, ascending. Complexity: O(n) if the filter is rare.
  func all(after id: Int64, limit: Int, _ filter: BoothFilter) -> [UInt32] {
    let compiled = compiled(filter)
    if compiled.statuses & statuses == 0 || limit <= 0 { return [] }
    var late = changedPositions.filter { $0.key > id }.sorted { $0.key < $1.key }[...]
    var found: [UInt32] = []
    func accept(_ position: UInt32) -> Bool {
      if compiled.passes(key(position)) { found.append(position) }
      return found.count < limit
    }
    let start = id == .max ? bulk.count : index.lowerBound(id + 1)
    for position in start..<bulk.count where !removedPositions.contains(UInt32(position)) {
      while let first = late.first, first.key < index.id(of: UInt32(position)) {
        late.removeFirst()
        guard accept(first.value) else { return found }
      }
      guard accept(UInt32(position)) else { return found }
    }
    for rest in late {
      guard accept(rest.value) else { return found }
    }
    return found
  }

  func count(_ filter: BoothFilter) -> Int {
    let compiled = compiled(filter)
    if compiled.statuses & statuses == 0 { return 0 }
    if compiled.passesAll(of: statuses) { return count }
    if let candidates = rareCandidates(compiled) { return candidates.count }
    return positions.reduce(0) { $0 + (compiled.passes(key($1)) ? 1 : 0) }
  }

  /// The number of booths of each chain that pass the filter. Complexity: O(chains and changes) without conditions,
  /// O(candidates) if the filter is rare, otherwise O(n).
  func brandCounts(_ filter: BoothFilter) -> [String: Int] {
    let compiled = compiled(filter)
    if compiled.statuses & statuses == 0 { return [:] }
    var counts = [Int](repeating: 0, count: words.brands.count)
    func add(_ step: Int, _ position: UInt32) {
      let brand = Int(key(position).brand)
      if brand < counts.count { counts[brand] += step }
    }
    if compiled.passesAll(of: statuses) {
      for brand in counts.indices { counts[brand] = postings.count(.brand, brand) }
      for position in removedPositions where position < bulk.count { add(-1, position) }
      for position in changedPositions.values { add(1, position) }
    } else if let candidates = rareCandidates(compiled) {
      for position in candidates { add(1, position) }
    } else {
      for position in positions where compiled.passes(key(position)) { add(1, position) }
    }
    return Dictionary(
      zip(words.brands.words, counts).filter { !$0.0.isEmpty && $0.1 > 0 }, uniquingKeysWith: { $0 + $1 })
  }

  /// The names of the chains, including some that may have no booth left. Complexity: O(chains).
  var brandNames: [String] { words.brands.words.filter { !$0.isEmpty } }

  /// Every position that is still returned.
  private var positions: some Sequence<UInt32> {
    (0..<UInt32(bulk.count + changed.count)).lazy.filter { !removedPositions.contains($0) }
  }

  /// The smallest bounding box of all booths. If it is narrower across the antimeridian, west is greater than east.
  var bounds: Viewport? {
    var (south, north) = (Int32.max, Int32.min)
    // Longitudes counted from -180°, and from 0°.
    var plain = (west: Int64.max, east: Int64.min)
    var turned = (west: Int64.max, east: Int64.min)
    for position in positions {
      let coordinate = index.coordinate(of: position)
      (south, north) = (min(south, coordinate.latitudeE7), max(north, coordinate.latitudeE7))
      let longitude = Int64(coordinate.longitudeE7)
      plain = (min(plain.west, longitude), max(plain.east, longitude))
      let eastward = longitude < 0 ? longitude + 3_600_000_000 : longitude
      turned = (min(turned.west, eastward), max(turned.east, eastward))
    }
    guard south <= north else { return nil }
    let isPlain = plain.east - plain.west <= turned.east - turned.west
    let (west, east) = isPlain ? plain : (west: turned.west, east: turned.east - 3_600_000_000)
    return Viewport(
      west: Double(west) / 1e7, south: Double(south) / 1e7, east: Double(east) / 1e7, north: Double(north) / 1e7)
  }

  func find(_ query: SearchQuery, limit: Int, _ filter: BoothFilter) -> [SearchHit] {
    let compiled = compiled(filter)
    if compiled.statuses & statuses == 0 { return [] }
    func isWanted(_ position: UInt32) -> Bool { !removedPositions.contains(position) && compiled.passes(key(position)) }
    let late = UInt32(bulk.count)
    let hits = bulkSearch.find(query, limit: limit, where: isWanted)
    return hits
      // Changes are not in the order of ids, by which the caller chooses among equal ranks.
      + layerSearch.find(query, limit: limit > 0 ? changed.count : 0) { isWanted($0 + late) }
      .map { SearchHit(rank: $0.rank, ordinal: $0.ordinal + late) }
  }

  /// Builds the search index of the changes. Complexity: O(changes in the layer).
  func prepareSearch() { _ = layerSearch }

  private var layerSearch: SearchIndex {
    changedSearch.value { SearchIndex(count: changed.count) { changed[$0] } }
  }

  /// The size of the search index in bytes.
  var searchByteCount: Int { bulkSearch.byteCount }

  /// At most `limit` booths that match all words: those that match by name and chain first, then by distance, or by
  /// position without a coordinate. Complexity: O(booths that contain the words, and log n).
  func matches(
    _ query: TermQuery, near coordinate: Coordinate?, limit: Int
  ) -> (named: [Neighbor], addressed: [Neighbor]) {
    guard !query.words.isEmpty else { return ([], []) }
    let (inBulk, inLayer) = (bulkSearch.find(query), layerSearch.find(query))
    let named = nearest(inBulk.named, inLayer.named, coordinate, limit)
    guard named.count < limit else { return (named, []) }
    return (named, nearest(inBulk.addressed, inLayer.addressed, coordinate, limit - named.count))
  }

  /// Up to so many matches the distance to each is measured.
  private static let measuredLimit = 16_384
  /// Of more, those within this distance are looked for first.
  private static let denseMetres = 3_000.0

  private func nearest(_ inBulk: BoothSet, _ inLayer: BoothSet, _ coordinate: Coordinate?, _ limit: Int) -> [Neighbor] {
    let late = UInt32(bulk.count)
    let count = inBulk.count
    guard let coordinate else {
      let all = inBulk.members(step: max(1, count / Self.measuredLimit)) + inLayer.members().map { $0 + late }
      return all.lazy.filter { !removedPositions.contains($0) }.prefix(limit).map { Neighbor(ordinal: $0, metres: 0) }
    }
    if count > Self.measuredLimit {
      let near = index.nearest(to: coordinate, limit: limit, within: Self.denseMetres) { position in
        position < late ? inBulk.contains(position) : inLayer.contains(position - late)
      }
      if near.count == limit { return near }
    }
    // Of very many that are all far away, some represent the rest.
    let candidates = inBulk.members(step: count / Self.measuredLimit + 1) + inLayer.members().map { $0 + late }
    return index.nearest(to: coordinate, limit: limit, among: candidates)
  }

  // MARK: Changes

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
    for position in all(after: .min, limit: .max, .everything) { fresh.append(record(position)) }
    return IndexSegment(fresh.finish(), statuses: statuses)
  }
}

/// The map tree of a segment's bulk.
private struct SegmentMap: Sendable {
  let tree: MapTree
  /// The distinct keys: the kinds of the tree.
  let kinds: PackedArray<FacetKey>

  /// Complexity: O(n log n), on one core.
  init(_ index: SpatialIndex, _ keys: PackedArray<FacetKey>) {
    var numbers: [FacetKey: UInt32] = [:]
    var kinds: [FacetKey] = []
    let kindOfEach = keys.map { key in
      if let number = numbers[key] { return number }
      let number = UInt32(kinds.count)
      numbers[key] = number
      kinds.append(key)
      return number
    }
    tree = MapTree(index, kinds: kindOfEach)
    self.kinds = PackedArray(kinds)
  }

  /// The map of `count` booths in a file. Complexity: O(n), to check it.
  init(_ part: SegmentPart, count: Int) throws(SegmentFault) {
    kinds = try part.elements("kinds")
    tree = try MapTree(part, count: count, kindCount: kinds.count)
  }

  func add(to draft: inout SegmentDraft) {
    draft.add("kinds", kinds)
    tree.add(to: &draft)
  }
}

extension SearchIndex {
  init(count: Int, _ record: (Int) -> BoothRecord) {
    self.init(count: count) { (position: UInt32) -> SearchColumns in
      let record = record(Int(position))
      return SearchColumns(
        name: record.name, brand: record.brand, roadAddress: record.roadAddress, lotAddress: record.lotAddress)
    }
  }
}
