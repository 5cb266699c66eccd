import Basics
import Geo
import TextForms

/// Finds the booths that a new row may describe again: not closed, of the same folded name, within 30 m.
///
/// The table holds hints in little memory, by the name in its cell; what is behind a hint is compared in the store.
final class DuplicateFinder {
  struct Match {
    var booth: BoothID
    var source: String
    var metres: Double
  }

  /// How near counts as the same position.
  private static let maxMetres = ProximityCell.reach
  /// How many booths of one name in one cell are compared; beyond, a row is new. Without a limit a file of a million
  /// equal rows would be compared with a million equal booths each.
  private static let maxCompared = 256

  private let transaction: any ImportTransaction
  private var table = FingerprintTable()
  /// Before the first question nothing is kept: the catalogue is read then.
  private var isLoaded = false
  private var name = FoldedName()
  private var other = FoldedName()

  init(_ transaction: any ImportTransaction) {
    self.transaction = transaction
  }

  /// Adds a new booth.
  func add(_ row: ValidatedRow, as booth: BoothID) {
    guard isLoaded, row.attributes.status != .closed, row.attributes.coordinate != nil else { return }
    table.insert(row.nameHash, booth.number)
  }

  /// Adds a booth once more, whose name, coordinate or status may be others now.
  func update(_ booth: Booth) {
    guard isLoaded, booth.attributes.status != .closed, let coordinate = booth.attributes.coordinate else { return }
    other.fold(booth.attributes.name)
    table.insert(other.hash(in: ProximityCell.containing(coordinate)), booth.id.number)
  }

  func prefetch(_ rows: ArraySlice<ValidatedRow>) -> UInt64 {
    rows.reduce(0) { $0 &+ table.prefetch($1.nameHash) }
  }

  /// The nearest booths that a row may describe: of those that `isSettled` holds for, and of the others.
  func matches(
    _ row: ValidatedRow, isSettled: (Match) -> Bool
  ) throws -> (settled: Match?, unsettled: Match?) {
    try load()
    var found = Found()
    try compare(row, row.nameHash, isSettled, &found)
    for hash in row.neighbourHashes { try compare(row, hash, isSettled, &found) }
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

  /// Whether a booth, as it is now, is one that the row may describe.
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

  /// Reads the names and coordinates of the open booths, at the first question.
  private func load() throws {
    guard !isLoaded else { return }
    isLoaded = true
    try transaction.eachOpenBooth { id, name, coordinate in
      other.fold(name)
      table.insert(other.hash(in: ProximityCell.containing(coordinate)), id.number)
    }
  }
}
