import Basics

/// What was done about revocations.
package struct RevocationReport: Hashable, Sendable {
  /// Consents that are over, or that only the person can end.
  package var finished = 0
  /// To be tried again.
  package var postponed = 0
  /// Given up after a month, by provider.
  package var abandoned: [ProviderName] = []

  /// Nothing yet.
  package init() {}
}

extension IdentityService {
  /// How many are told at once.
  private static let batch = 8
  /// Seconds after which one that was taken up is taken up again: longer than a provider is waited for.
  private static let lease: Int64 = 120
  /// With the waiting times below they come to a month.
  private static let maxAttempts = 130

  /// Tells providers that consents are over, as far as that is due; to be called now and then, by any number of
  /// processes. One that cannot be told is tried again: after a minute, two, four and so on up to six hours, for a
  /// month.
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
      revocation, until: now().advanced(seconds: Self.retryDelay(after: revocation.attempts)))
  }

  /// Whether nothing is left to be done. A provider that is not configured now may be so again later.
  private func isFinished(_ revocation: Revocation) async -> Bool {
    guard revocation.key.provider.isExternal else { return true }
    guard let provider = providers[revocation.key.provider] else { return false }
    return (try? await provider.revoke(revocation.key.subject, grant: opened(revocation))) != nil
  }

  private static func retryDelay(after attempts: Int) -> Int64 {
    min(60 << Int64(min(attempts - 1, 20)), 6 * 3600)
  }
}
