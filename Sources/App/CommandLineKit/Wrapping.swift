/// Breaks a text into lines of at most `width` columns: at blanks, but for those between quotation marks. What cannot
/// be broken gets a separate line.
package func wrapped(_ text: String, to width: Int) -> [String] {
  filled(keepingQuotations(in: text.split(separator: " ").map(String.init), width), to: width)
}

/// Breaks an indented line of a help text that is too wide: a command before its options, so that it can still be
/// copied, and an explanation beside its term. Other lines stay.
func wrappedLine(_ line: String, to width: Int) -> String {
  guard displayWidth(line) > width else { return line }
  let content = line.drop { $0 == " " }
  let indent = String(repeating: " ", count: line.count - content.count)
  if content.hasPrefix("fourcuts") {
    let continuation = indent + "    "
    let lines = filled(argumentGroups(of: content), to: width - continuation.count - " \\".count)
    return indent + lines.joined(separator: " \\\n\(continuation)")
  }
  guard let gap = content.firstRange(of: "  ") else { return line }
  let explanation = content[gap.upperBound...].drop { $0 == " " }
  let term = line.dropLast(explanation.count)
  let margin = String(repeating: " ", count: displayWidth(String(term)))
  let lines = wrapped(String(explanation), to: max(Help.minTextWidth, width - margin.count))
  return term + lines.joined(separator: "\n\(margin)")
}

func filled(_ words: [String], to width: Int, separator: String = " ") -> [String] {
  var lines: [String] = []
  var used = 0
  for word in words {
    let own = displayWidth(word)
    if !lines.isEmpty, used + separator.count + own <= width {
      lines[lines.count - 1] += separator + word
      used += separator.count + own
    } else {
      lines.append(word)
      used = own
    }
  }
  return lines
}

/// Joins the words of each quotation such as 'fourcuts booths edit', unless it is wider than a line.
private func keepingQuotations(in words: [String], _ width: Int) -> [String] {
  var joined: [String] = []
  var rest = words[...]
  while let word = rest.popFirst() {
    joined.append(word)
    guard word.opensQuotation, let end = rest.firstIndex(where: \.closesQuotation) else { continue }
    let quotation = ([word] + rest[...end]).joined(separator: " ")
    guard displayWidth(quotation) <= width else { continue }
    joined[joined.count - 1] = quotation
    rest = rest[(end + 1)...]
  }
  return joined
}

extension String {
  fileprivate var opensQuotation: Bool {
    let word = drop { $0 == "(" }
    return word.hasPrefix("'") && !String(word.dropFirst()).closesQuotation
  }

  fileprivate var closesQuotation: Bool {
    let end = lastIndex { !".,;:!?)".contains($0) }
    return end.map { self[$0] == "'" } ?? false
  }
}

/// The words of a command, each option with its value and each redirection with its target.
private func argumentGroups(of command: Substring) -> [String] {
  var groups: [String] = []
  var quotationMark: Character?
  for word in command.split(separator: " ", omittingEmptySubsequences: false) {
    let beginsGroup = ["-", "|", ">"].contains { word.hasPrefix($0) }
    if groups.isEmpty || quotationMark == nil && beginsGroup {
      groups.append(String(word))
    } else {
      groups[groups.count - 1] += " " + word
    }
    for character in word where quotationMark.map({ $0 == character }) ?? "'\"".contains(character) {
      quotationMark = quotationMark == nil ? character : nil
    }
  }
  return groups
}
