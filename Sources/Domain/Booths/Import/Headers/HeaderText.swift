import TextForms

/// Normalises headers for comparison: `좌표정보(X)`, `좌표정보（ｘ）` and `좌표정보 (x)` are equal.
enum HeaderText {
  /// A header folded as names are (`FoldedName`), without brackets, quotes and joining marks. Headers are equal if
  /// their folded texts are.
  static func folded(_ header: String) -> String {
    String(String.UnicodeScalarView(FoldedName(header).text.unicodeScalars.filter { !dropped.contains($0) }))
  }

  /// Characters, besides spaces, that writers put between words or around units.
  private static let dropped: Set<Unicode.Scalar> = [
    "(", ")", "[", "]", "{", "}", "<", ">", "\"", "'", "_", "-", ".", ":", ";", "/", "\\", "*", "#", "\u{00B7}",
  ]
}
