import Accounts
import Basics
import Concurrency
import Foundation
import Notices
import Photos
import Stores

/// Removes expired sessions, used challenges, ended operator sessions, ended counters of guesses, full token buckets,
/// unreferenced photos, temporary files of crashed runs, old idempotency keys, old notices, and old entries of the audit
/// log.
struct Cleanup: Sendable {
  let accounts: AccountService
  let passkeys: PasskeyService
  let roles: RoleService
  let photos: PhotoService
  let directory: URL
  let idempotency: SQLIdempotencyStore
  let rateBuckets: SQLRateBucketStore
  let notices: NoticeService
  let audit: AuditLog
  let now: @Sendable () -> Timestamp
  /// Called for each failure. The next round tries again.
  let onFailure: @Sendable (any Error) -> Void

  /// How long an idempotency key is kept, in seconds: a client that lost the response has retried by then.
  private static let repeatable: Int64 = 86_400

  /// Cleans up now and each hour until the task is cancelled.
  func run() async {
    await repeating(every: .seconds(3600), runOnce)
  }

  /// Cleans up once. A failed step does not prevent the others.
  func runOnce() async {
    await attempt { _ = try await accounts.removeExpiredSessions() }
    await attempt { try await passkeys.removeExpiredChallenges() }
    await attempt { _ = try await roles.removeEndedSessions() }
    await attempt { try await accounts.attempts.removeEnded(at: now()) }
    await attempt { try await rateBuckets.removeFull(at: now()) }
    await attempt { _ = try await photos.removeUnused(before: now().advanced(seconds: -PhotoService.unusedLifetime)) }
    await attempt { try await idempotency.releaseKeys(of: TemporaryDirectory.removeAbandoned(in: directory)) }
    await attempt { try await idempotency.forgetKeys(before: now().advanced(seconds: -Self.repeatable)) }
    await attempt { try await notices.removeOld() }
    await attempt { try await audit.removeOld() }
  }

  private func attempt(_ body: () async throws -> Void) async {
    do { try await body() } catch { onFailure(error) }
  }
}
