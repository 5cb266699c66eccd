import Foundation
import PostgreSQL
import SQL
import SQLite
import Support
import Testing
import Workload

@testable import Stores

/// A real program, run as a process on a new data folder.
final class Program: Sendable {
  let directory: ScratchDirectory
  private let executable: URL
  private let environment: [String: String]
  private let maxDescriptors: Int?
  /// Nil where its databases are files.
  private let server: MadeDatabase?

  /// - Parameters:
  ///   - name: which program.
  ///   - engine: what its databases are on, unless the environment names one.
  ///   - maxDescriptors: how many files and connections a run may have open; nil: as many as this process.
  init(
    _ name: String = "fourcuts", engine: SQLEngine = TestDatabase.engine, environment: [String: String] = [:],
    maxDescriptors: Int? = nil
  ) throws {
    directory = try ScratchDirectory()
    executable = builtPrograms.appendingPathComponent(name)
    let needsServer = name == "fourcuts" && engine == .postgresql && environment["FOURCUTS_DATABASE"] == nil
    server = needsServer ? try MadeDatabase() : nil
    self.environment = server.map { environment.merging(["FOURCUTS_DATABASE": $0.address]) { $1 } } ?? environment
    self.maxDescriptors = maxDescriptors
  }

  /// The database with everything but the catalogue, beside the processes that use it.
  func database() async throws -> any Database {
    guard let server else { return try await SQLiteDatabase(path: data.appendingPathComponent("fourcuts.sqlite").path) }
    return try PostgreSQLDatabase(server.address)
  }

  /// The database with the catalogue.
  func catalogue() async throws -> any Database {
    guard let server else { return try await SQLiteDatabase(path: data.appendingPathComponent("booths.sqlite").path) }
    return try PostgreSQLDatabase(server.address)
  }

  /// Another node on the same server's database: with the same secrets, and another data folder.
  func otherNode() throws -> Program {
    try Program(
      environment: environment.merging(["FOURCUTS_KEY_FILE": data.appendingPathComponent("secrets.key").path]) { $1 })
  }

  /// The data folder.
  var data: URL { directory.url.appendingPathComponent("data") }

  /// Makes the data folder with SQLite databases that have the schema of version 0.2.0 and no content.
  func makeOlderDatabases() async throws {
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    for (name, kind) in [("fourcuts", DatabaseKind.main), ("booths", .catalogue)] {
      let database = try await SQLiteDatabase(path: data.appendingPathComponent("\(name).sqlite").path)
      try await database.migrate(Array(Schema.migrations(of: kind, for: .sqlite).prefix(1)))
      await database.close()
    }
  }

  /// What a run left behind.
  struct Result {
    var code: Int32
    var output: String
    var errors: String
    var lines: [String] { output.split(whereSeparator: \.isNewline).map(String.init) }
  }

  /// Starts a command; the data folder is this program's.
  /// - Parameter starter: a command that starts the one behind it in its own place.
  func start(_ arguments: [String], input: String = "", by starter: [String] = []) throws -> RunningProgram {
    // The shell puts the program in its own place.
    let limiting = maxDescriptors.map { ["/bin/sh", "-c", "ulimit -n \($0) && exec \"$0\" \"$@\""] } ?? []
    return try RunningProgram(
      limiting + starter + [executable.path] + arguments, input: input,
      environment: [
        "FOURCUTS_DATA_DIR": data.path, "FOURCUTS_DRAIN_DELAY": "0", "FOURCUTS_RATE_LIMIT": "off", "NO_COLOR": "1",
      ]
      .merging(environment) { $1 }, in: directory)
  }

  /// Runs a command to its end.
  @discardableResult
  func run(_ arguments: String..., input: String = "") throws -> Result {
    try start(arguments, input: input).finish()
  }

  /// Writes a file into this program's working folder and answers its path.
  func file(_ name: String, _ content: String) throws -> String {
    try file(name, Data(content.utf8))
  }

  /// Writes a file into this program's working folder and answers its path.
  func file(_ name: String, _ content: Data) throws -> String {
    let url = directory.url.appendingPathComponent(name)
    try content.write(to: url)
    return url.path
  }
}

/// A process that was started. Its output goes through files, so that nobody has to read while it runs.
final class RunningProgram {
  private let process = Process()
  /// Lives as long as the process writes into it.
  private let directory: ScratchDirectory
  private let outputURL: URL
  private let errorsURL: URL

  /// - Parameter command: the program's path and its arguments.
  init(_ command: [String], input: String, environment: [String: String], in directory: ScratchDirectory) throws {
    self.directory = directory
    let name = UUID().uuidString
    outputURL = directory.url.appendingPathComponent("out-\(name)")
    errorsURL = directory.url.appendingPathComponent("err-\(name)")
    let inputURL = directory.url.appendingPathComponent("in-\(name)")
    try Data(input.utf8).write(to: inputURL)
    for url in [outputURL, errorsURL] { try Data().write(to: url) }
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = environment
    process.currentDirectoryURL = directory.url
    process.standardInput = try FileHandle(forReadingFrom: inputURL)
    process.standardOutput = try FileHandle(forWritingTo: outputURL)
    process.standardError = try FileHandle(forWritingTo: errorsURL)
    try process.run()
  }

  /// What was printed so far.
  var output: String { (try? String(contentsOf: outputURL, encoding: .utf8)) ?? "" }

  /// What was printed to standard error so far.
  var errors: String { (try? String(contentsOf: errorsURL, encoding: .utf8)) ?? "" }

  var isRunning: Bool { process.isRunning }
  var identifier: Int32 { process.processIdentifier }

  /// Sends a signal.
  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Limits the size of files that it can write, as if a disk or a quota were full; nil removes the limit.
  func limitFiles(to bytes: Int?) throws {
    let limiting = Process()
    limiting.executableURL = URL(fileURLWithPath: "/usr/bin/prlimit")
    limiting.arguments = ["--pid", "\(process.processIdentifier)", "--fsize=\(bytes.map(String.init) ?? "unlimited"):"]
    try limiting.run()
    limiting.waitUntilExit()
    guard limiting.terminationStatus == 0 else { throw POSIXError(.EPERM) }
  }

  /// Waits until it prints an address.
  /// - Parameter pattern: a pattern that captures the address.
  func address(printedAs pattern: Regex<(Substring, Substring)>) async throws -> URL {
    try await eventually { output.contains(pattern) || !isRunning }
    let match = try #require(output.firstMatch(of: pattern), "\(errors)")
    return try #require(URL(string: String(match.1)))
  }

  /// Waits for the end; a program that does not come to it within two minutes is killed, so that its test fails.
  func finish() throws -> Program.Result {
    try? eventually(within: .seconds(120)) { !process.isRunning }
    if process.isRunning { signal(SIGKILL) }
    process.waitUntilExit()
    return Program.Result(
      code: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus, output: output,
      errors: try String(contentsOf: errorsURL, encoding: .utf8))
  }
}
