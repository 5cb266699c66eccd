package import Basics

/// A comment.
package struct LSLPComment: LSLPDocument, Hashable {
  /// 24 hexadecimal digits.
  package var id: String
  /// The text.
  package var content: String
  /// Written with three decimals.
  package var createdAt: Timestamp
  /// Who made it.
  package var creator: LSLPPerson

  /// A comment from its parts.
  package init(id: String, content: String, createdAt: Timestamp, creator: LSLPPerson) {
    self.id = id
    self.content = content
    self.createdAt = createdAt
    self.creator = creator
  }

  /// Writes the document.
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
  /// The wall or section it belongs to; may be empty.
  package var productID: String
  /// Empty where there is none.
  package var title: String
  /// The text.
  package var content: String
  /// `content1` to `content5`; nil where they were never given.
  package var notes: [String?]
  /// In won; goods only.
  package var price: Int?
  /// Written with three decimals.
  package var createdAt: Timestamp
  /// Who made it.
  package var creator: LSLPPerson
  /// Paths.
  package var files: [String]
  /// Identifiers of those who like it.
  package var likes: [String]
  /// Identifiers of those who bought what it offers; the second generation's.
  package var buyers: [String]
  /// Without `#`.
  package var hashtags: [String]
  /// Newest first: Mobbie turns them round to show them, and matches names to them by position.
  package var comments: [LSLPComment]

  /// A post from its parts.
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

  /// Writes the document: every key that some client cannot do without, an empty text or list where there is nothing.
  ///
  /// The five notes are left out where they were never given: Mobbie tells a post without a name from one with an empty
  /// name. The second generation's `likes2` is always there and always empty: a second, separate like is not kept.
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

/// A page of posts.
package struct LSLPPage: LSLPDocument, Hashable {
  /// Says that nothing follows; clients compare with it.
  package static let end = "0"

  /// Newest first.
  package var posts: [LSLPPost]
  /// What to send as `next`; `end` where nothing follows.
  package var nextCursor: String

  /// A page from its parts.
  package init(posts: [LSLPPost], nextCursor: String) {
    self.posts = posts
    self.nextCursor = nextCursor
  }

  /// Writes the document.
  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.list("data", posts) { $0.write(to: &$1, as: generation) }
    writer.text("next_cursor", nextCursor)
    writer.endObject()
  }
}

/// The paths of files that were taken in.
package struct LSLPFiles: LSLPDocument, Hashable {
  /// In the order in which they came.
  package var files: [String]

  /// An answer.
  package init(files: [String]) { self.files = files }

  /// Writes the document.
  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.texts("files", files)
    writer.endObject()
  }
}

/// Whether whoever asked likes a post now.
package struct LSLPLike: LSLPDocument, Hashable {
  /// Whether one likes it now.
  package var isLiked: Bool

  /// An answer.
  package init(isLiked: Bool) { self.isLiked = isLiked }

  /// Writes the document.
  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.flag("like_status", isLiked)
    writer.endObject()
  }
}

/// What the first generation answers to a removal; the second answers nothing.
package enum LSLPRemoval: LSLPDocument, Hashable {
  case post(String)
  /// A comment, of the post with this identifier.
  case comment(onPost: String)

  /// Writes the document.
  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    switch self {
    case .post(let id): writer.text(generation.keys.post, id)
    case .comment(let post): writer.text("postID", post)
    }
    writer.endObject()
  }
}

/// A message: the answer to an e-mail check, and the body of every error.
package struct LSLPMessage: LSLPDocument, Hashable {
  /// Korean, as these servers worded it.
  package var message: String

  /// A message.
  package init(_ message: String) { self.message = message }

  /// Writes the document.
  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.text("message", message)
    writer.endObject()
  }
}
