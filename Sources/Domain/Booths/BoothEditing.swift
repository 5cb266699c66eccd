package import Basics

/// What an operator changes in a booth.
package struct BoothEdit: Sendable {
  /// By field, as text; an empty one makes an optional field unknown.
  package var texts: [BoothField: String]
  package var coordinate: Coordinate?

  package init(_ texts: [BoothField: String] = [:], coordinate: Coordinate? = nil) {
    (self.texts, self.coordinate) = (texts, coordinate)
  }

  package var isEmpty: Bool { texts.isEmpty && coordinate == nil }

  /// - Returns: The fields that it names.
  func apply(to attributes: inout BoothAttributes) throws(DomainError) -> Set<BoothField> {
    for (field, text) in texts { try attributes.set(field, to: text) }
    if let coordinate { attributes.coordinate = StoredCoordinate(coordinate) }
    return Set(texts.keys).union(coordinate == nil ? [] : BoothField.coordinate)
  }
}

extension CatalogueStore {
  /// Edits a booth by hand. Imports do not change the named fields any more.
  /// - Throws: `DomainError` `booth-unknown` (notFound), and those of `BoothAttributes.set`.
  package func edit(_ id: BoothID, at instant: Timestamp, _ change: BoothEdit) async throws -> Booth {
    try await edit(id, at: instant) { try change.apply(to: &$0) }
  }
}

extension Booth {
  /// The booth after a manual edit. The fields that `change` returns, and others that it changes, are protected from
  /// re-imports; latitude and longitude only together.
  /// - Throws: `DomainError` `field-fixed` (invalid) for the identifier, and errors of `change`.
  package func edited(_ change: (inout BoothAttributes) throws -> Set<BoothField>) throws -> Booth {
    var after = self
    let named = try change(&after.attributes)
    after.editedFields.formUnion(named)
    after.editedFields.formUnion(attributes.changes(to: after.attributes).map(\.field))
    if !after.editedFields.isDisjoint(with: BoothField.coordinate) {
      after.editedFields.formUnion(BoothField.coordinate)
    }
    guard !after.editedFields.contains(.externalID) else {
      throw DomainError(
        .invalid, "field-fixed", "external_id is the source's own name for the booth and cannot be edited.",
        field: "external_id")
    }
    return after
  }
}

extension BoothField {
  /// The coordinate. Editing either field protects both.
  static let coordinate: Set<BoothField> = [.latitude, .longitude]
}

extension BoothAttributes {
  /// These attributes with `fields` copied from `edited`.
  package func overlaid(by edited: BoothAttributes, in fields: Set<BoothField>) -> BoothAttributes {
    var attributes = self
    for field in fields { attributes.copy(field, from: edited) }
    return attributes
  }

  private mutating func copy(_ field: BoothField, from other: BoothAttributes) {
    switch field {
    case .externalID: externalID = other.externalID
    case .name: name = other.name
    case .brand: brand = other.brand
    case .roadAddress: roadAddress = other.roadAddress
    case .lotAddress: lotAddress = other.lotAddress
    case .latitude, .longitude: coordinate = other.coordinate
    case .phone: phone = other.phone
    case .openingHours: openingHours = other.openingHours
    case .tags: tags = other.tags
    case .cuts: cuts = other.cuts
    case .shots: shots = other.shots
    case .price: price = other.price
    case .evenPrintsOnly: evenPrintsOnly = other.evenPrintsOnly
    case .capacity: capacity = other.capacity
    case .status: status = other.status
    case .lastVerified: lastVerified = other.lastVerified
    case .englishName: englishName = other.englishName
    }
  }

  /// The fields that differ, with both values as CSV exports write them.
  func changes(to other: BoothAttributes) -> [FieldChange] {
    BoothField.allCases.compactMap { field in
      let (before, after) = (text(field), other.text(field))
      return before == after ? nil : FieldChange(field: field, before: before, after: after)
    }
  }
}
