import Booths
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
        let catalogue = try await live.current.refreshed(from: store)
        // Here rather than when a reader waits for a map; there is nothing to do but at the start and after a rebuild.
        catalogue.prepareMaps()
        live.replace(with: catalogue)
        try await Task.sleep(for: .seconds(1))
      } catch is CancellationError {
        return
      } catch {
        onFailure(error)
        try? await Task.sleep(for: .seconds(5))
      }
    }
  }
}
