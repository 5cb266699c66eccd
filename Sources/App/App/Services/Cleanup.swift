import Accounts
import Basics
import Foundation
import Photos
import Stores

/// Removes what nobody needs any more: sessions that are over, photos that nobody refers to, what crashed runs of the
/// program left unfinished, requests that nobody repeats now.
struct Cleanup: Sendable {
  let accounts: AccountService
  let photos: PhotoService
  /// The data folder.
  let directory: URL
  let idempotency: SQLIdempotencyStore
  let now: @Sendable () -> Timestamp
  /// Told of each failure; the next round tries again.
  let onFailure: @Sendable (any Error) -> Void

  /// A request is remembered for so many seconds: whoever lost its answer has asked again by then.
  private static let repeatable: Int64 = 86_400

  /// Tidies up now and each hour until the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      await runOnce()
      try? await Task.sleep(for: .seconds(3600))
    }
  }

  /// Tidies up once; what fails does not keep the rest from being done.
  func runOnce() async {
    await attempt { _ = try await accounts.removeExpiredSessions() }
    await attempt { _ = try await photos.removeUnused(before: now().advanced(seconds: -PhotoService.unusedLifetime)) }
    TemporaryDirectory.removeAbandoned(in: directory)
    await attempt { try await idempotency.releaseKeys(exceptOf: TemporaryDirectory.liveRuns(in: directory)) }
    await attempt { try await idempotency.forgetKeys(before: now().advanced(seconds: -Self.repeatable)) }
  }

  private func attempt(_ body: () async throws -> Void) async {
    do { try await body() } catch { onFailure(error) }
  }
}
