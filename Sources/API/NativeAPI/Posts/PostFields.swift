import APIKit
import Basics
import Contracts
import Posts

/// The fields of the bodies that speak of posts and comments.
enum PostFields {
  static let kind = BodyField<PostKind>("kind", .word(), "What the post is.", isRequired: true, example: "pose")
  static let board = BodyField<String>(
    "board", .text(0...100), "Which wall of an application it hangs on; without it the service's own.")
  static let title = BodyField<String?>("title", FieldKind.text(0...200).orNull, "A title.")
  static let text = BodyField<String>(
    "text", .text(0...10_000), "What it says. Words behind `#` are its hashtags.", example: "볼하트 #커플포즈")
  static let notes = BodyField<[String?]>(
    "notes", .list(of: FieldKind.text(0...10_000).orNull, maxCount: 5),
    "Free texts that applications fill as they like.")
  static let price = BodyField<Int?>(
    "price", FieldKind.integer(0...100_000_000).orNull, "In won; goods have one, nothing else does.")
  static let people = BodyField<Int?>(
    "people", FieldKind.integer(1...20).orNull, "How many people a pose is for.", example: 2)
  static let booth = BodyField<BoothID?>("booth", FieldKind.booth().orNull, "The number of the booth that it is about.")
  static let photos = BodyField<[PhotoName]>(
    "photos", .list(of: .photo(), maxCount: 5), "The names of photos that the caller has uploaded, none twice.")

  static let all: [any DescribedField] = [kind, board, title, text, notes, price, people, booth, photos]

  static let comment = BodyField<String>(
    "text", .text(1...2000), "What the comment says.", isRequired: true, example: "다음에 해 볼게요")
}

extension JSONBody {
  /// What the author decides of a post.
  func postContent() throws(DomainError) -> PostContent {
    var content = PostContent(kind: try required(PostFields.kind))
    content.board = try value(PostFields.board) ?? ""
    content.title = try value(PostFields.title)
    content.text = try value(PostFields.text) ?? ""
    if let notes = try value(PostFields.notes) { content.notes = notes }
    content.price = try value(PostFields.price)
    content.people = try value(PostFields.people)
    content.booth = try value(PostFields.booth)
    content.photos = try value(PostFields.photos) ?? []
    return content
  }
}

/// The parameters of the post endpoints.
enum PostParameters {
  static let id = Parameter<PostID>(
    "id", .identifier(), "The identifier of a post.", example: "0199c0ffee0123456789abcd")
  static let comment = Parameter<CommentID>(
    "comment", .identifier(), "The identifier of a comment on the post.", example: "0199c0ffee0123456789abce")
}
