import Basics
import CommandLineKit
import Concurrency
import Foundation
import MapTiles
import TileArchives

extension Command {
  static let makeTiles = Command(
    specification: CommandSpecification(
      path: ["tiles", "make"], summary: "Make a file of street tiles from an extract of OpenStreetMap",
      operands: "EXTRACT.osm.pbf",
      options: [
        .value("out", "FILE.mbtiles", "The file to write; one that exists is replaced at the end", choices: ["FILE"])
      ],
      discussion: """
        Runs tilemaker (sudo apt-get install tilemaker) with a configuration that writes what the map draws: streets,
        buildings, parks, waters and railways, with names in Korean and English. It first says how long it will take
        and how much memory it will need.
          fourcuts tiles make korea.osm.pbf --out korea.mbtiles
          fourcuts serve --tiles korea.mbtiles

        An extract of one city, cut out by osmium (sudo apt-get install osmium-tool), takes far less:
          osmium extract --bbox 126.76,37.42,127.19,37.71 korea.osm.pbf -o city.osm.pbf
        """, usesDataDirectory: false)
  ) { command, context in
    try command.expectOperands(1...1)
    guard let out = command.text("out"), out.hasSuffix(".mbtiles") else {
      throw DomainError.usage("tiles-out-missing", "Say which file to write: --out FILE.mbtiles.")
    }
    let extract = URL(fileURLWithPath: command.operands[0]).resolvingSymlinksInPath()
    let count = try extractByteCount(extract.path)
    guard let program = tilemaker(in: context.environment) else {
      throw DomainError(
        .unavailable, "tilemaker-missing", "tilemaker is not installed: run 'sudo apt-get install tilemaker'.")
    }
    let cost = TileMakingCost(extractBytes: count)
    context.console.error(cost.text(availableBytes: availableMemory()))

    let target = URL(fileURLWithPath: out)
    let draft = TileDraft(of: target)
    defer { draft.remove() }
    let started = context.now()
    try await draft.make(from: extract.path, by: program, context)
    let made = try await draft.check()
    try draft.publish()
    let seconds = max(0, context.now().milliseconds - started.milliseconds) / 1000
    try context.console.out(
      """
      \(out): \(counted(made.tiles, "tile")), \(byteCountText(made.bytes)), in \(durationText(Double(seconds))).
      Show them with 'fourcuts serve --tiles \(out)'; a running server needs a restart.

      """)
  }
}

/// The size of an extract.
/// - Throws: `DomainError` for a file that cannot be read or is no extract.
private func extractByteCount(_ path: String) throws(DomainError) -> Int {
  let file: OpenFile
  do {
    file = try openFile(path)
  } catch {
    throw DomainError(.unavailable, "extract-unreadable", "\(error)", field: "EXTRACT")
  }
  var start = [UInt8](repeating: 0, count: 15)
  // The length of a header, which begins with its type.
  let header: [UInt8] = [0x0A, 9] + "OSMHeader".utf8
  guard pread(file.descriptor, &start, start.count, 0) == start.count, Array(start.dropFirst(4)) == header else {
    throw DomainError(
      .invalid, "extract-invalid",
      "\(path) is no extract of OpenStreetMap in the format PBF: get one that ends in .osm.pbf, for instance from "
        + "download.geofabrik.de, or convert it with 'osmium cat'.", field: "EXTRACT")
  }
  return file.size
}

private func tilemaker(in environment: [String: String]) -> String? {
  (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map { "\($0)/tilemaker" }
    .first { access($0, X_OK) == 0 }
}

/// What a program can use before the machine is short of memory. Nil if the kernel does not say.
private func availableMemory() -> Int? {
  let text = try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8)
  return text?.firstMatch(of: /MemAvailable: +(\d+) kB/).flatMap { Int($0.1) }.map { $0 * 1024 }
}

/// How long making tiles takes and how much memory it needs, estimated by the size of the extract.
struct TileMakingCost {
  let seconds: Double
  let memory: Int
  let isExtrapolated: Bool

  /// As measured on two cores with extracts of 0.05 to 2.7 MB, and with 20 and 60 copies of one side by side: 49 MB
  /// took 38 s and 0.7 GB, 147 MB 111 s and 1.2 GB.
  init(extractBytes: Int) {
    let megabytes = Double(extractBytes) / 1_000_000
    seconds = 0.5 + 0.8 * megabytes
    memory = 500_000_000 + Int(5_500_000 * megabytes)
    isExtrapolated = megabytes > 150
  }

  func text(availableBytes: Int?) -> String {
    let basis = isExtrapolated ? "; it was measured with up to 150 MB, and may well need more" : ""
    let (time, room) = (durationText(seconds), byteCountText(memory))
    let needed = "This takes about \(time) on two cores and \(room) of memory\(basis)."
    guard let availableBytes, availableBytes < memory else { return needed }
    return needed
      + " This machine has \(byteCountText(availableBytes)) left: take an extract of a city, or it may be killed."
  }
}

private func durationText(_ seconds: Double) -> String {
  seconds < 90 ? "\(max(1, Int(seconds.rounded()))) s" : "\(Int((seconds / 60).rounded())) min"
}

/// Runs something on a thread that blocks no signals, as threads of Dispatch do: a process that is started inherits
/// them, and a shell without SIGCHLD waits for ever.
private func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
  var (none, before) = (sigset_t(), sigset_t())
  sigemptyset(&none)
  pthread_sigmask(SIG_SETMASK, &none, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
  try body()
}

/// The temporary file beside the final one.
private struct TileDraft {
  let target: URL
  let path: String

  init(of target: URL) {
    self.target = target
    let name = ".\(target.deletingPathExtension().lastPathComponent)-\(getpid()).mbtiles"
    path = target.deletingLastPathComponent().appendingPathComponent(name).path
  }

  /// Runs tilemaker, and ends it and removes the draft ($0) when standard input ends first: this program is gone then.
  private static let script = """
    exec 3<&0
    "$@" 3<&- </dev/null &
    maker=$!
    { cat <&3; trap '' TERM; kill -KILL $maker; rm -f "$0" "$0-journal"; } >/dev/null 2>&1 &
    watcher=$!
    wait $maker
    code=$?
    kill $watcher
    exit $code
    """

  private static let work = BlockingWork(
    "tile making", parallel: 1, waiting: 0,
    overloadError: DomainError(.rateLimited, "tiles-being-made", "Tiles are being made."))

  /// - Throws: `DomainError` `tiles-not-made`, with the last line that tilemaker wrote.
  func make(from extract: String, by program: String, _ context: CommandContext) async throws {
    let settings = try ["tilemaker.json", "tilemaker.lua"].map { name throws(DomainError) in
      let resource = ProgramResource("tiles/\(name)", ofProgram: programURL)
      guard let path = resource.path else { throw resource.missing("tile-settings-missing") }
      return path
    }
    let arguments = [
      "-c", Self.script, path, program, "--input", extract, "--output", path, "--config", settings[0], "--process",
      settings[1],
    ]
    try await Self.work.run {
      let process = Process()
      let (input, output) = (Pipe(), Pipe())
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = arguments
      (process.standardInput, process.standardOutput, process.standardError) = (input, output, output)
      try withoutBlockedSignals { try process.run() }
      var last: [UInt8] = []
      while case let more = output.fileHandleForReading.availableData, !more.isEmpty {
        if context.console.isInteractive { context.console.error(Array(more)) }
        last = Array((last + more).suffix(2000))
      }
      // Only now, as its end is the sign that this program is gone. What reads it keeps the end of the process unknown.
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
      guard process.terminationStatus != 0 else { return }
      throw DomainError(.unavailable, "tiles-not-made", Self.reason(process.terminationStatus, last))
    }
  }

  private static func reason(_ code: Int32, _ output: [UInt8]) -> String {
    let text = String(decoding: output, as: UTF8.self)
    // A shell adds the number of a signal to 128.
    guard code != 128 + SIGKILL, !text.contains("bad_alloc") else {
      return "tilemaker ran out of memory: use a smaller extract, or renumber its objects with 'osmium renumber'."
    }
    let lines = text.split(whereSeparator: \.isNewline)
    let line = lines.last { !$0.allSatisfy(\.isWhitespace) }.map { ": \($0.prefix(300))" } ?? "."
    return "tilemaker ended with code \(code)\(line)"
  }

  /// Reads the draft as the server will.
  /// - Throws: `DomainError` `tiles-not-made`.
  func check() async throws -> (tiles: Int, bytes: Int) {
    let archive: MBTilesArchive
    do {
      archive = try await MBTilesArchive(path: path)
    } catch {
      throw DomainError(
        .unavailable, "tiles-not-made", "tilemaker wrote no tiles that can be read: does the extract hold any streets?")
    }
    let counts = try await archive.counts()
    guard archive.information.schema == .openMapTiles, counts.unusable == 0 else {
      throw DomainError(
        .unavailable, "tiles-not-made",
        "\(counts.unusable) of \(counts.tiles) tiles that tilemaker wrote cannot be served: try another version of it.")
    }
    return (counts.tiles, Int((try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0))
  }

  /// Writes the draft to the disk, then replaces the target with it.
  func publish() throws {
    let file = try openFile(path)
    guard fsync(file.descriptor) == 0 else { throw FileFault(path) }
    try replaceFile(target.path, withFile: path)
    try syncDirectory(target.deletingLastPathComponent().path)
  }

  func remove() {
    for suffix in ["", "-journal"] { unlink(path + suffix) }
  }
}
