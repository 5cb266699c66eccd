package import Basics
import Concurrency

extension BackupManifest {
  /// Which segments of a generation's log continue a backup.
  package struct Log: Hashable, Sendable {
    package let generation: BackupID
    /// The first one is behind this.
    let after: Int
    /// Up to here they repeat what the backup already has: none of them is restored unless all are.
    let through: Int

    package init(generation: BackupID, after: Int, through: Int) {
      (self.generation, self.after, self.through) = (generation, after, through)
    }
  }
}

extension BackupRepository {
  package struct Continued: Sendable {
    package let backup: BackupManifest
    /// The instant that the log leads to; nil if there is none.
    package let reaches: Timestamp?

    /// The newest instant of which it can be restored.
    package var latest: Timestamp { max(backup.origin.instant, reaches ?? backup.origin.instant) }
  }

  /// Adds how far the log of each backup reaches, by the segments that are there: `verify` reads all of them.
  package func continued(_ backups: [BackupManifest]) async throws -> [Continued] {
    var ends: [BackupID: [Int: LogSegment?]] = [:]
    var numbers: [BackupID: [Int]] = [:]
    var result: [Continued] = []
    for backup in backups {
      guard let log = backup.log else {
        result.append(Continued(backup: backup, reaches: nil))
        continue
      }
      let all = if let known = numbers[log.generation] { known } else { try await segments(of: log.generation) }
      numbers[log.generation] = all
      let last = Self.last(of: all, after: log.after)
      if ends[log.generation]?[last] == nil {
        ends[log.generation, default: [:]][last] = .some(
          try await end(before: last, above: log.after, of: log.generation))
      }
      let found = ends[log.generation]?[last]?.flatMap { $0 }
      result.append(
        Continued(backup: backup, reaches: found.flatMap { $0.number >= log.through ? $0.instant : nil }))
    }
    return result
  }

  /// The backup to restore the newest state from, or that of an instant.
  /// - Throws: `DomainError` `backup-missing` (notFound); as `manifest`.
  package func best(at instant: Timestamp?) async throws -> BackupManifest {
    let backups = try await list().compactMap { listed in if case .readable(let backup) = listed { backup } else { nil }
    }
    let suitable = backups.filter { instant == nil || $0.origin.instant <= instant! }
    // Among equals, the newest has the shortest log.
    let reach = { (continued: Continued) in min(continued.latest, instant ?? continued.latest) }
    let best = try await continued(suitable).max {
      (reach($0), $0.backup.id) < (reach($1), $1.backup.id)
    }
    if let best { return best.backup }
    guard let instant, !backups.isEmpty else { return try await newest() }
    throw DomainError(
      .notFound, "backup-missing",
      "There is no backup at \(place) of \(instant.rfc3339) or before: 'fourcuts backup list' shows them.")
  }

  func segments(of generation: BackupID) async throws -> [Int] {
    try await target.list(BackupPath.log(of: generation)).compactMap { path in
      BackupPath.logEntry(path).flatMap { $0.isSegment ? $0.number : nil }
    }.sorted()
  }

  /// The last of those that follow a number without a gap.
  private static func last(of numbers: [Int], after number: Int) -> Int {
    numbers.drop { $0 <= number }.reduce(number) { last, next in next == last + 1 ? next : last }
  }

  private func end(before last: Int, above first: Int, of generation: BackupID) async throws -> LogSegment? {
    var number = last
    while number >= first {
      do {
        let segment = try await segment(number, of: generation).segment
        if segment.isEnd { return segment }
      } catch let error as DomainError where error.kind == .conflict {}
      number -= 1
    }
    return nil
  }

  /// A segment, with the hash that the next one names it by.
  /// - Throws: `DomainError` `log-damaged` (conflict) if it is missing, damaged or another one; as `manifest` if it is
  ///   of another key; errors of the target.
  func segment(_ number: Int, of generation: BackupID) async throws -> (segment: LogSegment, hash: String) {
    let path = BackupPath.segment(number, of: generation)
    guard let stored = try await target.get(path) else { throw Self.damagedLog("\(path) is missing") }
    return try await work.run { [self] in
      guard case .content(let bytes) = opened(stored, from: path), let segment = try LogSegment(bytes),
        segment.generation == generation, segment.number == number
      else { throw Self.damagedLog("\(path) is damaged") }
      return (segment, LogSegment.hash(of: bytes))
    }
  }

  static func damagedLog(_ reason: String) -> DomainError { DomainError(.conflict, "log-damaged", reason) }

  // MARK: Restoring

  package struct Replay: Sendable {
    /// The instant of the restored state; nil if the log was not used.
    package fileprivate(set) var instant: Timestamp?
    /// The reason why the log ends before its last segment; nil if it does not.
    package fileprivate(set) var damage: String?
    /// Whether the last segments belong to a commit that is not there as a whole.
    package fileprivate(set) var isTorn = false
    fileprivate(set) var photos: [(photo: LogPhoto, path: String)] = []
  }

  /// Writes what was committed after a backup, up to the last state that the log has whole.
  /// - Parameter instant: Nothing that was found later is written; nil: everything.
  func replay(
    _ log: BackupManifest.Log, until instant: Timestamp?, to destination: any RestoreDestination
  ) async throws -> Replay {
    var chain = LogChain(log)
    var replay = Replay()
    let all = try await segments(of: log.generation)
    do {
      try chain.begin(with: try await segment(log.after, of: log.generation))
      var next = log.after + 1
      while let last = all.last, next <= last {
        let numbers = Array(next...min(next + Self.maxTransfers - 1, last))
        let some = try await inParallel(numbers, limit: Self.maxTransfers) { number in
          try await found { try await segment(number, of: log.generation) }
        }
        for found in some {
          let segment = try chain.add(try found.get())
          if let instant, segment.instant > instant { return replay }
          guard segment.isEnd, segment.number >= log.through else { continue }
          try await write(chain.takeUnwritten(), segment, of: log.generation, to: destination, &replay)
        }
        next += numbers.count
      }
      replay.isTorn = chain.hasUnwritten
    } catch let error as DomainError where error.code == "log-damaged" {
      replay.damage = error.message
    }
    return replay
  }

  /// A damaged segment ends the log only when it is reached.
  private func found(
    _ body: () async throws -> (segment: LogSegment, hash: String)
  ) async throws -> Swift.Result<(segment: LogSegment, hash: String), DomainError> {
    do { return .success(try await body()) } catch let error as DomainError where error.code == "log-damaged" {
      return .failure(error)
    }
  }

  private func write(
    _ numbers: [Int], _ last: LogSegment, of generation: BackupID, to destination: any RestoreDestination,
    _ replay: inout Replay
  ) async throws {
    for number in numbers {
      // Segments before the last one are read once more: together they may exceed the memory.
      let segment = number == last.number ? last : try await segmentAgain(number, of: generation)
      for part in segment.parts { try await destination.replay(part) }
      replay.photos += segment.photos.map { ($0, BackupPath.photo($0, of: generation)) }
    }
    replay.instant = last.instant
  }

  /// A segment that was read before. Where it has been lost meanwhile, the databases are half written.
  private func segmentAgain(_ number: Int, of generation: BackupID) async throws -> LogSegment {
    do {
      return try await segment(number, of: generation).segment
    } catch let error as DomainError where error.code == "log-damaged" {
      throw DomainError(.conflict, "backup-damaged", "The log was damaged while it was read (\(error.message)).")
    }
  }
}

private struct LogChain {
  private let log: BackupManifest.Log
  private var last: (segment: LogSegment, hash: String)?
  private var unwritten: [Int] = []

  init(_ log: BackupManifest.Log) { self.log = log }

  var hasUnwritten: Bool { !unwritten.isEmpty }

  mutating func takeUnwritten() -> [Int] {
    defer { unwritten = [] }
    return unwritten
  }

  mutating func begin(with first: (segment: LogSegment, hash: String)) throws { last = first }

  mutating func add(_ next: (segment: LogSegment, hash: String)) throws(DomainError) -> LogSegment {
    let path = BackupPath.segment(next.segment.number, of: log.generation)
    guard let last, next.segment.number == last.segment.number + 1, next.segment.previous == last.hash else {
      throw BackupRepository.damagedLog("\(path) does not follow the one before it")
    }
    self.last = next
    unwritten.append(next.segment.number)
    return next.segment
  }
}
