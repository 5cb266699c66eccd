package import Accounts
package import Mail
package import WebClient

/// Hands mails to a relay.
package struct RelayTransport: MailTransport {
  private let relay: SMTPRelay

  package init(_ relay: SMTPRelay) { self.relay = relay }

  /// Returns once the relay has accepted the mail.
  package func send(_ message: MailMessage) async throws(MailFailure) {
    do {
      try await relay.send(message.rendered, from: message.from.address, to: message.to.address)
    } catch SMTPFailure.refused(let reply) {
      throw .refused(reply)
    } catch SMTPFailure.unavailable(let reason) {
      throw .unavailable(reason)
    } catch {
      throw .unavailable("\(error)")
    }
  }
}
