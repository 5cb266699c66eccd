/// What a service answered, whatever that says.
package struct WebResponse: Sendable {
  /// The status; that of a redirection too, for none is followed.
  package let status: Int
  /// The body as it came.
  package let body: [UInt8]
  private let headers: [String: String]

  init(status: Int, body: [UInt8], headers: [String: String]) {
    self.status = status
    self.body = body
    self.headers = headers
  }

  /// The value of a header, its first where there are several; nil where there is none.
  package subscript(header name: String) -> String? { headers[name.lowercased()] }
}

/// Why there is no answer. None of it tells what was asked or answered.
package enum WebFailure: Error, Hashable, Sendable {
  /// No connection, no name, or it broke off; in the library's words.
  case unreachable(String)
  /// It did not prove who it is.
  case untrusted
  /// It took longer than is waited.
  case tooSlow
  /// It is larger than is taken.
  case tooLarge
  /// A header's value could not be sent as it is.
  case unsendable
}
