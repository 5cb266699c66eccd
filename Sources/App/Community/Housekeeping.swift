import Accounts
import Basics
import Gateways
import Payments
import Photos

/// Removes what nobody needs any more: sessions that are over, photos that nobody refers to, uploads that broke off,
/// requests that nobody repeats now.
struct Housekeeping: Sendable {
  let accounts: AccountService
  let photos: PhotoService
  let folder: PhotoFolder
  let idempotency: any IdempotencyStore
  let now: @Sendable () -> Timestamp
  /// Told of each failure; the next round tries again.
  let onFailure: @Sendable (any Error) -> Void

  /// An upload takes no longer than this many seconds: the server ends every answer before.
  private static let longestUpload: Int64 = 3600
  /// A request is remembered for so many seconds: whoever lost its answer has asked again by then.
  private static let repeatable: Int64 = 86_400

  /// Tidies up now and each hour until the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      await once()
      try? await Task.sleep(for: .seconds(3600))
    }
  }

  /// Tidies up once; what fails does not keep the rest from being done.
  func once() async {
    await attempt { _ = try await accounts.removeExpiredSessions() }
    await attempt { _ = try await photos.removeUnused(before: now().advanced(seconds: -PhotoService.patience)) }
    await attempt { try folder.removeAbandoned(before: now().advanced(seconds: -Self.longestUpload)) }
    await attempt { try await idempotency.forgetKeys(before: now().advanced(seconds: -Self.repeatable)) }
  }

  private func attempt(_ body: () async throws -> Void) async {
    do { try await body() } catch { onFailure(error) }
  }
}
