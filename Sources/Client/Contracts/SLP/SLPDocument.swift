/// A document of the contract SLP: the workspaces and chats of January to March 2024, which Mojitalk and its sister
/// clients read.
///
/// Every key is always there, null where nothing is known: some of the clients cannot do without keys that others leave
/// open. People, workspaces, channels and messages are counted: their identifiers are numbers.
package protocol SLPDocument: Hashable, Sendable {
  /// Writes the document at the place where the writer is.
  func write(to writer: inout JSONWriter)
}

extension SLPDocument {
  /// The document as UTF-8 bytes.
  package var bytes: [UInt8] {
    var writer = JSONWriter(capacity: 1024)
    write(to: &writer)
    return writer.finish()
  }
}

/// Several documents, one behind the other without anything around them.
package struct SLPList<Item: SLPDocument>: SLPDocument {
  /// In their order.
  package var items: [Item]

  /// A list.
  package init(_ items: [Item]) { self.items = items }

  /// Writes the list.
  package func write(to writer: inout JSONWriter) {
    writer.beginArray()
    for item in items { item.write(to: &writer) }
    writer.endArray()
  }
}

extension JSONWriter {
  /// A key with a document.
  mutating func slp(_ key: StaticString, _ document: some SLPDocument) {
    self.key(key)
    document.write(to: &self)
  }
}
