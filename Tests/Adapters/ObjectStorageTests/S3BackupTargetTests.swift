import Basics
import Support
import Testing
import Workload

@testable import ObjectStorage

@Suite("Backups in S3-compatible storage")
struct S3BackupTargetTests {
  private func target(bucket: String = "photos", secret: String? = nil) throws -> S3BackupTarget {
    let s3 = try S3UnderTest(bucket: bucket, secret: secret)
    return S3BackupTarget(s3.location, s3.credentials)
  }

  @Test("Objects are kept by their paths")
  func objects() async throws {
    let target = try target()
    #expect(try await target.list("objects/") == [])
    #expect(try await target.get("objects/x/ab/1") == nil)
    try await target.put([1, 2], at: "objects/x/ab/1")
    try await target.put([3], at: "backups/20270115T080000007Z-abababab")
    try await target.put([4, 5], at: "backups/20270115T080000007Z-abababab")
    try await target.synchronize()
    #expect(try await target.list("objects/") == ["objects/x/ab/1"])
    #expect(try await target.list("backups/") == ["backups/20270115T080000007Z-abababab"])
    #expect(try await target.get("objects/x/ab/1") == [1, 2])
    #expect(try await target.get("backups/20270115T080000007Z-abababab") == [4, 5])
    try await target.remove(["objects/x/ab/1", "objects/none"])
    #expect(try await target.list("objects/") == [])
  }

  @Test("Objects are listed to the end, a thousand at a time", .timeLimit(.minutes(2)))
  func pages() async throws {
    let target = try target()
    let paths = (0..<1005).map { "objects/x/\($0)" }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for part in 0..<8 {
        group.addTask {
          for path in paths[(part * paths.count / 8)..<((part + 1) * paths.count / 8)] {
            try await target.put([1], at: path)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await target.list("objects/").sorted() == paths.sorted())
    try await target.remove(paths)
    #expect(try await target.list("objects/") == [])
  }

  /// A list of the keys `objects/1` and so on, with what is said about its end.
  private static func list(_ numbers: ClosedRange<Int>, _ end: String) -> String {
    let keys = numbers.map { "<Contents><Key>objects/\($0)</Key><Size>1</Size></Contents>" }.joined()
    return "<ListBucketResult><Name>photos</Name>\(end)\(keys)</ListBucketResult>"
  }

  private static let truncated = "<IsTruncated>true</IsTruncated>"

  private func target(_ server: RawServer) throws -> S3BackupTarget {
    let s3 = try S3UnderTest(server, in: try ScratchDirectory())
    return S3BackupTarget(s3.location, s3.credentials)
  }

  @Test("A list is continued with any token, which is sent unescaped")
  func tokens() async throws {
    let server = try RawServer { request, _ in
      let isNext = request.target.contains("continuation-token")
      let token = "<NextContinuationToken>1/a+b==&amp;&lt;&apos;</NextContinuationToken>"
      return .answer(
        200,
        isNext ? Self.list(3...4, "<IsTruncated>false</IsTruncated>") : Self.list(1...2, Self.truncated + token))
    }
    defer { server.stop() }
    #expect(try await target(server).list("objects/") == (1...4).map { "objects/\($0)" })
    #expect(server.requests.count == 2)
    #expect(server.requests.last?.target.contains("continuation-token=1%2Fa%2Bb%3D%3D%26%3C%27") == true)
  }

  @Test(
    "A list that ends early without a token is an error",
    arguments: [
      list(1...2, truncated), list(1...2, truncated + "<NextContinuationToken>토큰</NextContinuationToken>"),
      list(1...2, truncated + "<NextContinuationToken>a&#38;b</NextContinuationToken>"),
      // The same again.
      list(1...2, truncated + "<NextContinuationToken>a</NextContinuationToken>"), list(1...2, ""), "",
      "<html>Please log in</html>",
    ])
  func truncations(_ list: String) async throws {
    let server = try RawServer { _, _ in .answer(200, list) }
    defer { server.stop() }
    let target = try target(server)
    let failure = await #expect(throws: DomainError.self) { try await target.list("objects/") }
    #expect(failure?.code == "backup-place-unusable" && failure?.message.contains("list of objects") == true)
    #expect(server.requests.count <= 2)
  }

  @Test(
    "Unreachable storage is reported with the reason",
    arguments: [("absent", nil), ("photos", "wrong")])
  func unusable(bucket: String, secret: String?) async throws {
    let target = try target(bucket: bucket, secret: secret)
    for body in [
      { try await target.put([1], at: "backups/x") }, { _ = try await target.get("backups/x") },
      { _ = try await target.list("backups/") },
    ] as [@Sendable () async throws -> Void] {
      do {
        try await body()
        Issue.record("It succeeded.")
      } catch let error as DomainError {
        #expect(error.code == "backup-place-unusable" && error.kind == .unavailable)
        #expect(error.message.contains(bucket == "absent" ? "does not exist" : "check the credentials"))
      }
    }
  }
}
