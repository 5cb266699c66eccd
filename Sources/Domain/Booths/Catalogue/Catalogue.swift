package import Basics
package import Geo
package import Segments
import TextForms

/// Whether the booths of a snapshot are open at an instant, evaluated once for each distinct schedule.
package struct OpenStates: Sendable {
  fileprivate let bySchedule: [OpenState]
}

/// An immutable, indexed snapshot of the catalogue. Queries are pure and run on any thread.
///
/// Ordinals are valid within one snapshot only. Closed booths are in a separate segment, so that the common queries
/// never visit them. Booths without a coordinate are left out: every response gives a coordinate.
package final class Catalogue: Sendable {
  /// The version of the store when it was loaded.
  package let version: Int64
  /// Differs between two catalogues of the same version that went different ways.
  package let mark: String
  /// The number of changes since the file that this was mapped from; nil if there is none.
  package let changesSinceFile: Int?
  /// The names of chains by which it is searched and read in English.
  package let chains: ChainTable
  private let present: IndexSegment
  private let closed: IndexSegment
  private let presentBounds = Lazy<Viewport?>()
  private let presentBrandNames = Lazy<BrandNames>()

  private static let closedBit: UInt32 = 1 << 31

  private init(
    version: Int64, mark: String, chains: ChainTable = .empty, present: IndexSegment, closed: IndexSegment,
    changesSinceFile: Int? = nil
  ) {
    self.chains = chains
    self.version = version
    self.mark = mark
    self.changesSinceFile = changesSinceFile
    self.present = present
    self.closed = closed
  }

  /// Counts up when what a file of the catalogue holds changes its meaning.
  package static let fileVersion = 8

  /// The number of booths, including closed ones.
  package var count: Int { present.count + closed.count }

  package static let empty = Builder().finish(version: 0)

  /// Builds a catalogue from booths in ascending order of id.
  package struct Builder: Sendable {
    private var present = BoothTableBuilder()
    private var closed = BoothTableBuilder()

    package init() {}

    /// Adds the next booth, unless it has no coordinate. Ids must ascend. Complexity: O(length of its texts).
    package mutating func append(_ booth: Booth) {
      guard booth.attributes.coordinate != nil else { return }
      if booth.attributes.status == .closed { closed.append(booth) } else { present.append(booth) }
    }

    /// Builds the index. Complexity: O(n log n), on all cores.
    package func finish(version: Int64, mark: String = "") -> Catalogue {
      Catalogue(
        version: version, mark: mark, present: IndexSegment(present.finish(), statuses: presentStatuses),
        closed: IndexSegment(closed.finish(), statuses: closedStatuses))
    }
  }

  /// The statuses of the booths in each segment, as bits.
  private static let presentStatuses: UInt8 = 1 << BoothStatus.operating.code | 1 << BoothStatus.unknown.code
  private static let closedStatuses: UInt8 = 1 << BoothStatus.closed.code

  // MARK: Files

  /// The catalogue in a file, mapped. Complexity: O(n / 100): what searches follow is checked, the rest is read when it
  /// is asked for.
  /// - Throws: `SegmentFault.damaged`.
  package convenience init(_ file: SegmentFile) throws(SegmentFault) {
    self.init(
      version: file.origin.version, mark: file.origin.mark,
      present: try IndexSegment(file.contents.part("present"), statuses: Self.presentStatuses),
      closed: try IndexSegment(file.contents.part("closed"), statuses: Self.closedStatuses), changesSinceFile: 0)
  }

  /// Writes the catalogue to a file. Complexity: O(n); O(n log n) if it has changes that are not yet in the index.
  /// - Parameter producer: The program, with the versions of what its folding and sorting depend on.
  package func write(to path: String, producer: String) throws(FileFault) {
    var draft = SegmentDraft()
    draft.add(part: "present") { (present.hasChanges ? present.rebuilt() : present).add(to: &$0) }
    draft.add(part: "closed") { (closed.hasChanges ? closed.rebuilt() : closed).add(to: &$0) }
    try draft.write(SegmentOrigin(producer: producer, version: version, mark: mark), to: path)
  }

  /// Compares the file that the catalogue is mapped from with its digests; one in memory has none. Complexity: O(bytes).
  /// - Throws: `SegmentFault.damaged`.
  package func verifyFile() throws(SegmentFault) { try (present.part ?? closed.part)?.verifyFile() }

  /// Whether a new file would spare a later start much: there is none, or it lacks many changes.
  package var isWorthWriting: Bool { changesSinceFile.map { $0 > min(10_000, max(1000, count / 20)) } ?? true }

  /// Whether the catalogue is not from a file, or its changes are many enough to slow searches down.
  package var isWorthCompacting: Bool { changesSinceFile == nil || isLayerFull }

  private var isLayerFull: Bool { present.isLayerFull || closed.isLayerFull }

  /// The catalogue after some changes, kept as a layer over the same index. Complexity: O(changes in the layer).
  package func updating(_ changes: CatalogueChanges) -> Catalogue {
    let placed = changes.changed.filter { $0.attributes.coordinate != nil }
    let removed = (changes.removed + changes.changed.filter { $0.attributes.coordinate == nil }.map(\.id)).map(\.number)
    let isClosed = { (booth: Booth) in booth.attributes.status == .closed }
    let closing = placed.filter(isClosed)
    let staying = placed.filter { !isClosed($0) }
    return Catalogue(
      version: changes.version, mark: changes.mark, chains: chains,
      present: present.updating(staying, removing: removed + closing.map(\.id.number)),
      closed: closed.updating(closing, removing: removed + staying.map(\.id.number)),
      changesSinceFile: changesSinceFile.map { $0 + changes.changed.count + changes.removed.count })
  }

  /// The same booths in memory, without layers of changes; nil if the layers are small. Complexity: O(n log n), on all
  /// cores.
  package func compacted() -> Catalogue? {
    guard isLayerFull else { return nil }
    return Catalogue(
      version: version, mark: mark, chains: chains, present: present.isLayerFull ? present.rebuilt() : present,
      closed: closed.isLayerFull ? closed.rebuilt() : closed)
  }

  /// The same booths, with other names of chains. Complexity: O(1).
  package func named(by chains: ChainTable) -> Catalogue {
    if chains.mark == self.chains.mark { return self }
    return Catalogue(
      version: version, mark: mark, chains: chains, present: present, closed: closed,
      changesSinceFile: changesSinceFile)
  }

  /// Whether both use the same index, apart from their layers.
  package func sharesIndex(with other: Catalogue) -> Bool {
    present.sharesIndex(with: other.present) && closed.sharesIndex(with: other.closed)
  }

  // MARK: Queries

  /// At most `limit` booths within `radius` metres that pass the filter, nearest first: by distance in whole
  /// millimetres, then by id.
  package func near(
    _ coordinate: Coordinate, limit: Int, within radius: Double = .infinity, _ filter: BoothFilter = BoothFilter()
  ) -> [Neighbor] {
    let open = present.near(coordinate, limit: limit, within: radius, filter)
    guard filter.statuses.contains(.closed) else { return open }
    let shut = closed.near(coordinate, limit: limit, within: radius, filter)
      .map { Neighbor(ordinal: $0.ordinal | Self.closedBit, metres: $0.metres) }
    let merged = (open + shut).sorted { left, right in
      let (one, other) = ((left.metres * 1000).rounded(), (right.metres * 1000).rounded())
      return one != other ? one < other : id(left.ordinal) < id(right.ordinal)
    }
    return Array(merged.prefix(limit))
  }

  /// At most `limit` booths inside a viewport that pass the filter, with ids above `id`, ascending. Complexity: O(found
  /// in the viewport).
  package func inside(
    _ viewport: Viewport, after id: BoothID? = nil, limit: Int, _ filter: BoothFilter = BoothFilter()
  ) -> [UInt32] {
    let start = id?.number ?? .min
    return merged(
      present.inside(viewport, after: start, limit: limit, filter),
      closed.inside(viewport, after: start, limit: limit, filter), limit: limit)
  }

  /// The number of booths inside a viewport that pass the filter. Complexity: O(found in the viewport).
  package func count(inside viewport: Viewport, _ filter: BoothFilter = BoothFilter()) -> Int {
    present.count(inside: viewport, filter) + closed.count(inside: viewport, filter)
  }

  /// The booths inside a viewport that pass the filter, aggregated into the cells of a map.
  func aggregate(_ grid: MapGrid, _ filter: BoothFilter) -> MapCells {
    var cells = MapCells(grid)
    present.aggregate(into: &cells, filter)
    guard filter.statuses.contains(.closed) else { return cells }
    var shut = MapCells(grid)
    closed.aggregate(into: &shut, filter)
    cells.add(shut) { $0 | Self.closedBit }
    return cells
  }

  /// The bounding box of the booths that are not closed; nil when there are none. Complexity: O(n) the first time, then
  /// O(1).
  package var bounds: Viewport? { presentBounds.value { present.bounds } }

  /// Builds the tree for maps in advance, so that no reader waits for it. Complexity: O(n log n) the first time.
  package func prepareMaps() {
    present.prepareMap()
  }

  /// The memory that maps use, in bytes; 0 before it is built.
  package var mapByteCount: Int { present.mapByteCount + closed.mapByteCount }

  /// At most `limit` booths that pass the filter, with ids above `id`, ascending.
  package func all(after id: BoothID? = nil, limit: Int, _ filter: BoothFilter = BoothFilter()) -> [UInt32] {
    let start = id?.number ?? .min
    return merged(
      present.all(after: start, limit: limit, filter), closed.all(after: start, limit: limit, filter), limit: limit)
  }

  package func count(_ filter: BoothFilter) -> Int { present.count(filter) + closed.count(filter) }

  /// The words of the booths that are not closed, with the booths that are no longer there.
  var searchIndexes: [(index: SearchIndex, removed: [UInt32])] { present.searchIndexes }

  /// At most `limit` booths that match words: by part, then by distance from a coordinate, or by id.
  /// - Parameter text: What the words are together, for the booths that have it as their name.
  func matches(
    _ query: TermQuery, named text: String, near coordinate: Coordinate?, limit: Int,
    _ filter: BoothFilter = BoothFilter()
  ) -> [BoothMatch] {
    let name = FoldedName(text)
    var matches: [BoothMatch] = []
    for (segment, bit) in [(present, 0), (closed, Self.closedBit)] {
      let found = segment.matches(query, near: coordinate, limit: limit, filter)
      let whole = query.withWholeNumbers.map { segment.matches($0, near: coordinate, limit: limit, filter).addressed }
      let isWhole = Set((whole ?? []).map(\.ordinal))
      let isNamed = Set(found.named.map(\.ordinal))
      matches += found.named.map { neighbor in
        let own = FoldedName(String(decoding: segment.record(neighbor.ordinal).name, as: UTF8.self))
        return BoothMatch(
          ordinal: neighbor.ordinal | bit, part: .name(BoothMatch.rank(of: name, in: own)), metres: neighbor.metres)
      }
      let addressed =
        (whole ?? []).filter { !isNamed.contains($0.ordinal) }
        + found.addressed.filter { !isWhole.contains($0.ordinal) }
      matches += addressed.map { neighbor in
        BoothMatch(
          ordinal: neighbor.ordinal | bit, part: .address(isWhole: isWhole.contains(neighbor.ordinal)),
          metres: neighbor.metres)
      }
    }
    return matches.map { (match: $0, id: id($0.ordinal)) }
      .sorted { ($0.match.rank, $0.match.metres, $0.id) < ($1.match.rank, $1.match.metres, $1.id) }
      .prefix(limit).map(\.match)
  }

  /// Builds what searches need of the changes in advance, so that no reader waits for it.
  package func prepareSearch() {
    present.prepareSearch()
    _ = brandNames
  }

  /// The memory that searches use, in bytes.
  package var searchByteCount: Int { present.searchByteCount + closed.searchByteCount }

  /// The chains, for a search by name. Complexity: O(chains) the first time.
  var brandNames: BrandNames { presentBrandNames.value { BrandNames(present.brandNames, chains) } }

  private func merged(_ open: [UInt32], _ shut: [UInt32], limit: Int) -> [UInt32] {
    if shut.isEmpty { return open }
    let all = open + shut.map { $0 | Self.closedBit }
    return Array(all.sorted { id($0) < id($1) }.prefix(limit))
  }

  // MARK: Booths

  /// The ordinal of a booth; nil when absent. Complexity: O(log n).
  package func ordinal(of id: BoothID) -> UInt32? {
    present.position(of: id) ?? closed.position(of: id).map { $0 | Self.closedBit }
  }

  /// The booth with an ordinal that a query of this snapshot returned. Complexity: O(1).
  package func record(_ ordinal: UInt32) -> BoothRecord {
    ordinal & Self.closedBit == 0 ? present.record(ordinal) : closed.record(ordinal & ~Self.closedBit)
  }

  /// Calls `body` with the summary of a booth, `BoothRecord.withSummary`, without making a record. Complexity: O(1).
  package func withSummary(_ ordinal: UInt32, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    if Int(ordinal) < present.bulk.count {
      // Not by a method of the segment, for which all of it would be copied.
      unsafe body(present.bulk.summary(Int(ordinal)))
    } else if ordinal & Self.closedBit == 0 {
      unsafe present.withSummary(ordinal, body)
    } else {
      unsafe closed.withSummary(ordinal & ~Self.closedBit, body)
    }
  }

  /// Begins to fetch the memory of booths that are about to be read with `record` and `openState`. One by one, each
  /// would be waited for twice; asked for together, a dozen take as long as one.
  package func prefetch(_ ordinals: ArraySlice<UInt32>) {
    // Closed booths are beyond the present ones: they are rare, and not fetched.
    present.prefetch(ordinals)
  }

  /// Whether booths are open at an instant. Complexity: O(distinct schedules), O(1) for the minute of the last call.
  package func openStates(at instant: PreparedInstant) -> OpenStates {
    OpenStates(bySchedule: present.openStates(at: instant))
  }

  /// The state of a booth by states of this snapshot. A permanently closed booth is closed. Complexity: O(1).
  package func openState(_ ordinal: UInt32, _ states: OpenStates) -> OpenState {
    if ordinal & Self.closedBit != 0 { return .closed }
    let isStored = Int(ordinal) < present.bulk.count
    // As above: what is in a file is read without the rest of the segment.
    let stored = isStored ? present.bulk.schedule(Int(ordinal)) : nil
    let schedule = stored.map { Int($0) } ?? present.schedule(ordinal)
    // A damaged file may name a schedule that does not exist.
    return schedule < states.bySchedule.count ? states.bySchedule[schedule] : .unknown
  }

  /// The opening hours of a booth; nil when unknown. Complexity: O(1).
  package func openingHours(_ ordinal: UInt32) -> OpeningHours? {
    ordinal & Self.closedBit == 0 ? present.openingHours(ordinal) : closed.openingHours(ordinal & ~Self.closedBit)
  }

  /// The chains with their number of booths that pass the filter, largest first, then by name; closed booths are not
  /// counted. Complexity: O(chains and changes) without conditions, O(n) with common ones.
  package func brands(_ filter: BoothFilter = BoothFilter()) -> [(name: String, count: Int)] {
    present.brandCounts(filter).map { (name: $0.key, count: $0.value) }
      .sorted { $0.count != $1.count ? $0.count > $1.count : $0.name < $1.name }
  }

  /// The chains of a filter that no booth belongs to, closed ones aside, with what each may mean. Complexity: O(chains).
  package func unknownBrands(_ filter: BoothFilter) -> [(name: String, nearest: String?)] {
    filter.brands.filter { !brandNames.isBrand(FoldedName($0).text) }.map { name in
      (name, brandNames.find(SearchPhrase(name).whole, limit: 1).first?.brand)
    }
  }

  private func id(_ ordinal: UInt32) -> BoothID { record(ordinal).id }
}
