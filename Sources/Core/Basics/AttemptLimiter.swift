import Synchronization

/// How many failed attempts are allowed within a time.
public struct AttemptBound: Hashable, Sendable {
  /// Beyond so many failures attempts are refused.
  public let maxCount: Int
  /// How long a failure counts.
  public let seconds: Int64

  /// So many failures within so many seconds.
  public init(maxCount: Int, seconds: Int64) {
    self.maxCount = maxCount
    self.seconds = seconds
  }
}

/// Counts in memory how often guesses at each of many secrets fail, to stop guessing.
///
/// An attempt reserves its place before the secret is checked, so that many at once are no more than the bound.
/// When more keys are remembered than there is room for, those with the fewest failures are forgotten: whoever makes up
/// keys does not get rid of the failures of a key that is really attacked.
public final class AttemptLimiter<Key: Hashable & Sendable>: Sendable {
  /// What an attempt counts for: all of it has to be within its bounds.
  public struct Claim: Sendable {
    let key: Key
    let bounds: [AttemptBound]

    /// An attempt at something, within some bounds.
    public init(_ key: Key, _ bounds: [AttemptBound]) {
      self.key = key
      self.bounds = bounds
    }
  }

  private struct Record {
    /// When attempts failed, earliest first.
    var failures: [Timestamp] = []
    /// Attempts whose outcome is not known yet.
    var pendingCount = 0
    /// How long a failure counts, in seconds.
    var seconds: Int64 = 0

    mutating func forgetFailures(at now: Timestamp) {
      failures.removeAll { $0.advanced(seconds: seconds) <= now }
    }
  }

  private let maxKeys: Int
  private let records = Mutex<[Key: Record]>([:])

  /// A limiter that remembers about so many keys.
  public init(maxKeys: Int = 10_000) {
    self.maxKeys = maxKeys
  }

  /// Runs an attempt, unless too many have failed or are under way.
  /// - Parameters:
  ///   - claims: what it counts for; it counts for all of them or for none.
  ///   - rejection: the error for an attempt that has to wait so many seconds.
  ///   - attempt: answers nil where the secret was wrong. An attempt that throws does not count.
  /// - Throws: The refusal, and what the attempt throws.
  public func run<Result>(
    _ claims: [Claim], clock: () -> Timestamp, rejection: (_ seconds: Int64) -> DomainError,
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

  /// Runs an attempt that does not wait for anything; see `run`.
  public func check(
    _ claims: [Claim], at now: Timestamp, rejection: (_ seconds: Int64) -> DomainError, _ isRight: () -> Bool
  ) throws(DomainError) -> Bool {
    if let seconds = reserve(claims, at: now) { throw rejection(seconds) }
    let isRight = isRight()
    settle(claims, failedAt: isRight ? nil : now)
    return isRight
  }

  /// How many keys are remembered.
  public var count: Int { records.withLock { $0.count } }

  /// Reserves a place for an attempt.
  /// - Returns: Nil where it may go on; otherwise after how many seconds one will be allowed, at the least 1.
  private func reserve(_ claims: [Claim], at now: Timestamp) -> Int64? {
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

  private func settle(_ claims: [Claim], failedAt now: Timestamp?) {
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

  /// After how many seconds another attempt is within a bound; nil: now.
  private static func wait(for bound: AttemptBound, _ record: Record, at now: Timestamp) -> Int64? {
    let failures = record.failures.filter { $0.advanced(seconds: bound.seconds) > now }
    guard failures.count + record.pendingCount >= bound.maxCount else { return nil }
    // What is under way may still come out right.
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
    // The fewest failures first, and of as many the ones that are over soonest.
    let order = records.filter { $0.value.pendingCount == 0 }.sorted {
      ($0.value.failures.count, $0.value.failures.last ?? now) < (
        $1.value.failures.count, $1.value.failures.last ?? now
      )
    }
    for (key, _) in order.prefix(records.count - maxKeys / 2) { records[key] = nil }
  }
}
