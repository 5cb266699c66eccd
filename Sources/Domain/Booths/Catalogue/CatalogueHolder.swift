import Synchronization

/// Holds the catalogue that is served. It is replaced as a whole, so that readers never wait.
package final class CatalogueHolder: Sendable {
  private let state: Mutex<Catalogue>

  package init(_ catalogue: Catalogue = .empty) {
    state = Mutex(catalogue)
  }

  /// The snapshot for one request. Complexity: O(1).
  package var current: Catalogue { state.withLock { $0 } }

  /// Replaces the snapshot, unless the current one is newer.
  package func replace(with catalogue: Catalogue) {
    state.withLock { current in
      if catalogue.version >= current.version { current = catalogue }
    }
  }
}
