import Accounts
import Basics
import Concurrency
import SocialLogin
import Stores

/// Creates the identity service with the configured providers.
/// - Throws: `DomainError` of the key that encrypts grants.
func identityService(
  _ assembly: Assembly, _ settings: SocialSettings, accounts: AccountService, now: @escaping @Sendable () -> Timestamp
) async throws -> IdentityService {
  let providers: [(any IdentityProvider)?] = [
    settings.kakao.map { Kakao($0, clock: now) }, settings.naver.map { Naver($0) },
    settings.google.map { Google($0, clock: now) }, settings.apple.map { Apple($0, clock: now) },
  ]
  return IdentityService(
    accounts: accounts, identities: SQLIdentityStore(assembly.database), providers: providers.compactMap { $0 },
    box: try await assembly.keyRing.grantBox(), clock: now)
}

/// Revokes consent at providers for users who left, in the background.
struct RevocationWorker: Sendable {
  let identities: IdentityService
  /// Called for each failure. The next round tries again.
  let onFailure: @Sendable (any Error) -> Void

  /// Handles due revocations every five seconds until the task is cancelled.
  func run() async {
    await repeating(every: .seconds(5), onFailure: onFailure) {
      for provider in try await identities.revokeDue().abandoned {
        onFailure(RevocationAbandoned(provider: provider))
      }
    }
  }
}

/// A revocation was given up after it had failed for a month.
private struct RevocationAbandoned: Error, CustomStringConvertible {
  var provider: ProviderName

  var description: String { "Revoking a user's consent at \(provider.title) failed for a month: it is not tried again" }
}
