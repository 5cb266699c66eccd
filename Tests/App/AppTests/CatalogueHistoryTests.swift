import Basics
import Booths
import Foundation
import Stores
import Support
import Testing
import Workload

@testable import App

@Suite("The served catalogue")
struct CatalogueHistoryTests {
  /// Steps of a history. `FOURCUTS_FUZZ_ROUNDS` asks for more.
  private static let steps =
    ProcessInfo.processInfo.environment["FOURCUTS_FUZZ_ROUNDS"].flatMap(Int.init).map { $0 / 5 } ?? 60

  @Test("The served catalogue is one that the store had, and the newest after a check", arguments: 1...4)
  func fuzzHistory(_ seed: Int) async throws {
    let history = try await CatalogueHistory(seed: UInt64(seed))
    for step in 0..<Self.steps { try await history.take(step) }
    try await history.end()
  }
}

/// Two servers that share the file of the catalogue and one that cannot have a file, all following one store. What each
/// serves is compared with a model in memory, which keeps the booths of every version that is still served.
///
/// The store asks for a full reload after changes of more than a dozen booths.
private final class CatalogueHistory {
  private struct Server {
    var live: CatalogueHolder
    let file: CatalogueFile
    var follower: CatalogueFollower
    /// What was compared last: a catalogue does not change.
    var compared: Catalogue?

    init(_ catalogue: Catalogue, _ file: CatalogueFile, _ store: any CatalogueStore) {
      live = CatalogueHolder(catalogue)
      self.file = file
      follower = CatalogueFollower(live: live, store: store, file: file) { _ in }
    }
  }

  private let directory: ScratchDirectory
  private let store: SQLCatalogueStore
  private var model = PlainCatalogue()
  private var numbers: SeededNumbers
  private var servers: [Server] = []
  private var versions: [Int64: [Booth]] = [0: []]
  /// The step, the seed and what was done, for messages.
  private var trace = ""
  private static let start = Timestamp(seconds: 1_800_000_000)
  private static let hours = [nil, "24/7", "Mo-Fr 09:00-18:00", "Mo-Su 10:00-02:00; PH off"]

  init(seed: UInt64) async throws {
    numbers = SeededNumbers(seed: seed)
    directory = try ScratchDirectory()
    let database = try await TestDatabase.open(directory.url.appendingPathComponent("catalogue.sqlite").path)
    store = try await SQLCatalogueStore(database, maxChange: 12)
    for folder in ["", "", "missing"] {
      let file = CatalogueFile(in: directory.url.appendingPathComponent(folder), isServer: false)
      servers.append(Server(try await file.catalogue(of: store), file, store))
    }
  }

  func take(_ step: Int) async throws {
    let server = Int(numbers.next() % 3)
    let action = numbers.next() % 24
    trace = "step \(step), server \(server), action \(action)"
    switch action {
    case 0...5: try await importRows(few())
    case 6: try await importRows(step % 4 == 0 ? many() : few())
    case 7...9: try await edit()
    case 10...12: try await rollBack()
    case 13...15: try await servers[server].follower.check()
    case 16, 17: _ = try await servers[server].follower.compactIndex()
    case 18: try await editBeside(servers[server].follower)
    case 19, 20: try await restart(server)
    case 21: try? FileManager.default.removeItem(atPath: servers[server].file.path)
    case 22: try await restartDamaged(server)
    default: try await lookUp(servers[server].file)
    }
    try await compare(server, isThorough: step % 3 == 0)
  }

  /// In the end all are the same.
  func end() async throws {
    trace = "end"
    for index in servers.indices {
      try await servers[index].follower.check()
      try await compare(index, isThorough: true)
      let version = try await store.version()
      #expect(servers[index].live.current.version == version)
    }
    let stored = try await store.loadAll(into: [Booth]()) { $0 += $1 }.state
    #expect(stored.map(Self.asServed) == model.booths.map(Self.asServed))
  }

  // MARK: What happens to the store

  private func importRows(_ attributes: [BoothAttributes]) async throws {
    let request = ImportRequest(
      source: ["seoul", "busan"][Int(numbers.next() % 2)], file: "", startedAt: Self.start,
      overwritesEdits: numbers.next() % 5 == 0, isDryRun: numbers.next() % 8 == 0)
    _ = try await store.importRows(
      request, ListedRows(attributes, batch: 100), onRejected: { _ in }, progress: { _ in })
    model.run(request, attributes)
    try await remember()
  }

  /// Rows of few names, identifiers and places, so that everything happens often.
  private func few() -> [BoothAttributes] {
    (0..<Int(numbers.next() % 14)).map { _ in
      var row = BoothAttributes.sample(
        "id-\(numbers.next() % 9)", ["a", "A ", "b", "인생네컷"][Int(numbers.next() % 4)],
        north: Double(numbers.next() % 4) * 20)
      row.status = BoothStatus.allCases[Int(numbers.next() % 3)]
      row.brand = numbers.next() % 2 == 0 ? nil : "brand \(numbers.next() % 3)"
      row.price = numbers.next() % 3 == 0 ? nil : Int(numbers.next() % 100) * 50
      row.openingHours = Self.hours[Int(numbers.next() % 4)]
      if numbers.next() % 6 == 0 { row.coordinate = nil }
      return row
    }
  }

  /// More rows than a layer of changes may have.
  private func many() -> [BoothAttributes] {
    let phone = numbers.next() % 2 == 0 ? nil : "\(numbers.next() % 3)"
    return (0..<1050).map { number in
      var row = BoothAttributes.sample("many-\(number)", "one of many", north: 1000 + Double(number) * 50)
      row.phone = phone
      return row
    }
  }

  private func edit() async throws {
    guard let booth = model.booths.prefix(60).randomElement(using: &numbers) else { return }
    let phone = "by hand \(numbers.next() % 3)"
    let status = BoothStatus.allCases[Int(numbers.next() % 3)]
    let change: @Sendable (inout BoothAttributes) -> Set<BoothField> = { attributes in
      attributes.phone = phone
      attributes.status = status
      return [.phone]
    }
    _ = try await store.edit(booth.id, at: Self.start, change)
    try model.edit(booth.id, change)
    try await remember()
  }

  /// Undoes one of the last imports; many cannot be undone.
  private func rollBack() async throws {
    guard let run = model.runNumbers.prefix(4).randomElement(using: &numbers) else { return }
    let discardsEdits = numbers.next() % 2 == 0
    var code: String?
    do {
      _ = try await store.rollBack(run, at: Self.start, discardsEdits: discardsEdits)
    } catch let error as DomainError {
      code = error.code
    }
    #expect(code == model.rollBack(run, discardsEdits: discardsEdits), "\(trace)")
    try await remember()
  }

  /// A booth without what only the store knows.
  private static func asServed(_ booth: Booth) -> Booth {
    var booth = booth
    booth.editedFields = []
    return booth
  }

  /// Keeps the booths of the new version, and of those that are still served.
  private func remember() async throws {
    let version = model.version
    let stored = try await store.version()
    #expect(stored == version, "\(trace)")
    let oldest = servers.map(\.live.current.version).min() ?? 0
    versions = versions.filter { $0.key >= oldest }
    versions[version] = model.booths.map(Self.asServed).filter { $0.attributes.coordinate != nil }
  }

  // MARK: What happens to servers and their files

  /// A booth is edited while a server looks for changes and puts them into its index.
  private func editBeside(_ follower: CatalogueFollower) async throws {
    async let compaction = follower.compactIndex()
    async let look: Void = follower.check()
    try await edit()
    try await look
    _ = try await compaction
  }

  private func restart(_ index: Int) async throws {
    let file = servers[index].file
    servers[index] = Server(try await file.catalogue(of: store), file, store)
    #expect(try await servers[index].live.current.version == store.version(), "\(trace)")
  }

  /// Some byte of the file changes while the server does not run. Until the file has been looked through, the server may
  /// serve anything, but it serves.
  private func restartDamaged(_ index: Int) async throws {
    let url = URL(fileURLWithPath: servers[index].file.path)
    if var content = try? Data(contentsOf: url), !content.isEmpty {
      let position = Int.random(in: content.indices, using: &numbers)
      content[position] ^= UInt8(1) << UInt8(numbers.next() % 8)
      // Those who have mapped the former file keep it.
      try content.write(to: url, options: .atomic)
    }
    try await restart(index)
    ask(servers[index].live.current)
    if numbers.next() % 2 == 0 { try await edit() }
    try await servers[index].follower.check()
    ask(servers[index].live.current)
    await servers[index].follower.verify()
  }

  /// A command that ends after a lookup.
  private func lookUp(_ file: CatalogueFile) async throws {
    let catalogue = try await file.catalogueForLookup(of: store)
    let version = try await store.version()
    #expect(catalogue.version == version && booths(catalogue) == versions[version], "\(trace)")
  }

  // MARK: Comparing

  private func booths(_ catalogue: Catalogue) -> [Booth] {
    catalogue.all(limit: .max, .everything).map { catalogue.record($0).booth }
  }

  /// Compares what every server serves with the model of its version, and of one what it finds, too.
  private func compare(_ index: Int, isThorough: Bool) async throws {
    for (number, server) in servers.enumerated() {
      let served = server.live.current
      if served === server.compared { continue }
      servers[number].compared = served
      let expected = try #require(versions[served.version], "\(trace): no version \(served.version)")
      #expect(served.count == expected.count && booths(served) == expected, "\(trace): server \(number)")
    }
    guard isThorough else { return }
    let served = servers[index].live.current
    let expected = versions[served.version] ?? []
    guard expected.count < 200 else { return }
    var builder = Catalogue.Builder()
    for booth in expected { builder.append(booth) }
    #expect(CatalogueAnswers(of: served) == CatalogueAnswers(of: builder.finish(version: served.version)), "\(trace)")
  }

  private func ask(_ catalogue: Catalogue) { _ = (booths(catalogue), CatalogueAnswers(of: catalogue)) }
}
