package import Geo
package import Tabular

/// The columns of a coordinate and their reference system.
package struct CoordinateColumns: Hashable, Sendable {
  /// The column (from 0) of easting or longitude, after any exchange.
  package var east: Int
  /// The column (from 0) of northing or latitude, after any exchange.
  package var north: Int
  package var system: ReferenceSystem
  /// Whether the columns were exchanged because each holds the values of the other.
  package var isSwapped: Bool
  /// What the numbers are divided by: degrees may be whole numbers of millionths.
  var divisor: Double
  /// The order of the two numbers in a cell with both, unless the cell says otherwise.
  var isEastFirst: Bool

  /// Whether one column holds both numbers.
  var isOneColumn: Bool { east == north }

  package init(east: Int, north: Int, system: ReferenceSystem, isSwapped: Bool = false) {
    self.init(east: east, north: north, system: system, isSwapped: isSwapped, divisor: 1, isEastFirst: false)
  }

  init(east: Int, north: Int, system: ReferenceSystem, isSwapped: Bool, divisor: Double, isEastFirst: Bool) {
    self.east = east
    self.north = north
    self.system = system
    self.isSwapped = isSwapped
    self.divisor = divisor
    self.isEastFirst = isEastFirst
  }
}

/// The decisions made about a file before its rows are validated, with reasons.
package struct ImportPlan: Hashable, Sendable {
  package var source: String
  /// The terms of the source, as specified or as the file says.
  package var terms: SourceTerms
  /// Encoding and delimiter of the text.
  package var dialect: Dialect
  /// The physical line of the header, counted from 1.
  package var headerLine: Int
  /// The headers as written, trimmed.
  package var headers: [String]
  /// The column (from 0) of each field that is read.
  package var columns: [ImportField: Int]
  /// What fills cells before a row is read.
  var completion = RowCompletion()
  /// The number of columns of the file; headers behind them are of columns that only the completion fills.
  var fileColumnCount: Int?
  var hours = HoursColumns([], taken: [])
  var payments = PaymentColumns([], taken: [])
  var filter = RowFilter()
  /// The columns (from 0) that are not read.
  package var ignored: [Int]
  /// The columns that are read first.
  package var coordinates: CoordinateColumns
  /// The columns for rows without a coordinate in the first ones.
  package var fallback: CoordinateColumns?
  /// Whether a row without an address is rejected when it lies outside Korea.
  package var expectsKorea: Bool
  /// The number of rows that the decisions are based on.
  package var sampled: Int
  /// Whether a value that cannot be parsed rejects its row.
  package var isStrict: Bool
  /// Whether a row without a coordinate becomes a booth without one.
  package var keepsWithoutCoordinate: Bool
  /// The decisions and their reasons, one sentence each, in the order they were made.
  package var decisions: [String]
}

/// Values of one field that could not be parsed and were left out.
package struct ImportWarning: Hashable, Sendable {
  package var field: ImportField
  package var count: Int
  /// The physical line of the first one.
  package var firstLine: Int
  /// The first value, shortened to 60 characters.
  package var example: String
}
