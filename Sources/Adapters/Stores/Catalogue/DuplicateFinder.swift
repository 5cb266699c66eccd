import Basics
import Booths
import Geo
import SQL
import TextForms

/// Finds booths of the same name at the same place, in bounded memory: hints in a table, verified in the database.
final class DuplicateFinder {
  /// A booth of the same name, not closed, within `reach` metres.
  struct Match {
    var booth: Int64
    var source: Int64
    var metres: Double
  }

  /// How near counts as the same place, in metres.
  static let reach = ProximityCell.reach
  /// How many booths of one name in one block are looked at; beyond, a row is taken as new. Without a limit a file of
  /// a million equal rows would be compared with a million equal booths each.
  private static let maxCompared = 256

  private let connection: any Connection
  private let writer: ImportWriter
  private let lookUp: any PreparedStatement
  private var hints = FingerprintTable()
  private var isLoaded: Bool
  private var name = FoldedName()
  private var other = FoldedName()

  /// - Parameter isCatalogueEmpty: whether there is nothing to read beforehand.
  init(_ connection: any Connection, _ writer: ImportWriter, isCatalogueEmpty: Bool) throws {
    self.connection = connection
    self.writer = writer
    isLoaded = isCatalogueEmpty
    lookUp = try connection.prepare(
      "SELECT name, latitude_e7, longitude_e7, source_id FROM booth WHERE id = $1 AND status <> 2 AND latitude_e7 IS NOT NULL"
    )
  }

  /// Gets ready for the questions about some candidates.
  func prefetch(_ candidates: ArraySlice<Candidate>) -> UInt64 {
    candidates.reduce(0) { $0 &+ hints.prefetch($1.placeHash) }
  }

  /// Makes a booth known that was added.
  func add(_ booth: Int64, _ candidate: Candidate) {
    // Before the first question nothing is needed: the scan then sees it.
    guard isLoaded, candidate.row.attributes.status != .closed, candidate.row.attributes.coordinate != nil else {
      return
    }
    hints.insert(candidate.placeHash, booth)
  }

  /// Makes a booth known again, whose name, place or status may have changed.
  func change(_ booth: Int64, _ attributes: BoothAttributes) {
    guard isLoaded, attributes.status != .closed, let place = attributes.coordinate else { return }
    other.fold(attributes.name)
    hints.insert(other.hash(in: ProximityCell.containing(place)), booth)
  }

  /// The nearest booths that the attributes may describe again: the nearest that `isSettled` holds for, and of the others.
  func matches(
    _ candidate: Candidate, isSettled: (Match) -> Bool
  ) throws -> (settled: Match?, unsettled: Match?) {
    try load()
    var found = Found()
    try look(candidate, candidate.placeHash, isSettled, &found)
    for hash in candidate.neighbourHashes { try look(candidate, hash, isSettled, &found) }
    return (found.settled, found.unsettled)
  }

  /// What was found so far, and how many hints were followed.
  private struct Found {
    var settled: Match?
    var unsettled: Match?
    var looks = 0
  }

  private func look(_ candidate: Candidate, _ hash: UInt64, _ isSettled: (Match) -> Bool, _ found: inout Found) throws {
    var cursor = 0
    while found.looks < Self.maxCompared, let booth = hints.next(hash, &cursor) {
      found.looks += 1
      guard let match = try verified(booth, candidate.row.attributes) else { continue }
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

  /// Whether a hint holds: the booth as it is now has the folded name and is within reach.
  private func verified(_ booth: Int64, _ attributes: BoothAttributes) throws -> Match? {
    guard let place = attributes.coordinate else { return nil }
    try writer.flush()
    try lookUp.bind(1, booth)
    return try lookUp.first { row -> Match? in
      row.withUTF8(0) { other.fold(Span(_unsafeElements: $0)) }
      name.fold(attributes.name)
      guard other == name else { return nil }
      let metres = Geodesic.distance(Coordinate(place), Coordinate(try BoothColumns.place(of: row, at: 1)))
      return metres <= Self.reach ? Match(booth: booth, source: row.integer(3), metres: metres) : nil
    } ?? nil
  }

  /// Reads the names and places of every booth that is not closed, at the first question.
  private func load() throws {
    guard !isLoaded else { return }
    isLoaded = true
    try writer.flush()
    let query = "SELECT id, name, latitude_e7, longitude_e7 FROM booth WHERE status <> 2 AND latitude_e7 IS NOT NULL"
    try connection.each(query, []) { row in
      row.withUTF8(1) { other.fold(Span(_unsafeElements: $0)) }
      hints.insert(other.hash(in: ProximityCell.containing(try BoothColumns.place(of: row, at: 2))), row.integer(0))
    }
  }
}
