package import APIKit
package import Accounts
import Basics

/// Limits how many e-mail addresses a network may ask about: each answer says whether somebody has an account.
package enum EmailChecks {
  /// As for members who look up whom to invite, and by the hour.
  package static let limits = [AttemptLimit(maxCount: 60, seconds: 60), AttemptLimit(maxCount: 600, seconds: 3600)]

  /// - Throws: `DomainError` `too-many-looks` (rateLimited).
  package static func count(_ context: RequestContext, attempts: AttemptLimiter) async throws {
    let key = AttemptKey("email check", context.clientNetwork.bytes, limits)
    guard case .counted = try await attempts.count([key], at: context.now) else {
      throw DomainError(.rateLimited, "too-many-looks", "Too many addresses were looked up; wait a minute.")
    }
  }
}
