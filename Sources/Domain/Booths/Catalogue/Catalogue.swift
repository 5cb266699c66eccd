package import Basics
package import Geo
import Synchronization

/// Whether the booths of one snapshot are open at one moment, judged once for each distinct schedule.
package struct OpenStates: Sendable {
  fileprivate let instant: OpeningInstant
  fileprivate let bySchedule: [OpenState]
}

/// The catalogue as readers see it: an immutable snapshot, indexed. Queries are pure and run on any thread.
///
/// Ordinals name booths within one snapshot only. Closed booths are in a segment of their own, so that what is asked
/// for every second never walks over them. Booths without a place are not in it: every answer tells where.
package final class Catalogue: Sendable {
  /// The version of the store that it was read from.
  package let version: Int64
  private let present: IndexSegment
  private let closed: IndexSegment
  private let lastStates = Mutex<OpenStates?>(nil)
  private let presentBounds = Lazy<Viewport?>()

  private static let closedBit: UInt32 = 1 << 31

  private init(version: Int64, present: IndexSegment, closed: IndexSegment) {
    self.version = version
    self.present = present
    self.closed = closed
  }

  /// How many booths it holds, closed ones included.
  package var count: Int { present.count + closed.count }

  /// An empty catalogue.
  package static let empty = Builder().finish(version: 0)

  /// Collects booths in ascending id into a catalogue.
  package struct Builder: Sendable {
    private var present = BoothTable()
    private var closed = BoothTable()

    /// A builder with nothing in it.
    package init() {}

    /// Takes the next booth, unless it has no place; ids must ascend. Complexity: O(length of its texts).
    package mutating func append(_ booth: Booth) {
      guard booth.attributes.coordinate != nil else { return }
      if booth.attributes.status == .closed { closed.append(booth) } else { present.append(booth) }
    }

    /// Indexes what was taken. Complexity: O(n log n), on all cores.
    package func finish(version: Int64) -> Catalogue {
      Catalogue(
        version: version,
        present: IndexSegment(present, statuses: 1 << BoothStatus.operating.code | 1 << BoothStatus.unknown.code),
        closed: IndexSegment(closed, statuses: 1 << BoothStatus.closed.code))
    }
  }

  /// The catalogue after some changes, which lie as a layer over the same index. Complexity: O(changes in the layer).
  package func updating(_ changes: CatalogueChanges) -> Catalogue {
    let placed = changes.changed.filter { $0.attributes.coordinate != nil }
    let removed = (changes.removed + changes.changed.filter { $0.attributes.coordinate == nil }.map(\.id)).map(\.number)
    let isClosed = { (booth: Booth) in booth.attributes.status == .closed }
    let closing = placed.filter(isClosed)
    let staying = placed.filter { !isClosed($0) }
    return Catalogue(
      version: changes.version, present: present.updating(staying, removing: removed + closing.map(\.id.number)),
      closed: closed.updating(closing, removing: removed + staying.map(\.id.number)))
  }

  /// The same booths without layers of changes; nil while the layers are small. Complexity: O(n log n), on all cores.
  package func compacted() -> Catalogue? {
    guard present.isLayerFull || closed.isLayerFull else { return nil }
    return Catalogue(
      version: version, present: present.isLayerFull ? present.rebuilt() : present,
      closed: closed.isLayerFull ? closed.rebuilt() : closed)
  }

  /// Whether both answer from the same index, whatever lies over it.
  package func sharesIndex(with other: Catalogue) -> Bool {
    present.sharesIndex(with: other.present) && closed.sharesIndex(with: other.closed)
  }

  // MARK: Queries

  /// The nearest booths that pass the filter, nearest first, within `radius` metres, at most `limit`.
  /// Order: by distance in whole millimetres, then by id.
  package func near(
    _ place: Coordinate, limit: Int, within radius: Double = .infinity, _ filter: BoothFilter = BoothFilter()
  ) -> [Neighbor] {
    let open = present.near(place, limit: limit, within: radius, filter)
    guard filter.statuses.contains(.closed) else { return open }
    let shut = closed.near(place, limit: limit, within: radius, filter)
      .map { Neighbor(ordinal: $0.ordinal | Self.closedBit, metres: $0.metres) }
    let merged = (open + shut).sorted { left, right in
      let (one, other) = ((left.metres * 1000).rounded(), (right.metres * 1000).rounded())
      return one != other ? one < other : id(left.ordinal) < id(right.ordinal)
    }
    return Array(merged.prefix(limit))
  }

  /// The booths inside a viewport that pass the filter, by ascending id, from after `id`, at most `limit`.
  /// Complexity: O(found in the viewport).
  package func inside(
    _ viewport: Viewport, after id: BoothID? = nil, limit: Int, _ filter: BoothFilter = BoothFilter()
  ) -> [UInt32] {
    let start = id?.number ?? .min
    return merged(
      present.inside(viewport, after: start, limit: limit, filter),
      closed.inside(viewport, after: start, limit: limit, filter), limit: limit)
  }

  /// How many booths inside a viewport pass the filter. Complexity: O(found in the viewport).
  package func count(inside viewport: Viewport, _ filter: BoothFilter = BoothFilter()) -> Int {
    present.count(inside: viewport, filter) + closed.count(inside: viewport, filter)
  }

  /// The booths inside a viewport that pass the filter, in the cells of a map.
  func aggregate(_ grid: MapGrid, _ filter: BoothFilter) -> MapCells {
    var cells = MapCells(grid)
    present.aggregate(into: &cells, filter)
    guard filter.statuses.contains(.closed) else { return cells }
    var shut = MapCells(grid)
    closed.aggregate(into: &shut, filter)
    cells.add(shut) { $0 | Self.closedBit }
    return cells
  }

  /// What the booths that are not closed lie in; nil where there are none. Complexity: O(n) the first time, O(1) then.
  package var bounds: Viewport? { presentBounds.value { present.bounds } }

  /// Makes ready what maps need, so that no reader has to wait for it. Complexity: O(n log n) the first time.
  package func prepareMaps() {
    present.prepareMap()
  }

  /// How much memory is taken by what maps need, in bytes: nothing until it is made.
  package var mapByteCount: Int { present.mapByteCount + closed.mapByteCount }

  /// Every booth that passes the filter by ascending id, from after `id`, at most `limit`.
  package func all(after id: BoothID? = nil, limit: Int, _ filter: BoothFilter = BoothFilter()) -> [UInt32] {
    let start = id?.number ?? .min
    return merged(
      present.all(after: start, limit: limit, filter), closed.all(after: start, limit: limit, filter), limit: limit)
  }

  /// How many booths pass the filter.
  package func count(_ filter: BoothFilter) -> Int { present.count(filter) + closed.count(filter) }

  /// Booths whose name, brand or address match what was typed, best first: see `SearchIndex`.
  package func search(_ text: String, limit: Int, _ filter: BoothFilter = BoothFilter()) -> [UInt32] {
    let query = SearchQuery(text)
    let hits =
      present.find(query, limit: limit, filter)
      + closed.find(query, limit: limit, filter).map {
        SearchHit(rank: $0.rank, ordinal: $0.ordinal | Self.closedBit)
      }
    let best = hits.sorted { ($0.rank, id($0.ordinal)) < ($1.rank, id($1.ordinal)) }
    return best.prefix(limit).map(\.ordinal)
  }

  private func merged(_ open: [UInt32], _ shut: [UInt32], limit: Int) -> [UInt32] {
    if shut.isEmpty { return open }
    let all = open + shut.map { $0 | Self.closedBit }
    return Array(all.sorted { id($0) < id($1) }.prefix(limit))
  }

  // MARK: Booths

  /// The position of a booth; nil where there is none. Complexity: O(log n).
  package func ordinal(of id: BoothID) -> UInt32? {
    present.position(of: id) ?? closed.position(of: id).map { $0 | Self.closedBit }
  }

  /// The booth at a position that a query of this snapshot answered. Complexity: O(1).
  package func record(_ ordinal: UInt32) -> BoothRecord {
    ordinal & Self.closedBit == 0 ? present.record(ordinal) : closed.record(ordinal & ~Self.closedBit)
  }

  /// Whether booths are open at a moment; kept for those who ask about the same minute again.
  /// Complexity: O(distinct schedules), O(1) for a minute that was asked about last.
  package func openStates(at instant: OpeningInstant) -> OpenStates {
    lastStates.withLock { last in
      if let last, last.instant == instant { return last }
      let states = OpenStates(instant: instant, bySchedule: present.openStates(at: instant))
      last = states
      return states
    }
  }

  /// Open, closed or unknown by states of this snapshot. A booth that is closed for good is closed. Complexity: O(1).
  package func openState(_ ordinal: UInt32, _ states: OpenStates) -> OpenState {
    ordinal & Self.closedBit != 0 ? .closed : states.bySchedule[present.schedule(ordinal)]
  }

  /// The chains with the number of booths each that are not closed, most first, then by name. Complexity: O(n).
  package func brands() -> [(name: String, count: Int)] {
    present.brandCounts().map { (name: $0.key, count: $0.value) }
      .sorted { $0.count != $1.count ? $0.count > $1.count : $0.name < $1.name }
  }

  private func id(_ ordinal: UInt32) -> BoothID { record(ordinal).id }
}
