import Synchronization

/// The active operational problems: counted, shown by the health check, and logged at first and then at most each
/// minute.
public final class ServiceConditions: Sendable {
  /// An active condition.
  public struct Active: Hashable, Sendable {
    /// Stable, lower case with hyphens, e.g. `disk-full`.
    public let code: String
    /// The condition as last reported.
    public fileprivate(set) var condition: ServiceCondition
    /// When it was first reported.
    public let since: Timestamp
    /// How often it was reported.
    public fileprivate(set) var count: Int
  }

  private struct Entry {
    var active: Active
    var lastMet: Timestamp
    var loggedAt: Timestamp
    var unlogged = 0
    /// A condition that is reported again within a minute of its end continues, so that a disk at its limit does not
    /// flood the log.
    var endedAt: Timestamp?
  }

  private static let minute: Int64 = 60

  private let clock: @Sendable () -> Timestamp
  private let log: @Sendable (String) -> Void
  private let entries = Mutex<[String: Entry]>([:])

  /// A registry without conditions.
  /// - Parameter log: receives lines for the operator.
  public init(clock: @escaping @Sendable () -> Timestamp, log: @escaping @Sendable (String) -> Void) {
    self.clock = clock
    self.log = log
  }

  /// Counts an error caused by a condition, and logs the condition unless that was done within the last minute.
  /// - Returns: The error as `unavailable` with the condition's reference; an error without a condition is returned
  ///   unchanged.
  public func report(_ error: DomainError) -> DomainError {
    guard var condition = error.condition else { return error }
    condition.reference = report(error.code, condition)
    return DomainError(.unavailable, error.code, error.message, field: error.field, condition: condition)
  }

  /// Counts a condition, and logs it unless that was done within the last minute.
  /// - Returns: The reference that identifies it in the log.
  @discardableResult
  public func report(_ code: String, _ condition: ServiceCondition) -> String {
    let now = clock()
    let (reference, line) = entries.withLock { entries in
      var entry = entries[code] ?? Self.entry(code, condition, at: now)
      let isNew = entry.active.count == 0
      entry.active.condition = ServiceCondition(condition, reference: entry.active.condition.reference)
      entry.active.count += 1
      (entry.lastMet, entry.endedAt) = (now, nil)
      entry.unlogged += 1
      let line = isNew ? Self.firstLine(&entry) : Self.summary(&entry, at: now)
      entries[code] = entry
      return (entry.active.condition.reference ?? "", line)
    }
    if let line { log(line) }
    return reference
  }

  /// Ends the conditions of a subject, after a check has succeeded.
  public func end(_ subject: ServiceCondition.Subject) {
    let now = clock()
    entries.withLock { entries in
      for (code, entry) in entries where entry.active.condition.subject == subject && entry.endedAt == nil {
        entries[code]?.endedAt = now
      }
    }
  }

  /// The conditions that have not ended, by code.
  public var active: [Active] {
    entries.withLock { $0.values.filter { $0.endedAt == nil }.map(\.active) }.sorted { $0.code < $1.code }
  }

  /// Ends conditions that were not reported for a minute, and writes due log lines. Call it every few seconds.
  public func tick() {
    let now = clock()
    let lines = entries.withLock { entries in
      entries.sorted { $0.key < $1.key }.compactMap { code, entry in
        var entry = entry
        if entry.endedAt == nil, entry.active.condition.subject.expires, Self.isPast(entry.lastMet, now) {
          entry.endedAt = entry.lastMet
        }
        let isOver = entry.endedAt.map { Self.isPast($0, now) } ?? false
        let line = isOver ? Self.lastLine(entry) : Self.summary(&entry, at: now)
        entries[code] = isOver ? nil : entry
        return line
      }
    }
    for line in lines { log(line) }
  }

  // MARK: Lines

  private static func entry(_ code: String, _ condition: ServiceCondition, at now: Timestamp) -> Entry {
    let reference = String(UInt64.random(in: .min ... .max), radix: 36)
    let active = Active(
      code: code, condition: ServiceCondition(condition, reference: reference), since: now, count: 0)
    return Entry(active: active, lastMet: now, loggedAt: now)
  }

  private static func firstLine(_ entry: inout Entry) -> String {
    entry.unlogged = 0
    return "\(name(entry)): \(entry.active.condition.message)"
  }

  /// A line on the reports since the last line; nil when there are none or the last line is less than a minute old.
  private static func summary(_ entry: inout Entry, at now: Timestamp) -> String? {
    guard entry.unlogged > 0, isPast(entry.loggedAt, now) else { return nil }
    let line = "\(name(entry)): met \(entry.unlogged) more times, \(entry.active.count) in all"
    (entry.loggedAt, entry.unlogged) = (now, 0)
    return "\(line). \(entry.active.condition.message)"
  }

  private static func lastLine(_ entry: Entry) -> String {
    let end = entry.endedAt.map { ", ended at \($0.rfc3339)" } ?? ""
    return "\(name(entry)): over; met \(entry.active.count) times since \(entry.active.since.rfc3339)\(end)."
  }

  private static func name(_ entry: Entry) -> String {
    "\(entry.active.code) (reference \(entry.active.condition.reference ?? ""))"
  }

  /// Whether a minute has passed. A clock that was set back by more than that counts, too: a condition would last, and
  /// its lines wait, until the clock is there again.
  private static func isPast(_ instant: Timestamp, _ now: Timestamp) -> Bool {
    now >= instant.advanced(seconds: minute) || now < instant.advanced(seconds: -minute)
  }
}

extension ServiceCondition {
  fileprivate init(_ condition: ServiceCondition, reference: String?) {
    self = condition
    self.reference = reference
  }
}
