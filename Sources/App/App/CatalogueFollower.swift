import Booths
import CSystem
import Concurrency
import Foundation

/// Keeps the served catalogue equal to the store's, whoever changes it: this process or another one.
struct CatalogueFollower: Sendable {
  let live: CatalogueHolder
  let store: any CatalogueStore
  /// Told once for each failure to read, so that it can be logged; the last good catalogue is served on.
  let onFailure: @Sendable (any Error) -> Void

  /// Looks for changes each second until the task is cancelled, on a thread that gives way to those that answer.
  func run() async {
    await withTaskExecutorPreference(BackgroundThread("catalogue")) { await follow() }
  }

  private func follow() async {
    while !Task.isCancelled {
      do {
        try await check()
        try await Task.sleep(for: .seconds(1))
      } catch is CancellationError {
        return
      } catch {
        onFailure(error)
        try? await Task.sleep(for: .seconds(5))
      }
    }
  }

  /// Serves what changed, at once as a layer over the index that is there, then with a new index where there is much.
  func check() async throws {
    let before = live.current
    let catalogue = try await before.refreshed(from: store)
    // Here rather than when a reader waits for a map; there is nothing to do but at the start and after a rebuild.
    catalogue.prepareMaps()
    live.replace(with: catalogue)
    if let compacted = catalogue.compacted() {
      compacted.prepareMaps()
      live.replace(with: compacted)
    }
    guard !live.current.sharesIndex(with: before) else { return }
    // By then nobody reads the one before any longer.
    try await Task.sleep(for: .seconds(1))
    csystem_release_memory()
  }
}
