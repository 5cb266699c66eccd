import Backups
import Basics
import Concurrency
import Photos
import SQL
import SQLite
import Stores

struct FollowedDatabase: FollowedLog {
  /// A log of this size begins again.
  private static let maxLogBytes = 4 << 20

  let database: String
  private let file: SQLiteDatabase
  private let follower: WALFollower
  private let work: BlockingWork
  /// The end of the log when it was last made to begin again.
  private let restarted = Locked<WALPosition?>(nil)

  init(_ file: SQLiteDatabase, name: String) {
    (self.file, database) = (file, name)
    follower = WALFollower(path: file.path)
    work = BlockingWork(
      "log shipping", parallel: 1, waiting: 100,
      overloadError: DomainError(.unavailable, "backup-busy", "Too many backups run at once: try again later."))
  }

  func advance(after position: String?) async throws -> (end: String, bytes: Int) {
    let read = try position.map(Self.position)
    await file.setLogIsFollowed(true)
    var end = try await work.run { [follower] in try follower.advance() }
    if position == nil, end.frame == 0 {
      // An empty log proves nothing after a restart: it may have been emptied meanwhile.
      try await file.write { connection in
        let version = try connection.integer("PRAGMA user_version") ?? 0
        try connection.run("PRAGMA user_version = \(version)")
      }
      end = try await work.run { [follower] in try follower.advance() }
    }
    return (end.description, end.frameSize * max(0, end.frame - (read.map { end.follows($0) ? $0.frame : 0 } ?? 0)))
  }

  func frames(after position: String, upTo end: String, maxBytes: Int) async throws -> LogPart? {
    let (start, end) = (try Self.position(position), try Self.position(end))
    return try await work.run { [follower] in
      try follower.frames(after: start, upTo: end, maxBytes: maxBytes)
    }.map(part)
  }

  func release() async throws { try await work.run { [follower] in try follower.release() } }

  func has(_ position: String) async throws -> Bool {
    guard let position = WALPosition(position) else { return false }
    return try await work.run { [follower] in try follower.has(position) }
  }

  func restart(after position: String, maxBytes: Int) async throws -> LogPart? {
    let start = try Self.position(position)
    let end = try await work.run { [follower] in try follower.end() }
    let isLong = end.frame * end.frameSize >= Self.maxLogBytes && end != restarted.withLock { $0 }
    let needsCheckpoint = await file.needsCheckpoint
    guard isLong || needsCheckpoint else { return nil }
    try await work.run { [follower] in follower.backfill() }
    do {
      let (frames, isDone) = try await file.restartLog(follower, after: start, maxBytes: maxBytes)
      if isDone { restarted.withLock { $0 = frames?.end ?? start } }
      return frames.map(part)
    } catch let error as DomainError where error.kind == .unavailable {
      // Another process writes for long. The log is long enough for the next attempt.
      return nil
    }
  }

  func abandon() async {
    _ = try? await work.run { [follower] in follower.abandon() }
    await file.setLogIsFollowed(false)
  }

  func close() { follower.close() }

  private func part(_ frames: WALFrames) -> LogPart {
    LogPart(
      database: database, start: frames.start.description, end: frames.end.description, frames: frames.bytes)
  }

  private static func position(_ text: String) throws(DomainError) -> WALPosition {
    guard let position = WALPosition(text) else {
      throw DomainError(.conflict, "log-broken", "The position \(text) of a log is none.")
    }
    return position
  }
}

/// The databases of an installation in files, and its photos.
struct InstallationLog: LogSource {
  let databases: [FollowedDatabase]
  let register: SQLPhotoRegister
  let store: any PhotoStore

  var logs: [any FollowedLog] { databases }

  func photos(since instant: Timestamp) async throws -> [BackedUpPhoto.Form] {
    try await register.forms(since: instant).map { form in
      BackedUpPhoto.Form(key: form.key.description, recorded: (form.variant.size, form.variant.hash))
    }
  }

  func photo(_ key: String) async throws -> [UInt8]? {
    guard let key = PhotoKey(parsing: key) else { return nil }
    return try await store.get(key)
  }
}
