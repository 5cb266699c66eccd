import Foundation
import Synchronization

/// An S3 server of this process, by `Tests/S3/server.py`: in memory, on a free port of this machine. It verifies
/// signatures, and ends when this process does.
package final class S3Server: Sendable {
  /// What is missing on this machine.
  package struct Missing: Error, CustomStringConvertible {
    /// What to do.
    package let description: String
  }

  /// The port on 127.0.0.1.
  package let port: Int
  /// The identifier of a key that may do everything.
  package let identifier: String
  /// The secret of that key.
  package let secret: String
  private let process = Process()
  /// Open for as long as this process lives.
  private let lifeline = Pipe()

  private static let sharedServer = Mutex<Result<S3Server, any Error>?>(nil)

  /// The server of this process.
  /// - Throws: `Missing` where it is not installed; tests must fail then.
  package static var shared: S3Server {
    get throws {
      try sharedServer.withLock { server in
        if let server { return server }
        let new = Result { try S3Server() }
        server = new
        return new
      }.get()
    }
  }

  private init() throws {
    let python = SharedData.root.appendingPathComponent(".build/s3-tests/bin/python")
    guard FileManager.default.isExecutableFile(atPath: python.path) else {
      throw Missing(description: "The S3 server for tests is missing at \(python.path): run 'make setup-test'.")
    }
    // A program started meanwhile must not hold the pipe open.
    _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    let answers = Pipe()
    process.executableURL = python
    process.arguments = ["-B", SharedData.root.appendingPathComponent("Tests/S3/server.py").path]
    process.standardInput = lifeline
    process.standardOutput = answers
    let log = FileManager.default.temporaryDirectory.appendingPathComponent("fourcuts-s3-\(UUID().uuidString).log")
    try Data().write(to: log)
    defer { try? FileManager.default.removeItem(at: log) }
    process.standardError = try FileHandle(forWritingTo: log)
    try process.run()
    try? answers.fileHandleForWriting.close()
    let answer = Self.line(from: answers.fileHandleForReading)
    let words = answer.split(separator: " ").map(String.init)
    guard words.count == 3, let port = Int(words[0]) else {
      throw Missing(
        description:
          "The S3 server for tests does not start: '\(answer)' \((try? String(contentsOf: log, encoding: .utf8)) ?? "")"
      )
    }
    (self.port, identifier, secret) = (port, words[1], words[2])
  }

  /// The first line, without its end; what there is when the output ends before.
  private static func line(from output: FileHandle) -> String {
    var text = ""
    while !text.contains("\n") {
      let new = output.availableData
      if new.isEmpty { break }
      text += String(decoding: new, as: UTF8.self)
    }
    return String(text.prefix { $0 != "\n" })
  }

  /// The address of a prefix of its bucket `photos`; a new prefix is empty.
  package func address(bucket: String = "photos", prefix: String = UUID().uuidString) -> String {
    "s3://\(bucket)/\(prefix)?endpoint=http://127.0.0.1:\(port)&region=us-east-1"
  }

  /// The environment of programs that use it.
  package var environment: [String: String] {
    ["AWS_ACCESS_KEY_ID": identifier, "AWS_SECRET_ACCESS_KEY": secret]
  }
}
