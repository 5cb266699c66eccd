import Basics
import JSON
import WebClient

struct PortOneResponse: Sendable {
  private let response: WebResponse

  init(_ response: WebResponse) { self.response = response }

  var status: Int { response.status }
  var isSuccess: Bool { (200..<300).contains(status) }
  var retryAfter: Double? { response.retryAfter }

  /// The body as a JSON object; nil if it is none.
  var object: JSONValue? {
    guard let value = try? JSONReader.value(of: response.body), case .object = value else { return nil }
    return value
  }

  /// The body as a JSON object.
  /// - Throws: `gateway-not-understood` if it is none.
  func requiredObject() throws(DomainError) -> JSONValue {
    guard let object else { throw GatewayError.malformedResponse("it is not a JSON object") }
    return object
  }

  /// The error type of the second interface, if it is a plain word.
  var word: String? { object?.plainText("type") }
}
