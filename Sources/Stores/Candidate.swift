import Booths
import Geo

/// A judged row with what its decision needs, computed where it is judged: on another core than the one that writes.
struct Candidate {
  var row: JudgedRow
  /// Of the source's identifier.
  var identifierHash: UInt64
  /// Of the folded name.
  var nameHash: UInt64
  /// Of everything else that the source says.
  var fingerprint: Int64

  /// A candidate; `name` lends its memory.
  init(_ row: JudgedRow, folding name: inout FoldedName) {
    self.row = row
    var hash = StableHash()
    hash.combine(row.facts.externalID)
    identifierHash = hash.value
    name.fold(row.facts.name)
    nameHash = name.hash
    fingerprint = row.facts.fingerprint
  }
}

/// Candidates and what was refused with them.
struct CandidateBatch: Sendable {
  let candidates: [Candidate]
  let rejected: [RejectedRow]

  init(_ batch: JudgedBatch) {
    var name = FoldedName()
    candidates = batch.rows.map { Candidate($0, folding: &name) }
    rejected = batch.rejected
  }
}
