/// The three parts of a signed token's text (RFC 7515, 3.1), each written in the one way in which its bytes are: the
/// library is laxer, and two spellings of one signature would be two tokens.
struct CompactForm {
  let head: [UInt8]
  let payload: [UInt8]
  let signature: [UInt8]

  /// Reads a text; nil where it is none.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }), let head = Base64URL.decode(parts[0]),
      let payload = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2])
    else { return nil }
    self.head = head
    self.payload = payload
    self.signature = signature
  }
}
