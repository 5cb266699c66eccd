package import Basics
import Concurrency
import Synchronization

/// Sends what is committed to the databases of an installation to the place of its backups, piece by piece.
///
/// A generation is a row of segments without a gap. It begins when nothing is known of what was committed before: at
/// the first start, after another process has overwritten a log while the server was down, or if waiting data makes a
/// new backup cheaper. Nothing of it can be restored before a backup belongs to it. The log of a database is what waits
/// while the place is away; at most one segment is in memory.
///
/// The methods don't overlap: `turn` has the next one wait.
package actor LogShipper {
  /// How much of a log waits for a place that is away, before it is given up in favour of a new backup.
  package static let maxUnshippedBytes = 1 << 30
  private static let standardSegmentBytes = 4 << 20
  /// A photo is recorded before its files are there; after this long they never will be.
  private static let photoSeconds: Int64 = 600

  private struct Generation {
    let id: BackupID
    /// The number of the last segment.
    var number: Int
    var hash: String
    /// The position up to which the logs were read.
    var positions: [String: String]
    var isBackedUp: Bool
    /// The photo files that were stored lately.
    var photos: Set<String> = []
    /// New photos that no segment names yet.
    var unnamedPhotos: [LogPhoto] = []
    /// Photos uploaded before this instant are stored.
    var photosSince: Timestamp
    /// Whether the databases are in one state after the last segment.
    var isAtEnd = true
  }

  /// A segment that was made, and may be at the place already.
  private struct Unsent {
    let path: String
    let bytes: [UInt8]
  }

  private let repository: BackupRepository
  private let source: any LogSource
  private let maxUnshipped: Int
  private let segmentBytes: Int
  private var generation: Generation?
  private var unsent: Unsent?
  /// Whether a generation of an earlier process may be continued: not one that was given up.
  private var mayResume = true
  private let turn = AsyncSemaphore("log shipping", permits: 1, maxWaiting: 1000)
  /// All that was committed before can be restored.
  private let shipped = Mutex<Timestamp?>(nil)

  /// A shipper that has not begun.
  package init(
    _ repository: BackupRepository, from source: any LogSource, maxUnshippedBytes: Int = maxUnshippedBytes,
    segmentBytes: Int? = nil
  ) {
    (self.repository, self.source, maxUnshipped) = (repository, source, maxUnshippedBytes)
    self.segmentBytes = segmentBytes ?? Self.standardSegmentBytes
  }

  /// The instant before which everything that was committed can be restored; nil before the first backup.
  package nonisolated var shippedThrough: Timestamp? { shipped.withLock { $0 } }

  /// Whether a backup has to be made before anything can be restored of what is shipped now.
  package var needsBackup: Bool { generation?.isBackedUp != true }

  // MARK: Generations

  /// Continues the generation of the newest backup if the logs provably hold its end, otherwise begins a new one.
  /// - Throws: Errors of the target and the source; nothing is kept then.
  package func begin() async throws {
    try await inTurn {
      guard generation == nil else { return }
      do {
        let ends = try await advance()
        if mayResume, let resumed = try await resumed() {
          generation = resumed
        } else {
          generation = try await begun(at: ends)
        }
        try await send()
        try await release()
      } catch {
        await abandon()
        throw error
      }
    }
  }

  /// The last segment and its generation; nil if nothing is shipped. What is committed from now on is behind it.
  package func position() async throws -> (generation: BackupID, number: Int)? {
    try await inTurn { generation.map { ($0.id, $0.number) } }
  }

  /// Notes that a backup continues with a generation.
  package func noteBackup(of log: BackupManifest.Log) {
    if generation?.id == log.generation { generation?.isBackedUp = true }
  }

  private func advance() async throws -> [(log: any FollowedLog, end: String)] {
    var ends: [(any FollowedLog, String)] = []
    var bytes = 0
    for log in source.logs {
      let found = try await log.advance(after: generation?.positions[log.database])
      ends.append((log, found.end))
      bytes += found.bytes
    }
    guard generation == nil || bytes <= maxUnshipped else {
      throw DomainError(
        .conflict, "log-broken",
        "More than \(maxUnshipped >> 20) MiB were waiting to be shipped: shipping starts over.")
    }
    return ends
  }

  private func release() async throws {
    for log in source.logs { try await log.release() }
  }

  private func abandon() async {
    (generation, unsent) = (nil, nil)
    for log in source.logs { await log.abandon() }
  }

  private func resumed() async throws -> Generation? {
    let newest = try await repository.list().lazy.compactMap { listed in
      if case .readable(let backup) = listed { backup.log } else { nil }
    }.first
    guard let id = newest?.generation, let number = try await repository.segments(of: id).last else { return nil }
    do {
      let (segment, hash) = try await repository.segment(number, of: id)
      for log in source.logs {
        guard let position = segment.positions[log.database], try await log.has(position) else { return nil }
      }
      return Generation(
        id: id, number: number, hash: hash, positions: segment.positions, isBackedUp: true,
        photosSince: segment.instant, isAtEnd: segment.isEnd)
    } catch let error as DomainError where error.kind == .conflict {
      return nil
    }
  }

  private func begun(at ends: [(log: any FollowedLog, end: String)]) async throws -> Generation {
    let now = repository.clock()
    let positions = Dictionary(uniqueKeysWithValues: ends.map { ($0.log.database, $0.end) })
    var generation = Generation(
      id: BackupID(at: now, random: repository.random), number: -1, hash: "", positions: positions, isBackedUp: false,
      photosSince: now)
    unsent = try await made(&generation, [], at: now, isEnd: true)
    return generation
  }

  // MARK: Shipping

  /// Sends everything that is committed.
  /// - Returns: The last segment and its generation; nil if there is no generation.
  /// - Throws: `DomainError` `log-broken` (conflict), after which a new generation has to begin; errors of the target
  ///   and the source; the next call continues.
  @discardableResult
  package func ship() async throws -> (generation: BackupID, number: Int)? {
    try await inTurn {
      guard generation != nil else { return nil }
      return try await unlessBroken {
        let instant = repository.clock()
        let ends = try await advance()
        try await send()
        try await sendPhotos(at: instant)
        try await sendFrames(upTo: ends, at: instant)
        try await release()
        if generation?.isBackedUp == true { shipped.withLock { $0 = instant } }
        return generation.map { ($0.id, $0.number) }
      }
    }
  }

  /// Begins logs again that have become long. To be called after `ship`, whose next call sends what was left.
  package func restartLogs() async throws {
    try await inTurn {
      guard unsent == nil else { return }
      try await unlessBroken {
        for log in source.logs {
          guard var current = generation, let position = current.positions[log.database],
            let part = try await log.restart(after: position, maxBytes: segmentBytes)
          else { continue }
          current.positions[log.database] = part.end
          // It is not the end of a state: the other logs were not read after it.
          unsent = try await made(&current, [part], at: repository.clock(), isEnd: false)
          generation = current
          try await send()
        }
      }
    }
  }

  private func sendFrames(
    upTo ends: [(log: any FollowedLog, end: String)], at instant: Timestamp
  ) async throws {
    guard var current = generation else { return }
    // Parts of a state that was broken off, or of `restartLogs`, need an end, too.
    var (parts, bytes, needsEnd) = ([LogPart](), 0, !current.unnamedPhotos.isEmpty || !current.isAtEnd)
    for (log, end) in ends {
      while let position = current.positions[log.database],
        let part = try await log.frames(after: position, upTo: end, maxBytes: max(1, segmentBytes - bytes))
      {
        parts.append(part)
        bytes += part.frames.count
        current.positions[log.database] = part.end
        needsEnd = true
        guard bytes >= segmentBytes else { continue }
        try await send(parts, of: &current, at: instant, isEnd: false)
        (parts, bytes) = ([], 0)
      }
    }
    if needsEnd { try await send(parts, of: &current, at: instant, isEnd: true) }
  }

  private func send(
    _ parts: [LogPart], of current: inout Generation, at instant: Timestamp, isEnd: Bool
  ) async throws {
    unsent = try await made(&current, parts, at: instant, isEnd: isEnd)
    generation = current
    try await send()
  }

  private func made(
    _ generation: inout Generation, _ parts: [LogPart], at instant: Timestamp, isEnd: Bool
  ) async throws -> Unsent {
    let segment = LogSegment(
      generation: generation.id, number: generation.number + 1, previous: generation.hash, instant: instant,
      isEnd: isEnd, parts: parts, positions: generation.positions, photos: isEnd ? generation.unnamedPhotos : [])
    let path = BackupPath.segment(segment.number, of: segment.generation)
    let (hash, stored) = try await repository.work.run { [repository] in
      let bytes = segment.bytes
      return (LogSegment.hash(of: bytes), repository.stored(bytes, for: path))
    }
    (generation.number, generation.hash, generation.isAtEnd) = (segment.number, hash, isEnd)
    if isEnd { generation.unnamedPhotos = [] }
    return Unsent(path: path, bytes: stored)
  }

  /// Stores the segment that was made last. What may be at the place already is the same.
  private func send() async throws {
    guard let unsent else { return }
    try await repository.target.put(unsent.bytes, at: unsent.path)
    self.unsent = nil
  }

  // MARK: Photos

  /// Stores photo files that are new, before the segment that has their rows.
  private func sendPhotos(at instant: Timestamp) async throws {
    guard let since = generation?.photosSince.advanced(seconds: -Self.photoSeconds) else { return }
    var recent: Set<String> = []
    for form in try await source.photos(since: since) {
      if let current = generation, !current.photos.contains(form.key) {
        guard let photo = try await send(form, number: current.number + 1, of: current.id) else { continue }
        generation?.unnamedPhotos.append(photo)
        generation?.photos.insert(photo.key)
      }
      recent.insert(form.key)
    }
    generation?.photos = recent
    generation?.photosSince = instant
  }

  /// - Returns: Nil if the file is not there yet, or not as it was recorded.
  private func send(_ form: BackedUpPhoto.Form, number: Int, of id: BackupID) async throws -> LogPhoto? {
    guard let recorded = form.recorded, let bytes = try await source.photo(form.key) else { return nil }
    let photo = LogPhoto(
      key: form.key, size: bytes.count, name: repository.codec.name(ofHash: recorded.hash), number: number)
    let path = BackupPath.photo(photo, of: id)
    let sealed = try await repository.work.run { [codec = repository.codec] in
      codec.name(of: bytes) == photo.name ? codec.seal(bytes, for: path) : nil
    }
    guard let sealed else { return nil }
    try await repository.target.put(sealed, at: path)
    return photo
  }

  // MARK: Turns

  private func unlessBroken<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
    do {
      return try await body()
    } catch let error as DomainError where error.code == "log-broken" {
      mayResume = false
      await abandon()
      throw error
    }
  }

  private func inTurn<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
    guard await turn.wait(before: .now + .seconds(3600)) else {
      throw DomainError(.unavailable, "backup-busy", "The log is being shipped: try again later.")
    }
    defer { turn.signal() }
    return try await body()
  }
}
