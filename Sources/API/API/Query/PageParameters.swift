import Basics
import Contracts
import HTTP

/// The parameters of every list that is told page by page.
enum PageParameters {
  static let cursor = Parameter<String>(
    "cursor", .text(most: 200), "Goes on where a page ended: `next` of that page, as it is.")
  static let limit = Parameter<Int>(
    "limit", .integer(1...100, default: 20), "How many items at most.", example: "20")

  static let all: [any DescribedParameter] = [cursor, limit]
}

extension Call {
  /// The page of a list that is asked for. A list is named by everything that decides what stands in it.
  /// - Throws: `Refusal` `cursor-invalid`, and what the parameters throw.
  func pageRequest(of list: String) throws(Refusal) -> PageRequest {
    var after: PageKey?
    if let cursor = try query.value(PageParameters.cursor) { after = try cursors.key(cursor, of: list) }
    return try PageRequest(after: after, limit: try query.value(PageParameters.limit) ?? 20)
  }

  /// A page of a list as it is told.
  func document<Item, Document>(
    _ page: Page<Item>, of list: String, _ item: (Item) -> Document
  ) -> PageDocument<Document> {
    PageDocument(items: page.items.map(item), next: page.next.map { cursors.text($0, of: list) })
  }

  private var cursors: Cursors { Cursors(site.community.cursorSeal) }
}

extension ParameterKind {
  /// What 24 hexadecimal digits name.
  static func identifier<Subject>() -> ParameterKind where Value == Identifier<Subject> {
    ParameterKind(
      "an identifier of 24 hexadecimal digits",
      schema: .object(["type": "string", "pattern": "^[0-9a-f]{24}$"])
    ) { text in Reading(Identifier(text)) }
  }
}
