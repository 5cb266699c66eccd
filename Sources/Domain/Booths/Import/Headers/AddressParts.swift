import Tabular
import TextForms

/// An address in columns for its parts: `addr:city`, `addr:street`, `addr:housenumber`, or 시도, 시군구, 도로명, 건물번호.
struct AddressParts: Hashable, Sendable {
  /// The parts from the greatest to the smallest.
  private enum Part: Int, CaseIterable {
    case province
    case city
    case district
    case neighbourhood
    case street
    case number
    case detail
    case postcode
    case country
  }

  private var columns: [Part: Int] = [:]

  var allColumns: [Int] { columns.values.sorted() }

  /// Finds the parts by folded headers outside of `taken`; nil without a street or a neighbourhood with a number.
  init?(_ folded: [String], taken: Set<Int>) {
    for (column, header) in folded.enumerated() where !taken.contains(column) {
      guard let part = Self.parts[header], columns[part] == nil else { continue }
      columns[part] = column
    }
    guard columns[.street] != nil || (columns[.neighbourhood] != nil && columns[.number] != nil) else { return nil }
  }

  private static let parts: [String: Part] = {
    let words: [(Part, [String])] = [
      (
        .province,
        ["addrprovince", "addrstate", "addrregion", "시도", "시도명", "광역시도", "都道府県", "省份", "省", "state", "province"]
      ),
      (.city, ["addrcity", "시군구", "시군구명", "시군구명칭", "시군", "市区町村", "城市", "city", "town"]),
      (.district, ["addrdistrict", "addrcounty", "구군", "자치구", "자치구명", "区", "區", "district"]),
      (
        .neighbourhood,
        [
          "addrsubdistrict", "addrsuburb", "addrneighbourhood", "addrquarter", "addrplace", "addrhamlet", "읍면동", "읍면동명",
          "법정동", "법정동명", "행정동", "행정동명",
        ]
      ),
      (.street, ["addrstreetaddress", "addrstreet", "street", "streetaddress", "streetname", "도로명", "町名番地", "街道"]),
      (.number, ["addrhousenumber", "housenumber", "housenr", "streetnumber", "건물번호", "번지", "지번"]),
      (.detail, ["addrunit", "상세주소"]), (.postcode, ["addrpostcode", "postcode", "postalcode", "zip", "zipcode"]),
      (.country, ["addrcountry", "countrycode"]),
    ]
    return Dictionary(uniqueKeysWithValues: words.flatMap { part, words in words.map { ($0, part) } })
  }()

  static func isNone(_ folded: String) -> Bool { parts[folded] == nil }

  /// The address of a record as people there write it; nil when its street is missing.
  func text(_ batch: RecordBatch, _ record: Int) -> String? {
    var cells: [Part: String] = [:]
    for (part, column) in columns { cells[part] = PlainText.text(batch, record, column) }
    guard cells[.street] != nil || (cells[.neighbourhood] != nil && cells[.number] != nil) else { return nil }
    let scalars = cells.values.joined().unicodeScalars
    let address =
      scalars.contains { (0xAC00...0xD7A3).contains($0.value) }
      ? Self.korean(cells)
      : scalars.contains { (0x3040...0x9FFF).contains($0.value) } ? Self.eastern(cells) : Self.western(cells)
    return composed(String(address.prefix(500)))
  }

  private static func korean(_ cells: [Part: String]) -> String {
    // The names of parts may hold those of greater ones: 서울특별시 마포구.
    var words: [String] = []
    for part in [Part.province, .city, .district, .neighbourhood, .street, .number, .detail] {
      guard let cell = cells[part], part != .neighbourhood || cells[.street] == nil else { continue }
      if let last = words.last, cell.hasPrefix(last) { words.removeLast() }
      if part == .street, let whole = words.first, cell.hasPrefix(whole) { words = [] }
      words.append(cell)
    }
    return words.joined(separator: " ")
  }

  private static func eastern(_ cells: [Part: String]) -> String {
    var text = ""
    for part in [Part.province, .city, .district, .neighbourhood, .street, .number, .detail] {
      guard let cell = cells[part] else { continue }
      text = cell.hasPrefix(text) ? cell : text + cell
    }
    return text
  }

  private static func western(_ cells: [Part: String]) -> String {
    let country = (cells[.country] ?? "").uppercased()
    let street = cells[.street] ?? cells[.neighbourhood] ?? ""
    let number = cells[.number] ?? ""
    let isNumberFirst = numberFirst.contains(country) || (country.isEmpty && isNumberFirst(street))
    let line = (isNumberFirst ? [number, street] : [street, number]).filter { !$0.isEmpty }.joined(separator: " ")
    let city = [cells[.postcode], cells[.city] ?? cells[.district]].compactMap(\.self).joined(separator: " ")
    return [line, city, cells[.province] ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// Countries that write the number of a house before its street.
  private static let numberFirst: Set<String> = [
    "US", "CA", "GB", "IE", "AU", "NZ", "FR", "LU", "MT", "ZA", "IN", "SG", "HK", "TH", "MY", "PH", "VN", "IL",
  ]

  private static func isNumberFirst(_ street: String) -> Bool {
    let words = street.lowercased().split(separator: " ")
    let ends: Set<Substring> = [
      "street", "st", "st.", "road", "rd", "rd.", "avenue", "ave", "ave.", "lane", "drive", "boulevard", "blvd", "way",
      "square", "court", "place", "terrace", "close", "parade", "highway",
    ]
    let beginnings: Set<Substring> = ["rue", "avenue", "boulevard", "place", "quai", "allée", "chemin", "impasse"]
    return words.last.map(ends.contains) ?? false || words.first.map(beginnings.contains) ?? false
  }
}
