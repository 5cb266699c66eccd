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

package struct TextTable {
  package enum Alignment {
    case left, right
    /// At the left; where a table is too wide for a terminal, texts are cut to `minTextWidth`.
    case text
    /// At the left; where a table is too wide, without the seconds, or only the day.
    case instant
  }

  package var columns: [(title: String, alignment: Alignment)]
  package var rows: [[String]] = []
  /// The titles of columns that are left out together if a table is too wide for a terminal, the least useful first.
  package var leftOut: [[String]] = []
  /// The colours of words, by the title of their column.
  package var colors: [String: [String: TextColor]] = [:]

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
      line(row, widths) { text, column in style.text(text, in: colors[columns[column].title]?[text]) }
    }
    return ([head] + lines).joined(separator: "\n") + "\n"
  }

  private static let minuteWidth = 16
  private static let dayWidth = 10

  /// Widths that fit a terminal: columns with nothing in them go first, then seconds and columns that may be left out;
  /// what is too wide then is cut: the widest texts, and at last what is at the end.
  private func cut(_ wanted: [Int], _ isEmpty: [Bool], to limit: Int) -> [Int] {
    var widths = wanted
    for column in columns.indices where excess(of: widths, over: limit) > 0 && isEmpty[column] { widths[column] = 0 }
    if excess(of: widths, over: limit) > 0 { shortenInstants(&widths, to: Self.minuteWidth) }
    for titles in leftOut where excess(of: narrowest(widths), over: limit) > 0 {
      for column in columns.indices where titles.contains(columns[column].title) { widths[column] = 0 }
    }
    if excess(of: narrowest(widths), over: limit) > 0 { shortenInstants(&widths, to: Self.dayWidth) }
    let texts = columns.indices.filter { columns[$0].alignment == .text }
    while excess(of: widths, over: limit) > 0, let widest = texts.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > Self.minTextWidth
    { widths[widest] -= 1 }
    var room = limit
    for column in widths.indices where widths[column] > 0 {
      widths[column] = max(0, min(widths[column], room))
      room -= widths[column] + Self.gap
    }
    return widths
  }

  private func excess(of widths: [Int], over limit: Int) -> Int {
    widths.reduce(0) { $1 > 0 ? $0 + $1 + Self.gap : $0 } - Self.gap - limit
  }

  private func narrowest(_ widths: [Int]) -> [Int] {
    columns.indices.map { columns[$0].alignment == .text ? min(widths[$0], Self.minTextWidth) : widths[$0] }
  }

  private func shortenInstants(_ widths: inout [Int], to width: Int) {
    for column in columns.indices where columns[column].alignment == .instant {
      widths[column] = min(widths[column], width)
    }
  }

  /// - Parameter coloured: gives the text of a cell its colour.
  private func line(_ cells: [String], _ widths: [Int], _ colored: (String, _ column: Int) -> String) -> String {
    let shown = columns.indices.filter { widths[$0] > 0 }.map { column in
      let text = cell(cells[column], columns[column].alignment, widths[column])
      let blanks = String(repeating: " ", count: max(0, widths[column] - displayWidth(text)))
      let coloredText = colored(text, column)
      return columns[column].alignment == .right ? blanks + coloredText : coloredText + blanks
    }
    var line = shown.joined(separator: String(repeating: " ", count: Self.gap))
    while line.last == " " { line.removeLast() }
    return line
  }

  private func cell(_ text: String, _ alignment: Alignment, _ width: Int) -> String {
    let isShortened = alignment == .instant && [Self.minuteWidth, Self.dayWidth].contains(width)
    return isShortened ? String(text.prefix(width)) : clipped(text, to: width)
  }
}

/// Replaces control characters with blanks, so that data cannot control the terminal.
package func withoutControls(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
  return String(
    String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
}
