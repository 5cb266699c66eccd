package struct FormLimits: Hashable, Sendable {
  /// The maximum size of one file in bytes.
  package var maxFileBytes: Int
  /// The maximum number of files; 0 for none.
  package var maxFiles: Int
  /// The maximum size of one text in bytes.
  package var maxTextBytes: Int
  package var maxTexts: Int

  package init(maxFileBytes: Int, maxFiles: Int, maxTextBytes: Int = 65_536, maxTexts: Int = 40) {
    self.maxFileBytes = maxFileBytes
    self.maxFiles = maxFiles
    self.maxTextBytes = maxTextBytes
    self.maxTexts = maxTexts
  }
}

/// A received form (`multipart/form-data`, RFC 7578): its texts, and its files on disk.
package struct ReceivedForm: Sendable {
  /// A file. The file name and type that the client sent are not kept: they are not trustworthy.
  package struct File: Hashable, Sendable {
    package let field: String
    /// The path; the caller of `receiveForm` removes the file.
    package let path: String
    /// In bytes; may be 0.
    package let size: Int
  }

  /// Name and value, in order; names may repeat.
  package var texts: [(name: String, value: String)] = []
  /// In order; names may repeat.
  package var files: [File] = []

  /// The first text of a name.
  package subscript(name: String) -> String? { texts.first { $0.name == name }?.value }
}
