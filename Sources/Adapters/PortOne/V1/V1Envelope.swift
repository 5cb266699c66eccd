import Basics
import JSON

/// What every answer of the first interface is wrapped in: a code that is 0 for success, and the response.
struct V1Envelope {
  let code: Int
  let response: JSONValue

  /// The envelope of an answer; nil where it has none.
  init?(_ httpResponse: PortOneResponse) {
    guard let object = httpResponse.object, case .integer(let code)? = object["code"] else { return nil }
    self.code = code
    response = object["response"] ?? .null
  }

  /// What an answer of success holds.
  static func response(of httpResponse: PortOneResponse) throws(DomainError) -> JSONValue {
    guard httpResponse.isSuccess else { throw GatewayError.unexpected(httpResponse) }
    guard let envelope = V1Envelope(httpResponse) else {
      throw GatewayError.notUnderstood("it is no JSON object with a code")
    }
    guard envelope.code == 0, case .object = envelope.response else {
      throw GatewayError.notUnderstood("its code is \(envelope.code)")
    }
    return envelope.response
  }
}
