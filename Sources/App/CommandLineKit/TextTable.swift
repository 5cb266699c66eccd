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

/// Breaks a text at blanks into lines of at most so many columns. A longer word has a line of its own.
package func wrapped(_ text: String, to width: Int) -> [String] {
  var lines: [String] = []
  var used = 0
  for word in text.split(separator: " ") {
    let own = displayWidth(String(word))
    if !lines.isEmpty, used + 1 + own <= width {
      lines[lines.count - 1] += " " + word
      used += 1 + own
    } else {
      lines.append(String(word))
      used = own
    }
  }
  return lines
}

/// Rows of texts in aligned columns.
package struct TextTable {
  package enum Alignment {
    case left, right
    /// At the left; where a table is too wide for a terminal, texts are cut before anything else.
    case text
  }

  package var columns: [(title: String, alignment: Alignment)]
  package var rows: [[String]] = []
  /// The colours of words, by the title of their column.
  package var colours: [String: [String: TextColour]] = [:]

  /// A text is not cut to fewer columns, by which it can still be recognised.
  private static let minTextWidth = 10
  private static let gap = 2

  package init(columns: [(title: String, alignment: Alignment)], rows: [[String]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// The titles and rows as lines, each with a line end.
  package func rendered(_ style: TextStyle) -> String {
    let cells = rows.map { $0.map(withoutControls) }
    let wanted = columns.indices.map { column in
      max(displayWidth(columns[column].title), cells.map { displayWidth($0[column]) }.max() ?? 0)
    }
    let isEmpty = columns.indices.map { column in cells.allSatisfy { $0[column].isEmpty } }
    let widths = style.width.map { cut(wanted, isEmpty, to: $0) } ?? wanted
    let head = style.text(line(columns.map(\.title), widths) { text, _ in text }, in: .bold)
    let lines = cells.map { row in
      line(row, widths) { text, column in style.text(text, in: colours[columns[column].title]?[text]) }
    }
    return ([head] + lines).joined(separator: "\n") + "\n"
  }

  /// Widths that fit a terminal: columns with nothing in them go first, then the widest texts are cut, then what is at
  /// the end.
  private func cut(_ wanted: [Int], _ isEmpty: [Bool], to limit: Int) -> [Int] {
    var widths = wanted
    var excess = widths.reduce(0, +) + Self.gap * (widths.count - 1) - limit
    for column in columns.indices where excess > 0 && isEmpty[column] {
      excess -= widths[column] + Self.gap
      widths[column] = 0
    }
    let texts = columns.indices.filter { columns[$0].alignment == .text }
    while excess > 0, let widest = texts.max(by: { widths[$0] < widths[$1] }), widths[widest] > Self.minTextWidth {
      widths[widest] -= 1
      excess -= 1
    }
    var room = limit
    for column in widths.indices where widths[column] > 0 {
      widths[column] = max(0, min(widths[column], room))
      room -= widths[column] + Self.gap
    }
    return widths
  }

  /// - Parameter coloured: gives the text of a cell its colour.
  private func line(_ cells: [String], _ widths: [Int], _ coloured: (String, _ column: Int) -> String) -> String {
    let shown = columns.indices.filter { widths[$0] > 0 }.map { column in
      let text = clipped(cells[column], to: widths[column])
      let blanks = String(repeating: " ", count: max(0, widths[column] - displayWidth(text)))
      let colouredText = coloured(text, column)
      return columns[column].alignment == .right ? blanks + colouredText : colouredText + blanks
    }
    var line = shown.joined(separator: String(repeating: " ", count: Self.gap))
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
