import Basics
import Concurrency

/// Compares the register of photos with the bytes in their store: every recorded form has its bytes with their hash, and
/// all bytes belong to a recorded photo. Reads only; it may run beside uploads and removals.
package struct PhotoCheck: Sendable {
  package struct Report: Hashable, Sendable {
    /// Recorded photos that were checked.
    package fileprivate(set) var photos = 0
    /// Forms with other bytes than recorded. They are not served.
    package fileprivate(set) var damaged: [PhotoKey] = []
    /// Forms without bytes, of photos that something shows.
    package fileprivate(set) var missing: [PhotoKey] = []
    /// Photos without bytes that nothing shows: their upload was broken off, and the clean-up removes them.
    package fileprivate(set) var unfinished = 0
    /// Bytes that belong to no photo. Nil if the store has no list.
    package fileprivate(set) var orphans: [PhotoKey]?
    /// Files that no photo can have.
    package fileprivate(set) var foreign = 0
  }

  private let register: any PhotoRegister
  private let store: any PhotoStore

  private static let page = 200
  /// The number of photos read at once, all in memory.
  private static let parallel = 8

  package init(_ register: any PhotoRegister, in store: any PhotoStore) {
    (self.register, self.store) = (register, store)
  }

  /// Reads all photos. Complexity: O(bytes), or O(photos) if the store knows the hashes of its files.
  /// - Throws: `DomainError` `photos-busy` (unavailable) if the store does not answer; errors of the register.
  package func run() async throws -> Report {
    var report = Report()
    var faults: [Fault] = []
    var last: PhotoName?
    while true {
      let photos = try await register.recorded(after: last, limit: Self.page)
      faults += try await inParallel(photos, limit: Self.parallel) { try await self.faults(of: $0) }.joined()
      report.photos += photos.count
      guard photos.count == Self.page else { break }
      last = photos.last?.photo.name
    }
    try await judge(faults, &report)
    if let store = store as? any ListedPhotoStore { try await listOrphans(in: store, &report) }
    return report
  }

  private struct Fault: Sendable {
    let key: PhotoKey
    let expected: StoredVariant?
  }

  private func faults(of photo: RecordedPhoto) async throws -> [Fault] {
    // If a photo is not checked yet, only the photo itself is known to exist.
    let keys = photo.forms.isEmpty ? [PhotoKey(photo.photo.name)] : PhotoKey.all(of: photo.photo.name)
    var faults: [Fault] = []
    for key in keys where photo.forms.isEmpty || photo.forms[key] != nil {
      if try await !isWhole(key, photo.forms[key]) { faults.append(Fault(key: key, expected: photo.forms[key])) }
    }
    return faults
  }

  private func isWhole(_ key: PhotoKey, _ expected: StoredVariant?) async throws -> Bool {
    guard let found = try await store.variant(of: key), found.size > 0 else { return false }
    return expected.map { $0 == found } ?? true
  }

  /// Looks at the faults once more: a photo may have been uploaded or removed meanwhile.
  private func judge(_ faults: [Fault], _ report: inout Report) async throws {
    var unfinished: Set<PhotoName> = []
    for fault in faults.sorted(by: { $0.key.description < $1.key.description }) {
      let key = fault.key
      guard let isShown = try await register.isShown([key.name])[key.name],
        try await !isWhole(key, fault.expected)
      else { continue }
      if try await store.variant(of: key) != nil {
        report.damaged.append(key)
      } else if isShown {
        report.missing.append(key)
      } else {
        unfinished.insert(key.name)
      }
    }
    report.unfinished = unfinished.count
  }

  private func listOrphans(in store: any ListedPhotoStore, _ report: inout Report) async throws {
    var orphans: [PhotoKey] = []
    for part in 0..<store.partCount {
      let (keys, foreign) = try await store.keys(inPart: part)
      report.foreign += foreign
      guard !keys.isEmpty else { continue }
      let recorded = try await register.isShown(Array(Set(keys.map(\.name))))
      for key in keys where recorded[key.name] == nil {
        // Bytes go before their row: those of a photo that is being removed are gone by now.
        if try await store.variant(of: key) != nil { orphans.append(key) }
      }
    }
    report.orphans = orphans.sorted { $0.description < $1.description }
  }
}
