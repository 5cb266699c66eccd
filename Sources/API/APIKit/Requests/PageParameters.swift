package import Basics
package import Contracts
import HTTP
import JSON

package enum PageParameters {
  package static let cursor = Parameter<String>(
    "cursor", .text(maxCount: 200), "Continues after a page: its `next`, unchanged.")
  package static let limit = Parameter<Int>(
    "limit", .integer(1...100, default: 20), "The maximum number of items.", example: "20")

  package static let all: [any DescribedParameter] = [cursor, limit]
}

extension RequestContext {
  /// The requested page of a list. The list's name must include everything that decides its items, such as filters.
  /// - Throws: `DomainError` `cursor-invalid`, and errors of the parameters.
  package func pageRequest(of list: String) throws(DomainError) -> PageRequest {
    var after: PageKey?
    if let cursor = try query.value(PageParameters.cursor) { after = try environment.cursors.key(cursor, of: list) }
    return try PageRequest(after: after, limit: try query.required(PageParameters.limit))
  }

  package func document<Item, Document>(
    _ page: Page<Item>, of list: String, _ item: (Item) -> Document
  ) -> PageDocument<Document> {
    PageDocument(items: page.items.map(item), next: page.next.map { environment.cursors.text($0, of: list) })
  }

}

extension Parameter<Int> {
  /// The length of a list without pages.
  /// - Parameter things: what it lists, in the plural.
  package static func limit(of things: String, default standard: Int = 100) -> Parameter {
    Parameter(
      "limit", .integer(1...1000, default: standard), "The maximum number of \(things).", example: "\(standard)")
  }
}
