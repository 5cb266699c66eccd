/// A link of a document (RFC 8288), as OGC API – Features writes it.
public struct Link: Hashable, Sendable {
  public var href: String
  /// `self`, `next`, `items`, …
  public var rel: String
  public var type: String
  public var title: String?

  /// A link; see the properties.
  public init(_ rel: String, _ href: String, type: String, title: String? = nil) {
    self.href = href
    self.rel = rel
    self.type = type
    self.title = title
  }

  /// The document.
  public var json: JSONValue {
    .object([
      "href": .string(href), "rel": .string(rel), "type": .string(type), "title": title.map(JSONValue.string),
    ])
  }
}
