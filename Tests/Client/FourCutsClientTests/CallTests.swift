import Basics
import Contracts
import Foundation
import FourCutsClient
import HTTP
import JSON
import Location
import Testing

@Suite("Requests of the client")
struct CallTests {
  private static func client(of server: ScriptedServer) async throws -> FourCutsClient {
    let client = FourCutsClient(server: server.address)
    try await client.logIn(email: "a@b.kr", password: "correct horse")
    return client
  }

  private static let photo = String(repeating: "ab", count: 32) + ".jpg"

  private static let uploaded = JSONValue.object([
    "photos": [
      .object([
        "name": .string(photo), "path": .string("/api/photos/\(photo)"), "size": 3, "width": 1, "height": 1,
      ])
    ]
  ])

  @Test("Photos are uploaded before the post that names them")
  func create() async throws {
    let server = try ScriptedServer()
    server.answer("POST /api/photos", .json(Self.uploaded, status: 201))
    server.answer("POST /api/posts", .json(.post(7), status: 201))
    let client = try await Self.client(of: server)
    let bytes = Data([0xFF, 0xD8, 0x0D, 0x0A, 0x2D, 0x2D])
    let post = try await client.save(PostRequest(kind: .pose, text: "글"), photos: [PhotoUpload(bytes)])
    #expect(post.id.description.hasSuffix("7"))
    let (upload, creation) = (try #require(server.requests.dropFirst().first), try #require(server.requests.last))
    let boundary = try #require(upload.contentType?.split(separator: "boundary=").last)
    #expect(upload.contentType?.hasPrefix("multipart/form-data; boundary=") == true)
    let head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"files\"; filename=\"photo-0\"\r\n"
    #expect(upload.body.starts(with: Array(head.utf8)))
    let tail = Array(bytes) + Array("\r\n--\(boundary)--\r\n".utf8)
    #expect(Array(upload.body.suffix(tail.count)) == tail)
    #expect(try JSONReader.value(of: creation.body)["photos"] == [.string(Self.photo)])
    await server.stop()
  }

  @Test("A call with an identifier replaces the post, and its photos stay in front")
  func update() async throws {
    let server = try ScriptedServer()
    let id = try #require(PostID("000000000000000000000007"))
    server.answer("POST /api/photos", .json(Self.uploaded, status: 201))
    server.answer("PUT /api/posts/\(id)", .json(.post(7)))
    var request = PostRequest(kind: .pose, text: "글")
    let kept = String(repeating: "00", count: 32) + ".png"
    request.photos = [try #require(PhotoName(kept))]
    _ = try await Self.client(of: server).save(request, photos: [PhotoUpload(Data([1]))], id: id)
    let photos = try JSONReader.value(of: try #require(server.requests.last).body)["photos"]
    #expect(photos == [.string(kept), .string(Self.photo)])
    await server.stop()
  }

  @Test("If the upload is refused, no post is made")
  func rejectedUpload() async throws {
    let server = try ScriptedServer()
    server.answer("POST /api/photos", .problem(400, "photo-not-readable"))
    let client = try await Self.client(of: server)
    await #expect(throws: ClientError.self) {
      try await client.save(PostRequest(kind: .feed), photos: [PhotoUpload(Data())])
    }
    #expect(server.count("POST /api/posts") == 0)
    await server.stop()
  }

  @Test("Pages follow one another by their cursors, over empty ones and after a failure, to the end")
  func pages() async throws {
    let server = try ScriptedServer()
    server.answer(
      "GET /api/posts", .json(.page(1...3, next: "a+b/=")), .json(.page(nil, next: "c")), .problem(503, "unavailable"),
      .json(.page(4...5, next: nil)))
    var iterator = FourCutsClient(server: server.address).posts(pageSize: 3).makeAsyncIterator()
    for number in 1...3 { #expect(try await iterator.next()?.id.description.hasSuffix("\(number)") == true) }
    await #expect(throws: ClientError.self) { try await iterator.next() }
    for number in 4...5 { #expect(try await iterator.next()?.id.description.hasSuffix("\(number)") == true) }
    #expect(try await iterator.next() == nil)
    #expect(try await iterator.next() == nil)
    #expect(
      server.requests.map(\.query) == ["limit=3", "cursor=a%2Bb%2F%3D&limit=3", "cursor=c&limit=3", "cursor=c&limit=3"])
    await server.stop()
  }

  @Test("Every byte of a value except the unreserved ones is escaped, and an address may have a path")
  func escaping() async throws {
    let server = try ScriptedServer()
    server.answer("GET /api/posts", .json(.page(1...1, next: nil)))
    _ = try await FourCutsClient(server: server.address).posts(in: PostFeed(.hashtag("#한 a+b&c"))).first(1)
    #expect(server.requests.last?.query == "hashtag=%23%ED%95%9C%20a%2Bb%26c&limit=20")
    let below = FourCutsClient(server: server.address.appendingPathComponent("cuts/"))
    await #expect(throws: ClientError.self) { try await below.randomNickname() }
    await server.stop()
  }

  @Test("Booths are searched at the coordinate of the location rules, and the server gets nothing else")
  func nearestBooths() async throws {
    let server = try ScriptedServer()
    server.answer(
      "GET /api/booths/near",
      .json(
        .object([
          "count": 1,
          "booths": [
            .object([
              "id": 12, "source": "s", "external_id": "A1", "name": "네컷", "brand": .null, "road_address": .null,
              "lot_address": "서울", "latitude": .number(37.5), "longitude": 127, "status": "operating",
              "open": "unknown",
              "distance_m": .number(12.34),
            ])
          ],
        ])))
    let client = FourCutsClient(server: server.address)
    let now = Timestamp(seconds: 1_800_000_000)
    let seoul = try #require(Coordinate(latitude: 37.4979, longitude: 127.0276))
    let fresh = Fix(coordinate: seoul, accuracy: 15, at: now)
    let here = try await client.nearestBooths(LocationReport(state: .whenInUse, fix: fresh), limit: 3, now: now)
    #expect(here.location.origin == .device)
    #expect(here.booths.map(\.name) == ["네컷"])
    #expect(here.booths.first?.distanceMetres == 12.34)
    #expect(server.requests.last?.query == "lat=37.4979&lon=127.0276&limit=3")
    let region = try Region.named("seoul-mapo")
    let chosen = try await client.nearestBooths(
      LocationReport(state: .denied, fix: fresh, region: region), radius: 500, now: now)
    #expect(chosen.location == resolve(LocationReport(state: .denied, fix: fresh, region: region), now: now))
    #expect(chosen.location.origin == .region)
    #expect(
      server.requests.last?.query
        == "lat=\(region.coordinate.latitude)&lon=\(region.coordinate.longitude)&limit=20&radius=500.0")
    await server.stop()
  }

  @Test("A search sends its text and an optional position, and results of unknown kinds are kept")
  func search() async throws {
    let server = try ScriptedServer()
    let found = JSONValue.object([
      "results": [.object(["kind": "island", "name": "섬", "latitude": 33, "longitude": .number(126.5)])]
    ])
    server.answer("GET /api/search", .json(found))
    let client = FourCutsClient(server: server.address)
    let island = try #require(try await client.search("섬 & 바다").first)
    #expect(island.kind == SearchResultKind(rawValue: "island") && island.area == nil && island.booth == nil)
    #expect(server.requests.last?.query == "q=%EC%84%AC%20%26%20%EB%B0%94%EB%8B%A4&limit=10")
    _ = try await client.search("a", near: Coordinate(latitude: 37.5, longitude: 127), limit: 3)
    #expect(server.requests.last?.query == "q=a&lat=37.5&lon=127.0&limit=3")
    await server.stop()
  }

  @Test("Saving and correcting booths send the caller's token")
  func booths() async throws {
    let server = try ScriptedServer()
    server.answer("PUT /api/me/booths/7", Response(status: 204))
    server.answer("DELETE /api/me/booths/7", Response(status: 204))
    server.answer("POST /api/me/booths", Response(status: 204))
    let client = try await Self.client(of: server)
    try await client.save(BoothID(7))
    try await client.save(BoothID(7), false)
    try await client.save([BoothID(7), BoothID(8)])
    #expect(server.requests.suffix(3).allSatisfy { $0.authorization != nil })
    #expect(try JSONReader.value(of: try #require(server.requests.last).body)["booths"] == [7, 8])
    await server.stop()
  }

  @Test("An unexpected response is reported with its status or its defect")
  func strangeAnswers() async throws {
    let server = try ScriptedServer()
    let client = FourCutsClient(server: server.address)
    let page = Response(status: 502, headers: Headers([("Content-Type", "text/html")]), body: .bytes(Array("<p>".utf8)))
    server.answer(
      "GET /api/nicknames/random", page, .json(.object(["nickname": 1])), .json(.object([:])), .json("x"),
      Response(status: 200, body: .bytes([0x7B])))
    let error = await #expect(throws: ClientError.self) { try await client.randomNickname() }
    guard case .rejected(let problem)? = error else { throw CancellationError() }
    #expect(problem.status == 502 && problem.code == "http-502")
    for expected in ["nickname", "'nickname' is missing", "Dictionary", "JSON"] {
      let error = await #expect(throws: ClientError.self) { try await client.randomNickname() }
      guard case .invalidResponse(let what)? = error else { throw CancellationError() }
      #expect(what.contains(expected))
    }
    await server.stop()
    let nobody = await #expect(throws: ClientError.self) { try await client.randomNickname() }
    guard case .transport? = nobody else { throw CancellationError() }
  }
}
