/// The texts of `--help`, as wide as the terminal.
package enum Help {
  package static func command(_ command: CommandSpecification, width: Int) -> String {
    var lines = wrapped(command.summary + ".", to: width)
    lines += [""] + usageLines(command, width: width)
    let options = command.allOptions
    let indent = indent(of: options.map(\.usage))
    for heading in options.headings {
      lines += ["", "\(heading ?? "Options"):"]
      lines += rows(
        options.filter { $0.heading == heading }.map { ($0.usage, $0.help + $0.notes) }, indent: indent, width: width)
    }
    if !command.discussion.isEmpty { lines += ["", text(command.discussion, width: width)] }
    return lines.joined(separator: "\n") + "\n"
  }

  package static func usage(_ command: CommandSpecification) -> String {
    "\(command.commandLine) [OPTIONS]" + (command.operands.isEmpty ? "" : " \(command.operands)")
  }

  private static func usageLines(_ command: CommandSpecification, width: Int) -> [String] {
    let heading = "Usage: "
    let room = width - heading.count
    let lines = wrapped(usage(command), to: room).flatMap { line in
      displayWidth(line) <= room ? [line] : filled(choices(line), to: room, separator: "")
    }
    return lines.enumerated().map { ($0 == 0 ? heading : String(repeating: " ", count: heading.count)) + $1 }
  }

  /// The parts of operands such as `on|off`.
  private static func choices(_ operands: String) -> [String] {
    let words = operands.split(separator: "|")
    return words.dropLast().map { $0 + "|" } + words.suffix(1).map(String.init)
  }

  /// Terms with their explanations beside them, or below a term that is long.
  package static func rows(_ rows: [(term: String, text: String)], width: Int) -> [String] {
    self.rows(rows, indent: indent(of: rows.map(\.term)), width: width)
  }

  /// A text of paragraphs and of indented lines, such as examples.
  package static func text(_ text: String, width: Int) -> String {
    TextBlock.parts(of: text).flatMap { block in
      switch block {
      case .paragraph(let text): wrapped(text, to: width)
      case .lines(let lines): lines.map { wrappedLine($0, to: width) }
      case .emptyLine: [""]
      }
    }.joined(separator: "\n")
  }

  private static let maxTermWidth = 24
  static let minTextWidth = 30

  /// How far explanations are indented beside these terms.
  package static func indent(of terms: [String]) -> Int {
    min(terms.map(displayWidth).max() ?? 0, maxTermWidth) + 4
  }

  /// The same with a given indentation, for several lists in a row.
  package static func rows(_ rows: [(term: String, text: String)], indent: Int, width: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    return rows.flatMap { term, text in
      let lines = wrapped(text, to: max(minTextWidth, width - indent))
      guard displayWidth(term) + 4 <= indent else { return ["  " + term] + lines.map { margin + $0 } }
      return [padded("  " + term, to: indent) + (lines.first ?? "")] + lines.dropFirst().map { margin + $0 }
    }
  }
}

extension OptionSpecification {
  /// `--limit N`
  var usage: String { "--\(name)" + (value.map { " \($0)" } ?? "") + (isRepeatable ? " …" : "") }

  /// The default value, the variable and the signal, in brackets behind the help.
  var notes: String {
    let notes = [standard.map { "default \($0)" }, variable, isReloadable ? "SIGHUP" : nil].compactMap { $0 }
    return notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
  }
}

extension [OptionSpecification] {
  /// The headings, in order. Those without one come first.
  var headings: [String?] {
    var headings: [String?] = [nil]
    for option in self where !headings.contains(option.heading) { headings.append(option.heading) }
    return headings
  }
}
