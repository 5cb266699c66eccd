import Basics
package import Booths
import Foundation
import Geo

/// The expected result of an import, computed by plain loops: the reference for the reconciler.
package struct PlainImport {
  /// Every booth after the import, by ascending id.
  package private(set) var booths: [Booth]
  package private(set) var counts = ImportCounts()
  /// All changes, in line order.
  package private(set) var changes: [BoothChange] = []
  /// All duplicates, in line order.
  package private(set) var duplicates: [DuplicateRow] = []
  private let request: ImportRequest
  private var nextBooth: Int64
  /// The booth for each identifier of the file.
  private var named: [String: BoothID] = [:]
  private var deferred: [(line: Int, attributes: BoothAttributes)] = []

  /// Imports rows. The first is on line 2.
  package init(_ request: ImportRequest, _ rows: [BoothAttributes], into booths: [Booth], nextBooth: Int64) {
    (self.request, self.booths, self.nextBooth) = (request, booths, nextBooth)
    for (index, row) in rows.enumerated() { apply(row, index + 2) }
    for row in deferred { settle(row.attributes, row.line) }
    changes.sort { $0.line < $1.line }
  }

  private mutating func apply(_ row: BoothAttributes, _ line: Int) {
    if let booth = named[row.externalID] {
      offer(row, line, booth, nil)
    } else if let index = booths.firstIndex(where: {
      $0.source == request.source && $0.attributes.externalID == row.externalID
    }) {
      change(row, line, index)
    } else if row.status == .closed || row.coordinate == nil {
      add(row, line)
    } else if let (booth, metres) = nearest(row, where: isSettled) {
      offer(row, line, booth, metres)
    } else if let (booth, metres) = nearest(row, where: { _ in true }) {
      offer(row, line, booth, metres)
      deferred.append((line, row))
    } else {
      add(row, line)
    }
  }

  private func isSettled(_ booth: Booth) -> Bool {
    booth.source != request.source || named[booth.attributes.externalID] != nil
  }

  private func nearest(_ row: BoothAttributes, where isWanted: (Booth) -> Bool) -> (BoothID, Double)? {
    guard let coordinate = row.coordinate else { return nil }
    return booths.filter { $0.attributes.status != .closed && isWanted($0) }
      .filter { plainlyFolded($0.attributes.name) == plainlyFolded(row.name) }
      .compactMap { booth in
        booth.attributes.coordinate.map { (booth.id, Geodesic.distance(Coordinate($0), Coordinate(coordinate))) }
      }
      .filter { $0.1 <= 30 }
      .min { ($0.1, $0.0) < ($1.1, $1.0) }
  }

  private mutating func add(_ row: BoothAttributes, _ line: Int) {
    let booth = Booth(id: BoothID(nextBooth), source: request.source, attributes: row)
    nextBooth += 1
    booths.append(booth)
    named[row.externalID] = booth.id
    note(row, line, booth.id, row.status == .closed ? .closed : .added, [])
  }

  private mutating func change(_ row: BoothAttributes, _ line: Int, _ index: Int) {
    let before = booths[index]
    named[row.externalID] = before.id
    var after = before
    if request.overwritesEdits { after.editedFields = [] }
    after.attributes = row.overlaid(by: before.attributes, in: after.editedFields)
    if after.attributes.coordinate == nil { after.attributes.coordinate = before.attributes.coordinate }
    guard after != before else { return counts.unchanged += 1 }
    booths[index] = after
    let closes = after.attributes.status == .closed && before.attributes.status != .closed
    let fields = BoothField.allCases.filter { before.attributes.text($0) != after.attributes.text($0) }
      .map { FieldChange(field: $0, before: before.attributes.text($0), after: after.attributes.text($0)) }
    note(row, line, after.id, closes ? .closed : .changed, fields)
  }

  private mutating func offer(_ row: BoothAttributes, _ line: Int, _ booth: BoothID, _ metres: Double?) {
    if named[row.externalID] == nil { named[row.externalID] = booth }
    counts.duplicate += 1
    duplicates.append(
      DuplicateRow(line: line, externalID: row.externalID, name: row.name, original: booth, metres: metres))
  }

  private mutating func settle(_ row: BoothAttributes, _ line: Int) {
    let position = duplicates.firstIndex { $0.line == line }!
    if let (booth, metres) = nearest(row, where: { _ in true }) {
      (duplicates[position].original, duplicates[position].metres) = (booth, metres)
    } else {
      duplicates.remove(at: position)
      counts.duplicate -= 1
      add(row, line)
    }
  }

  private mutating func note(
    _ row: BoothAttributes, _ line: Int, _ booth: BoothID, _ kind: BoothChange.Kind, _ fields: [FieldChange]
  ) {
    switch kind {
    case .added: counts.added += 1
    case .changed: counts.changed += 1
    case .closed: counts.closed += 1
    }
    changes.append(BoothChange(kind: kind, line: line, id: booth, name: row.name, fields: fields))
  }
}

/// Folds a name for comparison, with another library than the tested one.
func plainlyFolded(_ text: String) -> String {
  text.folding(options: [.caseInsensitive, .widthInsensitive], locale: nil).filter { !$0.isWhitespace }
}
