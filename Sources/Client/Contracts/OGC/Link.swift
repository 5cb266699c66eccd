package import JSON

/// A link of a document (RFC 8288), as OGC API – Features writes it.
package struct Link: Hashable, Sendable {
  package var href: String
  /// `self`, `next`, `items`, …
  package var rel: String
  package var type: String
  package var title: String?

  package init(_ rel: String, _ href: String, type: String, title: String? = nil) {
    self.href = href
    self.rel = rel
    self.type = type
    self.title = title
  }

  package var json: JSONValue {
    .object([
      "href": .string(href), "rel": .string(rel), "type": .string(type), "title": title.map(JSONValue.string),
    ])
  }
}
