import Synchronization

/// Holds the catalogue that is served. It is replaced as a whole, so that readers never wait.
package final class CatalogueHolder: Sendable {
  private let state: Mutex<Catalogue>
  private let confirmed = Mutex<ContinuousClock.Instant?>(nil)

  private let chains: ChainTable

  /// - Parameter chains: The names of chains that each catalogue is given.
  package init(_ catalogue: Catalogue = .empty, chains: ChainTable = .empty) {
    self.chains = chains
    state = Mutex(catalogue.named(by: chains))
  }

  /// The snapshot for one request. Complexity: O(1).
  package var current: Catalogue { state.withLock { $0 } }

  /// When the snapshot was last found to be the store's current version; nil if nobody follows the store.
  package var confirmedAt: ContinuousClock.Instant? { confirmed.withLock { $0 } }

  /// Records that the snapshot was the store's current version at an instant.
  package func confirm(at instant: ContinuousClock.Instant) { confirmed.withLock { $0 = instant } }

  /// Replaces a snapshot by one derived from it, unless another one has replaced it meanwhile.
  /// - Returns: Whether it was replaced.
  package func replace(_ former: Catalogue, with catalogue: Catalogue) -> Bool {
    state.withLock { current in
      guard current === former else { return false }
      current = catalogue.named(by: chains)
      return true
    }
  }
}
