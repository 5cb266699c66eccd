import APIKit
import Basics
import Contracts
import JSON
import Posts

enum PostFields {
  static let kind = BodyField<PostKind>(
    "kind", .enumeration(), "The kind of the post.", isRequired: true, example: "pose")
  static let board = BodyField<String>(
    "board", .text(0...100), "The board of an application; the service's own when absent.")
  static let title = BodyField<String?>("title", ValueKind.text(0...200).orNull, "A title.")
  static let text = BodyField<String>(
    "text", .text(0...10_000), "The text. Words after `#` are hashtags.", example: "볼하트 #커플포즈")
  static let notes = BodyField<[String?]>(
    "notes", .list(of: ValueKind.text(0...10_000).orNull, maxCount: 5),
    "Free texts for applications.")
  static let price = BodyField<Int?>(
    "price", ValueKind.integer(0...100_000_000).orNull, "The price in won; only for goods.")
  static let people = BodyField<Int?>(
    "people", ValueKind.integer(1...20).orNull, "The number of people in a pose.", example: 2)
  static let booth = BodyField<BoothID?>(
    "booth", ValueKind.booth().orNull, "The number of the booth that the post is about.")
  static let photos = BodyField<[PhotoName]>(
    "photos", .list(of: .photo(), maxCount: 5), "The names of photos that the caller has uploaded, without duplicates.")

  static let all: [any DescribedField] = [kind, board, title, text, notes, price, people, booth, photos]

  static let comment = BodyField<String>(
    "text", .text(1...2000), "The text.", isRequired: true, example: "다음에 해 볼게요")
}

extension JSONBody {
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

enum PostParameters {
  static let id = Parameter<PostID>(
    "id", .identifier(), "The identifier of a post.", example: "0199c0ffee0123456789abcd")
  static let comment = Parameter<CommentID>(
    "comment", .identifier(), "The identifier of a comment on the post.", example: "0199c0ffee0123456789abce")
}
