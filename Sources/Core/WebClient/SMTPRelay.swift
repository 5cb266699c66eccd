package import Basics
import CCurl
import Concurrency
import FoundationEssentials

/// The address of a mail relay: `smtps://USER:PASSWORD@HOST:PORT`, or `smtp://` for STARTTLS.
package struct SMTPAddress: Sendable, CustomReflectable {
  /// Without the credentials.
  let target: String
  let user: String?
  let password: String?
  /// Whether the connection has to be encrypted by STARTTLS. A relay on this machine needs none.
  let needsSTARTTLS: Bool

  /// - Throws: `DomainError` `smtp-url-invalid`, whose message does not contain the text.
  package init(_ text: String) throws(DomainError) {
    guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      ["smtp", "smtps"].contains(scheme), let host = parts.host?.lowercased(), !host.isEmpty,
      ["", "/"].contains(parts.path), parts.query == nil, parts.fragment == nil,
      (parts.user == nil) == (parts.password == nil)
    else {
      throw DomainError(
        .invalid, "smtp-url-invalid",
        "The mail relay must be like smtps://USER:PASSWORD@mail.example.com; percent-encode other signs.")
    }
    (user, password) = (parts.user, parts.password)
    let literal = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    target = "\(scheme)://\(literal)" + (parts.port.map { ":\($0)" } ?? "")
    needsSTARTTLS = scheme == "smtp" && !["localhost", "127.0.0.1", "[::1]"].contains(literal)
  }

  /// Empty: it has a password.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a mail was not accepted. It contains neither address nor text of the mail.
package enum SMTPFailure: Error, Hashable, Sendable {
  /// The relay refuses this mail for good, with a reply of 500 to 599.
  case refused(Int)
  /// It may be accepted later; with the reason.
  case unavailable(String)
}

/// Hands mails to a relay over SMTP (RFC 5321). Certificates are verified against the system's store.
package final class SMTPRelay: Sendable {
  private static let milliseconds = 30_000

  private let address: SMTPAddress
  private let work = BlockingWork(
    "mail", parallel: 1, waiting: 16,
    overloadError: DomainError(.unavailable, "mail-overloaded", "Too many mails are being sent: try again later."))

  package init(_ address: SMTPAddress) { self.address = address }

  /// Sends a message over a new connection and returns once the relay has accepted it.
  /// - Throws: `SMTPFailure`. When the connection breaks after the last line was sent, the relay may have accepted it.
  package func send(_ message: [UInt8], from sender: String, to recipient: String) async throws {
    try await work.run { [address] in
      try CurlHandle().deliver(message, from: sender, to: recipient, over: address, milliseconds: Self.milliseconds)
    }
  }
}

extension CurlHandle {
  fileprivate func deliver(
    _ message: [UInt8], from sender: String, to recipient: String, over address: SMTPAddress, milliseconds: Int
  ) throws(SMTPFailure) {
    ccurl_set_text(pointer, CURLOPT_URL, address.target)
    ccurl_set_text(pointer, CURLOPT_PROTOCOLS_STR, "smtp,smtps")
    if address.needsSTARTTLS { ccurl_set_number(pointer, CURLOPT_USE_SSL, Int(CURLUSESSL_ALL.rawValue)) }
    if let user = address.user, let password = address.password {
      ccurl_set_text(pointer, CURLOPT_USERNAME, user)
      ccurl_set_text(pointer, CURLOPT_PASSWORD, password)
    }
    ccurl_set_text(pointer, CURLOPT_PROXY, "")
    ccurl_set_number(pointer, CURLOPT_TIMEOUT_MS, milliseconds)
    ccurl_set_number(pointer, CURLOPT_NOSIGNAL, 1)
    ccurl_set_text(pointer, CURLOPT_MAIL_FROM, "<\(sender)>")
    let recipients = curl_slist_append(nil, "<\(recipient)>")
    defer { curl_slist_free_all(recipients) }
    ccurl_set_list(pointer, CURLOPT_MAIL_RCPT, recipients)
    ccurl_set_number(pointer, CURLOPT_UPLOAD, 1)
    ccurl_set_number(pointer, CURLOPT_INFILESIZE, message.count)
    let source = Source(message)
    ccurl_set_context(pointer, CURLOPT_READDATA, Unmanaged.passUnretained(source).toOpaque())
    ccurl_set_receiver(pointer, CURLOPT_READFUNCTION) { buffer, size, count, context in
      guard let buffer, let context else { return 0 }
      return Unmanaged<Source>.fromOpaque(context).takeUnretainedValue()
        .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
    }
    let result = withExtendedLifetime(source) { curl_easy_perform(pointer) }
    guard result != CURLE_OK else { return }
    var reply = 0
    ccurl_get_number(pointer, CURLINFO_RESPONSE_CODE, &reply)
    // Replies to the greeting and to the login are about the relay, not about the mail.
    let isAboutMail = result == CURLE_SEND_ERROR || source.isRead
    if isAboutMail, (500...599).contains(reply) { throw .refused(reply) }
    let message = String(cString: curl_easy_strerror(result))
    throw .unavailable(reply >= 400 ? "\(message), with reply \(reply)" : message)
  }
}

/// The bytes that the library has yet to send.
private final class Source {
  private var rest: ArraySlice<UInt8>
  private(set) var isRead = false

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    isRead = true
    let count = min(buffer.count, rest.count)
    buffer.copyBytes(from: rest.prefix(count))
    rest = rest.dropFirst(count)
    return count
  }
}
