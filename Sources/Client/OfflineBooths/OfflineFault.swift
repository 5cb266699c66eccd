/// Why a file of the catalogue is refused. The client fetches a new one then.
public enum OfflineFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// It cannot be read.
  case unreadable
  /// There is no room for it, or the folder is not writable.
  case unwritable
  /// It is no such file, or of a format that this version does not know.
  case foreign
  /// It is not as it was made.
  case damaged
  /// The key has not signed it.
  case unsigned
  /// The delta does not start from the snapshot.
  case unrelated

  /// What is wrong, in a sentence.
  public var description: String {
    switch self {
    case .unreadable: "The file of the catalogue cannot be read."
    case .unwritable: "The file of the catalogue cannot be written."
    case .foreign: "The file is no catalogue, or one of a newer format."
    case .damaged: "The file of the catalogue is damaged."
    case .unsigned: "The catalogue was not signed by the server's key."
    case .unrelated: "The changes do not start from the stored catalogue."
    }
  }
}
