import Foundation
import Support
import Testing
import Workload

/// The README and the articles: what they show is run, and what they name is looked for.
@Suite("Documentation")
struct DocumentationTests {
  @Test("A documented session has the documented output", arguments: Document.all.flatMap(\.sessions))
  func session(_ session: Session) throws {
    let outputs = try session.run()
    #expect(outputs.count == session.steps.count)
    for (step, output) in zip(session.steps, outputs) {
      #expect(matches(lines(step.output), lines(output)), "$ \(step.command)\n\(output)")
    }
  }

  @Test("Links lead to existing files", arguments: Document.all)
  func links(of document: Document) {
    for link in document.links where !link.contains("://") {
      let file = document.url.deletingLastPathComponent().appendingPathComponent(link)
      #expect(FileManager.default.fileExists(atPath: file.path), "\(link)")
    }
  }

  @Test("Paths of sources, tests and data exist", arguments: Document.all)
  func paths(in document: Document) {
    for path in document.text.matches(of: /\b(?:Sources|Tests|Data)\/[\w.\/-]*\w/).map(\.output) {
      let file = SharedData.root.appendingPathComponent(String(path))
      #expect(FileManager.default.fileExists(atPath: file.path), "\(path)")
    }
  }

  @Test("Options that texts name exist")
  func options() throws {
    let manuals = try ScratchDirectory()
    #expect(try Program().run("man", "--to", manuals.url.path).code == 0)
    let pages = try FileManager.default.contentsOfDirectory(at: manuals.url, includingPropertiesForKeys: nil)
    var known = Set(Self.options(in: try Program("fourcuts-sandbox-pg").run("--help").output))
    for page in pages {
      let text = try String(contentsOf: page, encoding: .utf8).replacing("\\-", with: "-").replacing("\\fB", with: " ")
      known.formUnion(Self.options(in: text))
    }
    // Of the compiler and of Docker.
    let foreign: Set = ["--explicit-target-dependency-import-check", "--env"]
    // The changelog names options of earlier versions.
    for document in Document.all where document.path != "CHANGELOG.md" {
      let prose = document.text.replacing(/^```.*?^```$/.anchorsMatchLineEndings().dotMatchesNewlines(), with: "")
      let words = prose.matches(of: /`((?:--|fourcuts)[^`]*)`/).flatMap { Self.options(in: String($0.1)) }
      for option in words where !known.contains(option) && !foreign.contains(option) {
        // `--kakao-…` stands for several.
        let isFamily = option.hasSuffix("-") && known.contains { $0.hasPrefix(option) }
        #expect(isFamily, "\(document.path): \(option)")
      }
    }
  }

  private static func options(in text: String) -> [String] {
    text.matches(of: /(?:^|[^\w-])(--[a-z][a-z-]*)/).map { String($0.1) }
  }

  @Test("The README is short and shows the map and a terminal")
  func readme() throws {
    let readme = try #require(Document.all.first { $0.path == "README.md" })
    #expect(readme.text.utf8.count <= 6144)
    for picture in ["map.png", "terminal.png"] { #expect(readme.links.contains { $0.hasSuffix("/" + picture) }) }
  }

  @Test("The first page lists every article")
  func articles() throws {
    let articles = Document.all.filter { $0.path.hasPrefix(Document.articles) }
    let root = try #require(articles.first { $0.url.lastPathComponent == "fourcuts.md" })
    #expect(articles.count > 15)
    for article in articles where article.path != root.path {
      #expect(root.links.contains(article.url.lastPathComponent), "\(article.path)")
    }
  }
}

extension DocumentationTests {
  /// A Markdown file of the checkout.
  struct Document: Sendable, CustomTestStringConvertible {
    static let articles = "Sources/App/Documentation.docc/"

    static let all: [Document] = ["", ".github/", articles].flatMap { directory in
      let names = try? FileManager.default.contentsOfDirectory(atPath: SharedData.root.path + "/" + directory)
      return (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { Document(path: directory + $0) }
    }

    /// From the root of the checkout.
    let path: String
    let text: String

    init(path: String) {
      self.path = path
      text = (try? String(contentsOf: SharedData.root.appendingPathComponent(path), encoding: .utf8)) ?? ""
    }

    var url: URL { SharedData.root.appendingPathComponent(path) }
    var testDescription: String { path }

    /// Where its links lead, those of pictures too.
    var links: [String] { text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) } }

    /// Its blocks that are marked `console`.
    var sessions: [Session] {
      let blocks = text.matches(of: /^```console\n(.*?)^```$/.anchorsMatchLineEndings().dotMatchesNewlines())
      return blocks.enumerated().map { Session(name: "\(path), session \($0 + 1)", block: String($1.1)) }
    }
  }

  /// Commands, and what they print.
  struct Session: Sendable, CustomTestStringConvertible {
    struct Step: Sendable {
      var command: String
      var output = ""
    }

    let name: String
    private(set) var steps: [Step] = []

    /// - Parameter block: a line behind `$ ` is a command, which goes on behind a backslash; others are its output.
    init(name: String, block: String) {
      self.name = name
      for line in block.split(separator: "\n", omittingEmptySubsequences: false) {
        let last = steps.count - 1
        if line.hasPrefix("$ ") {
          steps.append(Step(command: String(line.dropFirst(2))))
        } else if last >= 0, steps[last].output.isEmpty, steps[last].command.hasSuffix("\\") {
          steps[last].command += "\n" + line
        } else if last >= 0 {
          steps[last].output += line + "\n"
        }
      }
    }

    var testDescription: String { name }

    /// Runs the commands in one shell, in a folder from which `Data` and the program are reachable.
    /// - Returns: What each printed, with the ports that are shown instead of those that were free.
    func run() throws -> [String] {
      let directory = try ScratchDirectory()
      try FileManager.default.createSymbolicLink(
        at: directory.url.appendingPathComponent("Data"),
        withDestinationURL: SharedData.root.appendingPathComponent("Data"))
      let ports = try ["8080", "8090", "9464"].reduce(into: [:]) { $0[$1] = String(try freePort()) }
      var script = """
        exec 2>&1
        trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT

        """
      script += steps.enumerated().map { shell($1.command, $0) }.joined(separator: "\nprintf '\\n\\036\\n'\n")
      for (shown, free) in ports { script = script.replacing(shown, with: free) }
      let server = try #require(ports["8080"])
      let environment = [
        "PATH": builtPrograms.path + ":/usr/bin:/bin", "LC_ALL": "C.UTF-8",
        "HOME": directory.url.path, "TMPDIR": FileManager.default.temporaryDirectory.path, "NO_COLOR": "1",
        "FOURCUTS_PORT": server, "FOURCUTS_SERVER": "http://127.0.0.1:\(server)",
      ]
      // Ends the servers as well, which are of the same process group.
      let command = ["/usr/bin/timeout", "100", "/bin/bash", "-c", script]
      var output = try RunningProgram(command, input: "", environment: environment, in: directory).finish().output
      for (shown, free) in ports { output = output.replacing(":" + free, with: ":" + shown) }
      return output.components(separatedBy: "\n\u{1E}\n")
    }

    /// A command for the shell; what ends in `&` is a server, which has begun once it has printed something.
    private func shell(_ command: String, _ number: Int) -> String {
      guard command.hasSuffix(" &") else { return command }
      let file = "server-\(number)"
      return "\(command.dropLast(2)) >\(file) 2>&1 &\nuntil [ -s \(file) ]; do sleep 0.05; done; cat \(file)"
    }
  }
}

/// The lines of a text without empty ones around it.
private func lines(_ text: String) -> ArraySlice<Substring> {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  let first = lines.firstIndex { !$0.isEmpty } ?? lines.endIndex
  let last = lines.lastIndex { !$0.isEmpty } ?? lines.endIndex - 1
  return first <= last ? lines[first...last] : []
}

/// Whether lines are as they are shown: `…` is any text within a line, and alone on a line any lines.
/// Columns are as wide as what stands in them, and an instant without milliseconds is shorter, so blanks count once.
private func matches(_ shown: ArraySlice<Substring>, _ lines: ArraySlice<Substring>) -> Bool {
  guard let first = shown.first else { return lines.isEmpty }
  let others = shown.dropFirst()
  if first == "…" { return (lines.startIndex...lines.endIndex).contains { matches(others, lines[$0...]) } }
  guard let line = lines.first, isLine(line, as: first) else { return false }
  return matches(others, lines.dropFirst())
}

private func isLine(_ line: Substring, as shown: Substring) -> Bool {
  let line = line.replacing(/\ +/, with: " ")
  let parts = shown.replacing(/\ +/, with: " ").split(separator: "…", omittingEmptySubsequences: false)
  guard parts.count > 1 else { return line == parts[0] }
  guard line.hasPrefix(parts[0]) else { return false }
  var rest = line.dropFirst(parts[0].count)
  for part in parts.dropFirst().dropLast() where !part.isEmpty {
    guard let found = rest.firstRange(of: part) else { return false }
    rest = rest[found.upperBound...]
  }
  return rest.hasSuffix(parts[parts.count - 1])
}
