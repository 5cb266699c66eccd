/// What a form may hold.
public struct FormLimits: Hashable, Sendable {
  /// Bytes of one file.
  public var largestFile: Int
  /// How many files; 0 for none.
  public var mostFiles: Int
  /// Bytes of one text.
  public var largestText: Int
  /// How many texts.
  public var mostTexts: Int

  /// Limits from their parts.
  public init(largestFile: Int, mostFiles: Int, largestText: Int = 65_536, mostTexts: Int = 40) {
    self.largestFile = largestFile
    self.mostFiles = mostFiles
    self.largestText = largestText
    self.mostTexts = mostTexts
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
