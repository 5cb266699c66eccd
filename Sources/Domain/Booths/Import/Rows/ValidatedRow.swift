import Basics
import Geo
import TextForms

/// A row that passed validation, with the reconciler's lookup keys. They are computed on the reader's thread, which is
/// not the one that writes.
///
/// The attributes are in an object, so that passing a row on costs one reference count and not one for each text. The
/// keys are outside of it: the reconciler reads those of the next rows while the others are not in its caches yet.
package struct ValidatedRow: Sendable {
  package final class Content: Sendable {
    package let attributes: BoothAttributes

    init(_ attributes: consuming BoothAttributes) {
      self.attributes = attributes
    }
  }

  /// The physical line on which the row starts.
  package let line: Int
  /// A hash of the source's data without its identifier.
  package let fingerprint: Int64
  let keys: LookupKeys
  package let content: Content

  package var attributes: BoothAttributes { content.attributes }

  package init(line: Int, attributes: BoothAttributes) {
    var name = FoldedName()
    self.init(line: line, attributes: attributes, folding: &name)
  }

  /// - Parameter name: reused memory.
  init(line: Int, attributes: consuming BoothAttributes, folding name: inout FoldedName) {
    self.line = line
    fingerprint = attributes.fingerprint
    name.fold(attributes.name)
    var identifier = StableHash()
    identifier.combine(attributes.externalID)
    keys = LookupKeys(
      identifier: identifier.value, name: name.hash,
      cells: attributes.coordinate.map(ProximityCell.around) ?? ProximityCells())
    content = Content(attributes)
  }
}

/// The hashes by which the reconciler looks up a row.
struct LookupKeys: Sendable {
  /// A hash of the source's identifier.
  let identifier: UInt64
  /// A hash of the folded name.
  fileprivate let name: UInt64
  /// The cells in which a booth of the same name may be the same one; none without a coordinate.
  let cells: ProximityCells

  /// A hash of the folded name in one of the `cells`.
  func name(in cell: Int) -> UInt64 { FoldedName.hash(name, in: cells[cell]) }
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
    // Hashes of booths without one are older than the field.
    if let englishName { hash.combine(englishName) }
    return Int64(bitPattern: hash.value)
  }
}
