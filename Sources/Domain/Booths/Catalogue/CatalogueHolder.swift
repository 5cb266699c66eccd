import Synchronization

/// The catalogue that is served now; replaced whole, so that readers are never stopped.
package final class CatalogueHolder: Sendable {
  private let state: Mutex<Catalogue>

  /// Serves a catalogue.
  package init(_ catalogue: Catalogue = .empty) {
    state = Mutex(catalogue)
  }

  /// The snapshot to answer one request from. Complexity: O(1).
  package var current: Catalogue { state.withLock { $0 } }

  /// Serves another snapshot from now on, unless a newer one is served already.
  package func replace(with catalogue: Catalogue) {
    state.withLock { current in
      if catalogue.version >= current.version { current = catalogue }
    }
  }
}
