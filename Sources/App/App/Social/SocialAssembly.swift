import Accounts
import Basics
import SocialLogin
import Stores

/// Introduces the providers that are set to the service.
/// - Throws: `DomainError` of the key that keeps what ends their consents.
func identityService(
  _ assembly: Assembly, _ settings: SocialSettings, accounts: AccountService, now: @escaping @Sendable () -> Timestamp
) throws(DomainError) -> IdentityService {
  let providers: [(any IdentityProvider)?] = [
    settings.kakao.map { Kakao($0, clock: now) }, settings.naver.map { Naver($0) },
    settings.google.map { Google($0, clock: now) }, settings.apple.map { Apple($0, clock: now) },
  ]
  return IdentityService(
    accounts: accounts, identities: SQLIdentityStore(assembly.database), providers: providers.compactMap { $0 },
    box: try assembly.keyRing.grantBox(), clock: now)
}

/// Tells providers in the background that somebody left.
struct RevocationWorker: Sendable {
  let identities: IdentityService
  /// Told of what cannot be done; the next round tries again.
  let onFailure: @Sendable (any Error) -> Void

  /// Looks every few seconds whether something is due, until the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      do {
        for provider in try await identities.revokeDue().abandoned {
          onFailure(RevocationAbandoned(provider: provider))
        }
      } catch {
        onFailure(error)
      }
      try? await Task.sleep(for: .seconds(5))
    }
  }
}

/// A provider that could not be told for a month that somebody left.
private struct RevocationAbandoned: Error, CustomStringConvertible {
  var provider: ProviderName

  var description: String { "\(provider.title) could not be told for a month that somebody left; it is given up" }
}
