import Basics
import Booths
import CSystem
import Concurrency
import Foundation

/// Keeps the served catalogue equal to the store's, whether this process or another one changes it.
struct CatalogueFollower: Sendable {
  let live: CatalogueHolder
  let store: any CatalogueStore
  /// Given when the store may have changed: the next check is made at once.
  var changed: WakeSignal?
  /// Called for each failed read. The last good catalogue stays in service.
  let onFailure: @Sendable (any Error) -> Void

  /// Polls for changes each second until the task is cancelled. Runs on a low-priority thread.
  func run() async {
    await withTaskExecutorPreference(BackgroundThread("catalogue")) {
      await repeating(every: .seconds(1), afterFailure: .seconds(5), or: changed, onFailure: onFailure, check)
    }
  }

  /// Serves the changes at once as a layer over the existing index. Rebuilds the index when the layer is large.
  func check() async throws {
    let (before, start) = (live.current, ContinuousClock.now)
    let catalogue = try await before.refreshed(from: store)
    // Built here so that no reader waits for it. Does nothing except at the start and after a rebuild.
    catalogue.prepareMaps()
    live.replace(with: catalogue)
    live.confirm(at: start)
    if let compacted = catalogue.compacted() {
      compacted.prepareMaps()
      live.replace(with: compacted)
    }
    guard !live.current.sharesIndex(with: before) else { return }
    // By then no reader holds the previous index.
    try await Task.sleep(for: .seconds(1))
    csystem_release_memory()
  }
}
