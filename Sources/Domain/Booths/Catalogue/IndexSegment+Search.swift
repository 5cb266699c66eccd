import Basics
import Geo

extension IndexSegment {
  /// Builds the search index of the changes. Complexity: O(changes in the layer).
  func prepareSearch() { _ = layerSearch }

  private var layerSearch: SearchIndex {
    changedSearch.value { SearchIndex(count: changed.count) { changed[$0] } }
  }

  /// The words of the booths, with the booths that are no longer there.
  var searchIndexes: [(index: SearchIndex, removed: [UInt32])] {
    let late = UInt32(bulk.count)
    let first = removedPositions.filter { $0 < late }
    let later = removedPositions.filter { $0 >= late }.map { $0 - late }
    return [(bulkSearch, Array(first))] + (changed.isEmpty ? [] : [(layerSearch, later)])
  }

  /// The size of the search index in bytes.
  var searchByteCount: Int { bulkSearch.byteCount }

  /// At most `limit` booths that match all words: those that match by name and chain first, then by distance, or by
  /// position without a coordinate. Complexity: O(booths that contain the words, and log n).
  func matches(
    _ query: TermQuery, near coordinate: Coordinate?, limit: Int, _ filter: BoothFilter
  ) -> (named: [Neighbor], addressed: [Neighbor]) {
    let compiled = compiled(filter)
    guard !query.words.isEmpty, limit > 0, compiled.statuses & statuses != 0 else { return ([], []) }
    let (inBulk, inLayer) = (bulkSearch.find(query), layerSearch.find(query))
    func nearest(_ bulk: BoothSet, _ layer: BoothSet, _ limit: Int) -> [Neighbor] {
      limit > 0 ? self.nearest(bulk, layer, coordinate, limit, compiled) : []
    }
    var named = nearest(inBulk.headed, inLayer.headed, limit)
    named += nearest(inBulk.named, inLayer.named, limit - named.count)
    return (named, nearest(inBulk.addressed, inLayer.addressed, limit - named.count))
  }

  /// Up to this many matches, the distance to each is measured.
  private static let measuredLimit = 16_384
  /// If there are more, those within this distance are tried first.
  private static let denseMetres = 3_000.0

  private func nearest(
    _ inBulk: BoothSet, _ inLayer: BoothSet, _ coordinate: Coordinate?, _ limit: Int, _ filter: CompiledFilter
  ) -> [Neighbor] {
    let late = UInt32(bulk.count)
    let passesAll = filter.passesAll(of: statuses)
    func isWanted(_ position: UInt32) -> Bool { passesAll || filter.passes(key(position)) }
    guard let coordinate else {
      // The bulk is in the order of ids, the changes are not.
      var first: [UInt32] = []
      inBulk.forEach { position in
        if !removedPositions.contains(position), isWanted(position) { first.append(position) }
        return first.count < limit
      }
      first += inLayer.members().map { $0 + late }.filter { !removedPositions.contains($0) && isWanted($0) }
      return first.map { (id: record($0).id, ordinal: $0) }.sorted { $0.id < $1.id }.prefix(limit)
        .map { Neighbor(ordinal: $0.ordinal, metres: 0) }
    }
    let count = inBulk.count
    if count > Self.measuredLimit {
      let near = index.nearest(to: coordinate, limit: limit, within: Self.denseMetres) { position in
        (position < late ? inBulk.contains(position) : inLayer.contains(position - late)) && isWanted(position)
      }
      if near.count == limit { return near }
    }
    // Of very many that are all far away, some represent the rest.
    let candidates = inBulk.members(step: count / Self.measuredLimit + 1) + inLayer.members().map { $0 + late }
    return index.nearest(to: coordinate, limit: limit, among: passesAll ? candidates : candidates.filter(isWanted))
  }
}

extension SearchIndex {
  init(count: Int, _ record: (Int) -> BoothRecord) {
    self.init(count: count) { (position: UInt32) -> SearchColumns in
      let record = record(Int(position))
      return SearchColumns(
        name: record.name, englishName: record.englishName, brand: record.brand, roadAddress: record.roadAddress,
        lotAddress: record.lotAddress)
    }
  }
}
