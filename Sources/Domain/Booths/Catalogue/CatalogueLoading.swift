extension Catalogue {
  /// Loads and indexes every booth of a store. Complexity: O(n log n), on all cores.
  package static func load(from store: any CatalogueStore) async throws -> Catalogue {
    let loaded = try await store.loadAll(into: Builder()) { builder, booths in
      for booth in booths { builder.append(booth) }
    }
    return loaded.state.finish(version: loaded.version, mark: loaded.mark)
  }

  /// The catalogue at the store's current version: this one if nothing changed, this one with changes applied if they
  /// are few, otherwise loaded again.
  package func refreshed(from store: any CatalogueStore) async throws -> Catalogue {
    guard let changes = try await store.changes(since: version, mark: mark) else {
      return try await Catalogue.load(from: store)
    }
    return changes.version == version ? self : updating(changes)
  }
}
