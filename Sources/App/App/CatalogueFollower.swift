import Booths
import CSystem
import Dispatch
import Foundation

/// Keeps the served catalogue equal to the store's, whoever changes it: this process or another one.
struct CatalogueFollower: Sendable {
  let live: LiveCatalogue
  let store: any CatalogueStore
  /// Told once for each failure to read, so that it can be logged; the last good catalogue is served on.
  let onFailure: @Sendable (any Error) -> Void

  /// Looks for changes each second until the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      do {
        try await look()
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
  func look() async throws {
    let before = live.current
    let catalogue = try await before.refreshed(from: store)
    // Here rather than when a reader waits for a map; there is nothing to do but at the start and after a rebuild.
    catalogue.prepareMaps()
    live.replace(with: catalogue)
    if let compacted = await onThread({ catalogue.compacted() }) {
      compacted.prepareMaps()
      live.replace(with: compacted)
    }
    guard !live.current.sharesIndex(with: before) else { return }
    // By then nobody reads the one before any longer.
    try await Task.sleep(for: .seconds(1))
    await onThread { csystem_release_memory() }
  }

  /// What takes long does not hold up the threads that answer.
  private func onThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .utility).async { continuation.resume(returning: work()) }
    }
  }
}
