import Basics
import Geo
import TextForms

/// Finds existing booths that a new row may describe: not closed, with the same folded name, within 30 m.
///
/// The table holds compact fingerprints of the name in its grid cell; candidates are compared in the store.
final class DuplicateFinder {
  struct Match {
    var booth: BoothID
    var source: String
    var metres: Double
  }

  /// The distance up to which positions count as the same.
  private static let maxMetres = ProximityCell.reach
  /// The maximum number of booths of one name and cell that are compared; after that a row is new. Without a limit,
  /// each row in a file of a million equal rows would be compared with a million booths.
  private static let maxCompared = 256

  private let transaction: any ImportTransaction
  private let table = FingerprintTable()
  /// Nothing is kept before the first lookup, which reads the catalogue.
  private var isLoaded = false
  private var name = FoldedName()
  private var other = FoldedName()

  init(_ transaction: any ImportTransaction) {
    self.transaction = transaction
  }

  func add(_ row: ValidatedRow, as booth: BoothID) {
    guard isLoaded, row.attributes.status != .closed, row.attributes.coordinate != nil else { return }
    table.insert(row.keys.name(in: 0), booth.number)
  }

  /// Adds a booth again after its name, coordinate or status may have changed.
  func update(_ booth: Booth) {
    guard isLoaded, booth.attributes.status != .closed, let coordinate = booth.attributes.coordinate else { return }
    other.fold(booth.attributes.name)
    table.insert(other.hash(in: ProximityCell.containing(coordinate)), booth.id.number)
  }

  func addCandidates(_ row: ValidatedRow, to booths: inout Set<BoothID>) throws {
    try load()
    for cell in 0..<row.keys.cells.count { addCandidates(row.keys.name(in: cell), to: &booths) }
  }

  private func addCandidates(_ hash: UInt64, to booths: inout Set<BoothID>) {
    var (cursor, compared) = (0, 0)
    while compared < Self.maxCompared, let number = table.next(hash, &cursor) {
      compared += 1
      booths.insert(BoothID(number))
    }
  }

  func prefetchBuckets(_ keys: LookupKeys) {
    for cell in 0..<keys.cells.count { table.prefetchBucket(keys.name(in: cell)) }
  }

  func prefetchEntries(_ keys: LookupKeys) {
    for cell in 0..<keys.cells.count { table.prefetchEntries(keys.name(in: cell)) }
  }

  /// The nearest booths that a row may describe: one for which `isSettled` holds, and one for which it does not.
  func matches(
    _ row: ValidatedRow, isSettled: (Match) -> Bool
  ) throws -> (settled: Match?, unsettled: Match?) {
    try load()
    var found = Found()
    for cell in 0..<row.keys.cells.count { try compare(row, row.keys.name(in: cell), isSettled, &found) }
    return (found.settled, found.unsettled)
  }

  private struct Found {
    var settled: Match?
    var unsettled: Match?
    var compared = 0
  }

  private func compare(
    _ row: ValidatedRow, _ hash: UInt64, _ isSettled: (Match) -> Bool, _ found: inout Found
  ) throws {
    var cursor = 0
    while found.compared < Self.maxCompared, let number = table.next(hash, &cursor) {
      found.compared += 1
      guard let match = try match(row, BoothID(number)) else { continue }
      if isSettled(match) {
        found.settled = nearer(found.settled, match)
      } else {
        found.unsettled = nearer(found.unsettled, match)
      }
    }
  }

  private func nearer(_ one: Match?, _ other: Match) -> Match {
    guard let one else { return other }
    return (one.metres, one.booth) <= (other.metres, other.booth) ? one : other
  }

  /// The booth as it is now, if the row may describe it.
  private func match(_ row: ValidatedRow, _ id: BoothID) throws -> Match? {
    guard let booth = try transaction.booth(id), booth.attributes.status != .closed,
      let coordinate = booth.attributes.coordinate, let pattern = row.attributes.coordinate
    else { return nil }
    other.fold(booth.attributes.name)
    name.fold(row.attributes.name)
    guard other == name else { return nil }
    let metres = Geodesic.distance(Coordinate(pattern), Coordinate(coordinate))
    return metres <= Self.maxMetres ? Match(booth: id, source: booth.source, metres: metres) : nil
  }

  /// Reads the names and coordinates of the open booths, at the first lookup.
  private func load() throws {
    guard !isLoaded else { return }
    isLoaded = true
    try transaction.eachOpenBooth { id, name, coordinate in
      other.fold(name)
      table.insert(other.hash(in: ProximityCell.containing(coordinate)), id.number)
    }
  }
}
