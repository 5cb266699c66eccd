/// What a form may hold.
public struct FormLimits: Hashable, Sendable {
  /// Bytes of one file.
  public var maxFileBytes: Int
  /// How many files; 0 for none.
  public var maxFiles: Int
  /// Bytes of one text.
  public var maxTextBytes: Int
  /// How many texts.
  public var maxTexts: Int

  /// Limits from their parts.
  public init(maxFileBytes: Int, maxFiles: Int, maxTextBytes: Int = 65_536, maxTexts: Int = 40) {
    self.maxFileBytes = maxFileBytes
    self.maxFiles = maxFiles
    self.maxTextBytes = maxTextBytes
    self.maxTexts = maxTexts
  }
}

/// A form (`multipart/form-data`, RFC 7578) that was received: its texts, and its files on disk.
public struct ReceivedForm: Sendable {
  /// A file; the client's name and type for it are not kept, they are not to be believed.
  public struct File: Hashable, Sendable {
    /// The name of the field.
    public let field: String
    /// Where it is; whoever asked for the form removes it.
    public let path: String
    /// Bytes; may be 0.
    public let size: Int
  }

  /// Name and value, in order; names may repeat.
  public var texts: [(name: String, value: String)] = []
  /// In order; names may repeat.
  public var files: [File] = []

  /// The first text of a name.
  public subscript(name: String) -> String? { texts.first { $0.name == name }?.value }
}
