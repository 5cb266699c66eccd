package import Basics
package import Contracts
import HTTP

/// The parameters of every list that is told page by page.
package enum PageParameters {
  package static let cursor = Parameter<String>(
    "cursor", .text(maxCount: 200), "Goes on where a page ended: `next` of that page, as it is.")
  package static let limit = Parameter<Int>(
    "limit", .integer(1...100, default: 20), "How many items at most.", example: "20")

  package static let all: [any DescribedParameter] = [cursor, limit]
}

extension RequestContext {
  /// The page of a list that is asked for. A list is named by everything that decides what stands in it.
  /// - Throws: `DomainError` `cursor-invalid`, and what the parameters throw.
  package func pageRequest(of list: String) throws(DomainError) -> PageRequest {
    var after: PageKey?
    if let cursor = try query.value(PageParameters.cursor) { after = try environment.cursors.key(cursor, of: list) }
    return try PageRequest(after: after, limit: try query.value(PageParameters.limit) ?? 20)
  }

  /// A page of a list as it is told.
  package func document<Item, Document>(
    _ page: Page<Item>, of list: String, _ item: (Item) -> Document
  ) -> PageDocument<Document> {
    PageDocument(items: page.items.map(item), next: page.next.map { environment.cursors.text($0, of: list) })
  }

}

extension ParameterKind {
  /// What 24 hexadecimal digits name.
  package static func identifier<Subject>() -> ParameterKind where Value == Identifier<Subject> {
    ParameterKind(
      "an identifier of 24 hexadecimal digits",
      schema: .object(["type": "string", "pattern": "^[0-9a-f]{24}$"])
    ) { text in Reading(Identifier(text)) }
  }
}
