import Contracts
import Foundation
import FourCutsClient
import Support
import Testing
import Workload

@Suite("Session storage")
struct SessionStoreTests {
  private let directory: ScratchDirectory
  private let store: FileSessionStore

  init() throws {
    directory = try ScratchDirectory()
    store = FileSessionStore(file: directory.url.appendingPathComponent("state/session.json"))
  }

  private static let session = Session(
    server: "https://booths.example", account: "6560f0c2a1b2c3d4e5f60718", accessToken: "a.b.c", refreshToken: "\"한글")

  @Test("The last saved session is loaded, until it is cleared")
  func roundTrip() throws {
    #expect(try store.load() == nil)
    try store.save(Self.session)
    #expect(try store.load() == Self.session)
    var next = Self.session
    next.refreshToken = "later"
    try store.save(next)
    #expect(try FileSessionStore(file: store.file).load() == next)
    try store.clear()
    #expect(try store.load() == nil)
    try store.clear()
  }

  @Test("Only the owner can read the file, and nothing else is left in its directory")
  func modes() throws {
    for _ in 0..<3 { try store.save(Self.session) }
    let parent = store.file.deletingLastPathComponent()
    #expect(try Self.mode(store.file) == 0o600)
    #expect(try Self.mode(parent) == 0o700)
    #expect(try FileManager.default.contentsOfDirectory(atPath: parent.path) == ["session.json"])
  }

  @Test(
    "A file without a session is an error that names it, and is left unchanged",
    arguments: [
      "", "{}", "null", "[1]", #"{"server":1,"account":"a","access_token":"b","refresh_token":"c"}"#, "\u{0}",
    ])
  func foreignContent(content: String) throws {
    try FileManager.default.createDirectory(
      at: store.file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(content.utf8).write(to: store.file)
    let error = try #require(throws: ClientError.self) { try store.load() }
    guard case .storage(let message) = error else { throw error }
    #expect(message.contains(store.file.path))
    #expect(try Data(contentsOf: store.file) == Data(content.utf8))
  }

  @Test("A failed write is reported")
  func unwritable() throws {
    let file = directory.url.appendingPathComponent("file")
    try Data().write(to: file)
    let below = FileSessionStore(file: file.appendingPathComponent("session.json"))
    #expect(throws: ClientError.self) { try below.save(Self.session) }
  }

  private static func mode(_ file: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
  }
}
