import Backups
import Basics
import Crypto
import Support
import Synchronization
import Workload

/// A target in memory, whose bytes tests change.
final class MemoryTarget: BackupTarget {
  private let files = Mutex<[String: [UInt8]]>([:])
  private let failure = Mutex<(path: String, DomainError)?>(nil)

  var description: String { "memory" }
  var paths: [String] { files.withLock { $0.keys.sorted() } }
  var objects: [String] { paths.filter { $0.hasPrefix("objects/") } }

  func put(_ bytes: [UInt8], at path: String) throws {
    if let failure = failure.withLock({ $0 }), path.hasPrefix(failure.path) { throw failure.1 }
    files.withLock { $0[path] = bytes }
  }

  func get(_ path: String) -> [UInt8]? { files.withLock { $0[path] } }
  func list(_ directory: String) -> [String] { paths.filter { $0.hasPrefix(directory) } }
  func remove(_ paths: [String]) { files.withLock { for path in paths { $0[path] = nil } } }
  func synchronize() throws {
    // Once there is a manifest.
    if let failure = failure.withLock({ $0 }), failure.path == "synchronize", paths.contains(where: isManifest) {
      throw failure.1
    }
  }

  private func isManifest(_ path: String) -> Bool { path.hasPrefix("backups/") }

  func change(_ path: String, _ body: (inout [UInt8]) -> Void) { files.withLock { body(&$0[path, default: []]) } }

  /// Refuses what begins with a path from now on, or `synchronize` behind a manifest; nil: nothing.
  func refuse(_ path: String?) {
    failure.withLock { $0 = path.map { ($0, DomainError(.unavailable, "backup-place-unusable", "It is full.")) } }
  }
}

/// An installation in memory.
final class MemorySource: BackupSource {
  struct Content {
    var files: [String: [UInt8]] = [:]
    var photos: [String: [UInt8]] = [:]
    /// Photos whose bytes are not there.
    var lost: Set<String> = []
    /// Photos that were removed after the moment of the backup.
    var removed: Set<String> = []
    /// Photo files that were read.
    var read: [String] = []
  }

  let content = Mutex(Content())
  let origin = BackupManifest.Origin(program: "1", engine: "sqlite", instant: Timestamp(seconds: 1_800_000_000))

  struct File: BackedUpFile {
    let name: String
    let content: [UInt8]
    func bytes(at offset: Int, count: Int) -> [UInt8] {
      Array(content[min(offset, content.count)..<min(offset + count, content.count)])
    }
  }

  var files: [any BackedUpFile] {
    content.withLock { $0.files.sorted { $0.key < $1.key }.map { File(name: $0.key, content: $0.value) } }
  }

  func photoCount() -> Int { content.withLock { $0.photos.count } }

  func photos(after name: String?) -> [BackedUpPhoto] {
    content.withLock { content in
      let names = content.photos.keys.sorted().filter { name == nil || $0 > name! }.prefix(3)
      return names.map { name in
        let bytes = content.photos[name] ?? []
        let recorded = (size: bytes.count, hash: hexadecimal(Digest.bytes(of: bytes)))
        return BackedUpPhoto(
          name: name, forms: [.init(key: name, recorded: recorded), .init(key: name + ".320", recorded: nil)])
      }
    }
  }

  func photo(_ key: String) -> [UInt8]? {
    content.withLock { content in
      content.read.append(key)
      return content.lost.contains(key) || content.removed.contains(key) ? nil : content.photos[key]
    }
  }

  func isRecorded(_ name: String) -> Bool { content.withLock { !$0.removed.contains(name) } }
}

/// What a restore has written.
final class MemoryDestination: RestoreDestination {
  let files = Mutex<[String: [UInt8]]>([:])
  let photos = Mutex<[String: [UInt8]]>([:])

  func append(_ bytes: [UInt8], to file: String) { files.withLock { $0[file, default: []] += bytes } }
  /// Of a `MemoryLog`, whose positions are offsets.
  func replay(_ part: LogPart) {
    files.withLock { $0[part.database, default: []].replaceSubrange(Int(part.start)!..., with: part.frames) }
  }
  func content(of file: String) -> [UInt8] { files.withLock { $0[file] ?? [] } }
  func store(_ bytes: [UInt8], photo key: String) { photos.withLock { $0[key] = bytes } }
}

/// Backups of a small installation: a database of three pieces, a secret, and five photos.
struct BackupsUnderTest: Sendable {
  static let key = String(repeating: "0123456789abcdef", count: 4)

  let target = MemoryTarget()
  let source = MemorySource()
  let clock = ManualClock()
  let repository: BackupRepository

  init(key: String? = nil) {
    let clock = clock
    repository = BackupRepository(target, key: key.flatMap { BackupKey($0) }, clock: { clock.now })
    source.content.withLock { content in
      content.files["fourcuts.sqlite"] = Self.database
      content.files["keys.json"] = Array("the secret".utf8)
      for number in 1...5 { content.photos["a\(number).jpg"] = Self.bytes(1000 * number, seed: UInt64(number)) }
    }
  }

  private static let database = bytes(2_500_000, seed: 1)

  static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
    var numbers = SeededNumbers(seed: seed)
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &numbers) }
  }

  /// The same target with another key.
  func repository(key: String?) -> BackupRepository {
    BackupRepository(target, key: key.flatMap { BackupKey($0) }, clock: { [clock] in clock.now })
  }

  @discardableResult
  func create() async throws -> BackupManifest {
    let manifest = try await repository.create(from: { source })
    clock.advance(seconds: 1)
    return manifest
  }

  func restored(_ manifest: BackupManifest) async throws -> (MemoryDestination, BackupRepository.Restored) {
    let destination = MemoryDestination()
    return (destination, try await repository.restore(manifest, to: destination))
  }

  /// The code of the error that a body throws.
  func code(_ body: () async throws -> Void) async -> String? {
    do { try await body() } catch { return (error as? DomainError)?.code ?? "\(error)" }
    return nil
  }
}
