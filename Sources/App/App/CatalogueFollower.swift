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
  /// The file from which the catalogue is served, kept for the next start.
  let file: CatalogueFile
  /// Given when the store may have changed: the next check is made at once.
  var changed: WakeSignal?
  /// Called for each failed read. The last good catalogue stays in service.
  let onFailure: @Sendable (any Error) -> Void
  var pauseAfterFailure: Duration = .seconds(5)

  /// When to write the file again after that has failed, as on a full disk.
  private let retry = Locked<ContinuousClock.Instant?>(nil)

  init(
    live: CatalogueHolder, store: any CatalogueStore, file: CatalogueFile, changed: WakeSignal? = nil,
    onFailure: @escaping @Sendable (any Error) -> Void
  ) {
    (self.live, self.store, self.file, self.changed, self.onFailure) = (live, store, file, changed, onFailure)
  }

  /// Polls for changes, and compacts the index when there are many, until the task is cancelled. Each on a low-priority
  /// thread of its own: changes are seen while an index is built.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await withTaskExecutorPreference(BackgroundThread("catalogue")) {
          await repeating(every: pause, afterFailure: pauseAfterFailure, or: changed, onFailure: onFailure, check)
        }
      }
      group.addTask {
        await withTaskExecutorPreference(BackgroundThread("compaction")) {
          await verify()
          await repeating(every: .seconds(1), onFailure: onFailure, compact)
        }
      }
    }
  }

  /// Without notifications of changes, the store is polled more often: it is then a local file.
  private var pause: Duration { changed == nil ? .milliseconds(250) : .seconds(1) }

  /// Serves the changes as a layer over the same index; the whole catalogue if they are too many.
  func check() async throws {
    let (served, start) = (live.current, ContinuousClock.now)
    let catalogue = try await served.refreshed(from: store)
    prepare(catalogue)
    // If the index has been compacted meanwhile, the next check applies the changes to it.
    if live.replace(served, with: catalogue) { live.confirm(at: start) }
  }

  /// Serves the catalogue from a new file, with the changes in its index, if there are many or there was no file.
  func compact() async throws {
    guard try await compactIndex() else { return }
    // By then no reader holds the previous index, nor does this.
    try await Task.sleep(for: .seconds(1))
    csystem_release_memory()
  }

  /// Whether anything was gained.
  func compactIndex() async throws -> Bool {
    guard live.current.isWorthCompacting else { return false }
    // A damaged file would become one with the right digests.
    await verify()
    guard let next = try rebuilt(live.current) else { return false }
    try await serve(next)
    return true
  }

  /// Serves a catalogue with another index, with what has been changed since, which may be served already.
  private func serve(_ catalogue: Catalogue) async throws {
    var next = catalogue
    while true {
      let served = live.current
      next = try await next.refreshed(from: store)
      prepare(next)
      if next.version >= served.version, live.replace(served, with: next) { return }
    }
  }

  /// The same booths from a new file; in memory if the file cannot be written, nil if that gains nothing.
  private func rebuilt(_ source: Catalogue) throws -> Catalogue? {
    guard retry.withLock({ $0.map { $0 <= .now } ?? true }) else { return source.compacted() }
    do {
      try file.write(source)
      retry.withLock { $0 = nil }
      return try file.mapped()
    } catch {
      retry.withLock { $0 = .now + .seconds(600) }
      onFailure(error)
      return source.compacted()
    }
  }

  /// Builds what searches need, so that no reader waits for it.
  private func prepare(_ catalogue: Catalogue) {
    catalogue.prepareMaps()
    catalogue.prepareSearch()
  }

  /// Looks through the file that is served, of which the start has read little. A damaged one is removed, and the
  /// catalogue read from the database.
  func verify() async {
    do throws(SegmentFault) {
      try live.current.verifyFile()
    } catch {
      onFailure(error)
      file.remove()
      await loadAnew()
    }
  }

  /// Tries until it succeeds: until then the catalogue of a damaged file is served.
  private func loadAnew() async {
    while !Task.isCancelled {
      do {
        return try await serve(Catalogue.load(from: store))
      } catch {
        if Task.isCancelled { return }
        onFailure(error)
      }
      try? await Task.sleep(for: pauseAfterFailure)
    }
  }
}
