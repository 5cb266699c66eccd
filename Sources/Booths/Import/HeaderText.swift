/// Headers compared as people mean them: `좌표정보(X)`, `좌표정보（ｘ）` and `좌표정보 (x)` are one.
public enum HeaderText {
  /// A header without what writers vary: letters in lower case and of plain width; no blanks, brackets, quotes
  /// or joining marks. Two headers are the same when their folded texts are equal.
  public static func folded(_ header: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in header.unicodeScalars {
      let narrow = narrowed(scalar)
      if narrow.properties.isWhitespace || dropped.contains(narrow) { continue }
      folded.append(narrow)
    }
    return String(folded).lowercased()
  }

  /// Blanks aside, what writers put between words or around units. U+FEFF is a mark that some writers repeat.
  private static let dropped: Set<Unicode.Scalar> = [
    "(", ")", "[", "]", "{", "}", "<", ">", "\"", "'", "_", "-", ".", ":", ";", "/", "\\", "*", "#", "\u{00B7}",
    "\u{200B}", "\u{FEFF}",
  ]

  /// The plain form of a full-width letter, digit or mark (U+FF01…U+FF5E), anything else as it is.
  static func narrowed(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard (0xFF01...0xFF5E).contains(scalar.value) else { return scalar }
    return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
  }
}
