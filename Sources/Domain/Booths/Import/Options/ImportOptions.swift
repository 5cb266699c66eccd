package import Geo
package import Tabular
import TextForms

/// A field that a column of an imported text can hold. Raw values are those of `--map field=header`.
///
/// The fields of a booth, and two for a coordinate in metres.
package enum ImportField: String, Hashable, Sendable, CaseIterable {
  case externalID = "external_id"
  case name
  /// The branch of a chain; with the chain's name it makes the name.
  case branch
  case brand
  case roadAddress = "road_address"
  case lotAddress = "lot_address"
  case latitude
  case longitude
  /// Easting in metres of a projected system.
  case x
  /// Northing in metres of a projected system.
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
  case englishName = "name_en"
}

/// The reference system of a file's coordinates.
package enum ImportReferenceSystem: Hashable, Sendable {
  /// Detected from the file; an undecided import fails.
  case automatic
  /// Explicit. A projected system applies to the metre columns, a geographic one to the degree columns.
  case named(ReferenceSystem)
}

package struct ImportOptions: Hashable, Sendable {
  /// The file's name without its directory: the source's name is made from it by default.
  package var fileName: String
  /// The name that groups the booths of one publisher; nil: made from the file's name.
  package var source: String?
  /// The terms of the source; nil: as the file says.
  package var terms: SourceTerms
  package var referenceSystem: ImportReferenceSystem
  /// The character encoding; nil: detected.
  package var encoding: TextEncoding?
  /// The byte between fields; nil: detected.
  package var delimiter: UInt8?
  /// The header of a field, overriding the synonyms. Headers are compared folded (`HeaderText`).
  package var mapping: [ImportField: String]
  /// What a row has to hold to be read.
  package var only: [RowCondition]
  /// Whether columns that are swapped in the whole file are exchanged instead of rejected.
  package var fixesSwapped: Bool
  /// Whether a value that cannot be parsed rejects its row instead of being left out with a warning. One rejected row
  /// then ends the import.
  package var isStrict: Bool
  /// Whether rows without a coordinate become booths without a coordinate instead of being rejected.
  package var keepsWithoutCoordinate: Bool
  /// Whether the source's values replace fields that an operator edited.
  package var overwritesEdits: Bool
  /// Whether everything is rolled back at the end.
  package var isDryRun: Bool

  /// Names may be in any Unicode normal form.
  package init(
    fileName: String, source: String? = nil, terms: SourceTerms = SourceTerms(),
    referenceSystem: ImportReferenceSystem = .automatic, encoding: TextEncoding? = nil, delimiter: UInt8? = nil,
    mapping: [ImportField: String] = [:], only: [RowCondition] = [],
    fixesSwapped: Bool = false, isStrict: Bool = false, keepsWithoutCoordinate: Bool = false,
    overwritesEdits: Bool = false,
    isDryRun: Bool = false
  ) {
    self.fileName = composed(fileName)
    self.source = source.map(composed)
    self.terms = SourceTerms(
      licence: terms.licence.flatMap(SourceTerms.shortened),
      attribution: terms.attribution.flatMap(SourceTerms.shortened))
    self.referenceSystem = referenceSystem
    self.encoding = encoding
    self.delimiter = delimiter
    self.mapping = mapping
    self.only = only
    self.fixesSwapped = fixesSwapped
    self.isStrict = isStrict
    self.keepsWithoutCoordinate = keepsWithoutCoordinate
    self.overwritesEdits = overwritesEdits
    self.isDryRun = isDryRun
  }
}
