import Basics
import Booths
import CommandLineKit
import NativeAPI
import OldClients
import Testing

@testable import App

@Suite("The command line")
struct CommandLineTests {
  private let near = Command.near.specification

  private func parse(_ words: String..., environment: [String: String] = [:]) throws(DomainError) -> ParsedCommand {
    try ParsedCommand(near, words, environment: environment)
  }

  @Test("Options may stand anywhere, with a blank or an equals sign before the value")
  func options() throws {
    let command = try parse("37.5", "--limit", "3", "127.0", "--radius=500m")
    #expect(command.operands == ["37.5", "127.0"])
    #expect(command["limit"] == "3")
    #expect(command["radius"] == "500m")
  }

  @Test("Negative numbers are operands, and so is everything after two hyphens")
  func negativeNumbers() throws {
    #expect(try parse("-33.8688", "-.5").operands == ["-33.8688", "-.5"])
    #expect(try parse("--", "--limit").operands == ["--limit"])
  }

  @Test("A setting comes from the command line, else from its variable, else from the default")
  func settings() throws {
    #expect(try parse()["data-dir"] == "./fourcuts-data")
    let environment = ["FOURCUTS_DATA_DIR": "/srv/booths"]
    #expect(try parse(environment: environment)["data-dir"] == "/srv/booths")
    #expect(try parse("--data-dir", "here", environment: environment)["data-dir"] == "here")
  }

  /// As the program has it, with all of its interfaces.
  private static var serve: CommandSpecification {
    Command.all(with: [OldClients()]).first { $0.specification.path == ["serve"] }!.specification
  }

  @Test(
    "A switch is turned on by its option, or by a true value of its variable",
    arguments: [
      ("1", true), ("true", true), ("yes", true), ("On", true), ("0", false), ("FALSE", false), ("no", false),
      ("off", false), ("", false), (nil, false),
    ] as [(String?, Bool)])
  func switches(value: String?, isOn: Bool) throws {
    let environment = value.map { ["FOURCUTS_OPEN_SOCKETS": $0] } ?? [:]
    let serve = Self.serve
    #expect(try ParsedCommand(serve, [], environment: environment).has("open-sockets") == isOn)
    let output = try ParsedCommand(serve, ["--open-sockets"], environment: environment)
    #expect(output.has("open-sockets"))
    #expect(throws: DomainError.self) { try ParsedCommand(serve, ["--strict-sockets"], environment: [:]) }
  }

  @Test("An invalid value of a switch is refused", arguments: ["y", "2", " 1", "enabled"])
  func unclearSwitch(value: String) {
    let domainError = #expect(throws: DomainError.self) {
      try ParsedCommand(Self.serve, [], environment: ["FOURCUTS_OPEN_SOCKETS": value])
    }
    #expect(domainError?.code == "option-unknown-word")
    #expect(domainError?.message == "FOURCUTS_OPEN_SOCKETS takes 1 or 0, true or false, yes or no, on or off.")
  }

  @Test(
    "An invalid command line is refused with one message",
    arguments: [
      (["--limt", "3"], "option-unknown"), (["--limit"], "option-without-value"), (["-x"], "option-unknown"),
      (["--limit", "3", "--limit", "4"], "option-repeated"), (["--help=yes"], "option-with-value"),
    ])
  func domainErrors(words: [String], code: String) {
    let domainError = #expect(throws: DomainError.self) { try ParsedCommand(near, words, environment: [:]) }
    #expect(domainError?.code == code)
    #expect(domainError.map(exitCode) == 2)
  }

  @Test(
    "The nearest option or word is proposed, also by one of its parts, and the format for its word",
    arguments: [
      (["--limt", "3"], "--limit"), (["--json"], "--format json"), (["--format", "jsn"], "json"),
      (["--location-state", "off"], "services-off"), (["--location-state", "grantd"], "granted"),
    ])
  func proposals(words: [String], proposal: String) {
    let domainError = #expect(throws: DomainError.self) {
      try ParsedCommand(near, words, environment: [:]).value(LocationParameters.state)
    }
    #expect(domainError?.message.hasSuffix("; did you mean '\(proposal)'?") == true, "\(domainError?.message ?? "")")
  }

  @Test("Numbers out of range are refused", arguments: ["0", "1000001", "ten", "", "1e3"])
  func ranges(text: String) throws {
    let command = try parse("--limit", text)
    #expect(throws: DomainError.self) { try command.integer("limit", 1...1_000_000) }
  }

  @Test("Every command has help, and its options are unique")
  func help() {
    for command in Command.all(with: [OldClients()]) {
      let specification = command.specification
      let text = Help.command(specification, width: 80)
      for option in specification.allOptions { #expect(text.contains("--\(option.name)")) }
      #expect(Set(specification.allOptions.map(\.name)).count == specification.allOptions.count)
      #expect(words(of: overview).contains(words(of: specification.summary)))
    }
  }

  private let groups = CommandGroup.all(with: [OldClients()])
  private var overview: String { Help.overview(groups, width: 80) }

  /// A text without its line breaks.
  private func words(of text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  @Test("Help fits 80 columns, and narrower ones except for examples and long words", arguments: [60, 80, 100])
  func width(width: Int) {
    useUnicodeWidths()
    let texts = groups.flatMap(\.specifications).map { Help.command($0, width: width) }
    for line in (texts + [Help.overview(groups, width: width)]).flatMap({ $0.split(separator: "\n") }) {
      let isBreakable = width >= 80 || line.dropFirst(28).contains(" ") && !line.hasPrefix("  ")
      #expect(displayWidth(String(line)) <= width || !isBreakable, "\(line)")
    }
  }

  @Test("The overview groups the commands, and help groups many options")
  func groupsOfHelp() {
    for group in groups { #expect(overview.contains("\n\(group.title):\n")) }
    let help = Help.command(Self.serve, width: 80)
    for heading in ["Options", "HTTPS", "Shop", "Backups", "Old clients"] { #expect(help.contains("\n\(heading):\n")) }
    #expect(help.split(separator: "\n  --tls-key FILE ").count == 2)
  }

  @Test("Paragraphs are wrapped, but not within quotation marks, and indented lines are kept")
  func discussion() {
    let text = Help.text("One two\nthree four.\n\nFive:\n  six\n  seven\n", width: 10)
    #expect(text == "One two\nthree\nfour.\n\nFive:\n  six\n  seven\n")
    let quoted = Help.text("It is what can't be told ('six seven', 'eight nine').", width: 20)
    #expect(quoted == "It is what can't be\ntold ('six seven',\n'eight nine').")
    #expect(Help.text("A 'quotation that is wider' stays.", width: 14) == "A 'quotation\nthat is wider'\nstays.")
  }

  @Test("A wide example continues after a backslash, and an explanation below itself")
  func wideLines() {
    let example = "  fourcuts post add 'two of us' --kind 'a pose' --people 2 > post.txt"
    #expect(
      Help.text(example, width: 34) == """
          fourcuts post add 'two of us' \\
              --kind 'a pose' --people 2 \\
              > post.txt
        """)
    #expect(Help.text(example, width: 80) == example)
    let rows = Help.text("  nginx  balances by nginx, which takes the place of HAProxy", width: 40)
    #expect(rows == "  nginx  balances by nginx, which takes\n         the place of HAProxy")
  }

  @Test(
    "A mistyped command is answered with the nearest one",
    arguments: [
      ("naer", "near"), ("naer 37.5", "near"), ("boths list", "booths list"), ("boths --help", "booths"),
      ("booths lst", "booths list"), ("imprt x.csv", "import"),
    ])
  func mistyped(words: String, nearest: String) {
    let words = words.split(separator: " ").map(String.init)
    let error = DomainError.unknownCommand(words, of: groups.flatMap(\.specifications))
    #expect(error.message.hasSuffix("; did you mean '\(nearest)'?"), "\(error.message)")
  }

  @Test("The longest matching command name is used")
  func names() throws {
    let (command, rest) = try #require(Command.named(by: ["booths", "show", "7"]))
    #expect(command.specification.name == "booths show")
    #expect(rest == ["7"])
    #expect(Command.named(by: ["booths"]) == nil)
  }

  @Test("Completions name every command and every option")
  func completions() {
    let specifications = Command.all(with: [OldClients()]).map(\.specification)
    let fish = Completions.fish(specifications)
    for specification in specifications {
      for option in specification.allOptions {
        #expect(fish.contains("-n '__fourcuts_begins \(specification.name)"))
        #expect(fish.contains(" -l \(option.name) "))
      }
    }
    for text in [Completions.bash(specifications), Completions.zsh(specifications)] {
      for specification in specifications {
        #expect(text.contains("'\(specification.name)')"))
        for option in specification.allOptions { #expect(text.contains("--\(option.name)")) }
      }
    }
  }

  @Test(
    "Valid lengths are read", arguments: [("500", 500.0), ("500m", 500), ("1.5km", 1500), ("1.5KM", 1500), ("0", 0)])
  func lengths(text: String, expected: Double) throws {
    #expect(try parse("--radius", text).value(BoothParameters.radius) == expected)
  }

  @Test("Filters are those of HTTP: an empty one is refused, and now is the current minute")
  func filters() throws {
    let now = Timestamp(seconds: 90)
    let filter = try BoothFilter(parse("--open-at", "now", "--max-price", "5000", "--brand", "a, b"), now: now)
    #expect(filter.openAt == Timestamp(seconds: 60) && filter.maxPrice == 5000 && filter.brands == ["a", "b"])
    for words in [["--brand", ""], ["--tag", "a,,b"], ["--status", "Closed"], ["--people", "101"]] {
      let command = try ParsedCommand(near, words, environment: [:])
      let domainError = #expect(throws: DomainError.self) { try BoothFilter(command, now: now) }
      #expect(domainError?.message.hasPrefix("\(words[0]) takes ") == true && domainError.map(exitCode) == 2)
    }
  }

  @Test("Invalid lengths are refused", arguments: ["", "-1", "km", "1 mile", "nan", "inf", "0x10", "+5"])
  func noLengths(text: String) throws {
    let command = try parse("--radius", text)
    #expect(throws: DomainError.self) { try command.value(BoothParameters.radius) }
  }
}

@Suite("Tables")
struct TextTableTests {
  @Test(
    "Hangul takes two columns, and combining marks take none",
    arguments: [("인생네컷", 8), ("abc", 3), ("e\u{301}", 1), ("", 0)])
  func widths(text: String, width: Int) {
    useUnicodeWidths()
    #expect(displayWidth(text) == width)
  }

  @Test("Columns are aligned by display width")
  func alignment() {
    useUnicodeWidths()
    var table = TextTable(columns: [("N", .right), ("NAME", .left), ("CITY", .left)])
    table.rows = [["7", "인생네컷", "Seoul"], ["12", "Photo", "부산"]]
    #expect(
      table.rendered(.plain) == """
         N  NAME      CITY
         7  인생네컷  Seoul
        12  Photo     부산

        """)
  }

  private static let booths: TextTable = {
    var table = TextTable(columns: [("ID", .right), ("NAME", .text), ("OPEN", .left), ("NOTE", .left), ("AT", .text)])
    table.rows = [
      ["7", "인생네컷 강남역 2호점", "open", "", "서울특별시 강남구 강남대로 1"],
      ["12", "포토", "closed", "", "부산"],
    ]
    table.colors["OPEN"] = ["open": .green, "closed": .red]
    return table
  }()

  @Test("A table for programs is written in full")
  func whole() {
    useUnicodeWidths()
    let lines = Self.booths.rendered(.plain).split(separator: "\n")
    #expect(lines[0].hasPrefix("ID  NAME                   OPEN    NOTE  AT"))
    #expect(lines[1].hasSuffix("서울특별시 강남구 강남대로 1"))
  }

  @Test("On a terminal empty columns are dropped first, then texts are cut, then the last columns go")
  func widthOfTerminal() {
    useUnicodeWidths()
    let table = Self.booths
    for width in 1...80 {
      for line in table.rendered(TextStyle(width: width)).split(separator: "\n") {
        #expect(displayWidth(String(line)) <= width)
      }
    }
    #expect(
      table.rendered(TextStyle(width: 40)) == """
        ID  NAME           OPEN    AT
         7  인생네컷 강…   open    서울특별시 …
        12  포토           closed  부산

        """)
    #expect(table.rendered(TextStyle(width: 63)).contains("인생네컷 강남역 2호점  open    서울특별시 강남구 강남대로 1"))
    #expect(table.rendered(TextStyle(width: 20)).hasPrefix("ID  NAME        OPEN\n"))
  }

  @Test("Seconds are dropped first, then columns if cutting texts is not enough, then the time of day")
  func leftOut() {
    useUnicodeWidths()
    var table = TextTable(columns: [
      ("N", .right), ("WHEN", .instant), ("FILE", .text), ("READ", .right), ("STATE", .left),
    ])
    table.rows = [["1", "2026-11-24 10:31:07", "booths-of-seoul.csv", "436", "rolled back"]]
    table.leftOut = [["READ"]]
    for (width, row) in [
      (66, "1  2026-11-24 10:31:07  booths-of-seoul.csv   436  rolled back"),
      (61, "1  2026-11-24 10:31  booths-of-seoul.csv   436  rolled back"),
      (50, "1  2026-11-24 10:31  booths-of…   436  rolled back"),
      (48, "1  2026-11-24 10:31  booths-of-seo…  rolled back"),
      (40, "1  2026-11-24  booths-of-s…  rolled back"),
    ] {
      #expect(table.rendered(TextStyle(width: width)).split(separator: "\n")[1] == row)
    }
  }

  @Test("Columns that belong together are left out together")
  func leftOutTogether() {
    var table = TextTable(columns: [("LATITUDE", .right), ("LONGITUDE", .right), ("BOOTH", .right)])
    table.rows = [["37.5", "127.0", "7"]]
    table.leftOut = [["LATITUDE", "LONGITUDE"]]
    #expect(table.rendered(TextStyle(width: 26)) == "LATITUDE  LONGITUDE  BOOTH\n    37.5      127.0      7\n")
    #expect(table.rendered(TextStyle(width: 25)) == "BOOTH\n    7\n")
  }

  @Test("Colours follow a column's values, and take no width")
  func colors() {
    useUnicodeWidths()
    let text = Self.booths.rendered(TextStyle(width: 40, hasColors: true))
    #expect(text.contains("\u{1B}[32mopen\u{1B}[0m    서울"))
    #expect(text.contains("\u{1B}[31mclosed\u{1B}[0m  부산"))
    #expect(text.replacing(/\u{1B}\[[0-9]+m/, with: "") == Self.booths.rendered(TextStyle(width: 40)))
  }

  @Test("Texts are broken at blanks, and Hangul takes two columns there too")
  func wrapping() {
    useUnicodeWidths()
    #expect(wrapped("one two three", to: 7) == ["one two", "three"])
    #expect(wrapped("강남역 서울역", to: 12) == ["강남역", "서울역"])
    #expect(wrapped("강남역 서울역", to: 13) == ["강남역 서울역"])
    #expect(wrapped("an unbreakable", to: 4) == ["an", "unbreakable"])
    #expect(wrapped("", to: 4).isEmpty)
  }

  @Test("Long cells are cut, and control characters cannot reach the terminal")
  func cells() {
    useUnicodeWidths()
    #expect(clipped("인생네컷 강남점", to: 8) == "인생네…")
    #expect(withoutControls("a\u{1B}[31mb\u{7}") == "a [31mb ")
  }
}
