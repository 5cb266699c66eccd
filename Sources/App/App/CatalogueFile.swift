import Basics
import Booths
import CommandLineKit
import Foundation
import Segments
import TextForms

/// The file beside the databases from which the catalogue is mapped, instead of being read and indexed at each start.
/// It can be removed at any time, and is made anew where it cannot be used.
struct CatalogueFile: Sendable {
  let path: String

  /// Another version of the program, or of the library that folds texts, may index otherwise.
  private static let producer =
    "fourcuts \(version), catalogue \(Catalogue.fileVersion), utf8proc \(utf8procLibraryVersion())"

  /// - Parameter isServer: Whether the database is one of PostgreSQL, whose file is not that of the folder's own.
  init(in directory: URL, isServer: Bool) {
    path = directory.appendingPathComponent(isServer ? "booths-postgresql.segment" : "booths.segment").path
  }

  /// The catalogue in the file, of whichever version; nil when there is none.
  /// - Throws: `SegmentFault`
  func mapped() throws(SegmentFault) -> Catalogue? {
    do throws(SegmentFault) {
      return try Catalogue(SegmentFile(path, producer: Self.producer))
    } catch {
      if case .unreadable(let fault) = error, fault.code == ENOENT { return nil }
      throw error
    }
  }

  /// Compares the whole file with its digests. Complexity: O(bytes).
  /// - Throws: `SegmentFault`
  func verify() throws(SegmentFault) { try SegmentFile(path, producer: Self.producer).verify() }

  /// Writes a catalogue, for this process and the next ones.
  /// - Throws: `FileFault`
  func write(_ catalogue: Catalogue) throws(FileFault) { try catalogue.write(to: path, producer: Self.producer) }

  func remove() { unlink(path) }
}
