public import Geo
public import Tabular

/// How the rows of a file give a place: two columns and the system they are in.
public struct CoordinateColumns: Hashable, Sendable {
  /// The column (from 0) of easting or longitude, after any exchange.
  public var east: Int
  /// The column (from 0) of northing or latitude, after any exchange.
  public var north: Int
  /// What the numbers mean.
  public var system: ReferenceSystem
  /// Whether the columns were exchanged, because each holds what the other's name says.
  public var isSwapped: Bool

  /// Columns and their system.
  public init(east: Int, north: Int, system: ReferenceSystem, isSwapped: Bool = false) {
    self.east = east
    self.north = north
    self.system = system
    self.isSwapped = isSwapped
  }
}

/// What was decided about a file before its rows are validated, and why.
public struct ImportPlan: Hashable, Sendable {
  /// The name that groups the booths of one publisher.
  public var source: String
  /// How the text is written.
  public var dialect: Dialect
  /// The physical line of the header, counted from 1.
  public var headerLine: Int
  /// The headers as written, trimmed.
  public var headers: [String]
  /// The column (from 0) of each field that is read.
  public var columns: [ImportField: Int]
  /// Opening hours in columns of their own.
  var hours = HoursColumns([], taken: [])
  /// The columns (from 0) that are not read.
  public var ignored: [Int]
  /// Where places are read first.
  public var coordinates: CoordinateColumns
  /// Where the place of a row is read that has none there.
  public var fallback: CoordinateColumns?
  /// Whether a row without an address that lies outside Korea is out of place.
  public var expectsKorea: Bool
  /// How many rows the decisions rest on.
  public var sampled: Int
  /// Whether a value that is not understood rejects its row.
  public var isStrict: Bool
  /// Whether a row without a coordinate becomes a booth without a place.
  public var keepsUnplaced: Bool
  /// The decisions and their reasons, one sentence each, in the order in which they were made.
  public var sentences: [String]
}

/// Values of one field that were not understood and left out.
public struct ImportWarning: Hashable, Sendable {
  /// Which field.
  public var field: ImportField
  /// How many rows.
  public var count: Int
  /// The physical line of the first one.
  public var firstLine: Int
  /// The first one's value, cut to 60 characters.
  public var example: String
}
