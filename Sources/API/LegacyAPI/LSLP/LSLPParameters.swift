import APIKit
import Basics
import Contracts
import JSON
import NativeAPI

enum LSLPParameters {
  static let post = Parameter<PostID>("id", .objectID("post-unknown"), "The post.")
  static let comment = Parameter<CommentID>("comment_id", .objectID("comment-unknown"), "The comment.")
  static let account = Parameter<AccountID>("user_id", .objectID("account-unknown"), "The account.")
  static let directory = Parameter<String>("folder", .enumeration(LSLPPath.directories), "The directory of the file.")
  static let file = Parameter<String>("name", .text(maxCount: 100), "The file.")

  static let next = Parameter<String>(
    "next", .anyText(maxCount: 200),
    "`next_cursor` of the last page. Empty, absent or `0` (Mobbie, on changing its tab) is the first page.")
  static let limit = Parameter<Int>("limit", .pageLimit(), "The number of posts of a page.", example: "15")
  static let product = Parameter<String>(
    "product_id", .anyText(maxCount: 100), "The board or section; all when absent.", example: "4cut_photo")
  static let hashtag = Parameter<String>(
    "hashTag", .text(maxCount: 100), "With or without `#`.", isRequired: true, example: "네컷")

  static let page: [any DescribedParameter] = [next, limit, product]
}

extension ValueKind {
  /// An identifier. Anything else is reported as not found: 410, which these clients know.
  fileprivate static func objectID<Subject>(_ code: String) -> ValueKind where Value == Identifier<Subject> {
    ValueKind(
      "24 hexadecimal digits", schema: .object(["type": "string", "pattern": "^[0-9a-f]{24}$"])
    ) { text throws(DomainError) in
      guard let id = Identifier<Subject>(text) else { throw DomainError(.notFound, code, "There is no such thing.") }
      return .value(id)
    }
  }
}

extension ValueKind<String> {
  /// A text that may be empty.
  fileprivate static func anyText(maxCount length: Int) -> ValueKind {
    ValueKind(
      "a text of at most \(length) characters", schema: .object(["type": "string", "maxLength": .integer(length)])
    ) { text in text.utf8.count <= length * 4 && text.count <= length ? .value(text) : .malformed }
  }
}

extension ValueKind<Int> {
  /// 1 to 100; 20 when empty: no client relies on its own default.
  fileprivate static func pageLimit() -> ValueKind {
    let number = integer(1...100, default: 20)
    return ValueKind(number.expectation, schema: number.schema) { text throws(DomainError) in
      text.isEmpty ? .value(20) : try number.read(text)
    }
  }
}
