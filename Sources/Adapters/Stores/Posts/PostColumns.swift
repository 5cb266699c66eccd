import Basics
import Posts
import SQL

enum PostColumns {
  /// The columns of the content, in the order of `values`.
  static let content = [
    "kind", "board", "title", "text", "note1", "note2", "note3", "note4", "note5", "price", "people", "booth_id",
  ]

  /// The values of `content`.
  static func values(of content: PostContent) -> [Value] {
    [.text(content.kind.rawValue), .text(content.board), .text(orNull: content.title), .text(content.text)]
      + content.notes.map(Value.text(orNull:))
      + [
        .integer(orNull: content.price.map(Int64.init)), .integer(orNull: content.people.map(Int64.init)),
        .integer(orNull: content.booth?.number),
      ]
  }

  /// Reads the columns of `content` from `first` on, without the photos.
  static func content(of row: any Row, from first: Int) throws -> PostContent {
    guard let kind = PostKind(rawValue: row.text(first)) else { throw Unreadable(what: "a post's kind") }
    var content = PostContent(kind: kind)
    content.board = row.text(first + 1)
    content.title = row.optionalText(first + 2)
    content.text = row.text(first + 3)
    content.notes = (first + 4...first + 8).map(row.optionalText)
    content.price = row.optionalInteger(first + 9).map(Int.init)
    content.people = row.optionalInteger(first + 10).map(Int.init)
    content.booth = row.optionalInteger(first + 11).map(BoothID.init)
    return content
  }
}
