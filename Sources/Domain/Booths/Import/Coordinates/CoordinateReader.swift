import Basics
import Geo
import Tabular

/// Reads the coordinates of a batch as WGS84, from the plan's columns.
struct CoordinateReader: ~Copyable {
  /// The content of a record's two cells.
  enum Cells: Hashable {
    /// Both cells are empty, or one is.
    case none
    /// Both numbers are zero, or either in a projected system: the coordinate was never measured.
    case zero
    /// The column whose cell holds no number.
    case notNumber(column: Int)
    case numbers(east: Double, north: Double)
  }

  struct Reading {
    var cells: Cells
    /// Whether it was read from the plan's fallback columns.
    var isFallback: Bool
    /// Degrees on WGS84; NaN if the numbers give no coordinate.
    var latitude = Double.nan
    var longitude = Double.nan

    var numbers: (east: Double, north: Double)? {
      if case .numbers(let east, let north) = cells { (east, north) } else { nil }
    }
  }

  private var first: Projector
  private var second: Projector?

  /// Prepares the plan's transformations.
  /// - Throws: `DomainError` `unknown-reference-system`.
  init(_ plan: ImportPlan) throws(DomainError) {
    let first = try Projector(plan.coordinates, isFallback: false)
    let second = try CoordinateReader.projector(plan.fallback)
    self.first = first
    self.second = second
  }

  private static func projector(_ columns: CoordinateColumns?) throws(DomainError) -> Projector? {
    guard let columns else { return nil }
    return try Projector(columns, isFallback: true)
  }

  /// The coordinates of a batch's records, projected together. Complexity: O(records).
  mutating func readings(_ batch: RecordBatch) -> [Reading] {
    var readings: [Reading] = []
    readings.reserveCapacity(batch.count)
    for record in 0..<batch.count {
      var reading = first.reading(batch, record)
      if second != nil, reading.cells == .none || reading.cells == .zero {
        let other = second!.reading(batch, record)
        if other.cells != .none { reading = other }
      }
      readings.append(reading)
    }
    first.project(&readings)
    if second != nil { second!.project(&readings) }
    return readings
  }

  /// A reading with its two numbers exchanged.
  mutating func exchanged(_ reading: Reading) -> Reading {
    guard let numbers = reading.numbers else { return reading }
    var readings = [reading]
    readings[0].cells = .numbers(east: numbers.north, north: numbers.east)
    if reading.isFallback { second?.project(&readings) } else { first.project(&readings) }
    return readings[0]
  }
}

/// Two columns and their transformation to WGS84.
private struct Projector: ~Copyable {
  private let eastColumn: Int
  private let northColumn: Int
  private let isGeographic: Bool
  private let isFallback: Bool
  private let divisor: Double
  private let isEastFirst: Bool
  private var transformation: Transformation?
  /// Reused between batches.
  private var east: [Double] = []
  private var north: [Double] = []

  init(_ columns: CoordinateColumns, isFallback: Bool) throws(DomainError) {
    eastColumn = columns.east
    northColumn = columns.north
    isGeographic = columns.system.isGeographic
    divisor = columns.divisor
    isEastFirst = columns.isEastFirst
    self.isFallback = isFallback
    transformation = try Projector.transformation(from: columns.system)
  }

  private static func transformation(from system: ReferenceSystem) throws(DomainError) -> Transformation? {
    guard system != .wgs84 else { return nil }
    return try Transformation(from: system)
  }

  func reading(_ batch: RecordBatch, _ record: Int) -> CoordinateReader.Reading {
    CoordinateReader.Reading(cells: cells(batch, record), isFallback: isFallback)
  }

  private func cells(_ batch: RecordBatch, _ record: Int) -> CoordinateReader.Cells {
    if eastColumn == northColumn { return pair(batch, record, eastColumn) ?? missing(batch, record) }
    let comma = isGeographic ? NumberText.Comma.decimal : .thousands
    let east = NumberText.reading(batch, record, eastColumn, comma: comma)
    let north = NumberText.reading(batch, record, northColumn, comma: comma)
    switch (east, north) {
    case (.number(let east), .number(let north)): return numbers(east, north)
    // Some rows have both numbers in one of the two cells.
    case (.notNumber, .none): return pair(batch, record, eastColumn) ?? .notNumber(column: eastColumn)
    case (.none, .notNumber): return pair(batch, record, northColumn) ?? .notNumber(column: northColumn)
    case (.notNumber, _): return .notNumber(column: eastColumn)
    case (_, .notNumber): return .notNumber(column: northColumn)
    default: return .none
    }
  }

  private func numbers(_ east: Double, _ north: Double) -> CoordinateReader.Cells {
    let isZero = isGeographic ? east == 0 && north == 0 : east == 0 || north == 0
    return isZero ? .zero : .numbers(east: east / divisor, north: north / divisor)
  }

  private func pair(_ batch: RecordBatch, _ record: Int, _ column: Int) -> CoordinateReader.Cells? {
    guard let pair = PairText(batch.bytes(record, column)) else { return nil }
    let (east, north) = pair.numbers(isEastFirst: isEastFirst)
    return numbers(east, north)
  }

  private func missing(_ batch: RecordBatch, _ record: Int) -> CoordinateReader.Cells {
    PlainText.text(batch, record, eastColumn) == nil ? .none : .notNumber(column: eastColumn)
  }

  /// Sets the degrees of the readings that came from these columns.
  mutating func project(_ readings: inout [CoordinateReader.Reading]) {
    east.removeAll(keepingCapacity: true)
    north.removeAll(keepingCapacity: true)
    for reading in readings where reading.isFallback == isFallback {
      guard let numbers = reading.numbers else { continue }
      east.append(numbers.east)
      north.append(numbers.north)
    }
    if transformation != nil { transformation!.apply(east: &east, north: &north) }
    var position = 0
    for index in readings.indices where readings[index].isFallback == isFallback {
      guard readings[index].numbers != nil else { continue }
      readings[index].longitude = east[position]
      readings[index].latitude = north[position]
      position += 1
    }
  }
}
