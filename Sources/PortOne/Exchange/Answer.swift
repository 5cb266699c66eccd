import Basics
import JSON

/// What a gateway answered.
struct Answer: Sendable {
  var status: Int
  var body: [UInt8]
  /// How many seconds it asks to wait; nil where it does not say so in seconds.
  var retryAfter: Double?

  var isSuccess: Bool { (200..<300).contains(status) }

  /// The object that the body is; nil where it is none.
  var object: JSONValue? {
    guard let value = try? JSONReader.value(of: body), case .object = value else { return nil }
    return value
  }

  /// The object that the body is.
  /// - Throws: `gateway-not-understood` where it is none.
  func requiredObject() throws(Refusal) -> JSONValue {
    guard let object else { throw GatewayRefusal.notUnderstood("it is no JSON object") }
    return object
  }

  /// The second interface's word for a failure, where it is a plain one.
  var word: String? { object?.plainText("type") }
}
