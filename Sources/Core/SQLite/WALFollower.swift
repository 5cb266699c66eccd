import Basics
import Concurrency
import Glibc
import SQL

/// Reads what is committed to a database, frame by frame, and has no process overwrite what was not read.
///
/// A log begins again if all of it is in the database file and no reader needs a frame of it. So one of two connections
/// is in a read transaction at any time, and the next one begins before the other ends:
///
/// 1. `advance` begins a transaction on the other connection.
/// 2. `frames` reads the log to its end.
/// 3. `release` ends the older transaction.
///
/// The locks of the new transaction depend on whether the log was in the file as a whole when it began. If not, the log
/// can't begin again while it lasts. If so, no frame gets into the file while it lasts: the log may begin again once,
/// over frames that were read in step 2, and not again once it has a frame. Either way nothing is missed, by whichever
/// process the log is written or checkpointed; no setting of theirs matters.
///
/// Blocks. Not for several tasks at once.
package final class WALFollower: Sendable {
  private struct State {
    var connections: [SQLiteConnection] = []
    /// The connections in a transaction, the older one first.
    var holding: [Int] = []
    /// The log; -1: not opened yet. Unlike the database and the index, it may be closed: no lock is on it.
    var descriptor: Int32 = -1
    var bigEndian = false
  }

  package let path: String
  private let state = Locked(State())

  /// Follows nothing yet.
  /// - Parameter path: of a database, which others may have open.
  package init(path: String) { self.path = path }

  deinit { close() }

  // MARK: Reading

  /// Begins a transaction, and returns the end of the log.
  /// - Throws: `DomainError` as of opening a database.
  package func advance() throws -> WALPosition {
    try state.withLock { state in
      try begin(&state)
      return try index(&state).end
    }
  }

  /// The frames behind a position.
  /// - Parameter end: as `advance` gave it.
  /// - Returns: At most `maxBytes`, but at least one frame; nil if there are none.
  /// - Throws: `DomainError` `log-broken` (conflict) if these are not the frames that follow the position.
  package func frames(after start: WALPosition, upTo end: WALPosition, maxBytes: Int) throws -> WALFrames? {
    try state.withLock { try frames(after: start, upTo: end, maxBytes: maxBytes, &$0) }
  }

  /// Ends the older of two transactions. Everything up to the position that `advance` gave was read.
  package func release() throws {
    try state.withLock { state in
      while state.holding.count > 1 { try end(&state) }
    }
  }

  /// Where the log ends. A transaction continues.
  package func end() throws -> WALPosition { try state.withLock { try index(&$0).end } }

  /// Whether the log has a position, so that what follows it is there. Asked of a position of an earlier process.
  package func has(_ position: WALPosition) throws -> Bool {
    try state.withLock { state in
      let end = try index(&state).end
      guard position.frame > 0, position.salts == end.salts, position.pageSize == end.pageSize,
        position.frame <= end.frame
      else { return false }
      let offset = WALFormat.headerSize + (position.frame - 1) * position.frameSize
      let header = try read(WALFormat.frameHeaderSize, at: offset, &state)
      return header.withUnsafeBytes { header in
        WALFormat.salts(header, 8) == position.salts
          && WALChecksum(WALFormat.word(header, 16), WALFormat.word(header, 20)) == position.checksum
      }
    }
  }

  /// Ends all transactions: what is committed from now on may be missed.
  package func abandon() {
    state.withLock { state in
      while !state.holding.isEmpty { try? end(&state) }
      // A transaction that could not be ended, too.
      state.connections = []
    }
  }

  /// Ends the following. The log is kept when this was the last connection to the database, so that the next process
  /// can continue where this one ended.
  package func close() {
    state.withLock { state in
      for connection in state.connections { connection.keepLogOnClose() }
      (state.connections, state.holding) = ([], [])
      if state.descriptor >= 0 { Glibc.close(state.descriptor) }
      state.descriptor = -1
    }
  }

  // MARK: Beginning again

  /// Copies what may be copied of the log into the database file, so that `restart` has little left to do.
  package func backfill() {
    state.withLock { state in
      guard let free = state.connections.indices.first(where: { !state.holding.contains($0) }) else { return }
      _ = state.connections[free].backfill()
    }
  }

  /// Makes the next write start the log over. To be called while no process can write, within a write transaction.
  /// - Returns: The frames that were left to read, and whether the log will begin again: it does not while another
  ///   reader needs it. Where more than `maxBytes` are left nothing is done.
  /// - Throws: As `advance` and `frames`.
  package func restart(after start: WALPosition, maxBytes: Int) throws -> (frames: WALFrames?, isDone: Bool) {
    try state.withLock { state in
      try begin(&state)
      let last = try index(&state).end
      let frames = try frames(after: start, upTo: last, maxBytes: maxBytes, &state)
      guard last.frame == 0 || (frames?.end ?? start) == last else { return (nil, false) }
      while state.holding.count > 1 { try end(&state) }
      guard let free = state.connections.indices.first(where: { !state.holding.contains($0) }),
        state.connections[free].backfill()
      else { return (frames, false) }
      // All of the log is in the file: this transaction does not keep it from beginning again.
      try begin(&state)
      try end(&state)
      return (frames, true)
    }
  }

  // MARK: Parts

  private func begin(_ state: inout State) throws {
    if state.connections.isEmpty {
      for _ in 0..<2 {
        let connection = try SQLiteConnection(path: path, role: .reader, busyMilliseconds: 5000)
        connection.keepLogOnClose()
        state.connections.append(connection)
      }
    }
    guard let free = state.connections.indices.first(where: { !state.holding.contains($0) }) else { return }
    let connection = state.connections[free]
    try connection.run("BEGIN")
    state.holding.append(free)
    // The transaction begins with the first read.
    _ = try connection.integer("SELECT COUNT(*) FROM sqlite_schema")
  }

  private func end(_ state: inout State) throws {
    let connection = state.connections[state.holding.removeFirst()]
    try connection.run("ROLLBACK")
  }

  private func index(_ state: inout State) throws -> WALIndex {
    guard let holding = state.holding.last else { throw broken("nothing holds it") }
    // It is being written for as long as it takes to copy 48 bytes, or a process has died meanwhile.
    for attempt in 0..<2000 {
      if let index = WALIndex(try state.connections[holding].logIndexHeader()) {
        state.bigEndian = index.bigEndian
        return index
      }
      if attempt > 100 { usleep(1000) } else { sched_yield() }
    }
    throw broken("its index cannot be read")
  }

  private func frames(
    after start: WALPosition, upTo end: WALPosition, maxBytes: Int, _ state: inout State
  ) throws -> WALFrames? {
    // A log that has begun again is empty before its first frame.
    guard end.frame > 0, start != end else { return nil }
    var start = start
    if start.salts != end.salts || start.frame == 0 {
      guard let beginning = WALFormat.beginning(try read(WALFormat.headerSize, at: 0, &state)),
        beginning.position.salts == end.salts
      else { throw broken("its header is another one") }
      start = beginning.position
    }
    guard start.frame < end.frame, start.pageSize == end.pageSize else { throw broken("it has gone back") }
    let count = min(end.frame - start.frame, max(1, maxBytes / start.frameSize))
    let offset = WALFormat.headerSize + start.frame * start.frameSize
    let bytes = try read(count * start.frameSize, at: offset, &state)
    guard let found = WALFormat.end(of: bytes, after: start, bigEndian: state.bigEndian),
      found.frame < end.frame || found == end
    else { throw broken("the frames behind \(start.frame) do not follow") }
    return WALFrames(from: start, to: found, bytes)
  }

  private func read(_ count: Int, at offset: Int, _ state: inout State) throws -> [UInt8] {
    let log = path + "-wal"
    if state.descriptor < 0 { state.descriptor = open(log, O_RDONLY | O_CLOEXEC) }
    guard state.descriptor >= 0 else { throw FileFault(log) }
    var done = 0
    let bytes = try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      while done < count {
        let found = pread(state.descriptor, buffer.baseAddress! + done, count - done, off_t(offset + done))
        if found < 0 && errno == EINTR { continue }
        guard found >= 0 else { throw FileFault(log) }
        guard found > 0 else { break }
        done += found
      }
      initialized = done
    }
    guard done == count else { throw broken("it is too short") }
    return bytes
  }

  private func broken(_ reason: String) -> DomainError {
    DomainError(
      .conflict, "log-broken", "The commits to \(path) since it was last read are unknown: \(reason).")
  }
}
