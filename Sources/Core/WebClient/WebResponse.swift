/// A response of a service, with any status.
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

  /// `Retry-After` in seconds; nil when absent or a date.
  package var retryAfter: Double? {
    self[header: "Retry-After"].flatMap(Double.init).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
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
  /// The response exceeded the size limit, or the request's `receive` took no more.
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
