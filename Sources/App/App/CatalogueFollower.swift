import Basics
import Booths
import CSystem
import Concurrency
import Foundation
import Segments

/// Keeps the served catalogue equal to the store's, whether this process or another one changes it.
struct CatalogueFollower: Sendable {
  let live: CatalogueHolder
  let store: any CatalogueStore
  /// Where the catalogue is kept for the next start.
  let file: CatalogueFile
  /// Given when the store may have changed: the next check is made at once.
  var changed: WakeSignal?
  /// Called for each failed read. The last good catalogue stays in service.
  let onFailure: @Sendable (any Error) -> Void

  /// When to write the file again after that has failed, as on a full disk.
  private let retry = Locked<ContinuousClock.Instant?>(nil)

  init(
    live: CatalogueHolder, store: any CatalogueStore, file: CatalogueFile, changed: WakeSignal? = nil,
    onFailure: @escaping @Sendable (any Error) -> Void
  ) {
    (self.live, self.store, self.file, self.changed, self.onFailure) = (live, store, file, changed, onFailure)
  }

  /// Polls for changes each second until the task is cancelled. Runs on a low-priority thread.
  func run() async {
    await withTaskExecutorPreference(BackgroundThread("catalogue")) {
      await verify()
      await repeating(every: .seconds(1), afterFailure: .seconds(5), or: changed, onFailure: onFailure, check)
    }
  }

  /// Serves the changes at once as a layer over the existing index. Rebuilds the index when the layer is large.
  func check() async throws {
    let (before, start) = (live.current, ContinuousClock.now)
    let catalogue = try await before.refreshed(from: store)
    // Built here so that no reader waits for it. Does nothing except at the start and after a rebuild.
    catalogue.prepareMaps()
    catalogue.prepareSearch()
    live.replace(with: catalogue)
    live.confirm(at: start)
    if let compacted = catalogue.compacted() {
      compacted.prepareMaps()
      compacted.prepareSearch()
      live.replace(with: compacted)
    }
    if live.current.isWorthWriting { try write() }
    guard !live.current.sharesIndex(with: before) else { return }
    // By then no reader holds the previous index.
    try await Task.sleep(for: .seconds(1))
    csystem_release_memory()
  }

  /// Looks through the file that is served, of which the start has read little. A damaged one is removed, and the
  /// catalogue read from the database.
  func verify() async {
    guard live.current.changesSinceFile != nil else { return }
    do throws(SegmentFault) {
      try file.verify()
    } catch {
      onFailure(error)
      file.remove()
      await readAnew()
    }
  }

  private func readAnew() async {
    do { live.replace(with: try await Catalogue.load(from: store)) } catch { onFailure(error) }
  }

  /// Writes the file, and serves it instead of the same in this process's own memory.
  private func write() throws {
    guard retry.withLock({ $0.map { $0 <= .now } ?? true }) else { return }
    retry.withLock { $0 = .now + .seconds(600) }
    try file.write(live.current)
    guard let mapped = try file.mapped() else { return }
    mapped.prepareMaps()
    live.replace(with: mapped)
    retry.withLock { $0 = nil }
  }
}
