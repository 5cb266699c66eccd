import Basics
import Foundation
import Photos
import Support
import Testing
import Workload

@testable import ObjectStorage

@Suite("Faults of the photo storage")
struct S3FaultTests {
  private typealias Steps = [RawServer.Step]

  private let key = S3UnderTest.key
  private let temporary: ScratchDirectory

  init() throws {
    temporary = try ScratchDirectory()
  }

  private static let path = "/photos/ab/\(S3UnderTest.key)"
  private static let slowDown = Steps.answer(503, "<Error><Code>SlowDown</Code></Error>")
  private static let denied = Steps.answer(403, "<Error><Code>AccessDenied</Code></Error>")

  /// A server of one object, which fails the first time it is asked for anything.
  private func failingOnce(_ fault: Steps, _ answer: Steps) throws -> RawServer {
    try RawServer { _, number in number == 1 ? fault : answer }
  }

  private static let faults: [Steps] = [
    slowDown, .answer(500, "<Error><Code>InternalError</Code></Error>"), .noSteps, [.hang],
    // Cut in the middle of the body.
    [.text("HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 6\r\n\r\nabc")],
  ]

  @Test("Overload, a server error, a broken connection, silence and half an answer are retried")
  func retries() async throws {
    for fault in Self.faults {
      let server = try failingOnce(fault, .answer(200, "abcdef", ["ETag: \"a\""]))
      defer { server.stop() }
      let store = try S3UnderTest(server, in: temporary).store { $1.attemptTimeout = .milliseconds(300) }
      #expect(try await store.open(key)?.file.bytes() == Array("abcdef".utf8))
      #expect(server.count("GET \(Self.path)") == 2)
    }
  }

  @Test("Writes and removals are retried as well")
  func writes() async throws {
    let server = try RawServer { request, number in
      switch (request.method, number) {
      case (_, 1): Self.slowDown
      case ("HEAD", _): .answer(404, "")
      case ("DELETE", _): .answer(204, "")
      default: .answer(200, "")
      }
    }
    defer { server.stop() }
    let store = try S3UnderTest(server, in: temporary).store()
    try await store.put(Array("abc".utf8), under: key)
    try await store.remove([key])
    for method in ["HEAD", "PUT", "DELETE"] { #expect(server.count("\(method) \(Self.path)") == 2) }
    let put = try #require(server.requests.last { $0.method == "PUT" })
    #expect(put.body == Array("abc".utf8))
    let hash = StoredVariant(of: put.body).hash
    #expect(put.headers["x-amz-content-sha256"] == hash && put.headers["x-amz-meta-sha256"] == hash)
    #expect(put.headers["x-amz-security-token"] == "token")
  }

  @Test("A lasting fault ends after a few attempts, and its reason is for the operator")
  func givesUp() async throws {
    let server = try RawServer { _, _ in Self.slowDown }
    defer { server.stop() }
    let store = try S3UnderTest(server, in: temporary).store()
    let failure = await #expect(throws: DomainError.self) { try await store.open(key) }
    #expect(failure?.code == "photos-busy" && failure?.operatorMessage.contains("503 SlowDown") == true)
    #expect(server.count("GET \(Self.path)") == 4)
    let removal = await #expect(throws: DomainError.self) { try await store.remove([key]) }
    #expect(removal?.code == "photos-not-kept")
    #expect(server.count("DELETE \(Self.path)") == 4)
  }

  @Test("A permanent error is not retried")
  func lastingRefusal() async throws {
    let server = try RawServer { _, _ in Self.denied }
    defer { server.stop() }
    let store = try S3UnderTest(server, in: temporary).store()
    let failure = await #expect(throws: DomainError.self) { try await store.get(key) }
    #expect(failure?.operatorMessage.contains("403 AccessDenied") == true)
    #expect(server.requests.count == 1)
  }

  @Test("An object that is stored with the same size and hash is not sent again")
  func skipsEqual() async throws {
    let bytes = Array("abc".utf8)
    let server = try RawServer { request, _ in
      request.method == "HEAD" ? .answer(200, "abc", ["x-amz-meta-sha256: \(StoredVariant(of: bytes).hash)"]) : .noSteps
    }
    defer { server.stop() }
    try await S3UnderTest(server, in: temporary).store().put(bytes, under: key)
    #expect(server.requests.map(\.line) == ["HEAD \(Self.path)"])
  }

  // MARK: Parts

  /// A server that takes an upload of parts, except where a fault is given.
  private func partServer(
    _ fault: @escaping @Sendable (_ request: RawServer.Request, _ number: Int) -> [RawServer.Step]?
  ) throws -> RawServer {
    try RawServer { request, number in
      if let steps = fault(request, number) { return steps }
      return switch (request.method, request.target) {
      case ("HEAD", _): .answer(404, "")
      case ("POST", "\(Self.path)?uploads="): .answer(200, "<R><UploadId>upload/1</UploadId></R>")
      case ("PUT", _): .answer(200, "", ["ETag: \"\(request.body.count)\""])
      case ("DELETE", _): .answer(204, "")
      default: .answer(200, "<CompleteMultipartUploadResult/>")
      }
    }
  }

  private func put(_ text: String, on server: RawServer) async throws {
    try await S3UnderTest(server, in: temporary).store { limits, _ in limits.partBytes = 4 }.put(
      Array(text.utf8), under: key)
  }

  @Test("A failed part alone is sent again, and then the parts are joined by number and tag")
  func failingPart() async throws {
    let server = try partServer { request, number in request.method == "PUT" && number == 2 ? Self.slowDown : nil }
    defer { server.stop() }
    try await put("aaaabbbbcc", on: server)
    let parts = server.requests.filter { $0.method == "PUT" }
    #expect(parts.map { String(decoding: $0.body, as: UTF8.self) } == ["aaaa", "bbbb", "bbbb", "cc"])
    #expect(parts.last?.target == "\(Self.path)?partNumber=3&uploadId=upload%2F1")
    let completion = try #require(server.requests.last)
    #expect(completion.target == "\(Self.path)?uploadId=upload%2F1")
    let expected = [(1, 4), (2, 4), (3, 2)].map { number, tag in
      "<Part><PartNumber>\(number)</PartNumber><ETag>\"\(tag)\"</ETag></Part>"
    }
    #expect(
      String(decoding: completion.body, as: UTF8.self)
        == "<CompleteMultipartUpload>\(expected.joined())</CompleteMultipartUpload>")
    #expect(server.count("DELETE \(Self.path)") == 0)
  }

  @Test("An upload that fails is aborted, so that no parts stay behind")
  func aborts() async throws {
    let server = try partServer { request, number in request.method == "PUT" && number > 1 ? Self.denied : nil }
    defer { server.stop() }
    let failure = await #expect(throws: DomainError.self) { try await put("aaaabbbb", on: server) }
    #expect(failure?.code == "photos-not-kept" && failure?.operatorMessage.contains("AccessDenied") == true)
    #expect(server.requests.last?.method == "DELETE")
    #expect(server.requests.last?.target == "\(Self.path)?uploadId=upload%2F1")
  }

  @Test("A joined upload whose answer was lost counts as stored, unlike an error within status 200")
  func lostCompletion() async throws {
    let hash = StoredVariant(of: Array("aaaabbbb".utf8)).hash
    let lost = try partServer { request, number in
      switch (request.method, number) {
      case ("POST", 2): .noSteps
      case ("POST", 3): .answer(404, "<Error><Code>NoSuchUpload</Code></Error>")
      case ("HEAD", 2): .answer(200, "12345678", ["x-amz-meta-sha256: \(hash)"])
      default: nil
      }
    }
    defer { lost.stop() }
    try await put("aaaabbbb", on: lost)
    #expect(lost.count("DELETE \(Self.path)") == 0 && lost.count("HEAD \(Self.path)") == 2)
    let failing = try partServer { request, number in
      request.method == "POST" && number == 2 ? .answer(200, "<Error><Code>InternalError</Code></Error>") : nil
    }
    defer { failing.stop() }
    await #expect(throws: DomainError.self) { try await put("aaaabbbb", on: failing) }
    #expect(failing.count("DELETE \(Self.path)") == 1)
  }
}
