package import Accounts
import Basics
import Foundation
package import Mail

/// Writes mails as `.eml` files into a directory, for a server without a relay.
package struct MailDirectory: MailTransport {
  private let path: String

  /// - Parameter path: created with the first mail, open to this user alone: mails hold links that open accounts.
  package init(_ path: String) { self.path = path }

  /// Returns once the disk has the file.
  package func send(_ message: MailMessage) async throws(MailFailure) {
    let file = "\(path)/\(message.id).eml"
    let draft = file + ".part"
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      // Of a process that was killed while it wrote.
      unlink(draft)
      try replaceFile(file, with: message.rendered, draft: draft)
      try syncDirectory(path)
    } catch {
      throw .unavailable("\(error)")
    }
  }
}
