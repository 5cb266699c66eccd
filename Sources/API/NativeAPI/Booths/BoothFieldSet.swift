package import APIKit
package import Booths
import JSON

package struct BoothFieldSet: OptionSet, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package init(_ field: BoothField) {
    rawValue = 1 << UInt32(BoothField.allCases.firstIndex(of: field)!)
  }

  package static let externalID = BoothFieldSet(.externalID)
  package static let name = BoothFieldSet(.name)
  package static let brand = BoothFieldSet(.brand)
  package static let roadAddress = BoothFieldSet(.roadAddress)
  package static let lotAddress = BoothFieldSet(.lotAddress)
  package static let latitude = BoothFieldSet(.latitude)
  package static let longitude = BoothFieldSet(.longitude)
  package static let phone = BoothFieldSet(.phone)
  package static let openingHours = BoothFieldSet(.openingHours)
  package static let tags = BoothFieldSet(.tags)
  package static let cuts = BoothFieldSet(.cuts)
  package static let shots = BoothFieldSet(.shots)
  package static let price = BoothFieldSet(.price)
  package static let evenPrintsOnly = BoothFieldSet(.evenPrintsOnly)
  package static let capacity = BoothFieldSet(.capacity)
  package static let status = BoothFieldSet(.status)
  package static let lastVerified = BoothFieldSet(.lastVerified)
  /// What visitors say about whether it still exists. Only answers with one booth have it.
  package static let evidence = BoothFieldSet(rawValue: 1 << 19)
  /// The ISO 3166 code of the country.
  package static let country = BoothFieldSet(rawValue: 1 << 20)
  /// The ISO 4217 code of the money of its price.
  package static let currency = BoothFieldSet(rawValue: 1 << 21)
  /// The IANA name of the time zone of its opening hours.
  package static let timeZone = BoothFieldSet(rawValue: 1 << 22)
  /// The name in English: that of the source, or else that of the chain with the branch romanised.
  package static let englishName = BoothFieldSet(rawValue: 1 << 23)
  /// The chain's name in English.
  package static let englishBrand = BoothFieldSet(rawValue: 1 << 24)
  /// The address in English, where it is understood.
  package static let englishAddress = BoothFieldSet(rawValue: 1 << 25)
  package static let partyPrices = BoothFieldSet(rawValue: 1 << 26)
  /// The opening hours of the coming seven days.
  package static let week = BoothFieldSet(rawValue: 1 << 27)
  /// The next opening or closing of the booth.
  package static let openState = BoothFieldSet(rawValue: 1 << 28)
  package static let posts = BoothFieldSet(rawValue: 1 << 29)
  /// The publisher of the booth's data.
  package static let source = BoothFieldSet(rawValue: 1 << 30)
  /// Whether the booth is open, closed or unknown at the requested instant.
  package static let open = BoothFieldSet(rawValue: 1 << 31)

  /// The fields that are answered as they are stored.
  private static let stored = BoothField.allCases.filter { $0 != .englishName }

  /// The default of lists.
  package static let summary: BoothFieldSet = [.name, .brand, .roadAddress, .latitude, .longitude, .status, .open]
  package static let all = BoothFieldSet(stored.map { BoothFieldSet($0) }).union([.source, .open, .posts])
  /// The default of one booth: also what would be too much for each booth of a list.
  package static let one = all.union([
    .englishName, .englishBrand, .englishAddress, .country, .currency, .timeZone, .openState, .week, .partyPrices,
    .evidence,
  ])

  /// The fields that change with time although the catalogue stays.
  static let followingClock: BoothFieldSet = [.open, .openState, .week]

  /// The names that `fields` accepts. `id` is always written, `distance_m` when a distance is known.
  package static let named: [(name: String, columns: BoothFieldSet)] =
    stored.map { ($0.rawValue, BoothFieldSet($0)) }
    + [
      ("source", .source), ("open", .open), ("posts", .posts), ("open_state", .openState), ("week", .week),
      ("party_prices", .partyPrices), ("address_en", .englishAddress), ("name_en", .englishName),
      ("brand_en", .englishBrand), ("country", .country), ("currency", .currency), ("time_zone", .timeZone), ("id", []),
      ("distance_m", []),
    ]
}

extension ValueKind<BoothFieldSet> {
  /// `summary`, `all`, or names of fields separated by commas.
  package static func columns() -> ValueKind {
    let names = BoothFieldSet.named.map(\.name)
    return ValueKind(
      "summary, all, or some of \(names.joined(separator: ", ")), separated by commas",
      schema: .object([
        "type": "array",
        "items": .object(["type": "string", "enum": .array((["summary", "all"] + names).map(JSONValue.string))]),
      ])
    ) { text in
      if text == "all" { return .value(.all) }
      if text == "summary" { return .value(.summary) }
      var columns: BoothFieldSet = []
      for name in listed(text, maxCount: names.count) ?? [""] {
        guard let field = BoothFieldSet.named.first(where: { $0.name == name }) else { return .malformed }
        columns.formUnion(field.columns)
      }
      return .value(columns)
    }
  }
}
