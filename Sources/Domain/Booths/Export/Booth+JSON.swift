import Basics
import Geo
package import JSON

extension Booth {
  /// Every field as JSON, null when unknown.
  package var jsonMembers: [JSONMember] {
    [JSONMember(key: "id", value: .integer(Int(id.number))), JSONMember(key: "source", value: .string(source))]
      + BoothField.allCases.map { JSONMember(key: $0.rawValue, value: attributes.json($0)) }
  }

  /// The booth as a GeoJSON feature (RFC 7946), with the terms of its source.
  func feature(_ terms: SourceTerms?) -> JSONValue {
    let properties =
      jsonMembers.filter { !["id", "latitude", "longitude"].contains($0.key) }
      + SourceTerm.allCases.map { term in
        JSONMember(key: term.rawValue, value: term.text(terms).map { .string($0) } ?? .null)
      }
    let point = attributes.coordinate.map { Coordinate($0) }.map { coordinate in
      JSONValue.object(["type": "Point", "coordinates": [.number(coordinate.longitude), .number(coordinate.latitude)]])
    }
    return .object([
      "type": "Feature", "id": .integer(Int(id.number)), "geometry": point ?? .null, "properties": .object(properties),
    ])
  }
}

extension BoothAttributes {
  fileprivate func json(_ field: BoothField) -> JSONValue {
    switch field {
    case .latitude: coordinate.map { .number(Coordinate($0).latitude) } ?? .null
    case .longitude: coordinate.map { .number(Coordinate($0).longitude) } ?? .null
    case .tags: .array(tags.map { .string($0) })
    case .cuts: cuts.map { .integer($0) } ?? .null
    case .shots: shots.map { .integer($0) } ?? .null
    case .price: price.map { .integer($0) } ?? .null
    case .capacity: capacity.map { .integer($0) } ?? .null
    case .evenPrintsOnly: evenPrintsOnly.map { .bool($0) } ?? .null
    default: text(field).isEmpty ? .null : .string(text(field))
    }
  }
}
