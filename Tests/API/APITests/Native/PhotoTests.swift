import APIKit
import Basics
import Contracts
import Foundation
import HTTP
import LegacyAPI
import NativeAPI
import StandardsAPI
import Support
import Synchronization
import Testing
import Workload

/// Pictures and forms to send.
enum Upload {
  /// 400 by 2 pixels of grey, with a comment that nobody else is to see.
  static let picture = Array(
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAZAAAAACCAAAAABTDdXsAAAAFHRFWHRDb21tZW50AHNlY3JldCBwbGFjZWgPqY0AAAGtSURBVHjaY2BgYGRkYmJmZmFhZWVjY2fn4ODk5OLi5ubh4eXl4+PnFxAQFBQSEhYWEREVFRMTF5eQkJSUkpKWlpGRlZWTk5dXUFBUVFJSVlZRUVVVU1NX19DQ1NTS0tbW0dHV1dPT1zcwMDQ0MjI2NjExNTUzMze3sLC0tLKytraxsbW1s7O3d3BwdHRycnZ2cXF1dXNzd/fw8PT08vL29vHx9fXz8/cPCAgMDAoKDg4JCQ0NCwsPj4iIjIyKio6OiYmNjYuLj09ISExMSkpOTklJTU1LS0/PyMjMzMrKzs7Jyc3Ny8vPLygoLCwqKi4uKSktLSsrL6+oqKysqqqurqmpra2rq69vaGhsbGpqbm5paW1ta2tv7+jo7Ozq6u7u6ent7evr758wYeLESZMmT54yZerUadOmT58xY+bMWbNmz54zZ+7cefPmz1+wYOHCRYsWL16yZOnSZcuWL1+xYuXKVatWr16zZu3adevWr9+wYePGTZs2b96yZevWbdu2b9+xY+fOXbt2796zZ+/effv27z9w4ODBQ4cOHz5y5OjRY8eOH2cYjZDBFSEAx/03AGGuldgAAAAASUVORK5CYII="
    )!)

  /// A form of files.
  static func form(_ files: [[UInt8]], field: String = "files") -> [UInt8] {
    var form: [UInt8] = []
    for file in files {
      let head = "--x\r\nContent-Disposition: form-data; name=\"\(field)\"; filename=\"a.png\"\r\n\r\n"
      form += Array(head.utf8) + file + [0x0D, 0x0A]
    }
    return form + Array("--x--\r\n".utf8)
  }
}

/// What operators were told.
private final class Faults: Sendable {
  private let texts = Mutex<[String]>([])
  func add(_ text: String) { texts.withLock { $0.append(text) } }
  var all: [String] { texts.withLock { $0 } }
}

extension TestClient {
  func upload(_ form: [UInt8]) async -> Answer {
    await service.send(
      .post, "/api/photos",
      [("Authorization", "Bearer \(token)"), ("Content-Type", "multipart/form-data; boundary=x")], body: .bytes(form))
  }
}

@Suite("Photos")
struct PhotoTests {
  @Test("A photo is uploaded, shown on a post and a profile, and served")
  func transcript() async throws {
    let service = try await Service.inhabited()
    let mina = try await service.signUp("mina")
    let taken = await mina.upload(Upload.form([Upload.picture]))
    #expect(taken.status == 201 && taken.headers["Cache-Control"] == "no-store", "\(taken.text)")
    let photo = taken.json["photos"][0]
    let name = try #require(photo["name"].text)
    #expect(PhotoName(name)?.fileExtension == "png" && photo["path"].text == "/api/photos/\(name)")
    #expect(photo["width"].int == 400 && photo["height"].int == 2)

    let served = await service.get("/api/photos/\(name)")
    #expect(served.status == 200 && served.type == "image/png" && served.bytes.count == photo["size"].int)
    #expect(served.headers["ETag"] == "\"\(name.prefix(64))\"")
    #expect(served.headers["Cache-Control"] == "private, max-age=600")
    #expect(served.headers["Accept-Ranges"] == "bytes")
    #expect(served.headers["X-Content-Type-Options"] == "nosniff")
    #expect(served.headers["Content-Security-Policy"] == "default-src 'none'; sandbox")
    #expect(served.headers["Content-Disposition"] == nil && served.headers["Vary"] == nil)
    #expect(!String(decoding: served.bytes, as: UTF8.self).contains("secret place"))

    let post = await mina.send(.post, "/api/posts", #"{"kind":"photo","photos":["\#(name)"]}"#)
    #expect(post.status == 201 && post.json["photos"].items.map(\.text) == [name])
    for document in [post.json, await service.get("/api/posts").json["items"][0]] {
      let size = document["photo_sizes"][0]
      #expect(document["photo_sizes"].items.count == 1 && size["width"].int == 400 && size["height"].int == 2)
    }
    let profile = await mina.send(.patch, "/api/me", #"{"photo":"\#(name)"}"#)
    #expect(profile.json["photo"].text == name)
    #expect(await service.get("/api/posts").json["items"][0]["author"]["photo"].text == name)
    #expect(await mina.send(.patch, "/api/me", #"{"photo":null}"#).json["photo"].value == nil)
  }

  @Test("Smaller forms have their own tags")
  func smaller() async throws {
    let service = try await Service.inhabited()
    let mina = try await service.signUp("mina")
    let name = try #require(await mina.upload(Upload.form([Upload.picture])).json["photos"][0]["name"].text)
    let small = await service.get("/api/photos/\(name)?width=320")
    let whole = await service.get("/api/photos/\(name)").headers["ETag"]
    #expect(small.status == 200 && small.headers["ETag"].map { $0.utf8.count } == 66 && small.headers["ETag"] != whole)
    #expect(small.type?.hasPrefix("image/") == true)
    let medium = await service.get("/api/photos/\(name)?width=960")
    #expect(medium.headers["ETag"] != whole && medium.bytes != small.bytes)
    #expect(await service.get("/api/photos/\(name)?width=640").domainError == "400 parameter-invalid width")
  }

  @Test("A damaged photo is an internal error, and another upload repairs it")
  func damaged() async throws {
    let backend = try await TestBackend()
    let sent = Faults()
    let service = Service(backend: backend) { setup in
      setup.report = { _, fault in sent.add("\(fault)") }
    }
    let mina = try await service.signUp("mina")
    let name = try #require(await mina.upload(Upload.form([Upload.picture])).json["photos"][0]["name"].text)
    let path = "\(backend.directory.url.path)/photos/kept/\(name.prefix(2))/\(name)"
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try whole.dropLast().write(to: URL(fileURLWithPath: path))
    let answer = await service.get("/api/photos/\(name)")
    #expect(answer.status == 500 && answer.headers["Cache-Control"] == "no-store")
    // Neither the whole name, which is as good as secret, nor a path.
    let fault = try #require(sent.all.first)
    #expect(
      sent.all.count == 1 && fault.contains(name.prefix(16)) && !fault.contains(name) && !fault.contains("/kept/"))
    #expect(await mina.upload(Upload.form([Upload.picture])).status == 201)
    #expect(await service.get("/api/photos/\(name)").bytes == Array(whole))
  }

  @Test("Several photos are uploaded in the order of their files, all or none")
  func several() async throws {
    let service = try await Service.inhabited()
    let mina = try await service.signUp("mina")
    let two = await mina.upload(Upload.form([Upload.picture, Upload.picture]))
    #expect(two.status == 201 && two.json["photos"].items.count == 2)
    let spoilt = await mina.upload(Upload.form([Upload.picture, Array("no picture".utf8)]))
    #expect(spoilt.status == 400 && spoilt.json["parameter"].text == "files")
  }

  @Test("An invalid upload is refused with its error code")
  func rejected() async throws {
    let backend = try await TestBackend()
    let service = Service(backend: backend)
    let mina = try await service.signUp("mina")
    let before = try await backend.contents()
    for (form, code) in [
      (Upload.form([]), "files-missing"), (Upload.form([[]]), "photo-empty"),
      (Upload.form([Array("%PDF-1.4\n".utf8)]), "photo-type"),
      (Upload.form([Array("GIF89a".utf8)]), "photo-not-readable"),
      (Upload.form([Array(Upload.picture.prefix(200))]), "photo-not-readable"),
      (Upload.form([[UInt8]](repeating: Upload.picture, count: 6)), "form-too-many-files"),
    ] {
      let answer = await mina.upload(form)
      #expect(answer.domainError == "400 \(code) files", "\(answer.text)")
    }
    #expect(await mina.send(.post, "/api/photos", "{}").domainError == "400 form-expected -")
    #expect(await mina.upload(Array("--x\r\n".utf8)).json["code"].text == "form-malformed")
    let outsider = await service.send(
      .post, "/api/photos", [("Content-Type", "multipart/form-data; boundary=x")],
      body: .bytes(Upload.form([Upload.picture])))
    #expect(outsider.domainError == "401 token-missing -")
    #expect(try await backend.contents() == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: backend.services.uploadDirectory).isEmpty)
  }

  @Test("An invalid photo name is refused")
  func names() async throws {
    let service = try await Service.inhabited()
    let hash = String(repeating: "0a", count: 32)
    #expect(await service.get("/api/photos/\(hash).jpg").domainError == "404 photo-unknown -")
    #expect(await service.get("/api/photos/..%2F..%2Fetc%2Fpasswd").domainError == "400 malformed-path -")
    for name in ["\(hash).exe", "\(hash)", "\(hash.dropLast()).jpg", "\(hash.uppercased()).jpg"] {
      #expect(await service.get("/api/photos/\(name)").domainError == "400 parameter-invalid name", "\(name)")
    }
  }
}
