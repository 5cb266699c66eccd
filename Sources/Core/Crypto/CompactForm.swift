/// The three parts of a JWS compact serialization (RFC 7515, 3.1), in canonical Base64url only: the library also
/// accepts other spellings, so that one signature would have two tokens.
struct CompactForm {
  let text: String
  let head: [UInt8]
  let payload: [UInt8]
  let signature: [UInt8]

  /// Parses a text; nil when malformed.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }), let head = Base64URL.decode(parts[0]),
      let payload = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2])
    else { return nil }
    self.text = text
    self.head = head
    self.payload = payload
    self.signature = signature
  }
}
