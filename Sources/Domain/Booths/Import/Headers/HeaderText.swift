import TextForms

/// Headers compared as people mean them: `좌표정보(X)`, `좌표정보（ｘ）` and `좌표정보 (x)` are one.
enum HeaderText {
  /// A header without what writers vary: folded as names are (`FoldedName`), and without brackets, quotes and joining
  /// marks. Two headers are the same when their folded texts are equal.
  static func folded(_ header: String) -> String {
    String(String.UnicodeScalarView(FoldedName(header).text.unicodeScalars.filter { !dropped.contains($0) }))
  }

  /// Blanks aside, what writers put between words or around units.
  private static let dropped: Set<Unicode.Scalar> = [
    "(", ")", "[", "]", "{", "}", "<", ">", "\"", "'", "_", "-", ".", ":", ";", "/", "\\", "*", "#", "\u{00B7}",
  ]
}
