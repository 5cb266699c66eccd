import Basics
import Contracts
import Foundation
import FourCutsClient
import Support
import Testing
import Workload

@Suite("Photos in S3-compatible storage")
struct PhotoStorageTests {
  @Test("Photos of a folder move to a bucket and back, and the server serves them from there", .timeLimit(.minutes(2)))
  func moving() async throws {
    let s3 = try S3Server.shared
    let program = try Program(environment: s3.environment)
    let address = s3.address()
    let folder = program.data.appendingPathComponent("photos").path
    let local = try await RunningServer(program)
    let mina = try await local.person("mina")
    let first = try #require(try await mina.upload([PhotoUpload(onePixel)]).first).name
    let bytes = try await mina.photo(first)
    #expect(try local.end() == 0)

    let copied = try program.run("photos", "copy", "--from", folder, "--to", address)
    #expect(copied.code == 0)
    #expect(copied.output == "1 photo: 3 files copied, 0 there already, 0 missing, 0 damaged.\n")
    let again = try program.run("photos", "copy", "--from", folder, "--to", address)
    #expect(again.output == "1 photo: 0 files copied, 3 there already, 0 missing, 0 damaged.\n")

    // Nothing is read from the folder any more.
    try FileManager.default.removeItem(atPath: folder)
    let server = try await RunningServer(program, "--photos", address)
    let juno = try await server.person("juno")
    let second = try #require(try await juno.upload([PhotoUpload(Self.gif)]).first).name
    #expect(try await juno.photo(first) == bytes)
    #expect(try await juno.photo(second, width: 320).isEmpty == false)
    let part = try await server.send("GET", "/api/photos/\(first)", ["Range": "bytes=2-4"])
    #expect(part.status == 206 && part.headers["Content-Range"] == "bytes 2-4/\(bytes.count)")
    #expect(!FileManager.default.fileExists(atPath: folder))
    #expect(try server.end() == 0)

    let back = try program.run("photos", "copy", "--from", address, "--to", folder, "--quiet")
    #expect(back.code == 0 && back.output.isEmpty && back.errors.isEmpty)
    let restarted = try await RunningServer(program)
    #expect(try await restarted.send("GET", "/api/photos/\(first)").status == 200)
    #expect(try await restarted.send("GET", "/api/photos/\(second)").status == 200)
    #expect(try restarted.end() == 0)
  }

  private static let gif =
    Data("GIF89a".utf8) + Data([1, 0, 1, 0, 0x80, 0, 0, 9, 2, 3, 255, 255, 255])
    + Data([0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B])

  @Test("Missing photos give exit code 4, and the others are copied")
  func missing() async throws {
    let s3 = try S3Server.shared
    let program = try Program(environment: s3.environment)
    let server = try await RunningServer(program)
    let mina = try await server.person("mina")
    let name = try #require(try await mina.upload([PhotoUpload(onePixel)]).first).name
    #expect(try server.end() == 0)
    let kept = program.data.appendingPathComponent("photos/kept/\(name.description.prefix(2))")
    try FileManager.default.removeItem(at: kept.appendingPathComponent("\(name).320"))
    let result = try program.run(
      "photos", "copy", "--from", program.data.appendingPathComponent("photos").path, "--to", s3.address())
    #expect(result.code == 4 && result.output.contains("2 files copied, 0 there already, 1 missing"))
    #expect(result.errors.contains("restore from a backup"))
  }

  @Test("A wrong address and missing credentials are reported before anything is copied")
  func errors() async throws {
    let s3 = try S3Server.shared
    let program = try Program(environment: ["HOME": "/nonexistent"])
    _ = try program.run("import", try program.file("booths.csv", "name,latitude,longitude\n"))
    for (arguments, code, words) in [
      (["serve", "--photos", "https://photos"], 2, "--photos"),
      (["serve", "--photos", "s3://photos"], 2, "region"),
      (["serve", "--photos", s3.address()], 3, "AWS_ACCESS_KEY_ID"),
      (["photos", "copy", "--to", "x"], 2, "--from"), (["photos", "copy", "--from", "x"], 2, "--to"),
      (["photos", "copy", "--from", "x", "--to", s3.address()], 3, "AWS_ACCESS_KEY_ID"),
      (["photos", "copy", "--from", "absent", "--to", "copy"], 4, "holds no photos"),
    ] as [([String], Int32, String)] {
      let result = try program.start(arguments).finish()
      #expect(result.code == code && result.errors.contains(words), "\(arguments): \(result.errors)")
    }
    let absent = program.directory.url.appendingPathComponent("absent").path
    #expect(!FileManager.default.fileExists(atPath: absent))
  }
}
