/// A text that is shown to the gateway only: whoever prints it or what holds it sees that there is one.
struct GatewaySecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text itself.
  let text: String

  init(_ text: String) { self.text = text }

  var description: String { "(secret)" }
  var debugDescription: String { description }
  var customMirror: Mirror { Mirror(self, children: []) }
}
