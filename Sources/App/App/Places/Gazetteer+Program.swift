import Basics
package import Booths
import Foundation

extension Gazetteer {
  /// The places that travel with this program.
  package static func ofThisProgram() throws -> Gazetteer { try Gazetteer(ofProgram: programURL) }

  /// The places that travel with a program.
  /// - Throws: `DomainError` `places-missing` or `places-unreadable`.
  init(ofProgram program: URL) throws {
    func bytes(_ name: String) throws -> [UInt8] {
      let file = ProgramResource("places/\(name)", ofProgram: program)
      guard let bytes = file.bytes else { throw file.missing("places-missing") }
      return bytes
    }
    try self.init(csv: try bytes("places.csv"), neighborhoods: try bytes("neighborhoods.csv"))
  }
}
