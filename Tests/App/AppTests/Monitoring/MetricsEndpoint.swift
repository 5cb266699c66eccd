import Foundation
import Testing

/// The metrics of a running server.
struct MetricsEndpoint {
  let address: ServerAddress

  /// - Parameter server: was given `--metrics-address`.
  init(of server: RunningServer) throws {
    let match = try #require(server.process.output.firstMatch(of: /Metrics are at (http\S+)\/metrics/))
    address = ServerAddress(base: try #require(URL(string: String(match.1))))
  }

  /// Port 0 takes any free one.
  static let settings = ["FOURCUTS_METRICS_ADDRESS": "127.0.0.1:0"]

  func scrape(_ accept: String = "text/plain") async throws -> RunningServer.ClientResponse {
    try await address.send("GET", "/metrics", ["Accept": accept])
  }

  /// The value of a sample, written as in the text format; nil where there is none.
  func value(_ sample: String) async throws -> Double? {
    try await scrape().body.split(separator: "\n").first { $0.hasPrefix("\(sample) ") }
      .flatMap { Double($0.dropFirst(sample.count + 1)) }
  }

  /// The metrics by their names in queries, with their types.
  func types() async throws -> [String: String] {
    var types: [String: String] = [:]
    for match in try await scrape().body.matches(of: /(?m)^# TYPE (\S+) (\S+)$/) {
      types[String(match.1)] = String(match.2)
    }
    return types
  }
}

/// What a program that a test cannot do without says.
func output(of program: String, package: String, _ arguments: [String], input: Data = Data()) throws -> (
  code: Int32, text: String
) {
  try #require(
    FileManager.default.isExecutableFile(atPath: program),
    "\(program) is missing: install Debian's package \(package), as 'make setup-test' does.")
  let process = Process()
  let (standardInput, standardOutput) = (Pipe(), Pipe())
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  (process.standardInput, process.standardOutput, process.standardError) = (
    standardInput, standardOutput, standardOutput
  )
  try process.run()
  try standardInput.fileHandleForWriting.write(contentsOf: input)
  try standardInput.fileHandleForWriting.close()
  let text = String(decoding: try standardOutput.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  process.waitUntilExit()
  return (process.terminationStatus, text)
}
