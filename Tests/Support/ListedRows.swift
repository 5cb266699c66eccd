import Basics
package import Booths
import Geo

/// Validated rows from a list, in small batches. The first is on line 2, as after a header.
package struct ListedRows: ValidatedRows {
  private var batches: [ValidatedBatch]

  /// Rows with these attributes, followed by rejected ones.
  package init(_ attributes: [BoothAttributes], rejected: [RejectedRow] = [], batch: Int = 3) {
    batches = stride(from: 0, to: attributes.count, by: batch).map { start in
      let rows = attributes[start..<min(start + batch, attributes.count)]
      return ValidatedBatch(rows: rows.enumerated().map { ValidatedRow(line: start + $0 + 2, attributes: $1) })
    }
    if !rejected.isEmpty { batches.append(ValidatedBatch(rejected: rejected)) }
  }

  package mutating func next() -> ValidatedBatch? { batches.isEmpty ? nil : batches.removeFirst() }
}

extension BoothAttributes {
  /// An operating booth, offset north and east in metres from a point in Seoul.
  package static func sample(_ externalID: String, _ name: String = "샘플", north: Double = 0, east: Double = 0)
    -> BoothAttributes
  {
    let coordinate = StoredCoordinate(
      latitudeE7: 374_979_000 + Int32(north / 0.0110988), longitudeE7: 1_270_276_000 + Int32(east / 0.0088505))
    var attributes = BoothAttributes(externalID: externalID, name: name, coordinate: coordinate!)
    attributes.status = .operating
    return attributes
  }
}
