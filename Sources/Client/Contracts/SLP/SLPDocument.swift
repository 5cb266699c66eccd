package import JSON

/// A document of the SLP contract: the workspaces and chats of January to March 2024, for Mojitalk and its sister
/// clients.
///
/// Every key is always present, null when unknown: each client requires some keys that others treat as optional.
/// Identifiers of people, workspaces, channels and messages are serial numbers.
package protocol SLPDocument: Hashable, Sendable {
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

/// A bare array of documents.
package struct SLPList<Item: SLPDocument>: SLPDocument {
  package var items: [Item]

  package init(_ items: [Item]) { self.items = items }

  package func write(to writer: inout JSONWriter) {
    writer.beginArray()
    for item in items { item.write(to: &writer) }
    writer.endArray()
  }
}

extension JSONWriter {
  mutating func slp(_ key: StaticString, _ document: some SLPDocument) {
    self.key(key)
    document.write(to: &self)
  }
}
