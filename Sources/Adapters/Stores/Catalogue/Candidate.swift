import Basics
import Booths
import Geo
import TextForms

/// A validated row with what its decision needs, computed where it is validated: on another core than the one that writes.
///
/// A class, so that passing it on costs one count and not one for each of its texts.
final class Candidate: Sendable {
  let row: ValidatedRow
  /// Of the source's identifier.
  let identifierHash: UInt64
  /// Of everything else that the source says.
  let fingerprint: Int64
  /// Of the folded name in the cell of the place; 0 without a place.
  let placeHash: UInt64
  /// Of the folded name in the neighbouring cells within reach of the place; seldom any.
  let neighbourHashes: [UInt64]

  /// A candidate; `name` lends its memory.
  init(_ row: ValidatedRow, folding name: inout FoldedName) {
    self.row = row
    var hash = StableHash()
    hash.combine(row.attributes.externalID)
    identifierHash = hash.value
    fingerprint = row.attributes.fingerprint
    guard let place = row.attributes.coordinate else {
      (placeHash, neighbourHashes) = (0, [])
      return
    }
    name.fold(row.attributes.name)
    placeHash = name.hash(in: ProximityCell.containing(place))
    let neighbours = ProximityCell.neighbours(of: place)
    neighbourHashes = neighbours.isEmpty ? [] : neighbours.map(name.hash(in:))
  }
}

/// Candidates and what was refused with them.
struct CandidateBatch: Sendable {
  let candidates: [Candidate]
  let rejected: [RejectedRow]

  init(_ batch: ValidatedBatch) {
    var name = FoldedName()
    candidates = batch.rows.map { Candidate($0, folding: &name) }
    rejected = batch.rejected
  }
}

extension BoothAttributes {
  /// A hash of everything that a source said of a booth but its identifier.
  var fingerprint: Int64 {
    var hash = StableHash()
    hash.combine(name)
    hash.combine(brand)
    hash.combine(roadAddress)
    hash.combine(lotAddress)
    hash.combine(phone)
    hash.combine(openingHours)
    hash.combine(coordinate.map { Int($0.latitudeE7) << 32 | Int(UInt32(bitPattern: $0.longitudeE7)) })
    hash.combine(UInt64(tags.count))
    for tag in tags { hash.combine(tag) }
    hash.combine(cuts)
    hash.combine(shots)
    hash.combine(price)
    hash.combine(capacity)
    hash.combine(evenPrintsOnly.map { $0 ? 1 : 0 })
    hash.combine(UInt64(status.code))
    hash.combine(lastVerified.map { Int($0.milliseconds) })
    return Int64(bitPattern: hash.value)
  }
}
