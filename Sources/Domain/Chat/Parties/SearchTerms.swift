import Basics

/// Folded search terms; nil matches everything.
package struct SearchTerms: Hashable, Sendable {
  package let title: String?
  /// A substring of the nickname of the master or writer.
  package let person: String?

  /// - Throws: `DomainError` `text-invalid`.
  init(_ search: PartySearch) throws(DomainError) {
    title = try Self.folded(search.title, "name")
    person = try Self.folded(search.master, "master")
  }

  /// - Throws: `DomainError` `text-invalid`.
  init(_ search: QuestSearch) throws(DomainError) {
    title = try Self.folded(search.title, "title")
    person = try Self.folded(search.writer, "writer")
  }

  private static func folded(_ text: String?, _ field: String) throws(DomainError) -> String? {
    guard let text else { return nil }
    return try ChatRules.searchTerm(text, field: field)
  }
}
