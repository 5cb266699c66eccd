import Basics
import JSON
import WebClient

/// What a gateway answered.
struct PortOneResponse: Sendable {
  private let response: WebResponse

  init(_ response: WebResponse) { self.response = response }

  var status: Int { response.status }
  var isSuccess: Bool { (200..<300).contains(status) }
  /// How many seconds it asks to wait; nil where it does not say so in seconds.
  var retryAfter: Double? { response[header: "Retry-After"].flatMap(Double.init) }

  /// The object that the body is; nil where it is none.
  var object: JSONValue? {
    guard let value = try? JSONReader.value(of: response.body), case .object = value else { return nil }
    return value
  }

  /// The object that the body is.
  /// - Throws: `gateway-not-understood` where it is none.
  func requiredObject() throws(DomainError) -> JSONValue {
    guard let object else { throw GatewayError.notUnderstood("it is no JSON object") }
    return object
  }

  /// The second interface's word for a failure, where it is a plain one.
  var word: String? { object?.plainText("type") }
}
