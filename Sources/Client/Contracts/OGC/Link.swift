/// A link of a document (RFC 8288), as OGC API – Features writes it.
public struct Link: Hashable, Sendable {
  /// Where it leads.
  public var href: String
  /// `self`, `next`, `items`, …
  public var rel: String
  /// The media type of what is there.
  public var type: String
  /// What is there, for people.
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
