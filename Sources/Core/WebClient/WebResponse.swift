import CCurl
import Glibc

package struct WebResponse: Sendable {
  /// The status; redirects are not followed.
  package let status: Int
  package let body: [UInt8]
  private let headers: [String: String]

  init(status: Int, body: [UInt8], headers: [String: String]) {
    self.status = status
    self.body = body
    self.headers = headers
  }

  /// The first value of a header; nil when absent.
  package subscript(header name: String) -> String? { headers[name.lowercased()] }

  /// `Retry-After` in seconds, also if it is a date (RFC 9110 §10.2.3), at most `maxRetryAfter`; nil when absent or
  /// malformed. A date counts from that of the response, whose clock may differ from the one here.
  package var retryAfter: Double? {
    guard let text = self[header: "Retry-After"] else { return nil }
    if let seconds = Double(text) { return seconds.isFinite && seconds >= 0 ? min(seconds, Self.maxRetryAfter) : nil }
    let sentAt = self[header: "Date"].flatMap(Self.seconds(ofDate:)) ?? Double(time(nil))
    return Self.seconds(ofDate: text).map { min(max(0, $0 - sentAt), Self.maxRetryAfter) }
  }

  /// As for other spans of HTTP in seconds (RFC 9111 §1.2.2): more would not fit into a `Duration`.
  private static let maxRetryAfter = 0x1p31

  /// The seconds since 1970 of a date in one of the three forms of RFC 9110 §5.6.7; nil when malformed.
  private static func seconds(ofDate text: String) -> Double? {
    let seconds = curl_getdate(text, nil)
    return seconds == -1 ? nil : Double(seconds)
  }
}

/// Why there is no response. Never contains parts of the request or the response.
package enum WebFailure: Error, Hashable, Sendable {
  /// Connection or name resolution failed, or the connection broke; with the library's message.
  case unreachable(String)
  /// The server's certificate could not be verified.
  case untrusted
  /// The response exceeded the timeout.
  case tooSlow
  /// The response exceeded the size limit, or the request's `receive` accepted no more.
  case tooLarge
  /// A header value contains characters that cannot be sent.
  case unsendable

  /// The name of the case, for traces.
  var code: String {
    switch self {
    case .unreachable: "unreachable"
    case .untrusted: "untrusted"
    case .tooSlow: "timeout"
    case .tooLarge: "too-large"
    case .unsendable: "unsendable"
    }
  }
}
