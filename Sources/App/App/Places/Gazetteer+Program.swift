import Basics
package import Booths
import Foundation

extension Gazetteer {
  /// The places that travel with this program.
  package static func ofThisProgram() throws -> Gazetteer { try Gazetteer(ofProgram: programURL) }

  /// The places that travel with a program.
  /// - Throws: `DomainError` `places-missing` or `places-unreadable`.
  init(ofProgram program: URL) throws {
    let file = ProgramResource("places/places.csv", ofProgram: program)
    guard let csv = file.bytes else { throw file.missing("places-missing") }
    try self.init(csv: csv)
  }
}
