import Basics
import JSON

/// What every answer of the first interface is wrapped in: a code that is 0 for success, and the response.
struct V1Envelope {
  let code: Int
  let response: JSONValue

  /// The envelope of an answer; nil where it has none.
  init?(_ answer: Answer) {
    guard let object = answer.object, case .integer(let code)? = object["code"] else { return nil }
    self.code = code
    response = object["response"] ?? .null
  }

  /// What an answer of success holds.
  static func response(of answer: Answer) throws(DomainError) -> JSONValue {
    guard answer.isSuccess else { throw GatewayError.unexpected(answer) }
    guard let envelope = V1Envelope(answer) else {
      throw GatewayError.notUnderstood("it is no JSON object with a code")
    }
    guard envelope.code == 0, case .object = envelope.response else {
      throw GatewayError.notUnderstood("its code is \(envelope.code)")
    }
    return envelope.response
  }
}
