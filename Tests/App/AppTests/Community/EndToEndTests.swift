import Basics
import Contracts
import Foundation
import FourCutsClient
import JSON
import Location
import Support
import Testing

/// People on a real server, through the client library that apps use.
@Suite("People on a running server")
struct EndToEndTests {
  private static let booths = """
    external_id,name,latitude,longitude,status
    A1,샘플네컷 강남점,37.4979,127.0276,operating
    A2,샘플네컷 역삼점,37.5006,127.0364,operating

    """

  private static func server(_ options: String...) async throws -> RunningServer {
    let program = try Program()
    try program.run("import", try program.file("booths.csv", booths))
    return try await RunningServer(program)
  }

  @Test("An account is made, changed, logged out and in again, and withdrawn")
  func account() async throws {
    let server = try await Self.server()
    let client = server.client()
    #expect(try await client.isFree(email: "Mina@Example.com"))
    let nickname = try await client.randomNickname()
    try await client.signUp(email: "mina@example.com", password: RunningServer.password, nickname: nickname)
    #expect(try await !client.isFree(email: "Mina@Example.com"))
    let photo = try #require(try await client.upload([PhotoUpload(onePixel)]).first)
    #expect(try await client.change(ProfileChangeRequest(bio: "네 컷이면 충분", photo: photo.name)).photo == photo.name)
    #expect(try await client.change(ProfileChangeRequest(photo: .some(nil))).photo == nil)
    try await client.changePassword(from: RunningServer.password, to: "four cuts at night")
    #expect(try await client.me().bio == "네 컷이면 충분")
    try await client.logOut()
    #expect(try await client.logIn(email: " MINA@example.com", password: "four cuts at night").nickname == nickname)
    try await client.withdraw(password: "four cuts at night")
    #expect(try await client.isFree(email: "mina@example.com"))
    #expect(try server.end() == 0)
  }

  @Test("A post is found in each list, liked, commented on, changed and removed")
  func post() async throws {
    let server = try await Self.server()
    let (mina, juno) = (try await server.person("mina"), try await server.person("juno"))
    var request = PostRequest(kind: .pose, text: "볼하트 #커플포즈")
    (request.people, request.booth) = (2, BoothID(1))
    let post = try await mina.save(request, photos: [PhotoUpload(onePixel)])
    #expect(try await juno.photo(post.photos[0]).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let here = try #require(Coordinate(latitude: 37.4979, longitude: 127.0276))
    let author = try #require(try await mina.account)
    let feeds: [PostFeed] = [
      PostFeed(), PostFeed(.by(author)), PostFeed(.at(BoothID(1))), PostFeed(.hashtag("#커플포즈")),
      PostFeed(.near(here, radius: 500)), PostFeed(kinds: [.pose, .frame]),
    ]
    for feed in feeds { #expect(try await juno.posts(in: feed).first(5).map(\.id) == [post.id], "\(feed)") }
    #expect(try await juno.posts(in: PostFeed(.at(BoothID(2)))).first(5).isEmpty)
    #expect(try await juno.like(post.id) == LikeDocument(isLiked: true, likeCount: 1))
    #expect(try await juno.posts(in: PostFeed(.liked)).first(5).map(\.isLiked) == [true])
    let comment = try await juno.comment("다음에 해 볼게요", on: post.id)
    #expect(try await juno.comment("꼭 해 볼게요", on: post.id, id: comment.id).updatedAt != nil)
    #expect(try await mina.comments(on: post.id).first(5).map(\.text) == ["꼭 해 볼게요"])
    (request.text, request.photos) = ("볼하트", post.photos)
    #expect(try await mina.save(request, id: post.id).likeCount == 1)
    try await mina.remove(comment.id, on: post.id)
    try await mina.remove(post.id)
    #expect(await domainError { _ = try await juno.post(post.id) } == "post-unknown")
    #expect(try server.end() == 0)
  }

  @Test("People are followed, listed, blocked and unblocked")
  func relations() async throws {
    let server = try await Self.server()
    let (mina, juno) = (try await server.person("mina"), try await server.person("juno"))
    let (minaID, junoID) = (try #require(try await mina.account), try #require(try await juno.account))
    try await juno.follow(minaID)
    #expect(try await mina.followers(of: minaID).first(5).map(\.id) == [junoID])
    #expect(try await juno.person(minaID).isFollowed)
    try await mina.block(junoID)
    #expect(try await mina.blocked().first(5).map(\.nickname) == ["juno"])
    #expect(await domainError { _ = try await juno.person(minaID) } == "account-unknown")
    try await mina.unblock(junoID)
    #expect(try await mina.blocked().first(5).isEmpty)
    #expect(try server.end() == 0)
  }

  @Test("Booths are saved, searched for, and found from a location report")
  func booths() async throws {
    let server = try await Self.server()
    let mina = try await server.person("mina")
    try await mina.save([BoothID(2), BoothID(99)])
    try await mina.save(BoothID(1))
    #expect(Set(try await mina.savedBooths().map(\.id)) == [BoothID(1), BoothID(2)])
    try await mina.save(BoothID(1), false)
    #expect(try await mina.savedBooths().map(\.id) == [BoothID(2)])

    let client = server.client()
    let here = try #require(Coordinate(latitude: 37.4979, longitude: 127.0276))
    let station = try #require(try await client.search("gangnam", near: here, limit: 3).first)
    #expect(station.kind == .station && station.name == "강남역" && station.englishArea == "Seoul")
    #expect(try await client.search("샘플네컷 역삼점").first { $0.kind == .booth }?.booth == BoothID(2))

    let now = Timestamp(seconds: 1_800_000_000)
    let region = try Region.named("seoul-gangnam")
    let report = LocationReport(state: .denied, fix: Fix(coordinate: here, accuracy: 10, at: now), region: region)
    let found = try await client.nearestBooths(report, limit: 1, now: now)
    #expect(found.location.origin == .region && found.location.coordinate == region.coordinate)
    // The server gives the same location for the same report.
    let resolved = try await server.send("GET", "/api/location/resolve?location_state=denied&region=seoul-gangnam")
    #expect(try resolved.text("origin") == found.location.origin.rawValue)
    #expect(resolved.json["latitude"] == .number(region.coordinate.latitude))
    #expect(try server.end() == 0)
  }

  @Test("A report is in the operator's queue until it is closed, and its post can be removed from there")
  func reports() async throws {
    let server = try await Self.server()
    let program = server.program
    let (mina, juno) = (try await server.person("mina"), try await server.person("juno"))
    let post = try await mina.save(PostRequest(kind: .feed, text: "광고입니다"), photos: [PhotoUpload(onePixel)])
    let comment = try await mina.comment("전화 주세요", on: post.id)
    #expect(
      await domainError { try await mina.report(ReportRequest(post: post.id, reason: .spam)) } == "report-own")
    let report = try await juno.report(ReportRequest(post: post.id, reason: .spam, note: "벌써 세 번째"))
    let second = try await juno.report(ReportRequest(post: post.id, comment: comment.id, reason: .personalInformation))

    let list = try program.run("reports", "list", "--format", "json")
    #expect(list.output.contains(#""excerpt":"광고입니다""#) && list.output.contains(#""excerpt":"전화 주세요""#))
    let shown = try program.run("reports", "show", report.id.description, "--public-url", "https://cuts.example/")
    let juno1 = try #require(try await juno.account)
    for words in [
      "벌써 세 번째", "https://cuts.example/app/posts/\(post.id)\n", "juno (\(juno1))",
      program.data.appendingPathComponent("photos/kept").path,
    ] {
      #expect(shown.output.contains(words), "\(words)")
    }
    let picture = try #require(shown.lines.first { $0.hasPrefix("picture") }?.split(separator: " ").last)
    #expect(FileManager.default.fileExists(atPath: String(picture)))
    #expect(
      try program.run("reports", "show", report.id.description, "--format", "json").output.contains("post_address"))
    #expect(try program.run("reports", "close", second.id.description).code == 0)
    #expect(try await juno.comments(on: post.id).first(5).count == 1)
    #expect(try program.run("reports", "close", report.id.description, "--remove").code == 0)
    #expect(await domainError { _ = try await juno.post(post.id) } == "post-unknown")
    #expect(try program.run("reports", "close", report.id.description).code == 3)
    #expect(try program.run("reports", "list").output == "Nothing is reported.\n")
    #expect(try program.run("reports", "list", "--all").output.contains("removed"))
    #expect(try program.run("reports", "show", String(repeating: "0", count: 24)).code == 4)
    #expect(try program.run("reports", "show", "7").code == 2)
    #expect(try server.end() == 0)
  }
}
