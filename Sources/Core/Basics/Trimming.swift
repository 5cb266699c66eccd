/// A text without the blanks at its ends. Complexity: O(n).
package func trimmed(_ text: some StringProtocol) -> String {
  let scalars = text.unicodeScalars
  guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
    let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
  else { return "" }
  return String(String.UnicodeScalarView(scalars[first...last]))
}
