package import JSON

/// The two generations of LSLP's contract: the same data under different names.
package enum LSLPGeneration: String, Hashable, Sendable, CaseIterable {
  /// At the root of the host, November 2023 to January 2024: Mobbie, OOTD.
  case v0
  /// Under `/v1`, April to October 2024: 4cuts.zip.
  case v1
}

struct LSLPKeys {
  let post: StaticString
  let comment: StaticString
  let account: StaticString
  let time: StaticString
  let files: StaticString
  let image: StaticString
  let accessToken: StaticString
}

extension LSLPGeneration {
  var keys: LSLPKeys {
    switch self {
    case .v0:
      LSLPKeys(
        post: "_id", comment: "_id", account: "_id", time: "time", files: "image", image: "profile",
        accessToken: "token")
    case .v1:
      LSLPKeys(
        post: "post_id", comment: "comment_id", account: "user_id", time: "createdAt", files: "files",
        image: "profileImage", accessToken: "accessToken")
    }
  }
}

package protocol LSLPDocument: Sendable {
  func write(to writer: inout JSONWriter, as generation: LSLPGeneration)
}

extension LSLPDocument {
  /// The document as UTF-8 bytes.
  package func bytes(as generation: LSLPGeneration) -> [UInt8] {
    var writer = JSONWriter(capacity: 1024)
    write(to: &writer, as: generation)
    return writer.finish()
  }
}

extension JSONWriter {
  mutating func texts(_ key: StaticString, _ texts: [String]) {
    list(key, texts) { $1.string($0) }
  }

  /// Writes a key with a text, or nothing for nil: the contract leaves out unknown values.
  mutating func text(_ key: StaticString, ifAny text: String?) {
    if let text { self.text(key, text) }
  }
}
