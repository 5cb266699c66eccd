import Basics
import Geo

/// Validates the coordinate of one row by its numbers and its address. An object, because the plan is large: the
/// compiler would copy it for each row.
final class CoordinateValidator {
  private let plan: ImportPlan

  init(_ plan: ImportPlan) {
    self.plan = plan
  }

  /// The location that the row's address gives.
  struct Address {
    var province: Province?
    var isKorean: Bool
  }

  /// The coordinate of a row's numbers, whatever its address.
  /// - Parameter cell: The text of a column, for a reason.
  /// - Throws: A rejection whose reason names the numbers.
  func coordinate(_ reading: CoordinateReader.Reading, cell: (Int) -> String) throws(Rejection) -> Coordinate {
    let (east, north) = try numbers(reading, cell: cell)
    try checkSize(east, north, reading)
    if let coordinate = Coordinate(latitude: reading.latitude, longitude: reading.longitude) { return coordinate }
    throw Rejection(
      "coordinate-out-of-range", "\(pair(east, north)) is not a coordinate of \(columns(reading).system.name).")
  }

  /// Whether a coordinate lies in the province of the address or, without one, in the region expected of the file.
  func isPlausible(_ coordinate: Coordinate, _ address: Address) -> Bool {
    if let province = address.province {
      return ProvinceRegions.contains(province, latitude: coordinate.latitude, longitude: coordinate.longitude)
    }
    guard address.isKorean || plan.expectsKorea else { return true }
    return ProvinceRegions.korea.contains(latitude: coordinate.latitude, longitude: coordinate.longitude, margin: 0)
  }

  /// The rejection of a misplaced coordinate. `exchanged` is the same row read with its two numbers exchanged.
  func misplaced(_ reading: CoordinateReader.Reading, exchanged: CoordinateReader.Reading, _ address: Address)
    -> Rejection
  {
    let numbers = reading.numbers.map { pair($0.east, $0.north) } ?? ""
    let degrees = "latitude \(number(reading.latitude)), longitude \(number(reading.longitude))"
    let other = Coordinate(latitude: exchanged.latitude, longitude: exchanged.longitude)
    if let province = address.province, let other, isPlausible(other, address) {
      return Rejection(
        "swapped-coordinates",
        "\(numbers) lies \(ground(reading)), not in \(province.koreanName); exchanged it would fit.")
    }
    guard ProvinceRegions.korea.contains(latitude: reading.latitude, longitude: reading.longitude, margin: 0) else {
      return Rejection("outside-korea", "\(numbers) is \(degrees), outside Korea.")
    }
    let province = address.province?.koreanName ?? "Korea"
    return Rejection(
      "wrong-province", "\(numbers) is \(degrees), \(ground(reading)), but the address is in \(province).")
  }

  private func columns(_ reading: CoordinateReader.Reading) -> CoordinateColumns {
    reading.isFallback ? plan.fallback ?? plan.coordinates : plan.coordinates
  }

  private func isGeographic(_ reading: CoordinateReader.Reading) -> Bool {
    if reading.isFallback, let fallback = plan.fallback { return fallback.system.isGeographic }
    return plan.coordinates.system.isGeographic
  }

  private func numbers(
    _ reading: CoordinateReader.Reading, cell: (Int) -> String
  ) throws(Rejection) -> (Double, Double) {
    switch reading.cells {
    case .numbers(let east, let north):
      return (east, north)
    case .none:
      let columns = columns(reading)
      let cells = [cell(columns.east), columns.isOneColumn ? "" : cell(columns.north)].filter { !$0.isEmpty }
      let found = cells.isEmpty ? "" : ", but \(cells.map { "“\($0)”" }.joined(separator: " and "))"
      throw Rejection("no-coordinate", "The row holds no coordinate in \(names(columns))\(found).")
    case .zero:
      throw Rejection("zero-coordinate", "The coordinate is 0, which means an unknown location.")
    case .notNumber(let column):
      if let geometry = PairText.otherGeometry(cell(column)) {
        throw Rejection("not-a-point", "“\(plan.headers[column])” holds a \(geometry), which is no point.")
      }
      switch PairText.plusCode(cell(column)) {
      case .short:
        throw Rejection(
          "short-plus-code",
          "“\(cell(column))” is the end of a Plus code, which only a place nearby completes; the whole code has eight "
            + "letters before the plus.")
      case .area:
        throw Rejection(
          "plus-code-area",
          "The Plus code “\(cell(column))” names an area, which is too large for the place of a booth.")
      case .coordinate, nil: break
      }
      throw Rejection("coordinate-not-a-number", "“\(plan.headers[column])” holds no number, but “\(cell(column))”.")
    }
  }

  /// Rejects numbers that are impossible in their system, whatever the address.
  private func checkSize(
    _ east: Double, _ north: Double, _ reading: CoordinateReader.Reading
  ) throws(Rejection) {
    if isGeographic(reading) {
      if abs(north) > 90, abs(north) <= 180, abs(east) <= 90 {
        throw Rejection("swapped-coordinates", "Latitude \(number(north)) and longitude \(number(east)) are exchanged.")
      }
      if abs(north) > 90 || abs(east) > 180 {
        throw Rejection(
          "coordinate-out-of-range", "\(pair(east, north)) is not a longitude and latitude in degrees.")
      }
      if CoordinateValidator.isDummy(east) && CoordinateValidator.isDummy(north) {
        throw Rejection("dummy-coordinate", "\(pair(east, north)) is made up, not measured.")
      }
    } else if abs(east) <= 180 && abs(north) <= 180 {
      throw Rejection(
        "degrees-in-metres",
        "\(pair(east, north)) are degrees, but the file holds metres of \(columns(reading).system.name).")
    }
  }

  /// Whether the fraction consists of the digits 123456 in sequence.
  static func isDummy(_ degrees: Double) -> Bool {
    let fraction = abs(degrees) - abs(degrees).rounded(.down)
    return fraction >= 0.123456 && fraction < 0.1234568
  }

  private func ground(_ reading: CoordinateReader.Reading) -> String {
    guard ProvinceRegions.korea.contains(latitude: reading.latitude, longitude: reading.longitude, margin: 0) else {
      return "outside Korea"
    }
    let province = ProvinceRegions.province(latitude: reading.latitude, longitude: reading.longitude)
    return province.map { "in or near \($0.koreanName)" } ?? "off the land"
  }

  private func pair(_ east: Double, _ north: Double) -> String { "\(number(east)), \(number(north))" }

  /// At most seven decimals, without trailing zeros.
  private func number(_ value: Double) -> String {
    let rounded = (value * 1e7).rounded() / 1e7
    guard abs(rounded) < 1e15, rounded == rounded.rounded() else { return "\(rounded)" }
    return "\(Int64(rounded))"
  }

  private func names(_ columns: CoordinateColumns) -> String {
    let east = "“\(plan.headers[columns.east])”"
    let names = columns.isOneColumn ? east : "\(east) and “\(plan.headers[columns.north])”"
    guard !columns.isSwapped, let fallback = plan.fallback else { return names }
    return names + ", “\(plan.headers[fallback.east])” and “\(plan.headers[fallback.north])”"
  }
}
