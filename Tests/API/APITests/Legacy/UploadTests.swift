import Contracts
import Foundation
import Support
import Testing

@Suite("Uploads of legacy clients", .serialized)
struct LegacyUploadTests {
  private let server: OldServer

  init() async throws {
    server = try await OldServer()
  }

  private func upload(_ person: OldPerson, _ files: [[UInt8]], as field: String) async throws -> LegacyResponse {
    var form = OldForm()
    if person.generation == .v0 { form.text("content", "글") }
    for file in files { form.file(field, named: "test", "application/octet-stream", file) }
    return try await person.send(person.line(person.generation == .v0 ? .createPost : .upload), form: form)
  }

  @Test("The number, size and type of files are limited", arguments: LSLPGeneration.allCases)
  func rules(_ generation: LSLPGeneration) async throws {
    let person = try await OldPerson("one", server, generation)
    let field = generation == .v0 ? "file" : "files"
    let five = (64..<69).map(OldFile.jpeg)
    #expect(try await upload(person, five, as: field).status == 200)
    let broken = [Array(OldFile.jpeg().prefix(100)), Array("<html>".utf8), [], Array("GIF89a".utf8)]
    for files in broken.map({ [$0] }) + [five + [OldFile.jpeg(90)], [OldFile.jpeg(), []]] {
      let response = try await upload(person, files, as: field)
      #expect(response.status == 400 && response.message == "잘못된 요청입니다.")
    }
    #expect(try await upload(person, [OldFile.jpeg()], as: "photo").status == 400)
    let posts = try await person.send(.listPosts).object["data"] as? [Any]
    #expect(posts?.count == (generation == .v0 ? 1 : 0))
  }

  @Test("Each of several identical pictures gets its path, in order", arguments: LSLPGeneration.allCases)
  func identical(_ generation: LSLPGeneration) async throws {
    let person = try await OldPerson("one", server, generation)
    let field = generation == .v0 ? "file" : "files"
    let (one, other) = (OldFile.jpeg(70), OldFile.jpeg(80))
    let sent = try await upload(person, [one, other, one, one], as: field).object
    let paths = try #require(sent[generation == .v0 ? "image" : "files"] as? [String])
    #expect(paths.count == 4 && paths[0] == paths[2] && paths[0] == paths[3] && paths[0] != paths[1])
    var post = sent
    if generation == .v1 {
      let body = try JSONSerialization.data(withJSONObject: ["content": "글", "files": paths])
      post = try await person.send("POST /v1/posts", json: String(decoding: body, as: UTF8.self)).object
      #expect(post["files"] as? [String] == paths)
    }
    let id = try #require(post[generation == .v0 ? "_id" : "post_id"] as? String)
    let changed = try await person.send(.editPost, id, "", [("content", "다른 글")]).object
    #expect(changed["content"] as? String == "다른 글")
    #expect(changed[generation == .v0 ? "image" : "files"] as? [String] == paths)
  }

  @Test(
    "Oversized files are refused, singly and together, and the client gets the response after it has sent everything",
    arguments: LSLPGeneration.allCases)
  func tooLarge(_ generation: LSLPGeneration) async throws {
    let person = try await OldPerson("one", server, generation)
    let field = generation == .v0 ? "file" : "files"
    let limit = (generation == .v0 ? 10 : 5) * 1_048_576
    let response = try await upload(person, [OldFile.jpeg() + [UInt8](repeating: 0, count: limit)], as: field)
    #expect(response.status == 400 && response.message == "잘못된 요청입니다.")
    // An expired token is told in the same way: closing the connection under it would be no 419.
    server.clock.advance(seconds: 901)
    let late = try await upload(person, [OldFile.jpeg() + [UInt8](repeating: 0, count: limit / 2)], as: field)
    #expect(late.status == 419)
  }

  @Test("The first generation accepts documents for posts, which are served as downloads only")
  func documents() async throws {
    let first = try await OldPerson("one", server, .v0)
    let post = try await upload(first, [OldFile.pdf], as: "file")
    let path = try #require((post.object["image"] as? [String])?.first)
    #expect(path.hasSuffix(".pdf"))
    let file = try await first.send("GET /\(path)")
    #expect(file.bytes == OldFile.pdf && file.headers["content-type"] == "application/pdf")
    #expect(file.headers["content-disposition"]?.hasPrefix("attachment") == true)
    #expect(try await upload(try await OldPerson("two", server, .v1), [OldFile.pdf], as: "files").status == 400)
    var form = OldForm()
    form.file("profile", named: "a.pdf", "application/pdf", OldFile.pdf)
    #expect(try await first.send(first.line(.editProfile), form: form).status == 400)
  }

  @Test("A form without a file or boundary, JSON, and a truncated form are refused", arguments: LSLPGeneration.allCases)
  func brokenForms(_ generation: LSLPGeneration) async throws {
    let person = try await OldPerson("one", server, generation)
    let line = person.line(generation == .v0 ? .createPost : .upload)
    #expect(try await person.send(line, form: OldForm()).message == "필수값을 채워주세요.")
    #expect(try await person.send(line, json: #"{"content":"a"}"#).message == "잘못된 요청입니다.")
    var form = OldForm()
    form.text("content", "글")
    let keys = [("SesacKey", person.key), ("Authorization", person.token)]
    for (type, body) in [
      ("multipart/form-data", form.body), (form.contentType, Array(form.body.dropLast(9))),
      (form.contentType + "x", form.body), (form.contentType, []),
    ] {
      let response = try await server.send(OldRequest(line, keys + [("Content-Type", type)], body))
      #expect(response.status == 400, "\(type)")
    }
  }

  @Test(
    "Images may be cached for ever, are served in ranges, with or without key and token",
    arguments: LSLPGeneration.allCases)
  func images(_ generation: LSLPGeneration) async throws {
    let person = try await OldPerson("one", server, generation)
    let field = generation == .v0 ? "file" : "files"
    let answer = try await upload(person, [OldFile.jpeg()], as: field)
    let path = try #require((answer.object[generation == .v0 ? "image" : "files"] as? [String])?.first)
    let line = generation == .v0 ? "GET /\(path)" : "GET /v1/\(path)"
    let image = try await server.send(OldRequest(line, []))
    #expect(image.status == 200 && image.headers["content-type"] == "image/jpeg")
    #expect(image.headers["x-content-type-options"] == "nosniff")
    #expect(image.headers["cache-control"]?.contains("max-age=600") == true)
    let tag = try #require(image.headers["etag"])
    #expect(tag.hasPrefix("\""))
    #expect(try await server.send(OldRequest(line, [("If-None-Match", tag)])).status == 304)
    let part = try await server.send(OldRequest(line, [("Range", "bytes=0-1")]))
    #expect(part.status == 206 && part.bytes == [0xFF, 0xD8])
    let beyond = try await server.send(OldRequest(line, [("Range", "bytes=9999999-")]))
    #expect(beyond.status == 416 && beyond.headers["content-range"] == "bytes */\(image.bytes.count)")
    #expect(
      try await server.send(OldRequest(line, [("SesacKey", "wrong"), ("Authorization", "토큰 없음")])).status == 200)
  }
}
