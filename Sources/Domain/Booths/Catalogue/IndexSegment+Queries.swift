import Basics
import Geo
import Segments

extension IndexSegment {
  /// The number of candidates up to which checking each is faster than walking the grid.
  private static let rareLimit = 4096
  /// The same for a map, whose tree is much faster to walk.
  private static let rareOnMapLimit = 512
  /// The number of candidates for each wanted booth up to which checking each is faster than walking their blocks.
  private static let rareForEach = 100
  /// A condition that fewer than one booth in this many meets is absent from many blocks of sixteen neighbours.
  private static let sparseShare = 32

  /// Vocabularies are copied, with reference counts that all cores share, only if the filter names words.
  func compiled(_ filter: BoothFilter) -> CompiledFilter {
    filter.namesWords ? CompiledFilter(filter, words) : CompiledFilter(filter)
  }

  func near(_ coordinate: Coordinate, limit: Int, within radius: Double, _ filter: BoothFilter) -> [Neighbor] {
    if filter.openAt != nil, filter.unknownHours == .afterOpen {
      var (open, unknown) = (filter, filter)
      (open.unknownHours, unknown.unknownHours) = (.leftOut, .only)
      let found = near(coordinate, limit: limit, within: radius, open)
      if found.count >= limit { return found }
      return found + near(coordinate, limit: limit - found.count, within: radius, unknown)
    }
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
      for index in positions.indices where compiled.passes(key(positions[index])) { count += 1 }
      return count
    }
  }

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

  func makeMap() -> SegmentMap {
    if let part, let stored = try? SegmentMap(part.part("map"), count: bulk.count) { return stored }
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
}
