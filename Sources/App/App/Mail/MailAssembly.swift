import Accounts
import Basics
import Concurrency
import Crypto
import Foundation
import Mail
import MailDelivery
import Stores
import WebClient

/// The mails of a data directory and their background work.
struct MailAssembly: Sendable {
  let mailer: AccountMailer
  /// Wakes the worker when a mail was added here.
  let wakeSignal = WakeSignal()

  /// - Throws: `DomainError` of the sender.
  init(
    _ assembly: Assembly, _ settings: MailSettings, attempts: AttemptLimiter, authenticator: MessageAuthenticator,
    now: @escaping @Sendable () -> Timestamp
  ) throws(DomainError) {
    let transport: any MailTransport =
      if let relay = settings.relay {
        RelayTransport(SMTPRelay(relay))
      } else {
        MailDirectory(Self.directory(of: assembly))
      }
    let sender = if let sender = settings.sender { sender } else { try Mailbox("fourcuts@localhost") }
    mailer = AccountMailer(
      outbox: SQLMailOutbox(assembly.database), transport: transport,
      sender: sender, base: settings.base, attempts: attempts,
      authenticator: authenticator, clock: now, random: systemRandom, wake: wakeSignal.wake)
  }

  /// Where mails are written without a relay.
  static func directory(of assembly: Assembly) -> String { assembly.directory.appendingPathComponent("mail").path }

  /// Sends due mails until `wakeSignal` is closed or the task is cancelled: at once those added here, and every five
  /// seconds those that other processes added or that are tried again.
  /// - Parameter onFault: receives each error and each problem of a mail.
  func run(_ conditions: ServiceConditions, onFault: @escaping @Sendable (any Error) -> Void) async {
    await repeating(every: .seconds(5), afterFailure: .seconds(10), or: wakeSignal, onFailure: onFault) {
      let report = try await mailer.sendDue()
      if report.sent > 0 { conditions.end(.mail) }
      if let problem = report.problem { throw problem }
    }
  }
}
