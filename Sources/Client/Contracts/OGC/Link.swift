/// A link of a document (RFC 8288), as OGC API – Features writes it.
package struct Link: Hashable, Sendable {
  /// Where it leads.
  package var href: String
  /// `self`, `next`, `items`, …
  package var rel: String
  /// The media type of what is there.
  package var type: String
  /// What is there, for people.
  package var title: String?

  /// A link; see the properties.
  package init(_ rel: String, _ href: String, type: String, title: String? = nil) {
    self.href = href
    self.rel = rel
    self.type = type
    self.title = title
  }

  /// The document.
  package var json: JSONValue {
    .object([
      "href": .string(href), "rel": .string(rel), "type": .string(type), "title": title.map(JSONValue.string),
    ])
  }
}
