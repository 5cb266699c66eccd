import Contracts
import Foundation
import FourCutsClient
import SQL
import Support
import Testing
import Workload

@Suite("Cleanup on a running server")
struct HousekeepingTests {
  private static let gif = Data(base64Encoded: "R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==")!

  @Test("An unused photo is removed after a day, and one on a post and a new one stay")
  func unusedPhotos() async throws {
    let program = try Program()
    let first = try await RunningServer(program)
    let client = try await first.person("mina")
    let unused = try #require(try await client.upload([PhotoUpload(Self.gif)]).first).name
    let used = try #require(
      try await client.save(PostRequest(kind: .photo), photos: [PhotoUpload(onePixel)]).photos.first)
    #expect(try first.end() == 0)
    try await Self.letADayPass(in: program)

    let second = try await RunningServer(program)
    try await eventually { try await second.send("GET", "/api/photos/\(unused)").status == 404 }
    #expect(try await second.send("GET", "/api/photos/\(used)").status == 200)
    let other = second.client()
    try await other.logIn(email: "mina@example.com", password: RunningServer.password)
    let again = try #require(try await other.upload([PhotoUpload(Self.gif)]).first)
    #expect(again.name == unused)
    #expect(try second.end() == 0)
    let third = try await RunningServer(program)
    #expect(try await third.send("GET", "/api/photos/\(unused)").status == 200)
    #expect(try third.end() == 0)
  }

  /// Moves the moments at which photos were uploaded into the past, as if the test had waited so long.
  private static func letADayPass(in program: Program) async throws {
    let database = try await program.database()
    try await database.write { connection in
      _ = try connection.run("UPDATE photo SET uploaded_at = uploaded_at - 90000000", [])
    }
  }
}
