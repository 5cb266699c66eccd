import Booths
import Contracts

/// What is told of each booth.
struct BoothColumns: OptionSet, Sendable {
  let rawValue: UInt32

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  init(_ field: BoothField) {
    rawValue = 1 << UInt32(BoothField.allCases.firstIndex(of: field)!)
  }

  static let externalID = BoothColumns(.externalID)
  static let name = BoothColumns(.name)
  static let brand = BoothColumns(.brand)
  static let roadAddress = BoothColumns(.roadAddress)
  static let lotAddress = BoothColumns(.lotAddress)
  static let latitude = BoothColumns(.latitude)
  static let longitude = BoothColumns(.longitude)
  static let phone = BoothColumns(.phone)
  static let openingHours = BoothColumns(.openingHours)
  static let tags = BoothColumns(.tags)
  static let cuts = BoothColumns(.cuts)
  static let shots = BoothColumns(.shots)
  static let price = BoothColumns(.price)
  static let evenPrintsOnly = BoothColumns(.evenPrintsOnly)
  static let capacity = BoothColumns(.capacity)
  static let status = BoothColumns(.status)
  static let lastVerified = BoothColumns(.lastVerified)
  /// Where the posts about it are found.
  static let posts = BoothColumns(rawValue: 1 << 29)
  /// Which publisher it came from.
  static let source = BoothColumns(rawValue: 1 << 30)
  /// Open, closed or unknown, at the moment that was asked for.
  static let open = BoothColumns(rawValue: 1 << 31)

  /// What a list shows.
  static let summary: BoothColumns = [.name, .brand, .roadAddress, .latitude, .longitude, .status, .open]
  static let all = BoothColumns(BoothField.allCases.map { BoothColumns($0) }).union([.source, .open, .posts])

  /// The fields by the names that `fields` takes. `id` and `distance_m` are told anyway.
  static let named: [(name: String, columns: BoothColumns)] =
    BoothField.allCases.map { ($0.rawValue, BoothColumns($0)) }
    + [("source", .source), ("open", .open), ("posts", .posts), ("id", []), ("distance_m", [])]
}

extension ParameterKind<BoothColumns> {
  /// `summary`, `all`, or names of fields separated by commas.
  static func columns() -> ParameterKind {
    let names = BoothColumns.named.map(\.name)
    return ParameterKind(
      "summary, all, or some of \(names.joined(separator: ", ")), separated by commas",
      schema: .object([
        "type": "array",
        "items": .object(["type": "string", "enum": .array((["summary", "all"] + names).map(JSONValue.string))]),
      ])
    ) { text in
      if text == "all" { return .value(.all) }
      if text == "summary" { return .value(.summary) }
      var columns: BoothColumns = []
      for name in listed(text, most: names.count) ?? [""] {
        guard let field = BoothColumns.named.first(where: { $0.name == name }) else { return .malformed }
        columns.formUnion(field.columns)
      }
      return .value(columns)
    }
  }
}
