import Foundation
import Testing

/// What a person sees on a terminal, and a program in a pipe.
@Suite("The terminal")
struct TerminalTests {
  private static let booths = """
    external_id,name,latitude,longitude,status,opening_hours,road_address
    A1,샘플네컷 강남역 일번 출구 앞 지하상가점,37.4979,127.0276,operating,24/7,서울특별시 강남구 강남대로 지하 396
    A2,샘플네컷 역삼점,37.5006,127.0364,operating,Mo-Su 10:00-12:00,서울특별시 강남구 테헤란로 1
    A3,샘플네컷 선릉점,37.5045,127.0490,operating,,서울특별시 강남구 테헤란로 340

    """

  private let program: Program

  init() throws {
    program = try Program(environment: ["NO_COLOR": "", "TZ": "Asia/Seoul"])
    try program.run("import", try program.file("booths.csv", Self.booths))
  }

  private let near = ["near", "37.4979", "127.0276", "--open-at", "2026-11-21T11:00:00+09:00"]

  @Test("Tables are cut to the terminal's columns, and complete in a pipe")
  func width() throws {
    let screen = try program.onTerminal(60, near)
    #expect(screen.contains("…") && screen.contains("ADDRESS"), "\(screen)")
    let output = try program.start(near).finish().output
    #expect(output.contains("샘플네컷 강남역 일번 출구 앞 지하상가점"))
    #expect(output.contains("서울특별시 강남구 강남대로 지하 396"))
  }

  @Test("Open booths are green, without colours in a pipe and with NO_COLOR")
  func colors() throws {
    #expect(try program.onTerminal(100, near).contains("\u{1B}[32mopen\u{1B}[0m"))
    #expect(!(try program.start(near).finish().output.contains("\u{1B}")))
    let plain = try Program(environment: ["FOURCUTS_DATA_DIR": program.data.path, "NO_COLOR": "1"])
    #expect(!(try plain.onTerminal(100, near).contains("\u{1B}")))
  }

  @Test("Times are local, and in a pipe and in JSON they are RFC 3339 in UTC")
  func times() throws {
    let document = try program.run("imports", "list", "--format", "json").output
    let started = try #require(document.firstMatch(of: /"started_at":"([^"]+)"/)).1
    #expect(try program.run("imports", "list").output.contains(started))
    let seconds = started.prefix { $0 != "." && $0 != "Z" } + "Z"
    let local = try Date(String(seconds), strategy: .iso8601).addingTimeInterval(9 * 3600).formatted(.iso8601)
    let shown = local.replacing("T", with: " ").dropLast()
    #expect(try program.onTerminal(120, ["imports", "list"]).contains(shown))
    #expect(try program.onTerminal(120, ["imports", "list", "--format", "json"]).contains(started))
  }

  @Test("The list of imports fits 80 columns")
  func imports() throws {
    let file = try program.file("booths-of-the-city-of-seoul.csv", Self.booths)
    try program.run("import", file, "--source", "seoul-open-data-plaza")
    func lines() throws -> [String] {
      try program.onTerminal(80, ["imports", "list"]).replacing(/\u{1B}\[[0-9]+m/, with: "").split(separator: "\n")
        .map { $0.split(separator: " ").joined(separator: " ") }
    }
    #expect(try lines()[0] == "N WHEN SOURCE FILE ADDED CHANGED CLOSED REJECTED")
    try program.run("imports", "rollback", "2")
    #expect(try lines()[0] == "N WHEN FILE ADDED CHANGED CLOSED REJECTED STATE")
    #expect(try lines()[1].hasSuffix(" rolled back"))
  }

  @Test("A truncated list says how to see the rest, on a terminal only")
  func rest() throws {
    let near = ["near", "37.5", "127.03", "--limit", "2"]
    #expect(try program.onTerminal(100, near).contains("There are more than these 2: --limit N shows more."))
    let list = ["booths", "list", "--limit", "2"]
    #expect(try program.onTerminal(100, list).contains("more than these 2: --after 2 shows what follows"))
    #expect(!(try program.onTerminal(100, ["booths", "list", "--limit", "3"]).contains("There are more")))
    let result = try program.start(list).finish()
    #expect(result.lines.count == 3 && result.errors.isEmpty)
  }
}

extension Program {
  /// Runs a command on a new terminal.
  /// - Returns: What it shows there.
  func onTerminal(_ columns: Int, _ arguments: [String]) throws -> String {
    let shell = #"exec script --quiet --return --command "stty cols $0; exec $*" /dev/null"#
    return try start(arguments, by: ["/bin/sh", "-c", shell, "\(columns)"]).finish().output
      .replacing("\r\n", with: "\n")
  }
}
