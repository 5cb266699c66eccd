package import Geo
package import Tabular

/// How the rows of a file give a coordinate: two columns and the system they are in.
package struct CoordinateColumns: Hashable, Sendable {
  /// The column (from 0) of easting or longitude, after any exchange.
  package var east: Int
  /// The column (from 0) of northing or latitude, after any exchange.
  package var north: Int
  /// What the numbers mean.
  package var system: ReferenceSystem
  /// Whether the columns were exchanged, because each holds what the other's name says.
  package var isSwapped: Bool

  package init(east: Int, north: Int, system: ReferenceSystem, isSwapped: Bool = false) {
    self.east = east
    self.north = north
    self.system = system
    self.isSwapped = isSwapped
  }
}

/// What was decided about a file before its rows are validated, and why.
package struct ImportPlan: Hashable, Sendable {
  package var source: String
  /// How the text is written.
  package var dialect: Dialect
  /// The physical line of the header, counted from 1.
  package var headerLine: Int
  /// The headers as written, trimmed.
  package var headers: [String]
  /// The column (from 0) of each field that is read.
  package var columns: [ImportField: Int]
  /// Opening hours in columns of their own.
  var hours = HoursColumns([], taken: [])
  /// The columns (from 0) that are not read.
  package var ignored: [Int]
  /// What is read first.
  package var coordinates: CoordinateColumns
  /// What is read of a row that has no coordinate there.
  package var fallback: CoordinateColumns?
  /// Whether a row without an address that lies outside Korea is out of place.
  package var expectsKorea: Bool
  /// How many rows the decisions rest on.
  package var sampled: Int
  /// Whether a value that is not understood rejects its row.
  package var isStrict: Bool
  /// Whether a row without a coordinate becomes a booth without a place.
  package var keepsUnplaced: Bool
  /// The decisions and their reasons, one sentence each, in the order in which they were made.
  package var decisions: [String]
}

/// Values of one field that were not understood and left out.
package struct ImportWarning: Hashable, Sendable {
  package var field: ImportField
  package var count: Int
  /// The physical line of the first one.
  package var firstLine: Int
  /// The first one's value, cut to 60 characters.
  package var example: String
}
