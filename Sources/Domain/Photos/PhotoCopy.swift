import Basics
import Concurrency

/// Copies recorded photos from one store to another. What the other has already, with the recorded size and hash, is
/// not sent again, so that an interrupted copy is continued by the next one.
package struct PhotoCopy: Sendable {
  /// The outcome for the files: photos at full size, and their smaller forms.
  package struct Report: Hashable, Sendable {
    package fileprivate(set) var copied = 0
    /// Present in the other store before.
    package fileprivate(set) var present = 0
    /// Recorded, but not in the first store.
    package fileprivate(set) var missing = 0
    /// Other bytes than recorded; they are not copied.
    package fileprivate(set) var damaged = 0
    package fileprivate(set) var photos = 0

    fileprivate static func += (sum: inout Report, other: Report) {
      sum.copied += other.copied
      sum.present += other.present
      sum.missing += other.missing
      sum.damaged += other.damaged
      sum.photos += other.photos
    }
  }

  private let register: any PhotoRegister
  private let source: any PhotoStore
  private let target: any PhotoStore

  private static let page = 200
  /// The number of photos copied at once, all in memory.
  private static let parallel = 8

  package init(_ register: any PhotoRegister, from source: any PhotoStore, to target: any PhotoStore) {
    (self.register, self.source, self.target) = (register, source, target)
  }

  /// Copies all photos.
  /// - Parameter progress: receives the report so far, several times a second or less often.
  /// - Throws: `DomainError` `photos-busy`, `photos-not-kept` (unavailable) if a store does not answer.
  package func run(_ progress: (Report) -> Void) async throws -> Report {
    var report = Report()
    var last: PhotoName?
    while true {
      let photos = try await register.recorded(after: last, limit: Self.page)
      for start in stride(from: 0, to: photos.count, by: Self.parallel) {
        let some = Array(photos[start..<min(start + Self.parallel, photos.count)])
        for part in try await inParallel(some, limit: Self.parallel, copy) { report += part }
        progress(report)
      }
      guard photos.count == Self.page else { return report }
      last = photos.last?.photo.name
    }
  }

  private func copy(_ photo: RecordedPhoto) async throws -> Report {
    var report = Report()
    report.photos = 1
    // Nothing is recorded of the forms of a photo that is not checked yet.
    let isKnown = !photo.forms.isEmpty
    for key in PhotoKey.all(of: photo.photo.name) where !isKnown || photo.forms[key] != nil {
      let outcome = try await copy(key, expected: photo.forms[key])
      // A document, for example, has no smaller forms; and a photo may be removed while it is copied.
      if outcome == \.missing, !isKnown && key.width != nil { continue }
      if outcome == \.missing, try await register.entry(of: PhotoKey(photo.photo.name)) == nil { continue }
      report[keyPath: outcome] += 1
    }
    return report
  }

  /// - Returns: The count that the file belongs to.
  private func copy(_ key: PhotoKey, expected: StoredVariant?) async throws -> WritableKeyPath<Report, Int> {
    let present = try await target.variant(of: key)
    if let expected, present == expected { return \.present }
    guard let bytes = try await source.get(key) else { return \.missing }
    let found = StoredVariant(of: bytes)
    guard found == expected ?? found, found.size > 0 else { return \.damaged }
    if present == found { return \.present }
    try await target.put(bytes, under: key)
    guard try await target.variant(of: key) == found else {
      throw DomainError(
        .unavailable, "photos-not-kept", "A photo was not stored as it was sent; copy again to send it once more.")
    }
    return \.copied
  }
}
