import Basics
import Booths
import Foundation
import OfflineBooths

/// The booths of another server, by the snapshot that it signs.
enum PublishedCatalogue {
  private static let path = "/api/catalogue/snapshot"
  private static let batch = 2000

  /// The address of the snapshot of a server; a path of a file stays as it is.
  static func location(_ server: String) -> String {
    guard SourceFetcher.isAddress(server), !server.hasSuffix(path) else { return server }
    return (server.hasSuffix("/") ? String(server.dropLast()) : server) + path
  }

  /// Writes the booths of a snapshot as a table. Their identifiers are the numbers that the publisher gave them.
  /// - Returns: The terms of the publisher's sources, together.
  /// - Throws: `DomainError` `snapshot-refused`, `terms-too-long`, `file-unwritable`.
  static func writeTable(of snapshot: String, key: CatalogueKey, to path: String) throws -> SourceTerms {
    let catalogue: OfflineCatalogue
    do throws(OfflineFault) {
      catalogue = try OfflineCatalogue(snapshot: URL(fileURLWithPath: snapshot), key: key)
    } catch {
      let advice =
        error == .unsigned ? " Ask its operator for the 'public_key' at '/.well-known/fourcuts' of the server." : ""
      throw DomainError(.invalid, "snapshot-refused", error.description + advice)
    }
    guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let table = FileHandle(forWritingAtPath: path)
    else { throw DomainError(.unavailable, "file-unwritable", "The booths cannot be kept in \(path).") }
    defer { try? table.close() }
    try table.write(contentsOf: Data(BoothExport.csv([], withHeader: true)))
    var booths: [Booth] = []
    func write() throws {
      try table.write(contentsOf: Data(BoothExport.csv(booths, withHeader: false)))
      booths.removeAll(keepingCapacity: true)
    }
    try catalogue.each { booth in
      booths.append(Booth(booth))
      if booths.count == batch { try write() }
    }
    try write()
    return try terms(catalogue.sources)
  }

  /// What all sources ask for.
  private static func terms(_ sources: [OfflineSource]) throws(DomainError) -> SourceTerms {
    func together(_ texts: [String?]) throws(DomainError) -> String? {
      var distinct: [String] = []
      for case let text? in texts where !distinct.contains(text) { distinct.append(text) }
      let whole = distinct.joined(separator: "; ")
      guard whole.count <= SourceTerms.maxCount else {
        throw DomainError(
          .invalid, "terms-too-long",
          "The terms of the publisher's \(counted(sources.count, "source")) have more than \(SourceTerms.maxCount) "
            + "characters: state them by --licence and --attribution.")
      }
      return whole.isEmpty ? nil : whole
    }
    return SourceTerms(
      licence: try together(sources.map(\.licence)), attribution: try together(sources.map(\.attribution)))
  }
}

extension Booth {
  fileprivate init(_ booth: OfflineBooth) {
    var attributes = BoothAttributes(externalID: booth.id.description, name: booth.name, coordinate: booth.coordinate)
    (attributes.brand, attributes.phone) = (booth.brand, booth.phone)
    (attributes.roadAddress, attributes.lotAddress) = (booth.roadAddress, booth.lotAddress)
    (attributes.openingHours, attributes.tags) = (booth.openingHours, booth.tags)
    (attributes.cuts, attributes.shots, attributes.price) = (booth.cuts, booth.shots, booth.price)
    (attributes.evenPrintsOnly, attributes.capacity) = (booth.evenPrintsOnly, booth.capacity)
    attributes.status = booth.isOperating ? .operating : .unknown
    (attributes.lastVerified, attributes.englishName) = (booth.lastVerified, booth.englishName)
    self.init(id: booth.id, source: booth.source ?? "", attributes: attributes)
  }
}
