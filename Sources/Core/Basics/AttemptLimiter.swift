import Synchronization

/// A limit of failed attempts within a period.
public struct AttemptLimit: Hashable, Sendable {
  /// The number of failures from which on attempts are rejected.
  public let maxCount: Int
  /// How long a failure counts.
  public let seconds: Int64

  /// A limit of `maxCount` failures within `seconds`.
  public init(maxCount: Int, seconds: Int64) {
    self.maxCount = maxCount
    self.seconds = seconds
  }
}

/// Limits failed attempts per key, in memory, against guessing of secrets.
///
/// An attempt is counted before the secret is checked, so that concurrent attempts cannot exceed the limit. When
/// there are too many keys, those with the fewest failures are evicted: made-up keys cannot evict the failures of a
/// key under attack.
public final class AttemptLimiter<Key: Hashable & Sendable>: Sendable {
  /// A key that an attempt counts for, and its limits, all of which apply.
  public struct AttemptKey: Sendable {
    let key: Key
    let bounds: [AttemptLimit]

    /// A claim of a key and its limits.
    public init(_ key: Key, _ bounds: [AttemptLimit]) {
      self.key = key
      self.bounds = bounds
    }
  }

  private struct Record {
    /// The times of failed attempts, earliest first.
    var failures: [Timestamp] = []
    /// Attempts in progress.
    var pendingCount = 0
    /// How long a failure counts, in seconds.
    var seconds: Int64 = 0

    mutating func forgetFailures(at now: Timestamp) {
      failures.removeAll { $0.advanced(seconds: seconds) <= now }
    }
  }

  private let maxKeys: Int
  private let records = Mutex<[Key: Record]>([:])

  /// A limiter that keeps about `maxKeys` keys.
  public init(maxKeys: Int = 10_000) {
    self.maxKeys = maxKeys
  }

  /// Runs an attempt, unless too many have failed or are in progress.
  /// - Parameters:
  ///   - claims: the keys; the attempt counts for all of them or for none.
  ///   - rejection: the error for an attempt that has to wait for `seconds`.
  ///   - attempt: returns nil for a wrong secret. An attempt that throws does not count.
  /// - Throws: `rejection`, and the errors of the attempt.
  public func run<Result>(
    _ claims: [AttemptKey], clock: () -> Timestamp, rejection: (_ seconds: Int64) -> DomainError,
    _ attempt: () async throws -> Result?
  ) async throws -> Result? {
    if let seconds = reserve(claims, at: clock()) { throw rejection(seconds) }
    var result: Result?
    var hasFailed = false
    defer { settle(claims, failedAt: hasFailed ? clock() : nil) }
    result = try await attempt()
    hasFailed = result == nil
    return result
  }

  /// Runs a synchronous attempt; see `run`.
  public func check(
    _ claims: [AttemptKey], at now: Timestamp, rejection: (_ seconds: Int64) -> DomainError, _ isCorrect: () -> Bool
  ) throws(DomainError) -> Bool {
    if let seconds = reserve(claims, at: now) { throw rejection(seconds) }
    let isCorrect = isCorrect()
    settle(claims, failedAt: isCorrect ? nil : now)
    return isCorrect
  }

  /// The number of keys in memory.
  public var count: Int { records.withLock { $0.count } }

  /// Counts an attempt as pending.
  /// - Returns: Nil when the attempt may proceed; otherwise the seconds to wait, at least 1.
  private func reserve(_ claims: [AttemptKey], at now: Timestamp) -> Int64? {
    records.withLock { records in
      let waits = claims.flatMap { claim -> [Int64] in
        var record = records[claim.key] ?? Record()
        record.seconds = max(record.seconds, claim.bounds.map(\.seconds).max() ?? 0)
        record.forgetFailures(at: now)
        return claim.bounds.compactMap { Self.wait(for: $0, record, at: now) }
      }
      if let wait = waits.max() { return wait }
      for claim in claims {
        makeRoom(in: &records, for: claim.key, at: now)
        records[claim.key, default: Record()].pendingCount += 1
        records[claim.key]!.seconds = max(records[claim.key]!.seconds, claim.bounds.map(\.seconds).max() ?? 0)
      }
      return nil
    }
  }

  private func settle(_ claims: [AttemptKey], failedAt now: Timestamp?) {
    records.withLock { records in
      for claim in claims {
        guard var record = records[claim.key] else { continue }
        record.pendingCount -= 1
        if let now {
          record.forgetFailures(at: now)
          record.failures.append(now)
        }
        records[claim.key] = record.pendingCount == 0 && record.failures.isEmpty ? nil : record
      }
    }
  }

  /// The seconds until another attempt is within the limit; nil for none.
  private static func wait(for bound: AttemptLimit, _ record: Record, at now: Timestamp) -> Int64? {
    let failures = record.failures.filter { $0.advanced(seconds: bound.seconds) > now }
    guard failures.count + record.pendingCount >= bound.maxCount else { return nil }
    // A pending attempt may still succeed.
    guard failures.count >= bound.maxCount else { return 1 }
    let end = failures[failures.count - bound.maxCount].advanced(seconds: bound.seconds)
    return max(1, (end.milliseconds - now.milliseconds + 999) / 1000)
  }

  private func makeRoom(in records: inout [Key: Record], for key: Key, at now: Timestamp) {
    guard records.count >= maxKeys, records[key] == nil else { return }
    for (key, var record) in records {
      record.forgetFailures(at: now)
      records[key] = record.pendingCount == 0 && record.failures.isEmpty ? nil : record
    }
    guard records.count > maxKeys / 2 else { return }
    // Fewest failures first, then oldest first.
    let order = records.filter { $0.value.pendingCount == 0 }.sorted {
      ($0.value.failures.count, $0.value.failures.last ?? now) < (
        $1.value.failures.count, $1.value.failures.last ?? now
      )
    }
    for (key, _) in order.prefix(records.count - maxKeys / 2) { records[key] = nil }
  }
}
