import Basics
import Posts
import SQL
import Support
import Testing

@Suite("The gallery of a booth")
struct GalleryTests {
  private let feed: PostsUnderTest
  private let people: [AccountID]

  init() async throws {
    feed = try await PostsUnderTest()
    people = try await feed.accounts(4)
  }

  private func gallery(for viewer: AccountID? = nil, limit: Int = 12) async throws -> BoothGallery {
    try await feed.posts.gallery(of: BoothID(1), for: viewer, limit: limit)
  }

  /// A post about booth 1 with photos of some numbers, and as many likes as people named.
  @discardableResult
  private func post(
    _ photos: ClosedRange<Int>, likes: Int, by author: Int = 0, kind: PostKind = .pose
  ) async throws -> Post {
    var names: [PhotoName] = []
    for number in photos { names.append(try await feed.photo(number, by: people[author])) }
    let post = try await feed.post("text", by: people[author], kind: kind) {
      ($0.booth, $0.photos) = (BoothID(1), names)
    }
    for liker in people.prefix(likes) { _ = try await feed.posts.like(post.id, .set(true), by: liker) }
    return post
  }

  @Test("The photos of the most liked posts come first, and of equal ones the newest")
  func order() async throws {
    let posts = [
      try await post(1...2, likes: 0), try await post(3...3, likes: 2), try await post(4...5, likes: 0, by: 1),
    ]
    try await feed.post("without a photo", by: people[2]) { $0.booth = BoothID(1) }
    try await feed.post("elsewhere", by: people[2]) { $0.booth = BoothID(2) }
    let gallery = try await gallery()
    #expect((gallery.postCount, gallery.likeCount) == (4, 2))
    #expect(gallery.photos.map(\.name) == posts[1].content.photos + posts[2].content.photos + posts[0].content.photos)
    #expect(gallery.photos[0].likeCount == 2 && gallery.photos[0].author.id == people[0])
    #expect(gallery.photos[1].post == posts[2].id)
    #expect(try await self.gallery(limit: 2).photos == Array(gallery.photos.prefix(2)))
  }

  @Test("Goods and photos of blocked accounts are not shown; the counts are the same for all")
  func hidden() async throws {
    try await post(1...1, likes: 1)
    try await post(2...2, likes: 0, kind: .frame)
    try await feed.block(people[0], by: people[1])
    for viewer in [nil, people[2]] { #expect(try await gallery(for: viewer).photos.count == 1) }
    let seen = try await gallery(for: people[1])
    #expect(seen.photos.isEmpty && seen.postCount == 1 && seen.likeCount == 1)
  }

  @Test("The covers of booths are the first photos of their galleries, read by one statement")
  func covers() async throws {
    try await post(1...1, likes: 0)
    let liked = try await post(2...3, likes: 2, by: 1)
    try await feed.post("without a photo", by: people[2]) { $0.booth = BoothID(2) }
    let booths = [BoothID(1), BoothID(2), BoothID(3)]
    let covers = try await feed.statements.expect(1) { try await feed.posts.covers(of: booths, for: nil) }
    #expect(covers == [BoothCover(booth: BoothID(1), photo: liked.content.photos[0])])
    try await feed.block(people[1], by: people[2])
    let seen = try await feed.posts.covers(of: booths, for: people[2])
    #expect(seen.map(\.photo) == (try await gallery(for: people[2])).photos.prefix(1).map(\.name))
    #expect(try await feed.statements.expect(0) { try await feed.posts.covers(of: [], for: nil) }.isEmpty)
  }

  @Test("An empty gallery takes one statement, and any other takes two")
  func statements() async throws {
    let nothing = BoothGallery(postCount: 0, likeCount: 0, photos: [])
    #expect(try await feed.statements.expect(1) { try await gallery() } == nothing)
    try await post(1...1, likes: 0)
    _ = try await feed.statements.expect(2) { try await gallery() }
  }
}
