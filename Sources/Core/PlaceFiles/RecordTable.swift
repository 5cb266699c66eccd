package import Tabular

/// A file as a table of texts, in bounded memory.
package protocol RecordTable: Sendable {
  /// Encoding and delimiter of delimited text; nil for other formats.
  var dialect: Dialect? { get }
  /// The format; nil for delimited text.
  var format: PlaceFormat? { get }
  var bytesRead: Int { get }
  /// The terms in the file, as far as its columns were collected.
  var terms: FileTerms { get }

  /// The next records; nil at the end. The header is among the first ones.
  mutating func next() throws -> RecordBatch?
}

extension RecordTable {
  package var terms: FileTerms { FileTerms() }
}

struct DelimitedTable: RecordTable {
  private var reader: TableReader

  init(_ reader: TableReader) { self.reader = reader }

  var dialect: Dialect? { reader.dialect }

  var format: PlaceFormat? { nil }

  var bytesRead: Int { reader.bytesRead }

  mutating func next() throws -> RecordBatch? { try reader.next() }
}
