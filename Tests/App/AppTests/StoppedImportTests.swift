import Basics
import Booths
import Foundation
import NativeAPI
import Support
import Testing
import Workload

@testable import App

@Suite("An import while the server stops")
struct StoppedImportTests {
  private let assembly: Assembly
  private let directory: ScratchDirectory

  init() async throws {
    directory = try ScratchDirectory()
    assembly = try await Assembly.open(directory: directory.url.appendingPathComponent("data"))
  }

  private static let file = Array("external_id,name,latitude,longitude\n1,가,37.5,127\n".utf8)
  private var importer: Importer {
    Importer(store: assembly.store, now: { Timestamp(seconds: 1_800_000_000) })
  }
  private var audit: AuditLog {
    assembly.audit(now: { Timestamp(seconds: 1_800_000_000) }) { Issue.record($0) }
  }
  private let options = ImportOptions(fileName: "booths.csv")

  @Test("An import that is stopped while it is received changes nothing and reports it")
  func received() async throws {
    let url = try #require(assembly.temporary).url
    let reported = AsyncStream.makeStream(of: String.self)
    let connections = UploadImports(importer, directory: url, audit: audit) { reported.continuation.yield($0) }
    let (stream, upload) = AsyncThrowingStream.makeStream(of: [UInt8].self)
    let running = Task { [options] in try await connections.run(options, file: stream, by: nil) }
    upload.yield(Self.file)
    try await eventually { try !FileManager.default.contentsOfDirectory(atPath: url.path).isEmpty }
    connections.stop()
    upload.yield(Array("2,나,37.6,127\n".utf8))
    upload.finish()
    let rejected = try await domainError { try await running.value }
    #expect((rejected.kind, rejected.code) == (.unavailable, "import-ended"))
    await connections.finish(within: .seconds(20))
    #expect(try FileManager.default.contentsOfDirectory(atPath: url.path).isEmpty)
    #expect(try await assembly.store.version() == 0)
    for await word in reported.stream {
      #expect(word.contains("booths.csv was ended"))
      break
    }
  }

  @Test("An import is stopped during validation, and finished after the last row")
  func validated() async throws {
    let path = directory.url.appendingPathComponent("booths.csv").path
    try Data(Self.file).write(to: URL(fileURLWithPath: path))
    let rejected = try await domainError { try await importer.run(options, path: path, isEnded: { true }) }
    #expect(rejected.code == "import-ended")
    #expect(try await assembly.store.version() == 0)
    #expect(try await importer.run(options, path: path, isEnded: { false }).report.outcome.counts.added == 1)
  }

  @Test("A stopping server begins no import")
  func notBegun() async throws {
    let connections = UploadImports(importer, directory: directory.url, audit: audit)
    connections.stop()
    let rejected = try await domainError {
      try await connections.run(options, file: AsyncThrowingStream { $0.finish() }, by: nil)
    }
    #expect(rejected.code == "import-running")
  }
}
