/// The generations of the contract that the learning platform LSLP had: the same things under other names.
package enum LSLPGeneration: String, Hashable, Sendable, CaseIterable {
  /// At the root of the host, November 2023 to January 2024: Mobbie, OOTD.
  case v0
  /// Under `/v1`, April to October 2024: 4cuts.zip.
  case v1
}

/// What a generation calls the fields of its documents.
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

/// A document of the contract, in the words of either generation.
package protocol LSLPDocument: Sendable {
  /// Writes the document at the place where the writer is.
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
  /// A list of texts.
  mutating func texts(_ key: StaticString, _ texts: [String]) {
    list(key, texts) { $1.string($0) }
  }

  /// A key with a text where there is one: the contract leaves out what is not known.
  mutating func text(_ key: StaticString, ifAny text: String?) {
    if let text { self.text(key, text) }
  }
}
