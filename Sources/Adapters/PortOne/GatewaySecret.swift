/// A secret for the gateway. Its description and its mirror are redacted.
struct GatewaySecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The secret itself.
  let text: String

  init(_ text: String) { self.text = text }

  var description: String { "(secret)" }
  var debugDescription: String { description }
  var customMirror: Mirror { Mirror(self, children: []) }
}
