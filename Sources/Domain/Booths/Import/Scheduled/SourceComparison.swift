import Basics
import Geo

/// How far a file agrees with what the catalogue has of its source.
package struct SourceComparison: Hashable, Sendable {
  /// The booths of the source that are not closed.
  package private(set) var known = 0
  /// Those of them that the file does not name.
  package private(set) var vanished = 0
  /// Those of them that the file has more than 100 m away. Coordinates that an operator edited do not count.
  package private(set) var moved = 0
  package private(set) var rows = 0
  package private(set) var rejected = 0

  /// Compares the booths of a source with rows. Complexity: O(booths + rows).
  package init(_ booths: SourceBooths, _ rows: any ValidatedRows) throws {
    known = booths.coordinates.count
    var named = [Bool](repeating: false, count: known)
    var rows = rows
    while let batch = try rows.next() {
      rejected += batch.rejected.count
      self.rows += batch.rows.count
      for row in batch.rows {
        guard let position = booths.positions[row.attributes.externalID], !named[position] else { continue }
        named[position] = true
        guard let before = booths.coordinates[position], let after = row.attributes.coordinate else { continue }
        if Geodesic.distance(Coordinate(before), Coordinate(after)) > 100 { moved += 1 }
      }
    }
    vanished = named.count { !$0 }
  }

  /// Whether more than this percentage of the booths would vanish or move. One booth always may.
  package func exceeds(percent: Int) -> Bool {
    vanished + moved > max(1, known * percent / 100)
  }

  /// What an operator has to know of it.
  package var summary: String {
    "of \(counted(known, "booth")) \(vanished) would vanish and \(moved) move by more than 100 m"
  }
}

/// The booths of a source that are not closed, by the source's identifiers.
package struct SourceBooths: Sendable {
  fileprivate var positions: [String: Int] = [:]
  /// Nil for a booth without one, and for one that an operator edited.
  fileprivate var coordinates: [StoredCoordinate?] = []
}

extension CatalogueStore {
  /// The booths of a source that are not closed. Complexity: O(booths).
  package func booths(of source: String) async throws -> SourceBooths {
    var found = SourceBooths()
    var last: BoothID?
    let filter = BoothListFilter(source: source, statuses: [.operating, .unknown])
    while true {
      let batch = try await booths(after: last, limit: 5000, matching: filter)
      for booth in batch {
        found.positions[booth.attributes.externalID] = found.coordinates.count
        found.coordinates.append(booth.editedFields.contains(.latitude) ? nil : booth.attributes.coordinate)
      }
      guard let next = batch.last?.id else { return found }
      last = next
    }
  }
}
