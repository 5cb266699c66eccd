enum TextBlock: Equatable {
  /// A line that is wrapped.
  case paragraph(String)
  /// Indented lines, such as examples, which are not joined.
  case lines([String])
  case emptyLine

  /// The parts of a text: lines that begin with a blank stay lines, others that follow each other are a paragraph.
  static func parts(of text: String) -> [TextBlock] {
    var blocks: [TextBlock] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      switch blocks.last {
      case _ where line.isEmpty: blocks.append(.emptyLine)
      case .lines(let lines) where line.hasPrefix(" "): blocks[blocks.count - 1] = .lines(lines + [line])
      case .paragraph(let text) where !line.hasPrefix(" "): blocks[blocks.count - 1] = .paragraph(text + " " + line)
      default: blocks.append(line.hasPrefix(" ") ? .lines([line]) : .paragraph(line))
      }
    }
    return blocks
  }
}
