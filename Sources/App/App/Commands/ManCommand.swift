import Basics
import CommandLineKit
import Foundation

extension Command {
  /// - Parameter interfaces: what is served beside the program's own interfaces.
  static func man(with interfaces: [any InterfaceExtension]) -> Command {
    let specification = CommandSpecification(
      path: ["man"], summary: "Print a manual page, or write all of them", operands: "[COMMAND]",
      options: [.value("to", "DIR", "Write the pages of all commands into this folder", choices: ["DIR"])],
      discussion: """
        COMMAND is the first word of a command; without it, the page of the program is printed. 'make install' and the
        Debian package install all pages.
          fourcuts man serve | man -l -
        """, usesDataDirectory: false)
    return Command(specification: specification) { command, context in
      try command.expectOperands(0...(command["to"] == nil ? 1 : 0))
      let groups = CommandGroup.all(with: interfaces)
      if let directory = command["to"] { return try write(manPages(groups), into: directory) }
      let name = (["fourcuts"] + command.operands).joined(separator: "-")
      guard let page = manPages(groups).first(where: { $0.name == name }) else {
        throw DomainError.unknownCommand(command.operands, of: groups.flatMap(\.specifications))
      }
      try context.console.out(page.source)
    }
  }
}

/// The page of the program, and one for the commands that share a first word, as that of `fourcuts-booths`.
private func manPages(_ groups: [CommandGroup]) -> [(name: String, source: String)] {
  let specifications = groups.flatMap(\.specifications)
  var words: [String] = []
  for specification in specifications where !words.contains(specification.path[0]) {
    words.append(specification.path[0])
  }
  return [("fourcuts", programPage(groups))]
    + words.map { word in
      let name = "fourcuts-\(word)"
      var page = ManPage(name, of: specifications.filter { $0.path[0] == word })
      page.section("SEE ALSO")
      page.text("fourcuts(1)")
      return (name, page.source)
    }
}

private func programPage(_ groups: [CommandGroup]) -> String {
  var page = ManPage("fourcuts", program: "fourcuts", summary: ProgramText.summary)
  page.section("SYNOPSIS")
  page.text("fourcuts COMMAND [OPTIONS]")
  page.section("DESCRIPTION")
  page.text(ProgramText.description)
  page.section("COMMANDS")
  for group in groups {
    page.subsection(group.title)
    for specification in group.specifications {
      page.term("\(specification.name) \(specification.operands)", "\(specification.summary).")
    }
  }
  page.section("EXIT STATUS")
  for code in ProgramText.exitCodes { page.term(code.term, code.text) }
  return page.source
}

private func write(_ pages: [(name: String, source: String)], into directory: String) throws {
  let url = URL(fileURLWithPath: directory)
  do {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for page in pages { try Data(page.source.utf8).write(to: url.appendingPathComponent("\(page.name).1")) }
  } catch {
    throw DomainError(
      .unavailable, "pages-unwritable", "The manual pages cannot be written into \(directory): check the folder.")
  }
}
