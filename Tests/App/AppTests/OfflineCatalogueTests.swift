import Basics
import Foundation
import FourCutsClient
import OfflineBooths
import SQL
import Support
import Testing
import Workload

/// The whole way of the catalogue onto a device: a server as a process, the client, files in a folder.
@Suite("The catalogue on a device")
struct OfflineCatalogueTests {
  private let directory: ScratchDirectory
  private let program: Program

  init() throws {
    directory = try ScratchDirectory()
    program = try Program()
    var rows = "external_id,name,brand,latitude,longitude,price,opening_hours,status,last_verified\n"
    var numbers = SeededNumbers(seed: 21)
    for row in 1...400 {
      let (latitude, longitude) = (37.5 + 0.1 * numbers.normal(), 127 + 0.1 * numbers.normal())
      let status = row % 50 == 0 ? "closed" : "operating"
      rows += "A\(row),부스 \(row)호,\(row % 2 == 0 ? "샘플네컷" : "예시포토"),\(latitude),\(longitude),"
      rows += "\(row % 3 == 0 ? "" : "5000"),Mo-Su 10:00-22:00,\(status),2026-06-25T16:00:00Z\n"
    }
    try program.run("import", try program.file("many.csv", rows))
  }

  private func expectSameAnswers(
    _ catalogue: OfflineCatalogue, _ client: FourCutsClient, _ location: SourceLocation = #_sourceLocation
  ) async throws {
    for (latitude, longitude) in [(37.5, 127.0), (37.61, 126.93), (35.1, 129.0), (-37.5, -53.0)] {
      let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let served: ServedList = try await client.answer(BoothQuery(near: coordinate, limit: 100).request)
      let found = catalogue.nearest(to: coordinate, limit: 100)
      #expect(found.map(\.booth.id) == served.booths.map(\.id), sourceLocation: location)
      #expect(found.map(\.booth.name) == served.booths.map(\.name), sourceLocation: location)
      // The server writes centimetres.
      let errors = zip(found, served.booths).map { abs($0.metres - $1.distanceMetres) }
      #expect(errors.allSatisfy { $0 <= 0.005 + 1e-6 }, sourceLocation: location)
    }
  }

  private struct ServedList: Decodable, Sendable { var booths: [BoothSummary] }

  @Test("The catalogue has the server's answers, is updated by deltas, and opens offline")
  func update() async throws {
    let server = try await RunningServer(program)
    let client = server.client()
    let folder = OfflineDirectory(directory.url, key: try await client.catalogueKey())
    let first = try await client.updateOfflineCatalogue(in: folder)
    #expect(first.count == 392)
    try await expectSameAnswers(first, client)

    try program.run("booths", "close", "7")
    try program.run("booths", "edit", "8", "--name", "새 이름")
    let near = "/api/booths/8"
    try await eventually { try await server.get(near).body.contains("새 이름") }
    let second = try await client.updateOfflineCatalogue(in: folder)
    #expect(second.snapshotVersion == first.version && second.version.number > first.version.number)
    #expect(second.count == 391 && second.booth(BoothID(7)) == nil && second.booth(BoothID(8))?.name == "새 이름")
    try await expectSameAnswers(second, client)

    #expect(try server.end() == 0)
    let kept = try folder.catalogue()
    try kept.verify()
    #expect(kept.version == second.version && kept.count == 391)
    await #expect(throws: ClientError.self) { try await client.updateOfflineCatalogue(in: folder) }
    #expect(try folder.catalogue().count == 391)
  }

  // On PostgreSQL the key is in the database.
  @Test(
    "The catalogue is downloaded again after a restore from a backup", .enabled(if: TestDatabase.engine == .sqlite))
  func diverged() async throws {
    let server = try await RunningServer(program)
    let client = server.client()
    let folder = OfflineDirectory(directory.url, key: try await client.catalogueKey())
    let stored = try await client.updateOfflineCatalogue(in: folder)
    #expect(try server.end() == 0)
    // The same key, and another history.
    let other = try Program()
    try other.run("import", try other.file("a.csv", "external_id,name,latitude,longitude\nB1,하나,37.5,127\n"))
    try FileManager.default.copyItem(
      at: program.data.appendingPathComponent("catalogue.key"), to: other.data.appendingPathComponent("catalogue.key"))
    let restored = try await RunningServer(other)
    let fetched = try await restored.client().updateOfflineCatalogue(in: folder)
    #expect(fetched.count == 1 && fetched.snapshotVersion != stored.snapshotVersion)
    #expect(try restored.end() == 0)
  }

  @Test("Files signed by another key are refused, and the older ones stay")
  func otherKey() async throws {
    let server = try await RunningServer(program)
    let client = server.client()
    let key = try await client.catalogueKey()
    _ = try await client.updateOfflineCatalogue(in: OfflineDirectory(directory.url, key: key))
    let stranger = try await RunningServer(try Program())
    await #expect(throws: ClientError.self) {
      try await stranger.client().updateOfflineCatalogue(in: OfflineDirectory(directory.url, key: key))
    }
    #expect(try OfflineDirectory(directory.url, key: key).catalogue().count == 392)
    #expect(try server.end() == 0)
    #expect(try stranger.end() == 0)
  }
}
