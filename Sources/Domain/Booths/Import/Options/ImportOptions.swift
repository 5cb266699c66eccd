package import Geo
package import Tabular
import TextForms

/// What a column of an imported text can tell, spelled as in `--map field=header`.
///
/// The fields of a booth, and the two of a place in metres.
package enum ImportField: String, Hashable, Sendable, CaseIterable {
  case externalID = "external_id"
  case name
  /// Which place of a chain; with the chain's name it makes the name.
  case branch
  case brand
  case roadAddress = "road_address"
  case lotAddress = "lot_address"
  case latitude
  case longitude
  /// East, in metres of a projected system.
  case x
  /// North, in metres of a projected system.
  case y
  case phone
  case openingHours = "opening_hours"
  case tags
  case cuts
  case shots
  case price
  case evenPrintsOnly = "even_prints_only"
  case capacity
  case status
  case lastVerified = "last_verified"
}

/// Which reference system the coordinates of a file are in.
package enum ImportReferenceSystem: Hashable, Sendable {
  /// Decided per file from what it holds; where that does not decide, the import is refused.
  case automatic
  /// Explicit. A projected system speaks of the metre columns, a geographic one of the degree columns.
  case named(ReferenceSystem)
}

/// How a file is read, and what is done with it.
package struct ImportOptions: Hashable, Sendable {
  /// The file's name without its folder: the source's name is made from it where none is given.
  package var fileName: String
  /// The name that groups the booths of one publisher; nil: made from the file's name.
  package var source: String?
  /// The reference system of the coordinates.
  package var referenceSystem: ImportReferenceSystem
  /// How bytes stand for characters; nil: found out.
  package var encoding: TextEncoding?
  /// The byte between fields; nil: found out.
  package var delimiter: UInt8?
  /// Which header holds a field, over what the synonyms say. Headers are compared folded (`HeaderText`).
  package var mapping: [ImportField: String]
  /// Whether columns that hold each other's values in the whole file are exchanged instead of refused.
  package var fixesSwapped: Bool
  /// Whether a value that is not understood rejects its row instead of being left out with a warning.
  /// A single rejected row then ends the import.
  package var isStrict: Bool
  /// Whether rows without a coordinate become booths without a place instead of being rejected.
  package var keepsUnplaced: Bool
  /// Whether fields that an operator edited take the source's word again.
  package var overwritesEdits: Bool
  /// Whether everything is rolled back at the end.
  package var isDryRun: Bool

  /// Names are taken in any normal form.
  package init(
    fileName: String, source: String? = nil, referenceSystem: ImportReferenceSystem = .automatic,
    encoding: TextEncoding? = nil, delimiter: UInt8? = nil, mapping: [ImportField: String] = [:],
    fixesSwapped: Bool = false, isStrict: Bool = false, keepsUnplaced: Bool = false, overwritesEdits: Bool = false,
    isDryRun: Bool = false
  ) {
    self.fileName = composed(fileName)
    self.source = source.map(composed)
    self.referenceSystem = referenceSystem
    self.encoding = encoding
    self.delimiter = delimiter
    self.mapping = mapping
    self.fixesSwapped = fixesSwapped
    self.isStrict = isStrict
    self.keepsUnplaced = keepsUnplaced
    self.overwritesEdits = overwritesEdits
    self.isDryRun = isDryRun
  }
}
