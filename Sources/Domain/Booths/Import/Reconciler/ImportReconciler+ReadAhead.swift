import Basics

/// Tells the store which booths the next rows will ask for, so that it reads them together. It decides nothing: what is
/// missing here is read when a row asks for it.
extension ImportReconciler {
  /// The maximum number of booths that are read for a group. Rows with more candidates are rare.
  private static let maxBooths = 4096

  func readAhead(_ rows: [ValidatedRow]) throws {
    guard transaction.readsAhead else { return }
    try transaction.readAhead(called: rows.map(\.attributes.externalID))
    var booths: Set<BoothID> = []
    try eachGroup(of: rows) { row in
      identifiers.addCandidates(row, to: &booths)
      if let known = try transaction.booth(called: row.attributes.externalID) {
        if isCompared(row, with: known) { booths.insert(known.id) }
      } else if isCompared(row) {
        try duplicates.addCandidates(row, to: &booths)
      }
    }
    try readAhead(booths)
  }

  func readAhead(deferred rows: [ValidatedRow]) throws {
    guard transaction.readsAhead else { return }
    var booths: Set<BoothID> = []
    for row in rows { try duplicates.addCandidates(row, to: &booths) }
    try readAhead(booths)
  }

  private func readAhead(_ booths: Set<BoothID>) throws {
    if !booths.isEmpty { try transaction.readAhead(Array(booths.prefix(Self.maxBooths))) }
  }
}
