package import Basics
package import Booths
import Compression
import Concurrency
package import Crypto
import HTTP
import OfflineBooths

/// The files with which phones and browsers search without a network: made when somebody asks for them.
package actor OfflineFiles {
  /// All booths at one version. The file has no name: it is gone with the last reader.
  package struct Snapshot: Sendable {
    let version: CatalogueVersion
    package let plain: OpenFile
    /// The same in gzip.
    package let compressed: OpenFile
    /// Of the content, for entity tags.
    let tag: String
  }

  /// What changed between two versions.
  struct Delta: Sendable {
    let bytes: [UInt8]
    let tag: String
  }

  /// How long a snapshot serves after the catalogue has changed: deltas lead on from it.
  private static let snapshotAge = Duration.seconds(600)
  /// Clients have one of the last few snapshots.
  private static let maxDeltas = 8

  /// In Base64.
  package nonisolated var publicKey: String { Base64.encode(signer.publicKey) }

  private let catalogue: CatalogueHolder
  private let changes: @Sendable (_ version: Int64, _ mark: String) async throws -> CatalogueChanges?
  private let signer: DetachedSigner
  private let directory: String
  private let now: @Sendable () -> ContinuousClock.Instant

  private var snapshot: (file: Snapshot, madeAt: ContinuousClock.Instant)?
  private var making: Task<Snapshot, any Error>?
  private var deltas: (until: CatalogueVersion, bySince: [CatalogueVersion: Delta])?

  /// - Parameters:
  ///   - catalogue: What is served.
  ///   - changes: See `CatalogueStore.changes`.
  ///   - directory: For the files; they are removed from it at once, and live as long as they are open.
  package init(
    catalogue: CatalogueHolder,
    changes: @escaping @Sendable (_ version: Int64, _ mark: String) async throws -> CatalogueChanges?,
    signer: DetachedSigner, directory: String,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    (self.catalogue, self.changes, self.signer) = (catalogue, changes, signer)
    (self.directory, self.now) = (directory, now)
  }

  /// A snapshot that is at most ten minutes older than the catalogue. Complexity: O(n log n) where it is made anew, once
  /// for all who ask meanwhile; then O(1).
  /// - Throws: `FileFault` where the disk is full.
  package func currentSnapshot() async throws -> Snapshot {
    let current = catalogue.current
    if let snapshot, isUsable(snapshot, for: current) { return snapshot.file }
    if let making { return try await making.value }
    let task = Task { [signer, directory] in
      // On a thread of its own, so that requests go on meanwhile.
      try await withTaskExecutorPreference(BackgroundThread("offline catalogue")) {
        try Self.write(current, signer, in: directory)
      }
    }
    making = task
    defer { making = nil }
    let file = try await task.value
    snapshot = (file, now())
    return file
  }

  private func isUsable(
    _ snapshot: (file: Snapshot, madeAt: ContinuousClock.Instant), for current: Catalogue
  ) -> Bool {
    if snapshot.file.version == CatalogueVersion(of: current) { return true }
    // A catalogue from a backup may have a lower version: no delta leads to it.
    return snapshot.file.version.number < current.version && now() - snapshot.madeAt < Self.snapshotAge
  }

  /// What changed since a version. Complexity: O(changes), at most 20,000, the first time.
  /// - Throws: `DomainError` `catalogue-diverged` (conflict).
  func delta(since: CatalogueVersion) async throws -> Delta {
    let served = CatalogueVersion(of: catalogue.current)
    if let deltas, deltas.until == served, let known = deltas.bySince[since] { return known }
    guard let changed = try await changes(since.number, since.mark) else {
      throw DomainError(
        .conflict, "catalogue-diverged", "Too much has changed since this version: take a new snapshot.")
    }
    let delta = Delta(changed, since: since, signer)
    let until = CatalogueVersion(number: changed.version, mark: changed.mark)
    if deltas?.until != until || deltas?.bySince.count == Self.maxDeltas { deltas = (until, [:]) }
    deltas?.bySince[since] = delta
    return delta
  }

  // MARK: Snapshots

  private static func write(_ catalogue: Catalogue, _ signer: DetachedSigner, in directory: String) throws -> Snapshot {
    var writer = OfflineFileWriter()
    let ordinals = catalogue.all(limit: .max)
      .map { (position: catalogue.record($0).coordinate.curvePosition, ordinal: $0) }
      .sorted { ($0.position, $0.ordinal) < ($1.position, $1.ordinal) }
    for (_, ordinal) in ordinals { writer.append(OfflineBooth(catalogue.record(ordinal))) }
    let plain = try UnnamedFile(in: directory)
    try plain.append([UInt8](repeating: 0, count: OfflineFileWriter.headerLength))
    let version = CatalogueVersion(of: catalogue)
    let header = try writer.finish(version, sign: signer.signature) { try plain.append($0) }
    try plain.overwriteStart(with: header)
    let compressed = try UnnamedFile(in: directory)
    guard Gzip.compress(file: plain.descriptor, to: compressed.descriptor) else { throw FileFault(directory) }
    return Snapshot(
      version: version, plain: try plain.opened(), compressed: try compressed.opened(), tag: tag(of: header))
  }

  /// The header holds the digest of the body.
  fileprivate static func tag(of header: [UInt8]) -> String {
    String(hexadecimal(Digest.bytes(of: header)).prefix(32))
  }
}

extension OfflineFiles.Delta {
  fileprivate init(_ changes: CatalogueChanges, since: CatalogueVersion, _ signer: DetachedSigner) {
    let isListed = { (booth: Booth) in booth.attributes.coordinate != nil && booth.attributes.status != .closed }
    var writer = OfflineFileWriter()
    for booth in changes.changed.filter(isListed) { writer.append(OfflineBooth(BoothRecord(booth))) }
    let gone = changes.removed + changes.changed.filter { !isListed($0) }.map(\.id)
    bytes = writer.finished(
      CatalogueVersion(number: changes.version, mark: changes.mark), since: since, removed: gone,
      sign: signer.signature)
    tag = OfflineFiles.tag(of: Array(bytes.prefix(OfflineFileWriter.headerLength)))
  }
}

extension CatalogueVersion {
  fileprivate init(of catalogue: Catalogue) { self.init(number: catalogue.version, mark: catalogue.mark) }
}

extension OfflineBooth {
  fileprivate init(_ record: BoothRecord) {
    self.init(id: record.id, name: String(record.name) ?? "", coordinate: record.coordinate)
    brand = String(record.brand)
    roadAddress = String(record.roadAddress)
    lotAddress = String(record.lotAddress)
    phone = String(record.phone)
    openingHours = String(record.openingHours)
    tags = String(record.tags)?.split(separator: ",").map(String.init) ?? []
    (cuts, shots, price) = (record.cuts, record.shots, record.price)
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
