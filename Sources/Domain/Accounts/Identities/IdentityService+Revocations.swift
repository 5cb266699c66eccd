import Basics

package struct RevocationReport: Hashable, Sendable {
  /// Revoked, or only revocable by the user at the provider.
  package var finished = 0
  package var postponed = 0
  /// The providers of revocations given up after a month.
  package var abandoned: [ProviderName] = []

  package init() {}
}

extension IdentityService {
  /// Revocations processed concurrently.
  private static let batch = 8
  /// Seconds after which a leased revocation is due again: longer than the timeout of a provider.
  private static let lease: Int64 = 120
  /// With the retry delays below: a month.
  private static let maxAttempts = 130

  /// Notifies providers of revoked consents that are due; to be called periodically, by any number of processes. A
  /// failure is retried after a minute, two, four and so on up to six hours, for a month.
  package func revokeDue() async throws -> RevocationReport {
    var report = RevocationReport()
    while true {
      let instant = now()
      let taken = try await identities.leaseRevocations(
        dueAt: instant, until: instant.advanced(seconds: Self.lease), limit: Self.batch)
      if taken.isEmpty { return report }
      let results = await withTaskGroup(of: (Revocation, Bool).self) { group in
        for revocation in taken { group.addTask { (revocation, await isFinished(revocation)) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      for (revocation, isFinished) in results { try await settle(revocation, isFinished, &report) }
    }
  }

  private func settle(_ revocation: Revocation, _ isFinished: Bool, _ report: inout RevocationReport) async throws {
    if isFinished {
      report.finished += 1
      return try await identities.finish(revocation)
    }
    guard revocation.attempts < Self.maxAttempts else {
      report.abandoned.append(revocation.key.provider)
      return try await identities.finish(revocation)
    }
    report.postponed += 1
    try await identities.postpone(
      revocation, until: now().advanced(milliseconds: Self.backoff.pause(after: revocation.attempts)))
  }

  /// Whether nothing is left to do. A provider that is not configured now may be configured again later.
  private func isFinished(_ revocation: Revocation) async -> Bool {
    guard revocation.key.provider.isExternal else { return true }
    guard let provider = providers[revocation.key.provider] else { return false }
    return (try? await provider.revoke(revocation.key.subject, grant: decryptedGrant(revocation))) != nil
  }

  /// From a minute to six hours.
  private static let backoff = Backoff(first: 60_000, limit: 6 * 3_600_000)
}
