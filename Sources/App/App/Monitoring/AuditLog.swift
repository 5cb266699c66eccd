import Accounts
import Audit
import Basics
import CommandLineKit
import Foundation
import Stores
import Telemetry

/// Records who did what. An entry that cannot be written is reported to the operator, and keeps nobody from working: what
/// it records is done already.
struct AuditLog: Sendable {
  let store: any AuditStore
  let now: @Sendable () -> Timestamp
  let onFailure: @Sendable (any Error) -> Void
  let counts = EventCounter()

  func record(
    _ action: String, by actor: AuditEntry.Actor, on subject: String? = nil, failure: String? = nil,
    detail: String? = nil, network: String? = nil
  ) async {
    counts.count(action, failure ?? "done")
    let entry = AuditEntry(
      at: now(), action, by: actor, on: subject, failure: failure, detail: detail, network: network,
      request: RequestScope.current?.requestID)
    do { try await store.add(entry) } catch { onFailure(error) }
  }

  func record(_ event: AccountEvent) async {
    await record(
      event.kind.rawValue, by: .account(event.account), failure: event.failure, detail: event.method,
      network: event.network)
  }

  /// Removes what is older than a year, or too much.
  func removeOld() async throws {
    try await store.remove(
      before: now().advanced(seconds: -AuditRetention.seconds), keeping: AuditRetention.maxCount)
  }
}

extension AuditEntry.Actor {
  /// - Parameter account: that of the operator session; nil: the operator token was used.
  init(actingWithRole account: AccountID?) { self = account.map { .account($0) } ?? .operator }
}

extension Assembly {
  func audit(now: @escaping @Sendable () -> Timestamp, onFailure: @escaping @Sendable (any Error) -> Void) -> AuditLog {
    AuditLog(store: SQLAuditStore(database), now: now, onFailure: onFailure)
  }

  /// Runs what a command changes, and records that it did or was refused.
  /// - Parameters:
  ///   - subject: what it changes, by its identifier, where that is known before.
  ///   - found: the same of the result.
  func audited<Result>(
    _ command: ParsedCommand, _ context: CommandContext, on subject: String? = nil, detail: String? = nil,
    found: (Result) -> String? = { _ in nil }, _ body: () async throws -> Result
  ) async throws -> Result {
    let audit = audit(now: context.now) { error in
      let reason = operatorMessage(of: error)
      context.console.error("fourcuts: This is not in the audit log: \(withoutControls(reason))")
    }
    let (action, actor) = (command.specification.name, AuditEntry.Actor.command(systemUser(context.environment)))
    do {
      let result = try await body()
      await audit.record(action, by: actor, on: found(result) ?? subject, detail: detail)
      return result
    } catch let error as DomainError where error.kind != .unavailable {
      await audit.record(action, by: actor, on: subject, failure: error.code, detail: detail)
      throw error
    }
  }
}

/// The user of the operating system and the machine's name: `mina as root@node-1` under sudo.
private func systemUser(_ environment: [String: String]) -> String {
  let user = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(getuid())"
  let name = "\(user)@\(ProcessInfo.processInfo.hostName)"
  guard let caller = environment["SUDO_USER"], !caller.isEmpty else { return name }
  return "\(withoutControls(caller)) as \(name)"
}
