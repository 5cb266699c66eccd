import APIKit
import HTTP
import Support
import Synchronization
import Testing

@Suite("Clients of a database with a replica")
struct ReadConsistencyTests {
  /// Says of each write how far it reaches, and notes where reads were allowed to go.
  private final class Consistency: ReadConsistency {
    let written = Mutex(WritePosition.nothingWritten)
    private let noted = Mutex<[RequestReads]>([])

    /// Where the reads of the last request were allowed to go.
    var reads: RequestReads? { noted.withLock { $0.last } }

    func serve(_ reads: RequestReads, _ work: @Sendable () async -> Response) async -> (Response, WritePosition) {
      noted.withLock { $0.append(reads) }
      return (await work(), written.withLock { $0 })
    }
  }

  private let consistency = Consistency()
  private let service: Service

  init() async throws {
    let consistency = consistency
    service = Service(backend: try await TestBackend()) { $0.consistency = consistency }
  }

  /// Asks for posts, with the position that the page keeps and the cookies of its browser.
  private func read(_ page: inout Page, _ position: String?) async -> RequestReads? {
    _ = await page.get("/api/posts", ["Fourcuts-Position": position])
    return consistency.reads
  }

  @Test("A client gets the position of its writes in a header and a cookie, and sends the later one")
  func position() async throws {
    _ = await service.send(.get, "/api/posts", json: nil)
    #expect(consistency.reads == .replica(after: nil))
    var page = Page(service)
    consistency.written.withLock { $0 = .position("0000000000000002") }
    let answer = await page.signUp("mina")
    #expect(consistency.reads == .primary)
    #expect(answer.headers["Fourcuts-Position"] == "0000000000000002")
    #expect(page.cookies["fourcuts-position"]?.value == "0000000000000002")
    consistency.written.withLock { $0 = .nothingWritten }
    #expect(await read(&page, nil) == .replica(after: "0000000000000002"))
    #expect(await read(&page, "0000000000000001") == .replica(after: "0000000000000002"))
    #expect(await read(&page, "0000000000000003") == .replica(after: "0000000000000003"))
  }

  @Test("A client without a known position reads from the primary until it writes again")
  func unknown() async throws {
    var page = Page(service)
    consistency.written.withLock { $0 = .position("0000000000000002") }
    _ = await page.signUp("mina")
    consistency.written.withLock { $0 = .unknown }
    let answer = await page.send(.patch, "/api/me", #"{"bio":"hello"}"#)
    #expect(answer.status == 200 && answer.headers["Fourcuts-Position"] == "")
    #expect(page.cookies["fourcuts-position"] == nil)
    consistency.written.withLock { $0 = .nothingWritten }
    #expect(await read(&page, nil) == .primary)
  }
}
