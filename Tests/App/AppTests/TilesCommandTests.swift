import Foundation
import MapTiles
import Support
import Testing
import TileArchives
import Workload

@testable import App

@Suite("fourcuts tiles make")
struct TilesCommandTests {
  /// A street, a building and the exit of a station near 37.0 N, 127.0 E, made up and written by osmium.
  private static let extract = """
    AAAADQoJT1NNSGVhZGVyGDgQLBo0eJxT4vMvzg1OzkjNTdQNM9AzU+JySc0rTvXLT0ktbmLkzS/OzSzN1TfUMzTVMwAAMKgNWAAAAAsKB09TTURhdGEY
    cRB1Gm14nONS42IAQvaixMyc8sRKLv7i0iQgHZ+aV1KUmJecysVclJrGxWgs5C3kycXCBARaclwsjEAgxMIABFJgUglMarEwAUknrgsT3z1gaqhl2G/n
    xX1h69TdnA21/2sO2AVxAGWZmFlYGQC0Hhl0AAAADAoHT1NNRGF0YRiLARCMARqFAXic4/LjYuBiz8hMzyhPrORiyUvMTeViB5FWqXlc3EWpxZkpqXkl
    mYk5XJxvuue8nT7j9cI5XJwhqcUlCkH5iSlAzRxJpZk5KZl56VzMlanFQlZSMhyMQsyMTMxSzCysbEpcHIwCDBIMCgwa7E5MTExSUhxMQowcUoycKDIs
    QClmAMszHkU=
    """

  private let program: Program
  private let extract: String
  private var directory: URL { program.directory.url }
  private var out: String { directory.appendingPathComponent("map.mbtiles").path }

  /// - Parameter tilemaker: a script that takes tilemaker's place.
  private init(tilemaker: String) throws {
    let scratch = try ScratchDirectory()
    let url = scratch.url.appendingPathComponent("tilemaker")
    try Data("#!/bin/sh\nwhile [ \"$1\" != --output ]; do shift; done\n\(tilemaker)\n".utf8).write(to: url)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
    try self.init(path: "\(scratch.url.path):/usr/bin:/bin", scratch)
  }

  private let scratch: ScratchDirectory?

  private init(path: String, _ scratch: ScratchDirectory? = nil) throws {
    self.scratch = scratch
    program = try Program(environment: ["PATH": path])
    let data = try #require(Data(base64Encoded: Self.extract, options: .ignoreUnknownCharacters))
    extract = try program.file("small.osm.pbf", data)
  }

  init() throws { try self.init(path: "/usr/bin:/bin") }

  /// What lies beside the extract, but for the output of programs.
  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path)
      .filter { $0 != "small.osm.pbf" && !$0.contains(/^(in|out|err)-/) }.sorted()
  }

  @Test("The tiles that tilemaker writes, which 'make setup-test' installs, are served")
  func makes() async throws {
    try Data("old".utf8).write(to: URL(fileURLWithPath: out))
    let result = try program.run("tiles", "make", extract, "--out", out)
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.errors == "This takes about 1 s on two cores and 500 MB of memory.\n")
    #expect(result.output.hasPrefix("\(out): 7 tiles, 25 kB, in "))
    #expect(try files() == ["map.mbtiles"])
    let archive = try await openTileArchive(out)
    #expect(
      archive.information
        == TileArchiveInformation(
          attribution: "© OpenStreetMap contributors", zooms: 8...14, schema: .openMapTiles))
    let address = try #require(TileAddress(zoom: 14, column: 13971, row: 6377))
    #expect(try await archive.tile(at: address)?.starts(with: [0x1F, 0x8B]) == true)
  }

  @Test("Without tilemaker the command says how to install it")
  func missing() throws {
    let test = try TilesCommandTests(path: "/nowhere")
    let result = try test.program.run("tiles", "make", test.extract, "--out", test.out)
    #expect(result.code != 0 && result.errors.contains("sudo apt-get install tilemaker"))
  }

  @Test("A file that is no extract and a name that the server would refuse are refused")
  func refused() throws {
    let note = try program.file("note.osm.pbf", "no extract")
    #expect(try program.run("tiles", "make", note, "--out", out).errors.contains("no extract of OpenStreetMap"))
    #expect(try program.run("tiles", "make", "/nowhere", "--out", out).errors.contains("No such file"))
    #expect(try program.run("tiles", "make", extract).code == 2)
    #expect(try program.run("tiles", "make", extract, "--out", "map.db").code == 2)
    #expect(try files() == ["note.osm.pbf"])
  }

  @Test(
    "A failure leaves an existing file as it is, and no other",
    arguments: [
      ("echo draft > $2; echo 'no room'; exit 3", "tilemaker ended with code 3: no room"),
      ("echo draft > $2; kill -KILL $$", "ran out of memory"),
      ("echo draft > $2", "no tiles that can be read"),
      ("true", "no tiles that can be read"),
    ])
  func failures(script: String, message: String) throws {
    let test = try TilesCommandTests(tilemaker: script)
    try Data("old".utf8).write(to: URL(fileURLWithPath: test.out))
    let result = try test.program.run("tiles", "make", test.extract, "--out", test.out)
    #expect(result.code != 0 && result.errors.contains(message), "\(result.errors)")
    #expect(try test.files() == ["map.mbtiles"])
    #expect(try String(contentsOfFile: test.out, encoding: .utf8) == "old")
  }

  @Test("When the command is killed, tilemaker ends and nothing is left", arguments: [SIGKILL, SIGTERM, SIGINT])
  func killed(signal: Int32) throws {
    let test = try TilesCommandTests(tilemaker: "echo $$ > $2; exec sleep 100")
    let running = try test.program.start(["tiles", "make", test.extract, "--out", test.out])
    var maker: Int32?
    try eventually {
      guard let draft = try test.files().first(where: { $0.hasSuffix(".mbtiles") }) else { return false }
      let text = try String(contentsOf: test.directory.appendingPathComponent(draft), encoding: .utf8)
      maker = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines))
      return maker != nil
    }
    running.signal(signal)
    #expect(try running.finish().code != 0)
    try eventually { try test.files().isEmpty }
    try eventually { !Self.isRunning(maker!) }
  }

  /// A process that has ended and that nobody asked about is still known.
  private static func isRunning(_ process: Int32) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return status.map { !$0.contains(") Z ") } ?? false
  }

  @Test("The cost grows with the extract, and too little memory is reported")
  func cost() {
    #expect(
      TileMakingCost(extractBytes: 49_000_000).text(availableBytes: nil)
        == "This takes about 40 s on two cores and 770 MB of memory.")
    let korea = TileMakingCost(extractBytes: 287_000_000)
    #expect(korea.text(availableBytes: 8_000_000_000).contains("4 min on two cores and 2.1 GB of memory; it was"))
    #expect(korea.text(availableBytes: 1_000_000_000).contains("This machine has 1.0 GB left"))
  }
}
