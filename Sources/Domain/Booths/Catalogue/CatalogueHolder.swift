import Synchronization

/// The catalogue that is served now; replaced whole, so that readers are never stopped.
public final class CatalogueHolder: Sendable {
  private let state: Mutex<Catalogue>

  /// Serves a catalogue.
  public init(_ catalogue: Catalogue = .empty) {
    state = Mutex(catalogue)
  }

  /// The snapshot to answer one request from. Complexity: O(1).
  public var current: Catalogue { state.withLock { $0 } }

  /// Serves another snapshot from now on, unless a newer one is served already.
  public func replace(with catalogue: Catalogue) {
    state.withLock { current in
      if catalogue.version >= current.version { current = catalogue }
    }
  }
}
