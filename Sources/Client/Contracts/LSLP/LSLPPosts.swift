package import Basics
package import JSON

package struct LSLPComment: LSLPDocument, Hashable {
  /// 24 hexadecimal digits.
  package var id: String
  package var content: String
  /// Written with three decimals.
  package var createdAt: Timestamp
  package var creator: LSLPPerson

  package init(id: String, content: String, createdAt: Timestamp, creator: LSLPPerson) {
    self.id = id
    self.content = content
    self.createdAt = createdAt
    self.creator = creator
  }

  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.text(generation.keys.comment, id)
    writer.text("content", content)
    writer.instant(generation.keys.time, createdAt)
    writer.key("creator")
    creator.write(to: &writer, as: generation)
    writer.endObject()
  }
}

/// A post with its likes and comments.
package struct LSLPPost: LSLPDocument, Hashable {
  /// 24 hexadecimal digits.
  package var id: String
  /// The board or section of the post; may be empty.
  package var productID: String
  /// Empty when absent.
  package var title: String
  package var content: String
  /// `content1` to `content5`; nil if never set.
  package var notes: [String?]
  /// In won; goods only.
  package var price: Int?
  /// Written with three decimals.
  package var createdAt: Timestamp
  package var creator: LSLPPerson
  package var files: [String]
  /// Identifiers of the likers.
  package var likes: [String]
  /// Identifiers of the buyers; second generation only.
  package var buyers: [String]
  /// Without `#`.
  package var hashtags: [String]
  /// Newest first: Mobbie reverses them for display, and matches names by index.
  package var comments: [LSLPComment]

  package init(
    id: String, productID: String, title: String, content: String, notes: [String?], price: Int?,
    createdAt: Timestamp, creator: LSLPPerson, files: [String], likes: [String], buyers: [String],
    hashtags: [String], comments: [LSLPComment]
  ) {
    self.id = id
    self.productID = productID
    self.title = title
    self.content = content
    self.notes = notes
    self.price = price
    self.createdAt = createdAt
    self.creator = creator
    self.files = files
    self.likes = likes
    self.buyers = buyers
    self.hashtags = hashtags
    self.comments = comments
  }

  /// Writes the document: every key that a client requires, with an empty string or list when there is no value.
  ///
  /// Notes that were never set are left out: Mobbie distinguishes a post without a name from one with an empty name.
  /// The second generation's `likes2` is always present and empty: a second, separate like is not stored.
  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.text(generation.keys.post, id)
    writer.text("product_id", productID)
    writer.text("title", title)
    if let price, generation == .v1 { writer.number("price", price) }
    writer.text("content", content)
    for (key, note) in zip(Self.noteKeys, notes) { writer.text(key, ifAny: note) }
    writer.instant(generation.keys.time, createdAt)
    writer.key("creator")
    creator.write(to: &writer, as: generation)
    writer.texts(generation.keys.files, files)
    writer.texts("likes", likes)
    if generation == .v1 {
      writer.texts("likes2", [])
      writer.texts("buyers", buyers)
    }
    writer.texts("hashTags", hashtags)
    writer.list("comments", comments) { $0.write(to: &$1, as: generation) }
    writer.endObject()
  }

  private static let noteKeys: [StaticString] = ["content1", "content2", "content3", "content4", "content5"]
}

package struct LSLPPage: LSLPDocument, Hashable {
  /// The cursor after the last page; clients compare with it.
  package static let end = "0"

  /// Newest first.
  package var posts: [LSLPPost]
  /// The value for `next`; `end` on the last page.
  package var nextCursor: String

  package init(posts: [LSLPPost], nextCursor: String) {
    self.posts = posts
    self.nextCursor = nextCursor
  }

  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.list("data", posts) { $0.write(to: &$1, as: generation) }
    writer.text("next_cursor", nextCursor)
    writer.endObject()
  }
}

package struct LSLPFiles: LSLPDocument, Hashable {
  /// In upload order.
  package var files: [String]

  package init(files: [String]) { self.files = files }

  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.texts("files", files)
    writer.endObject()
  }
}

/// Whether the caller likes a post.
package struct LSLPLike: LSLPDocument, Hashable {
  package var isLiked: Bool

  package init(isLiked: Bool) { self.isLiked = isLiked }

  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.flag("like_status", isLiked)
    writer.endObject()
  }
}

/// The first generation's response to a removal; the second's is empty.
package enum LSLPRemoval: LSLPDocument, Hashable {
  case post(String)
  /// A comment on the post with this identifier.
  case comment(onPost: String)

  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    switch self {
    case .post(let id): writer.text(generation.keys.post, id)
    case .comment(let post): writer.text("postID", post)
    }
    writer.endObject()
  }
}

/// The answer to an e-mail check, and the body of every error.
package struct LSLPMessage: LSLPDocument, Hashable {
  /// Korean, as the original servers worded it.
  package var message: String

  package init(_ message: String) { self.message = message }

  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.text("message", message)
    writer.endObject()
  }
}
