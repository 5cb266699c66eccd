import Basics
import Booths
import Geo

/// The facts about a booth on a page, ready for display.
struct BoothFacts {
  let id: BoothID
  /// The source of the facts.
  let source: String
  let name: String
  let brand: String?
  /// Nil if they are neither in Korean nor given by the source.
  let englishName: String?
  let englishBrand: String?
  /// By road name, then by lot number.
  let addresses: [String]
  /// Nil if it is not known.
  let englishAddress: String?
  let phone: String?
  let latitude: Double
  let longitude: Double
  let attributes: BoothAttributes
  let outlook: OpeningOutlook
  /// Nil when the hours are unknown or the booth is no longer in operation.
  let week: [OpeningDay]?
  /// The hours of a week without holidays, from Monday on.
  let typicalWeek: [[OpeningSpan]]
  /// The public holidays of the next year with other hours.
  let holidays: [OpeningDay]
  let prices: [PartyPrice]

  var isClosed: Bool { attributes.status == .closed }

  func name(in language: Language) -> String { language == .english ? englishName ?? name : name }
  func brand(in language: Language) -> String? { language == .english ? englishBrand ?? brand : brand }

  /// The addresses for a page: in English first, and also as signs and drivers know them.
  func addresses(in language: Language) -> [String] {
    (language == .english ? [englishAddress].compactMap(\.self) : []) + addresses
  }

  /// The region whose time zone, holidays and currency apply to the booth.
  var region: BoothRegion { Coordinate(latitude: latitude, longitude: longitude).map(BoothRegion.at) ?? .korea }

  /// Whether the address is Korean, judged by its script.
  var isKorean: Bool {
    addresses.contains { $0.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) } }
  }

  init(_ catalogue: Catalogue, _ ordinal: UInt32, at instant: Timestamp) {
    let record = catalogue.record(ordinal)
    let attributes = record.booth.attributes
    let hours = attributes.status == .closed ? nil : catalogue.openingHours(ordinal)
    id = record.id
    source = String(decoding: record.source, as: UTF8.self)
    name = displayText(attributes.name)
    brand = attributes.brand.map { displayText($0) }.flatMap { $0.isEmpty ? nil : $0 }
    englishName = EnglishName.booth(record, catalogue.chains).map { displayText($0) }
    englishBrand = brand.flatMap { EnglishName.brand($0, catalogue.chains) }
    addresses = [attributes.roadAddress, attributes.lotAddress].compactMap { $0.map { displayText($0) } }
      .filter { !$0.isEmpty }
    englishAddress = EnglishAddress.text(road: attributes.roadAddress, lot: attributes.lotAddress)
    phone = attributes.phone.map { displayText($0, maxLength: 40) }
    latitude = Double(record.coordinate.latitudeE7) / 1e7
    longitude = Double(record.coordinate.longitudeE7) / 1e7
    outlook = catalogue.outlook(ordinal, at: instant)
    week = hours?.week(from: instant)
    typicalWeek = hours?.typicalWeek ?? []
    holidays = hours?.holidays(from: instant) ?? []
    prices = PartyPrice.all(of: record)
    self.attributes = attributes
  }
}
