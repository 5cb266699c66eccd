import Basics
import Contracts
import FourCutsClient
import Support
import Testing
import Workload

@Suite("Reading during writes")
struct PagingTests {
  @Test("Of a thousand posts each that stays is read exactly once, while others are added and removed")
  func changingFeed() async throws {
    let server = try await RunningServer(try Program())
    let writer = try await server.person("writer")
    let made = try await Self.makePosts(1000, writer)
    var numbers = SeededNumbers(seed: 3)
    let doomed = Array(made.shuffled(using: &numbers).prefix(200))
    let staying = Set(made).subtracting(doomed)

    let reader = server.client()
    async let changing: Void = Self.change(writer, removing: doomed)
    var seen: [PostID] = []
    for try await post in reader.posts(pageSize: 37) { seen.append(post.id) }
    try await changing
    #expect(Set(seen).count == seen.count, "some came twice")
    #expect(staying.subtracting(seen).isEmpty, "some were left out")
    #expect(try server.end() == 0)
  }

  @Test("A page can be read again by its cursor; a changed cursor is refused")
  func cursors() async throws {
    let server = try await RunningServer(try Program())
    let writer = try await server.person("writer")
    _ = try await Self.makePosts(12, writer)
    let page = { PostFeed().request.page($0, limit: 5) }
    let first = try await writer.answer(page(nil), as: PageDocument<PostDocument>.self)
    let cursor = try #require(first.next)
    let second = try await writer.answer(page(cursor), as: PageDocument<PostDocument>.self)
    _ = try await Self.makePosts(3, writer)
    #expect(try await writer.answer(page(cursor), as: PageDocument<PostDocument>.self).items == second.items)
    let changed = (cursor.hasPrefix("A") ? "B" : "A") + cursor.dropFirst()
    #expect(
      await domainError { _ = try await writer.answer(page(changed), as: PageDocument<PostDocument>.self) } != nil)
    for limit in [0, 101, -1] {
      let code = await domainError {
        _ = try await writer.answer(
          PostFeed().request.page(limit: limit), as: PageDocument<PostDocument>.self)
      }
      #expect(code != nil, "a limit of \(limit)")
    }
    #expect(try server.end() == 0)
  }

  private static func makePosts(_ count: Int, _ writer: FourCutsClient) async throws -> [PostID] {
    try await withThrowingTaskGroup(of: [PostID].self) { group in
      let writers = 8
      for share in 0..<writers {
        group.addTask {
          var made: [PostID] = []
          for number in stride(from: share, to: count, by: writers) {
            made.append(try await writer.save(PostRequest(kind: .feed, text: "글 \(number)")).id)
          }
          return made
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  /// Removes posts, and adds one for every second that goes.
  private static func change(_ writer: FourCutsClient, removing doomed: [PostID]) async throws {
    for (index, post) in doomed.enumerated() {
      try await writer.remove(post)
      if index % 2 == 0 { try await writer.save(PostRequest(kind: .feed, text: "새 글 \(index)")) }
    }
  }
}
