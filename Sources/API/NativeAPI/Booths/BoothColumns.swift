package import APIKit
package import Booths
import JSON

/// The fields of a booth in an answer.
package struct BoothColumns: OptionSet, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package init(_ field: BoothField) {
    rawValue = 1 << UInt32(BoothField.allCases.firstIndex(of: field)!)
  }

  package static let externalID = BoothColumns(.externalID)
  package static let name = BoothColumns(.name)
  package static let brand = BoothColumns(.brand)
  package static let roadAddress = BoothColumns(.roadAddress)
  package static let lotAddress = BoothColumns(.lotAddress)
  package static let latitude = BoothColumns(.latitude)
  package static let longitude = BoothColumns(.longitude)
  package static let phone = BoothColumns(.phone)
  package static let openingHours = BoothColumns(.openingHours)
  package static let tags = BoothColumns(.tags)
  package static let cuts = BoothColumns(.cuts)
  package static let shots = BoothColumns(.shots)
  package static let price = BoothColumns(.price)
  package static let evenPrintsOnly = BoothColumns(.evenPrintsOnly)
  package static let capacity = BoothColumns(.capacity)
  package static let status = BoothColumns(.status)
  package static let lastVerified = BoothColumns(.lastVerified)
  /// The path of the posts about the booth.
  package static let posts = BoothColumns(rawValue: 1 << 29)
  /// The publisher of the booth's data.
  package static let source = BoothColumns(rawValue: 1 << 30)
  /// Whether the booth is open, closed or unknown at the requested instant.
  package static let open = BoothColumns(rawValue: 1 << 31)

  /// The default of lists.
  package static let summary: BoothColumns = [.name, .brand, .roadAddress, .latitude, .longitude, .status, .open]
  package static let all = BoothColumns(BoothField.allCases.map { BoothColumns($0) }).union([.source, .open, .posts])

  /// The names that `fields` accepts. `id` is always written, `distance_m` when a distance is known.
  package static let named: [(name: String, columns: BoothColumns)] =
    BoothField.allCases.map { ($0.rawValue, BoothColumns($0)) }
    + [("source", .source), ("open", .open), ("posts", .posts), ("id", []), ("distance_m", [])]
}

extension ParameterKind<BoothColumns> {
  /// `summary`, `all`, or names of fields separated by commas.
  package static func columns() -> ParameterKind {
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
      for name in listed(text, maxCount: names.count) ?? [""] {
        guard let field = BoothColumns.named.first(where: { $0.name == name }) else { return .malformed }
        columns.formUnion(field.columns)
      }
      return .value(columns)
    }
  }
}
