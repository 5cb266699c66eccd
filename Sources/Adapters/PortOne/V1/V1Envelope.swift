import Basics
import JSON

/// The envelope of every response of the first interface: a code that is 0 for success, and the response.
struct V1Envelope {
  let code: Int
  let response: JSONValue

  init?(_ httpResponse: PortOneResponse) {
    guard let object = httpResponse.object, let code = object["code"]?.integer else { return nil }
    self.code = code
    response = object["response"] ?? .null
  }

  static func response(of httpResponse: PortOneResponse) throws(DomainError) -> JSONValue {
    guard httpResponse.isSuccess else { throw GatewayError.unexpected(httpResponse) }
    guard let envelope = V1Envelope(httpResponse) else {
      throw GatewayError.malformedResponse("it is not a JSON object with a code")
    }
    guard envelope.code == 0, case .object = envelope.response else {
      throw GatewayError.malformedResponse("its code is \(envelope.code)")
    }
    return envelope.response
  }
}
