import Basics
import Geo

extension IndexSegment {
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
