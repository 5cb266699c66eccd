public import Foundation

/// The folder of a device in which the catalogue is kept.
///
/// A file is written beside the old one and takes its place as a whole, so that after a crash the old or the new one is
/// there.
public struct OfflineDirectory: Sendable {
  private let snapshot: URL
  private let delta: URL
  private let key: CatalogueKey

  /// A folder that is there, and the key that has to have signed its files.
  public init(_ url: URL, key: CatalogueKey) {
    snapshot = url.appendingPathComponent("booths.snapshot")
    delta = url.appendingPathComponent("booths.delta")
    self.key = key
  }

  /// The catalogue in the folder. A delta that does not belong to the snapshot, as after a crash, is left out.
  /// - Throws: `OfflineFault`, `unreadable` if there is none.
  public func catalogue() throws(OfflineFault) -> OfflineCatalogue {
    let file = try OfflineFile(snapshot, key: key)
    if let changes = try? OfflineFile(delta, key: key), let both = try? OfflineCatalogue(file, changes) { return both }
    return try OfflineCatalogue(file, nil)
  }

  /// Keeps a new snapshot, after verifying it.
  /// - Throws: `OfflineFault`; the old files stay then.
  public func replaceSnapshot(with bytes: Data) throws(OfflineFault) -> OfflineCatalogue {
    let file = try OfflineFile(bytes, key: key)
    try file.verify()
    _ = try OfflineCatalogue(file, nil)
    try write(bytes, to: snapshot)
    try? FileManager.default.removeItem(at: delta)
    return try catalogue()
  }

  /// Keeps a newer delta, after verifying it.
  /// - Throws: As above; `unrelated` for one that starts from another snapshot.
  public func replaceDelta(with bytes: Data) throws(OfflineFault) -> OfflineCatalogue {
    let changes = try OfflineFile(bytes, key: key)
    try changes.verify()
    _ = try OfflineCatalogue(try OfflineFile(snapshot, key: key), changes)
    try write(bytes, to: delta)
    return try catalogue()
  }

  private func write(_ bytes: Data, to file: URL) throws(OfflineFault) {
    do { try bytes.write(to: file, options: .atomic) } catch { throw .unwritable }
  }
}
