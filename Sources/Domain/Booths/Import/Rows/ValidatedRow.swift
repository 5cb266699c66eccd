import Basics
import Geo
import TextForms

/// A row that passed validation, with the reconciler's lookup keys. They are computed on the reader's thread, which is
/// not the one that writes.
///
/// A class, so that passing it on costs one reference count and not one for each text.
package final class ValidatedRow: Sendable {
  /// The physical line on which the row starts.
  package let line: Int
  package let attributes: BoothAttributes
  /// A hash of the source's data without its identifier.
  package let fingerprint: Int64
  /// A hash of the source's identifier.
  let identifierHash: UInt64
  /// A hash of the folded name.
  private let nameHash: UInt64
  /// The cells in which a booth of the same name may be the same one; none without a coordinate.
  let cells: ProximityCells

  package convenience init(line: Int, attributes: BoothAttributes) {
    var name = FoldedName()
    self.init(line: line, attributes: attributes, folding: &name)
  }

  /// - Parameter name: reused memory.
  init(line: Int, attributes: consuming BoothAttributes, folding name: inout FoldedName) {
    self.line = line
    fingerprint = attributes.fingerprint
    var hash = StableHash()
    hash.combine(attributes.externalID)
    identifierHash = hash.value
    name.fold(attributes.name)
    nameHash = name.hash
    cells = attributes.coordinate.map(ProximityCell.around) ?? ProximityCells()
    self.attributes = attributes
  }

  /// A hash of the folded name in one of the `cells`.
  func nameHash(in cell: Int) -> UInt64 { FoldedName.hash(nameHash, in: cells[cell]) }
}

extension FoldedName {
  fileprivate var hash: UInt64 {
    var hash = StableHash()
    hash.combine(bytes)
    return hash.value
  }

  /// A hash of a name in a cell, from that of the name.
  fileprivate static func hash(_ name: UInt64, in cell: UInt64) -> UInt64 {
    var hash = StableHash(name)
    hash.combine(cell)
    return hash.value
  }

  func hash(in cell: UInt64) -> UInt64 { Self.hash(hash, in: cell) }
}

extension BoothAttributes {
  /// A hash of a source's data for a booth, without its identifier. It is stored, so the algorithm never changes.
  package var fingerprint: Int64 {
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
