package import Basics
package import Crypto

/// A limit of failed attempts within a period, which begins with the first of them.
package struct AttemptLimit: Hashable, Sendable {
  /// The number of failures from which on attempts are rejected.
  package let maxCount: Int
  /// The length of the period.
  package let seconds: Int64

  package init(maxCount: Int, seconds: Int64) {
    self.maxCount = maxCount
    self.seconds = seconds
  }
}

/// What attempts are counted by, such as a network, and its limits, all of which apply.
package struct AttemptKey: Sendable {
  fileprivate let kind: String
  fileprivate let bytes: [UInt8]
  fileprivate let limits: [AttemptLimit]

  /// - Parameters:
  ///   - kind: separates the keys of one purpose from those of others.
  ///   - bytes: only a keyed hash of them is stored.
  package init(_ kind: String, _ bytes: [UInt8], _ limits: [AttemptLimit]) {
    self.kind = kind
    self.bytes = bytes
    self.limits = limits
  }
}

/// Limits failed attempts against guessing of secrets, together with every process on the same database.
///
/// An attempt is counted before the secret is checked, and taken back if it was right: however many attempts run at
/// once on however many nodes, no more are checked than the limit allows. One whose process dies stays counted.
package struct AttemptLimiter: Sendable {
  private let store: any AttemptStore
  private let authenticator: MessageAuthenticator

  /// - Parameter authenticator: hashes the keys; the same in every process.
  package init(_ store: any AttemptStore, authenticator: MessageAuthenticator) {
    self.store = store
    self.authenticator = authenticator
  }

  /// Runs an attempt, unless too many have failed or are in progress.
  /// - Parameters:
  ///   - rejection: the error for an attempt that has to wait for `seconds`.
  ///   - attempt: returns nil for a wrong secret. An attempt that throws does not count.
  /// - Throws: `rejection`, and the errors of the attempt and of the database.
  package func run<Result>(
    _ keys: [AttemptKey], at instant: Timestamp, rejection: (_ seconds: Int64) -> DomainError,
    _ attempt: () async throws -> Result?
  ) async throws -> Result? {
    switch try await count(keys, at: instant) {
    case .full(let until): throw rejection(Self.seconds(from: instant, to: until))
    case .counted(let counters):
      do {
        let result = try await attempt()
        if result != nil { await takeBack(counters) }
        return result
      } catch {
        await takeBack(counters)
        throw error
      }
    }
  }

  /// Counts an attempt for all of its keys, or for none if a limit is reached.
  package func count(_ keys: [AttemptKey], at instant: Timestamp) async throws -> CountedAttempt {
    try await store.count(keys.flatMap { counters(of: $0, at: instant) }, at: instant)
  }

  /// Takes an attempt back that has not failed. If the database is away it stays counted, which harms less than a
  /// failed login with the right password.
  package func takeBack(_ counters: [AttemptCounter]) async {
    try? await store.takeBack(counters)
  }

  /// A keyed hash of bytes, such as those of a network, with which something may be kept that must not name them.
  package func tag(_ kind: String, _ bytes: [UInt8]) -> String {
    Base64URL.encode(Array(authenticator.code(for: Array("tag \(kind) ".utf8) + bytes).prefix(18)))
  }

  /// Deletes counters whose period has ended; to be called periodically.
  package func removeEnded(at instant: Timestamp) async throws {
    try await store.removeEnded(at: instant)
  }

  private func counters(of key: AttemptKey, at instant: Timestamp) -> [AttemptCounter] {
    key.limits.map { limit in
      let code = authenticator.code(for: Array("attempts \(limit.seconds) \(key.kind) ".utf8) + key.bytes)
      return AttemptCounter(
        key: Base64URL.encode(Array(code.prefix(18))), maxCount: limit.maxCount,
        endsAt: instant.advanced(seconds: limit.seconds))
    }
  }

  /// At least 1.
  private static func seconds(from instant: Timestamp, to end: Timestamp) -> Int64 {
    max(1, (end.milliseconds - instant.milliseconds + 999) / 1000)
  }
}
