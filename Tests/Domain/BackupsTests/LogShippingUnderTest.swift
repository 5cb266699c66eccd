import Backups
import Basics
import Crypto
import Support
import Synchronization
import Testing
import Workload

/// A log in memory: commits are bytes, and a position is how many there are.
final class MemoryLog: FollowedLog {
  struct State {
    var bytes: [UInt8] = []
    /// Where the first is that is kept; nil: nothing is.
    var keptFrom: Int?
    var isLost = false
  }

  let database: String
  let state = Mutex(State())

  init(_ database: String) { self.database = database }

  func commit(_ bytes: [UInt8]) { state.withLock { $0.bytes += bytes } }
  var content: [UInt8] { state.withLock { $0.bytes } }

  func advance(after position: String?) -> (end: String, bytes: Int) {
    state.withLock { state in
      let read = position.flatMap { Int($0) } ?? state.bytes.count
      state.keptFrom = min(read, state.keptFrom ?? read)
      return (String(state.bytes.count), state.bytes.count - read)
    }
  }

  func frames(after position: String, upTo end: String, maxBytes: Int) throws -> LogPart? {
    try state.withLock { state in
      let (start, end) = (Int(position)!, Int(end)!)
      guard !state.isLost, state.keptFrom.map({ $0 <= start }) == true else {
        throw DomainError(.conflict, "log-broken", "It was overwritten.")
      }
      guard start < end else { return nil }
      let last = min(end, start + maxBytes)
      return LogPart(database: database, start: position, end: String(last), frames: Array(state.bytes[start..<last]))
    }
  }

  func release() {}
  func has(_ position: String) -> Bool {
    state.withLock { state in
      guard !state.isLost, Int(position)! <= state.bytes.count else { return false }
      state.keptFrom = Int(position)!
      return true
    }
  }
  func restart(after position: String, maxBytes: Int) throws -> LogPart? { nil }
  func abandon() { state.withLock { $0.keptFrom = nil } }
}

/// An installation in memory whose log is shipped.
final class MemoryLogSource: LogSource {
  let databases = [MemoryLog("fourcuts.sqlite"), MemoryLog("booths.sqlite")]
  let photos = Mutex<[String: [UInt8]]>([:])
  /// Photos whose rows are there, and whose files are not yet.
  let unwritten = Mutex<Set<String>>([])

  var logs: [any FollowedLog] { databases }

  func photos(since instant: Timestamp) -> [BackedUpPhoto.Form] {
    photos.withLock { photos in
      photos.sorted { $0.key < $1.key }.map { key, bytes in
        BackedUpPhoto.Form(key: key, recorded: (bytes.count, hexadecimal(Digest.bytes(of: bytes))))
      }
    }
  }

  func photo(_ key: String) -> [UInt8]? {
    unwritten.withLock { $0.contains(key) } ? nil : photos.withLock { $0[key] }
  }
}

/// A snapshot of it.
struct MemorySnapshot: BackupSource {
  let origin: BackupManifest.Origin
  let log: BackupManifest.Log?
  let content: [String: [UInt8]]

  var files: [any BackedUpFile] {
    content.sorted { $0.key < $1.key }.map { MemorySource.File(name: $0.key, content: $0.value) }
  }

  func photoCount() -> Int { 0 }
  func photos(after name: String?) -> [BackedUpPhoto] { [] }
  func photo(_ key: String) -> [UInt8]? { nil }
  func isRecorded(_ name: String) -> Bool { false }
}

/// Shipping of a small installation.
struct LogShippingUnderTest: Sendable {
  let target = MemoryTarget()
  let source = MemoryLogSource()
  let clock = ManualClock()
  let repository: BackupRepository
  let shipper: LogShipper

  init(key: String? = nil, segmentBytes: Int = 1000) {
    let clock = clock
    repository = BackupRepository(target, key: key.flatMap { BackupKey($0) }, clock: { clock.now })
    shipper = LogShipper(repository, from: source, maxUnshippedBytes: 20_000, segmentBytes: segmentBytes)
    commit("first")
  }

  /// The same place and databases, after a restart of the server.
  func restarted() -> LogShipper {
    for log in source.databases { log.abandon() }
    return LogShipper(repository, from: source, maxUnshippedBytes: 20_000, segmentBytes: 1000)
  }

  /// Commits to both databases, the one that is referred to first.
  func commit(_ text: String) {
    source.databases[1].commit(Array("\(text);".utf8))
    source.databases[0].commit(Array("\(text);".utf8))
    clock.advance(seconds: 1)
  }

  func backUp(with shipper: LogShipper? = nil, meanwhile: () -> Void = {}) async throws -> BackupManifest {
    let shipper = shipper ?? self.shipper
    try await shipper.begin()
    let made = try await repository.create(from: {
      let start = try await shipper.position()!
      meanwhile()
      let content = Dictionary(uniqueKeysWithValues: source.databases.map { ($0.database, $0.content) })
      let origin = BackupManifest.Origin(program: "1", engine: "sqlite", instant: clock.now)
      let end = try await shipper.ship()!
      return MemorySnapshot(
        origin: origin, log: BackupManifest.Log(generation: start.generation, after: start.number, through: end.number),
        content: content)
    })
    if let log = made.log { await shipper.noteBackup(of: log) }
    clock.advance(seconds: 1)
    return made
  }

  /// The commits of both databases that a restore brings back.
  func restored(
    _ manifest: BackupManifest, at instant: Timestamp? = nil
  ) async throws -> (commits: [[Substring]], BackupRepository.Restored, MemoryDestination) {
    let destination = MemoryDestination()
    let restored = try await repository.restore(manifest, at: instant, to: destination)
    let commits = source.databases.map { log -> [Substring] in
      let text = String(decoding: destination.content(of: log.database), as: UTF8.self)
      #expect(text.hasSuffix(";"), "a commit is whole: \(text.suffix(20))")
      return text.split(separator: ";")
    }
    return (commits, restored, destination)
  }

  /// The paths of the segments, in order.
  var segments: [String] { target.paths.filter { $0.hasPrefix("log/") && !$0.contains(".") } }
}
