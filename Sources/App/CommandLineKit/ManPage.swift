/// A manual page in section 1, in the macros of man(7).
package struct ManPage {
  package private(set) var source: String

  /// - Parameters:
  ///   - name: of the page: a program, or a program and a command with a hyphen.
  ///   - summary: one line for `apropos`, without a full stop.
  package init(_ name: String, program: String, summary: String) {
    source = """
      .TH \(name.uppercased()) 1 "" "\(program) \(version)" "Commands of \(program)"
      .SH NAME
      \(escaped(name)) \\- \(escaped(summary))

      """
  }

  /// The page of a program that consists of one command, or of the commands that share a first word.
  package init(_ name: String, of commands: [CommandSpecification]) {
    let isOne = commands.count == 1
    let summary = isOne ? commands[0].summary : commands.map(\.name).joined(separator: ", ")
    self.init(name, program: commands[0].program, summary: summary)
    section("SYNOPSIS")
    for command in commands { synopsis(command) }
    if isOne {
      section("DESCRIPTION")
      details(of: commands[0], subsection: "SS")
    } else {
      section("COMMANDS")
      for command in commands {
        add(".SS \(escaped(command.name))")
        details(of: command, subsection: "PP\n.B")
      }
    }
  }

  package mutating func section(_ title: String) { add(".SH \(title)") }

  package mutating func subsection(_ title: String) { add(".SS \(escaped(title))") }

  /// Paragraphs, and indented lines that stay as they are.
  package mutating func text(_ text: String) {
    for block in TextBlock.parts(of: text) {
      switch block {
      case .paragraph(let text): add(".PP\n\(escaped(text))")
      case .lines(let lines):
        let indent = lines.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        add(".PP\n.RS 4\n.nf\n\(lines.map { escaped(String($0.dropFirst(indent))) }.joined(separator: "\n"))\n.fi\n.RE")
      case .emptyLine: break
      }
    }
  }

  package mutating func term(_ term: String, _ text: String) { add(".TP\n.B \(escaped(term))\n\(escaped(text))") }

  private mutating func synopsis(_ command: CommandSpecification) {
    let operands = command.operands.isEmpty ? "" : " \\fI\(escaped(command.operands))\\fR"
    add(".PP\n\\fB\(escaped(command.commandLine))\\fR [\\fIOPTIONS\\fR]\(operands)")
  }

  private mutating func details(of command: CommandSpecification, subsection: String) {
    add(".PP\n\(escaped(command.summary)).")
    text(command.discussion)
    let options = command.allOptions
    for heading in options.headings {
      add(".\(subsection) \(escaped(heading ?? "Options"))")
      for option in options where option.heading == heading {
        let value = option.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
        add(".TP\n\\fB\\-\\-\(escaped(option.name))\\fR\(value)\(option.isRepeatable ? " …" : "")")
        add(escaped(option.help + option.notes))
      }
    }
  }

  private mutating func add(_ lines: String) {
    // A heading begins a paragraph itself.
    let isBelowHeading = source.split(separator: "\n").last?.hasPrefix(".S") == true
    source += (isBelowHeading && lines.hasPrefix(".PP\n") ? String(lines.dropFirst(4)) : lines) + "\n"
  }
}

/// A text that roff shows as it is: none of it is a macro, and hyphens and quotation marks can be copied.
private func escaped(_ text: String) -> String {
  var escapedText = ""
  for character in text {
    switch character {
    case "\\": escapedText += "\\e"
    case "-": escapedText += "\\-"
    case "'": escapedText += "\\(aq"
    case "`": escapedText += "\\(ga"
    case "^": escapedText += "\\(ha"
    case "~": escapedText += "\\(ti"
    default: escapedText.append(character)
    }
  }
  return escapedText.hasPrefix(".") ? "\\&" + escapedText : escapedText
}
