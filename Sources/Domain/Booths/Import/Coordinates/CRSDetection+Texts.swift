import Basics
import Geo

extension CRSDetector {
  func ground(_ fit: ProvinceFit, _ rows: [Int]) -> String {
    let isAddressed = rows.contains { evidence.provinces[$0] != nil }
    let region = isAddressed ? "in the province of their address" : "on land in Korea"
    return "\(fit.inside) of \(fit.total) points lie \(region)"
  }

  func names(_ pair: CoordinatePair) -> String {
    pair.isOneColumn
      ? "The two numbers in “\(evidence.headers[pair.eastColumn])”"
      : "“\(evidence.headers[pair.eastColumn])” and “\(evidence.headers[pair.northColumn])”"
  }

  func names(_ columns: CoordinateColumns) -> String {
    columns.isOneColumn
      ? "“\(evidence.headers[columns.east])”"
      : "“\(evidence.headers[columns.east])” and “\(evidence.headers[columns.north])”"
  }

  func decimalText(_ metres: Double) -> String {
    let tenths = Int((metres * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  func contradicted(_ reason: String) -> DomainError {
    DomainError(.invalid, "reference-system-contradicted", reason + ".", field: "crs")
  }

  func undecided(_ reason: String, _ systems: [String]) -> DomainError {
    let options = systems.map { "--crs \($0)" }
    let list = options.dropLast().joined(separator: ", ") + (options.count > 1 ? " or " : "") + (options.last ?? "")
    return DomainError(
      .invalid, "reference-system-undecided",
      "The reference system is undecided: \(reason); pass \(list), as the publisher states.", field: "crs")
  }
}
