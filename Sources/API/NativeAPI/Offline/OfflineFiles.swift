import Basics
package import Booths
package import Crypto
import OfflineBooths

/// The files with which phones and browsers search without a network: made on request.
package actor OfflineFiles {
  /// The changes between two versions.
  struct Delta: Sendable {
    let bytes: [UInt8]
    let tag: String
  }

  /// Clients have one of the last few snapshots.
  private static let maxDeltas = 8

  /// In Base64.
  package nonisolated var publicKey: String { Base64.encode(signer.publicKey) }

  private let catalogue: CatalogueHolder
  private let changes: @Sendable (_ version: Int64, _ mark: String) async throws -> CatalogueChanges?
  private let sources: @Sendable () async throws -> [BoothSource]
  private let signer: DetachedSigner
  private let directory: String
  private let snapshots: CatalogueDownloadCache

  private var deltas: (until: CatalogueVersion, bySince: [CatalogueVersion: Delta])?

  /// - Parameters:
  ///   - catalogue: What is served.
  ///   - changes: See `CatalogueStore.changes`.
  ///   - sources: The sources of the booths. Those of sources whose terms forbid it are left out.
  ///   - directory: For the files; they are removed from it at once, and live as long as they are open.
  package init(
    catalogue: CatalogueHolder,
    changes: @escaping @Sendable (_ version: Int64, _ mark: String) async throws -> CatalogueChanges?,
    sources: @escaping @Sendable () async throws -> [BoothSource], signer: DetachedSigner, directory: String,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    (self.catalogue, self.changes, self.sources) = (catalogue, changes, sources)
    (self.signer, self.directory) = (signer, directory)
    snapshots = CatalogueDownloadCache(catalogue, now: now)
  }

  /// A snapshot that is at most ten minutes older than the catalogue; deltas lead on from it. Complexity: O(n log n)
  /// when it is made, once for all who ask while it is made; otherwise O(1).
  /// - Throws: `DomainError` `catalogue-file-unwritable` (unavailable).
  package nonisolated func currentSnapshot() async throws -> CatalogueDownload {
    try await snapshots.current { [sources, signer, directory] in
      try Self.snapshot(of: $0, try await sources(), signer, in: directory)
    }
  }

  /// The changes since a version. Complexity: O(changes), at most 20,000, the first time.
  /// - Throws: `DomainError` `catalogue-diverged` (conflict).
  func delta(since: CatalogueVersion) async throws -> Delta {
    let served = CatalogueVersion(of: catalogue.current)
    if let deltas, deltas.until == served, let known = deltas.bySince[since] { return known }
    guard let changed = try await changes(since.number, since.mark) else {
      throw DomainError(
        .conflict, "catalogue-diverged", "Too much has changed since this version: take a new snapshot.")
    }
    let delta = Delta(changed, since: since, try await sources(), signer)
    let until = CatalogueVersion(number: changed.version, mark: changed.mark)
    if deltas?.until != until || deltas?.bySince.count == Self.maxDeltas { deltas = (until, [:]) }
    deltas?.bySince[since] = delta
    return delta
  }

  // MARK: Snapshots

  private static func snapshot(
    of catalogue: Catalogue, _ sources: [BoothSource], _ signer: DetachedSigner, in directory: String
  ) throws -> CatalogueDownload {
    var writer = OfflineFileWriter(sources)
    let unpublished = sources.unpublished
    let ordinals = catalogue.all(limit: .max)
      .map { (position: catalogue.record($0).coordinate.curvePosition, ordinal: $0) }
      .sorted { ($0.position, $0.ordinal) < ($1.position, $1.ordinal) }
    for (_, ordinal) in ordinals {
      let booth = OfflineBooth(catalogue.record(ordinal))
      if !unpublished.contains(booth.source ?? "") { writer.append(booth) }
    }
    let plain = try UnnamedFile(in: directory)
    try plain.append([UInt8](repeating: 0, count: OfflineFileWriter.headerLength))
    let version = CatalogueVersion(of: catalogue)
    let header = try writer.finish(version, sign: signer.signature) { try plain.append($0) }
    try plain.overwriteStart(with: header)
    return try CatalogueDownload(plain.opened(), of: catalogue, tag: tag(of: header), in: directory)
  }

  /// The header holds the digest of the body.
  fileprivate static func tag(of header: [UInt8]) -> String {
    String(hexadecimal(Digest.bytes(of: header)).prefix(32))
  }
}

extension OfflineFiles.Delta {
  fileprivate init(
    _ changes: CatalogueChanges, since: CatalogueVersion, _ sources: [BoothSource], _ signer: DetachedSigner
  ) {
    let unpublished = sources.unpublished
    let isListed = { (booth: Booth) in
      booth.attributes.coordinate != nil && booth.attributes.status != .closed && !unpublished.contains(booth.source)
    }
    var writer = OfflineFileWriter(sources)
    for booth in changes.changed.filter(isListed) { writer.append(OfflineBooth(BoothRecord(booth))) }
    let gone = changes.removed + changes.changed.filter { !isListed($0) }.map(\.id)
    bytes = writer.finished(
      CatalogueVersion(number: changes.version, mark: changes.mark), since: since, removed: gone,
      sign: signer.signature)
    tag = OfflineFiles.tag(of: Array(bytes.prefix(OfflineFileWriter.headerLength)))
  }
}

extension OfflineFileWriter {
  /// A file with the terms of sources whose booths may be published.
  fileprivate init(_ sources: [BoothSource]) {
    self.init()
    for source in sources where source.terms.allowsRepublishing {
      append(
        OfflineSource(name: source.name, licence: source.terms.licence, attribution: source.terms.attribution))
    }
  }
}

extension OfflineBooth {
  fileprivate init(_ record: BoothRecord) {
    self.init(id: record.id, name: String(record.name) ?? "", coordinate: record.coordinate)
    brand = String(record.brand)
    roadAddress = String(record.roadAddress)
    lotAddress = String(record.lotAddress)
    phone = String(record.phone)
    englishName = String(record.englishName)
    openingHours = String(record.openingHours)
    tags = String(record.tags)?.split(separator: ",").map(String.init) ?? []
    (cuts, shots, price) = (record.cuts, record.shots, record.price)
    (source, currency) = (String(record.source), BoothRegion.at(Coordinate(record.coordinate)).currency)
    (evenPrintsOnly, capacity) = (record.evenPrintsOnly, record.capacity)
    isOperating = record.status == .operating
    lastVerified = record.lastVerified
  }
}

extension String {
  /// Nil for no text.
  fileprivate init?(_ text: some Collection<UInt8>) {
    if text.isEmpty { return nil }
    self.init(decoding: text, as: UTF8.self)
  }
}
