import CommandLineKit
import Foundation
import Testing
import Workload

@Suite("Manual pages")
struct ManPageTests {
  @Test("Each first word of a command has a page with all of its commands and options")
  func pages() throws {
    let program = try Program()
    let directory = program.directory.url.appendingPathComponent("man1")
    #expect(try program.run("man", "--to", directory.path).code == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(names.contains("fourcuts.1") && names.contains("fourcuts-serve.1"))
    let overview = try String(contentsOf: directory.appendingPathComponent("fourcuts.1"), encoding: .utf8)
    let words = overview.matches(of: /^\.B ([a-z]+)/.anchorsMatchLineEndings()).map { String($0.1) }
    #expect(words.count > 50)
    for word in words { #expect(names.contains("fourcuts-\(word).1")) }
    let booths = try program.run("man", "booths").output
    for command in ["list", "show", "edit", "close", "export"] {
      #expect(booths.contains(".SS booths \(command)\n"))
    }
    #expect(booths.contains(#"\fB\-\-after\fR \fIID\fR"#))
    #expect(booths == (try String(contentsOf: directory.appendingPathComponent("fourcuts-booths.1"), encoding: .utf8)))
  }

  @Test("Every text is shown unchanged by roff")
  func escapes() {
    var page = ManPage("x", program: "x", summary: "it's --x")
    page.text(".not a macro, C:\\x\n\n  'an' example ~ ^ `")
    #expect(page.source.contains(#"x \- it\(aqs \-\-x"#))
    #expect(page.source.contains(#"\&.not a macro, C:\ex"#))
    #expect(page.source.contains(#"\(aqan\(aq example \(ti \(ha \(ga"#))
  }

  @Test("The error for an unknown page proposes the nearest command")
  func unknown() throws {
    let result = try Program().run("man", "serv")
    #expect(result.code == 2)
    #expect(result.errors.contains("did you mean 'serve'?"))
  }
}
