/// Names of fields and parameters.
public enum FieldName {
  /// Whether a name may be echoed to the client: letters, digits, `_` and `-`, at most 40 characters, a letter first.
  /// Anything else could be a secret or a coordinate in the wrong field, or an attack on the reader.
  public static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetter(first), name.utf8.count <= 40 else { return false }
    return name.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x5F || $0 == 0x2D }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
