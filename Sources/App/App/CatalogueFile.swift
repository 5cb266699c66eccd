import Basics
import Booths
import CommandLineKit
import Foundation
import Segments
import TextForms

/// The file beside the databases from which the catalogue is mapped, instead of being read and indexed at each start.
/// It can be removed at any time, and is rebuilt if it cannot be used.
struct CatalogueFile: Sendable {
  let path: String

  /// Another version of the program, or of the library that folds texts, may index otherwise.
  private static let producer =
    "fourcuts \(version), catalogue \(Catalogue.fileVersion), utf8proc \(utf8procLibraryVersion())"

  /// - Parameter isServer: Whether the database is PostgreSQL, which has a separate file.
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

  /// The catalogue as a store has it now: mapped from the file, with the changes since; read as a whole and indexed if
  /// there is no usable file, or too much has changed.
  /// - Parameter onUnusableFile: Receives a message for the operator.
  func catalogue(of store: any CatalogueStore, onUnusableFile: (String) -> Void = { _ in }) async throws -> Catalogue {
    do {
      if let mapped = try mapped() { return try await mapped.refreshed(from: store) }
    } catch let fault as SegmentFault {
      onUnusableFile("\(path) cannot be used and is written again: \(fault)")
    }
    return try await Catalogue.load(from: store)
  }

  /// The same for a command that ends after a lookup: where it had to index much, it leaves the file to the next one, if
  /// it may.
  func catalogueForLookup(of store: any CatalogueStore) async throws -> Catalogue {
    var catalogue = try await catalogue(of: store)
    guard catalogue.isWorthWriting else { return catalogue }
    do throws(SegmentFault) {
      // A damaged file would become one with the right digests.
      try catalogue.verifyFile()
    } catch {
      remove()
      catalogue = try await Catalogue.load(from: store)
    }
    try? write(catalogue)
    return catalogue
  }

  /// Writes a catalogue, for this process and the next ones. If it is mapped from a file, that was verified.
  /// - Throws: `FileFault`
  func write(_ catalogue: Catalogue) throws(FileFault) { try catalogue.write(to: path, producer: Self.producer) }

  func remove() { unlink(path) }
}
