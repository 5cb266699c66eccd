package import Basics
import Geo
import Segments
import TextForms

extension BoothAttributes {
  /// A field as CSV exports write it: degrees with seven decimals, tags separated by commas, `yes` or `no`, timestamps
  /// in RFC 3339; empty when unknown.
  package func text(_ field: BoothField) -> String {
    switch field {
    case .externalID: externalID
    case .name: name
    case .brand: brand ?? ""
    case .roadAddress: roadAddress ?? ""
    case .lotAddress: lotAddress ?? ""
    case .latitude: coordinate.map { degrees($0.latitudeE7) } ?? ""
    case .longitude: coordinate.map { degrees($0.longitudeE7) } ?? ""
    case .phone: phone ?? ""
    case .openingHours: openingHours ?? ""
    case .tags: tags.joined(separator: ",")
    case .cuts: cuts.map(String.init) ?? ""
    case .shots: shots.map(String.init) ?? ""
    case .price: price.map(String.init) ?? ""
    case .evenPrintsOnly: evenPrintsOnly.map { $0 ? "yes" : "no" } ?? ""
    case .capacity: capacity.map(String.init) ?? ""
    case .status: status.rawValue
    case .lastVerified: lastVerified?.rfc3339 ?? ""
    case .englishName: englishName ?? ""
    }
  }

  /// Sets a field from text that an operator typed, in any Unicode normal form. An empty text makes an optional field
  /// unknown.
  /// - Throws: `DomainError` `field-not-understood`, `field-required`, `field-fixed`, `opening-hours-not-understood`.
  package mutating func set(_ field: BoothField, to text: String) throws(DomainError) {
    let text = composed(text)
    let known = text.isEmpty ? nil : text
    switch field {
    case .externalID, .latitude, .longitude:
      throw DomainError(.invalid, "field-fixed", "\(field.rawValue) cannot be set by itself.", field: field.rawValue)
    case .name: name = try required(known, field)
    case .brand: brand = known
    case .roadAddress: roadAddress = known
    case .lotAddress: lotAddress = known
    case .phone: phone = known
    case .openingHours:
      openingHours = try known.map { text throws(DomainError) in
        if let hours = OpeningHours.inAnyForm(text) { return hours.text }
        return try OpeningHours(parsing: text).text
      }
    case .tags: tags = Self.tags(text.split(separator: ",").map { trimmed(String($0)) })
    case .cuts: cuts = try number(known, 1...100, field)
    case .shots: shots = try number(known, 1...1000, field)
    case .price: price = try number(known, 0...100_000_000, field)
    case .evenPrintsOnly: evenPrintsOnly = try yesOrNo(known, field)
    case .capacity: capacity = try number(known, 1...255, field)
    case .status: status = try word(known, field)
    case .lastVerified: lastVerified = try instant(known, field)
    case .englishName: englishName = known
    }
  }

  /// Tags in normal form: lower case, unique, ascending.
  static func tags(_ words: [String]) -> [String] { Set(words.map { $0.lowercased() }).subtracting([""]).sorted() }

  private func required(_ text: String?, _ field: BoothField) throws(DomainError) -> String {
    guard let text else {
      throw DomainError(.invalid, "field-required", "\(field.rawValue) cannot be empty.", field: field.rawValue)
    }
    return text
  }

  private func number(_ text: String?, _ range: ClosedRange<Int>, _ field: BoothField) throws(DomainError) -> Int? {
    guard let text else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw DomainError(
        .invalid, "field-not-understood",
        "\(field.rawValue) takes a whole number from \(range.lowerBound) to \(range.upperBound).", field: field.rawValue
      )
    }
    return number
  }

  private func yesOrNo(_ text: String?, _ field: BoothField) throws(DomainError) -> Bool? {
    guard let text else { return nil }
    guard let answer = ["yes": true, "no": false][text.lowercased()] else {
      throw DomainError(.invalid, "field-not-understood", "\(field.rawValue) takes yes or no.", field: field.rawValue)
    }
    return answer
  }

  private func instant(_ text: String?, _ field: BoothField) throws(DomainError) -> Timestamp? {
    guard let text else { return nil }
    guard let instant = Timestamp(rfc3339: text) else {
      throw DomainError(
        .invalid, "field-not-understood", "\(field.rawValue) takes a timestamp such as 2026-11-20T10:15:00+09:00.",
        field: field.rawValue)
    }
    return instant
  }

  private func word(_ text: String?, _ field: BoothField) throws(DomainError) -> BoothStatus {
    guard let text else { return .unknown }
    guard let status = BoothStatus(rawValue: text.lowercased()) else {
      throw DomainError(
        .invalid, "field-not-understood", "\(field.rawValue) takes operating, closed or unknown.", field: field.rawValue
      )
    }
    return status
  }
}

/// Degrees from ten-millionths, always with seven decimals.
private func degrees(_ e7: Int32) -> String {
  let (whole, fraction) = e7.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
  let decimals = String(fraction)
  return (e7 < 0 ? "-" : "") + "\(whole)." + String(repeating: "0", count: 7 - decimals.count) + decimals
}

extension BoothRecord {
  /// A copy of the booth. Without `editedFields`, which only the store knows.
  package var booth: Booth {
    func text(_ bytes: PackedArray<UInt8>) -> String? { bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
    var attributes = BoothAttributes(externalID: text(externalID) ?? "", name: text(name) ?? "", coordinate: coordinate)
    attributes.brand = text(brand)
    attributes.roadAddress = text(roadAddress)
    attributes.lotAddress = text(lotAddress)
    attributes.phone = text(phone)
    attributes.openingHours = text(openingHours)
    attributes.tags = tags.split(separator: 0x2C).map { String(decoding: $0, as: UTF8.self) }
    attributes.cuts = cuts
    attributes.shots = shots
    attributes.price = price
    attributes.evenPrintsOnly = evenPrintsOnly
    attributes.capacity = capacity
    attributes.status = status
    attributes.lastVerified = lastVerified
    attributes.englishName = text(englishName)
    return Booth(id: id, source: text(source) ?? "", attributes: attributes)
  }
}
