import CSystem
import Glibc

/// Sets the locale `C.UTF-8`, which is built into the C library, so that its character widths are those of Unicode. To
/// be called once, at the start.
package func useUnicodeWidths() {
  setlocale(LC_CTYPE, "C.UTF-8")
}

/// The number of terminal columns of a text. East Asian wide characters take two, combining marks none. Uses the widths
/// of the C library.
package func displayWidth(_ text: String) -> Int {
  text.unicodeScalars.reduce(0) { $0 + max(0, Int(csystem_width($1.value))) }
}

/// Pads a text with blanks to a width. Longer texts stay unchanged.
package func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - displayWidth(text)))
}

/// Cuts a text to a width, with an ellipsis when it was cut.
package func clipped(_ text: String, to width: Int) -> String {
  guard displayWidth(text) > width else { return text }
  var clippedText = ""
  var used = 0
  for character in text {
    let own = displayWidth(String(character))
    if used + own > width - 1 { break }
    clippedText.append(character)
    used += own
  }
  return clippedText + "…"
}

/// Rows of texts in aligned columns.
package struct TextTable {
  package enum Alignment { case left, right }

  package var columns: [(title: String, alignment: Alignment)]
  package var rows: [[String]] = []
  /// Cells are clipped to this many columns of the terminal.
  package var maxCellWidth = 40

  package init(columns: [(title: String, alignment: Alignment)], rows: [[String]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// The titles and rows as lines, each with a line end.
  package func rendered(isStyled: Bool) -> String {
    let cells = rows.map { $0.map { clipped(withoutControls($0), to: maxCellWidth) } }
    let widths = columns.indices.map { column in
      max(displayWidth(columns[column].title), cells.map { displayWidth($0[column]) }.max() ?? 0)
    }
    let title = line(columns.map(\.title), widths)
    let head = isStyled ? "\u{1B}[1m\(title)\u{1B}[0m" : title
    return ([head] + cells.map { line($0, widths) }).joined(separator: "\n") + "\n"
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = zip(cells, zip(columns, widths)).map { cell, coordinate in
      let gap = String(repeating: " ", count: max(0, coordinate.1 - displayWidth(cell)))
      return coordinate.0.alignment == .left ? cell + gap : gap + cell
    }.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line
  }
}

/// Replaces control characters with blanks, so that data cannot control the terminal.
package func withoutControls(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
  return String(
    String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
}
