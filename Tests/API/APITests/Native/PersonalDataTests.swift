import HTTP
import Support
import Testing
import Zip

@Suite("Everything that is kept of a person, over HTTP")
struct PersonalDataTests {
  @Test("Somebody downloads it as an archive, with their photos and without what others wrote")
  func archive() async throws {
    let service = try await Service.inhabited()
    let (mina, juno) = (try await service.signUp("mina"), try await service.signUp("juno"))
    let photo = try #require(await mina.upload(Upload.form([Upload.picture])).json["photos"][0]["name"].text)
    let post = try await mina.post(#"{"kind":"photo","photos":["\#(photo)"],"text":"네컷 찍은 날"}"#)
    _ = await juno.send(.post, "/api/posts/\(post)/comments", #"{"text":"juno was here"}"#)
    let answer = await mina.get("/api/me/export")
    #expect(answer.status == 200 && answer.type == "application/zip")
    #expect(answer.headers["Content-Disposition"] == "attachment; filename=\"fourcuts.zip\"")
    let archive = try ZipArchive(bytes: answer.bytes)
    let names = Set(archive.entries.map(\.name))
    #expect(names.isSuperset(of: ["account.json", "session.json", "post.json", "post_photo.json", "photos/\(photo)"]))
    func text(_ name: String) throws -> String {
      String(decoding: try #require(try archive.content(name, maxCount: 1 << 20)), as: UTF8.self)
    }
    #expect(try text("post.json").contains("네컷 찍은 날") && text("account.json").contains("mina@example.com"))
    #expect(try archive.content("photos/\(photo)", maxCount: 1 << 20)?.isEmpty == false)
    for name in names where name.hasSuffix(".json") { #expect(try !text(name).contains("juno was here")) }
  }

  @Test("It is made ten times a day, for those who are logged in")
  func limit() async throws {
    let service = try await Service.inhabited()
    let mina = try await service.signUp("mina")
    for _ in 0..<10 { #expect(await mina.get("/api/me/export").status == 200) }
    #expect(await mina.get("/api/me/export").domainError == "429 too-many-exports -")
    #expect(await service.get("/api/me/export").status == 401)
  }
}
