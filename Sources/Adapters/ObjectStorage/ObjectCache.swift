import Basics
import Photos
import Synchronization

/// The objects that were opened last, as open files with the entity tags of the storage, so that a popular photo is
/// transferred once and takes one file. Bounded in number and bytes; the least recently used goes first.
final class ObjectCache: Sendable {
  struct Entry: Sendable {
    let opened: OpenedBytes
    let tag: String
    fileprivate var lastUse = 0
  }

  private struct State {
    var entries: [PhotoKey: Entry] = [:]
    var bytes = 0
    var uses = 0

    mutating func remove(_ key: PhotoKey) {
      if let entry = entries.removeValue(forKey: key) { bytes -= entry.opened.file.size }
    }
  }

  private let maxCount: Int
  private let maxBytes: Int
  private let state = Mutex(State())

  init(maxCount: Int, maxBytes: Int) {
    (self.maxCount, self.maxBytes) = (maxCount, maxBytes)
  }

  /// The entry of a key, which counts as used now; nil if there is none.
  func entry(of key: PhotoKey) -> Entry? {
    state.withLock { state in
      state.uses += 1
      state.entries[key]?.lastUse = state.uses
      return state.entries[key]
    }
  }

  /// Adds an entry. Complexity: O(entries).
  func add(_ opened: OpenedBytes, tag: String, of key: PhotoKey) {
    guard opened.file.size <= maxBytes else { return remove(key) }
    state.withLock { state in
      state.remove(key)
      state.uses += 1
      state.entries[key] = Entry(opened: opened, tag: tag, lastUse: state.uses)
      state.bytes += opened.file.size
      while state.entries.count > maxCount || state.bytes > maxBytes,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      { state.remove(oldest.key) }
    }
  }

  func remove(_ key: PhotoKey) { state.withLock { $0.remove(key) } }

  func removeAll() { state.withLock { $0 = State() } }
}
