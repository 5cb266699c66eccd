import Basics
package import Booths
import CommandLineKit
import Foundation

extension Gazetteer {
  package static func ofThisProgram() throws -> Gazetteer { try Gazetteer(ofProgram: programURL) }

  /// The places that travel with a program.
  /// - Throws: `DomainError` `places-missing` or `places-unreadable`.
  init(ofProgram program: URL) throws {
    func bytes(_ name: String) throws -> [UInt8] {
      let file = ProgramResource("places/\(name)", ofProgram: program)
      guard let bytes = file.bytes else { throw file.missing("places-missing") }
      return bytes
    }
    try self.init(
      csv: bytes("places.csv"), neighborhoods: bytes("neighborhoods.csv"), roads: bytes("roads.csv"))
  }
}

extension ChainTable {
  /// The table of an operator, beside that of the program.
  static let option = OptionSpecification.setting(
    "chains-file", "FILE", nil,
    "Further chains, and other names of chains, for searches: a CSV table with the columns name, name_en, aliases, line_of and wikidata",
    choices: ["FILE"])

  /// The chains that travel with this program, and those of a file.
  /// - Throws: `DomainError` `chains-missing` or `chains-unreadable`, of the file.
  static func ofThisProgram(adding path: String? = nil) throws -> ChainTable {
    // A program without it finds chains by the names of the catalogue.
    let shipped = ProgramResource("places/chains.csv", ofProgram: programURL).bytes
    var chains = try shipped.map { try ChainTable(csv: $0) } ?? .empty
    guard let path, !path.isEmpty else { return chains }
    guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
      throw DomainError(
        .notFound, "chains-missing", "The file of chains \(path) cannot be read: check path and permissions.",
        field: "chains-file")
    }
    do {
      try chains.add(csv: Array(bytes))
    } catch let fault as DomainError {
      throw DomainError(fault.kind, fault.code, "\(path): \(fault.message)", field: "chains-file")
    }
    return chains
  }
}
