import Foundation
import Glibc
import Workload

/// `fourcuts serve`, from the directory of this program, as a separate process.
final class ServerProcess {
  private let process = Process()
  private let output = Pipe()
  private(set) var port = 0

  /// Starts it on a data directory and waits until it listens.
  init(_ data: URL, _ options: [String] = []) throws {
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("fourcuts")
    process.arguments = ["serve", "--port", "0", "--rate-limit", "off", "--data-dir", data.path] + options
    process.standardOutput = output
    try process.run()
    var greeting = ""
    while true {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw Client.Failure(reason: "the server did not start: \(greeting)") }
      greeting += String(decoding: more, as: UTF8.self)
      if let match = greeting.firstMatch(of: /http:\/\/[^\/\s]*:(\d+)\s/), let port = Int(match.1) {
        self.port = port
        return
      }
    }
  }

  deinit { end() }

  func end() {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Its anonymous resident memory (RssAnon) in KiB.
  func residentKibibytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    guard let match = status.firstMatch(of: /RssAnon:\s+(\d+) kB/), let size = Int(match.1) else {
      throw Client.Failure(reason: "/proc has no RssAnon")
    }
    return size
  }

  /// Its CPU time so far, in seconds.
  func processorSeconds() -> Double {
    let text = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)) ?? ""
    // Field 2 is the name in parentheses, which may contain blanks. User and system time are fields 14 and 15 (proc(5)).
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else { return 0 }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}
