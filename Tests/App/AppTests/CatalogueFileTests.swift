import Basics
import Booths
import Foundation
import Segments
import Support
import Synchronization
import Testing
import Workload

@testable import App

@Suite("The file that the catalogue is mapped from")
struct CatalogueFileTests {
  private let directory: ScratchDirectory
  private var data: URL { directory.url.appendingPathComponent("data") }

  init() throws { directory = try ScratchDirectory() }

  private func assembly() async throws -> Assembly { try await Assembly.open(directory: data) }

  private func importRows(_ count: Int, _ assembly: Assembly) async throws {
    let rows = (1...count).map { "\($0),booth \($0),37.\(1000 + $0),127\n" }
    let path = directory.url.appendingPathComponent("booths.csv").path
    try Data(("external_id,name,latitude,longitude\n" + rows.joined()).utf8).write(to: URL(fileURLWithPath: path))
    let importer = Importer(store: assembly.store, now: { Timestamp(seconds: 1_800_000_000) })
    _ = try await importer.run(ImportOptions(fileName: "booths.csv"), path: path, isEnded: { false })
  }

  private func rename(_ id: Int64, _ name: String, _ assembly: Assembly) async throws {
    _ = try await assembly.store.edit(BoothID(id), at: Timestamp(seconds: 1_800_000_001)) { attributes in
      attributes.name = name
      return [.name]
    }
  }

  private func names(_ catalogue: Catalogue) -> [String] {
    catalogue.all(limit: .max).map { catalogue.record($0).booth.attributes.name }
  }

  /// What a follower does from the start of a server on, and what it reported.
  private func follower(_ live: CatalogueHolder, _ assembly: Assembly) -> (CatalogueFollower, Failures) {
    let failures = Failures()
    let follower = CatalogueFollower(live: live, store: assembly.store, file: assembly.catalogueFile) {
      failures.add("\($0)")
    }
    return (follower, failures)
  }

  private final class Failures: Sendable {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock { $0 } }
    func add(_ text: String) { texts.withLock { $0.append(text) } }
  }

  @Test("A lookup leaves the file to the next one, which reads later changes from the database")
  func lookups() async throws {
    let assembly = try await assembly()
    try await importRows(5, assembly)
    let first = try await assembly.catalogueForLookup()
    #expect(first.changesSinceFile == nil && names(first).count == 5)
    #expect(try await assembly.catalogueForLookup().changesSinceFile == 0)
    try await rename(2, "renamed", assembly)
    let changed = try await assembly.catalogueForLookup()
    #expect(changed.changesSinceFile == 1 && names(changed)[1] == "renamed" && changed.version == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: data.path).contains("booths.segment"))
    await assembly.close()
  }

  @Test("A server writes the file in the background and serves it from then on")
  func server() async throws {
    let assembly = try await assembly()
    try await importRows(5, assembly)
    let live = CatalogueHolder(try await assembly.catalogue())
    let (follower, failures) = follower(live, assembly)
    #expect(live.current.changesSinceFile == nil)
    try await follower.compact()
    #expect(live.current.changesSinceFile == 0 && names(live.current).count == 5)
    try await importRows(1100, assembly)
    try await follower.check()
    let layered = live.current
    #expect(layered.changesSinceFile == 1095 && layered.count == 1100 && layered.version == 2)
    try await rename(2, "renamed", assembly)
    try await follower.compact()
    // With what came after the file, though nobody looked for it before.
    #expect(live.current.changesSinceFile == 1 && live.current.version == 3 && names(live.current)[1] == "renamed")
    #expect(!live.current.sharesIndex(with: layered) && !live.current.isWorthCompacting)
    #expect(try await assembly.catalogue().changesSinceFile == 1)
    #expect(failures.all.isEmpty)
    await assembly.close()
  }

  @Test("A file with a damaged header or of another program is rebuilt")
  func damagedHeader() async throws {
    let assembly = try await assembly()
    try await importRows(5, assembly)
    _ = try await assembly.catalogueForLookup()
    let url = URL(fileURLWithPath: assembly.catalogueFile.path)
    let whole = try Data(contentsOf: url)
    var damaged = whole
    damaged[40] ^= 1
    for content in [damaged, whole.prefix(100), Data("not a segment".utf8), Data()] {
      try content.write(to: url)
      var messages: [String] = []
      let catalogue = try await assembly.catalogue { messages.append($0) }
      #expect(names(catalogue).count == 5 && catalogue.changesSinceFile == nil)
      #expect(messages.count == 1 && messages[0].contains("booths.segment cannot be used"))
      _ = try await assembly.catalogueForLookup()
      #expect(try await assembly.catalogue().changesSinceFile == 0)
    }
    await assembly.close()
  }

  @Test("A file with damaged content is removed, and the database is read instead")
  func damagedContent() async throws {
    let assembly = try await assembly()
    try await importRows(50, assembly)
    _ = try await assembly.catalogueForLookup()
    try damage(assembly)
    let live = CatalogueHolder(try await assembly.catalogue())
    #expect(names(live.current)[16] == "Xooth 17")
    let (follower, failures) = follower(live, assembly)
    await follower.verify()
    #expect(names(live.current)[16] == "booth 17" && failures.all.count == 1)
    #expect(!FileManager.default.fileExists(atPath: assembly.catalogueFile.path))
    try await follower.compact()
    #expect(live.current.changesSinceFile == 0 && names(live.current)[16] == "booth 17")
    await assembly.close()
  }

  /// Changes a letter of the name of booth 17 in the file, as a disk might. What is mapped already stays.
  private func damage(_ assembly: Assembly) throws {
    let url = URL(fileURLWithPath: assembly.catalogueFile.path)
    var content = try Data(contentsOf: url)
    let name = try #require(content.range(of: Data("booth 17".utf8)))
    content[name.lowerBound] = UInt8(ascii: "X")
    try content.write(to: url, options: .atomic)
  }

  @Test("A damaged file is not served any more, also if a booth is edited meanwhile")
  func damagedBesideEdit() async throws {
    let assembly = try await assembly()
    try await importRows(50, assembly)
    _ = try await assembly.catalogueForLookup()
    try damage(assembly)
    let live = CatalogueHolder(try await assembly.catalogue())
    #expect(names(live.current)[16] == "Xooth 17")
    let store = SlowCatalogueStore(assembly.store)
    let failures = Failures()
    var follower = CatalogueFollower(live: live, store: store, file: assembly.catalogueFile) { failures.add("\($0)") }
    follower.pauseAfterFailure = .milliseconds(1)
    // Once it fails, and the next time it takes long enough for an edit to be served before.
    let other = follower
    store.afterLoads.withLock { loads in
      loads = [
        { throw DomainError(.unavailable, "database-busy", "Busy.") },
        {
          try await rename(2, "renamed", assembly)
          try await other.check()
        },
      ]
    }
    await follower.verify()
    #expect(names(live.current)[16] == "booth 17" && names(live.current)[1] == "renamed")
    #expect(live.current.version == 2 && live.current.changesSinceFile == nil && failures.all.count == 2)
    await assembly.close()
  }

  @Test("A file is never made of a damaged one", arguments: [true, false])
  func damagedBeforeCompaction(hasServer: Bool) async throws {
    let assembly = try await assembly()
    try await importRows(50, assembly)
    _ = try await assembly.catalogueForLookup()
    try damage(assembly)
    let live = CatalogueHolder(try await assembly.catalogue())
    let (follower, failures) = follower(live, assembly)
    #expect(names(live.current)[16] == "Xooth 17")
    try await importRows(hasServer ? 1200 : 2400, assembly)
    try await follower.check()
    if hasServer {
      #expect(names(live.current)[16] == "Xooth 17" && live.current.isWorthCompacting)
      #expect(try await follower.compactIndex() && failures.all.count == 1)
      #expect(names(live.current)[16] == "booth 17")
    } else {
      #expect(try await names(assembly.catalogueForLookup())[16] == "booth 17")
    }
    let written = try await assembly.catalogue()
    #expect(written.changesSinceFile == 0 && names(written)[16] == "booth 17")
    await assembly.close()
  }

  @Test("A file of another history of the database is not used")
  func otherHistory() async throws {
    let before = try await assembly()
    try await importRows(5, before)
    await before.close()
    let databases = ["fourcuts.sqlite", "booths.sqlite"].map(data.appendingPathComponent)
    let copies = databases.map { $0.appendingPathExtension("copy") }
    for (file, copy) in zip(databases, copies) { try FileManager.default.copyItem(at: file, to: copy) }
    let lost = try await assembly()
    try await rename(1, "lost", lost)
    try await rename(2, "lost", lost)
    _ = try await lost.catalogueForLookup()
    await lost.close()
    // The state before comes back, and goes another way.
    for (file, copy) in zip(databases, copies) {
      try FileManager.default.removeItem(at: file)
      try FileManager.default.moveItem(at: copy, to: file)
    }
    let restored = try await assembly()
    for id in 3...5 as ClosedRange<Int64> { try await rename(id, "kept", restored) }
    let catalogue = try await restored.catalogue()
    #expect(names(catalogue) == ["booth 1", "booth 2", "kept", "kept", "kept"] && catalogue.changesSinceFile == nil)
    await restored.close()
  }

  @Test("A file that cannot be written does not stop a server")
  func unwritable() async throws {
    let assembly = try await assembly()
    try await importRows(5, assembly)
    // A folder where the file would be: no file can take its place, not even one of the superuser.
    try FileManager.default.createDirectory(
      atPath: assembly.catalogueFile.path + "/x", withIntermediateDirectories: true)
    let live = CatalogueHolder(try await assembly.catalogue())
    let (follower, failures) = follower(live, assembly)
    try await follower.compact()
    #expect(live.current.count == 5 && failures.all.count == 1)
    try await rename(2, "renamed", assembly)
    try await follower.check()
    #expect(names(live.current)[1] == "renamed")
    // Many changes are put into an index in memory.
    try await importRows(1100, assembly)
    try await follower.check()
    let layered = live.current
    try await follower.compact()
    #expect(live.current.count == 1100 && !live.current.sharesIndex(with: layered) && failures.all.count == 1)
    await assembly.close()
  }

  @Test("The command near answers the same with and without the file")
  func near() throws {
    let program = try Program()
    try program.run("import", SharedData.root.appendingPathComponent("Data/booths.sample.csv").path)
    let arguments = ["near", "37.4979", "127.0276", "--limit", "50", "--format", "json"]
    let first = try program.start(arguments).finish()
    let second = try program.start(arguments).finish()
    #expect(first.code == 0 && first.output.contains("distance_m") && second.output == first.output)
    try program.run("booths", "edit", "1", "--name", "다른 이름")
    let viewport = ["in", "-180", "-90", "180", "90", "--limit", "1", "--format", "csv"]
    #expect(try program.start(viewport).finish().output.contains("다른 이름"))
  }
}
