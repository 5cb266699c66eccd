/// What a form may hold.
package struct FormLimits: Hashable, Sendable {
  /// Bytes of one file.
  package var maxFileBytes: Int
  /// How many files; 0 for none.
  package var maxFiles: Int
  /// Bytes of one text.
  package var maxTextBytes: Int
  /// How many texts.
  package var maxTexts: Int

  /// Limits from their parts.
  package init(maxFileBytes: Int, maxFiles: Int, maxTextBytes: Int = 65_536, maxTexts: Int = 40) {
    self.maxFileBytes = maxFileBytes
    self.maxFiles = maxFiles
    self.maxTextBytes = maxTextBytes
    self.maxTexts = maxTexts
  }
}

/// A form (`multipart/form-data`, RFC 7578) that was received: its texts, and its files on disk.
package struct ReceivedForm: Sendable {
  /// A file; the client's name and type for it are not kept, they are not to be believed.
  package struct File: Hashable, Sendable {
    /// The name of the field.
    package let field: String
    /// Where it is; whoever asked for the form removes it.
    package let path: String
    /// Bytes; may be 0.
    package let size: Int
  }

  /// Name and value, in order; names may repeat.
  package var texts: [(name: String, value: String)] = []
  /// In order; names may repeat.
  package var files: [File] = []

  /// The first text of a name.
  package subscript(name: String) -> String? { texts.first { $0.name == name }?.value }
}
