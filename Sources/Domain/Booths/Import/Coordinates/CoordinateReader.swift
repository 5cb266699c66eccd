import Basics
import Geo
import Tabular

/// Reads the places of a batch, from the columns that the plan names, as WGS84.
struct CoordinateReader: ~Copyable {
  /// What the cells of one record say of its place.
  enum Reading: Hashable {
    /// Nothing, or only one of the two numbers.
    case none
    /// Both numbers are zero, or one is in a projected system: nobody measured them.
    case zero
    /// The cell that holds no number.
    case notNumber(column: Int)
    case numbers(east: Double, north: Double)
  }

  /// One record's place.
  struct Place {
    var reading: Reading
    /// Whether it was read from the plan's second columns.
    var isFallback: Bool
    /// Degrees on WGS84; NaN where the numbers give none.
    var latitude = Double.nan
    var longitude = Double.nan

    /// The two numbers as read.
    var numbers: (east: Double, north: Double)? {
      if case .numbers(let east, let north) = reading { (east, north) } else { nil }
    }
  }

  private var first: Projector
  private var second: Projector?

  /// Prepares the transformations that the plan needs.
  /// - Throws: `Refusal` `unknown-reference-system`.
  init(_ plan: ImportPlan) throws(Refusal) {
    let first = try Projector(plan.coordinates, isFallback: false)
    let second = try CoordinateReader.projector(plan.fallback)
    self.first = first
    self.second = second
  }

  private static func projector(_ columns: CoordinateColumns?) throws(Refusal) -> Projector? {
    guard let columns else { return nil }
    return try Projector(columns, isFallback: true)
  }

  /// The places of a batch's records, projected together. Complexity: O(records).
  mutating func places(_ batch: RecordBatch) -> [Place] {
    var places: [Place] = []
    places.reserveCapacity(batch.count)
    for record in 0..<batch.count {
      var place = first.place(batch, record)
      if second != nil, place.reading == .none || place.reading == .zero {
        let other = second!.place(batch, record)
        if other.reading != .none { place = other }
      }
      places.append(place)
    }
    first.project(&places)
    if second != nil { second!.project(&places) }
    return places
  }

  /// The place that a record's numbers would be if they were exchanged.
  mutating func exchanged(_ place: Place) -> Place {
    guard let numbers = place.numbers else { return place }
    var places = [place]
    places[0].reading = .numbers(east: numbers.north, north: numbers.east)
    if place.isFallback { second?.project(&places) } else { first.project(&places) }
    return places[0]
  }
}

/// Two columns, and the transformation of what they hold to WGS84.
private struct Projector: ~Copyable {
  private let eastColumn: Int
  private let northColumn: Int
  private let isGeographic: Bool
  private let isFallback: Bool
  private var transformation: Transformation?
  /// Reused from batch to batch.
  private var east: [Double] = []
  private var north: [Double] = []

  init(_ columns: CoordinateColumns, isFallback: Bool) throws(Refusal) {
    eastColumn = columns.east
    northColumn = columns.north
    isGeographic = columns.system.isGeographic
    self.isFallback = isFallback
    transformation = try Projector.transformation(from: columns.system)
  }

  private static func transformation(from system: ReferenceSystem) throws(Refusal) -> Transformation? {
    guard system != .wgs84 else { return nil }
    return try Transformation(from: system)
  }

  /// What a record's cells say.
  func place(_ batch: RecordBatch, _ record: Int) -> CoordinateReader.Place {
    CoordinateReader.Place(reading: reading(batch, record), isFallback: isFallback)
  }

  private func reading(_ batch: RecordBatch, _ record: Int) -> CoordinateReader.Reading {
    let east = NumberText.reading(batch.bytes(record, eastColumn))
    let north = NumberText.reading(batch.bytes(record, northColumn))
    switch (east, north) {
    case (.number(let east), .number(let north)):
      let isZero = isGeographic ? east == 0 && north == 0 : east == 0 || north == 0
      return isZero ? .zero : .numbers(east: east, north: north)
    case (.notNumber, _): return .notNumber(column: eastColumn)
    case (_, .notNumber): return .notNumber(column: northColumn)
    default: return .none
    }
  }

  /// Fills in the degrees of the places that were read from these columns.
  mutating func project(_ places: inout [CoordinateReader.Place]) {
    east.removeAll(keepingCapacity: true)
    north.removeAll(keepingCapacity: true)
    for place in places where place.isFallback == isFallback {
      guard let numbers = place.numbers else { continue }
      east.append(numbers.east)
      north.append(numbers.north)
    }
    if transformation != nil { transformation!.apply(east: &east, north: &north) }
    var position = 0
    for index in places.indices where places[index].isFallback == isFallback {
      guard places[index].numbers != nil else { continue }
      places[index].longitude = east[position]
      places[index].latitude = north[position]
      position += 1
    }
  }
}
