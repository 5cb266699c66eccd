import Basics
import Foundation
import Support
import Testing
import Workload

@testable import ObjectStorage

@Suite("Addresses and credentials of photo storage")
struct S3LocationTests {
  @Test(
    "With an endpoint the bucket is in the path, and without one in AWS's host name",
    arguments: [
      ("s3://photos?endpoint=https://minio.example", "bucket 'photos' at https://minio.example"),
      ("s3://photos/a/b?endpoint=http://127.0.0.1:9000/&region=x", "bucket 'photos' at http://127.0.0.1:9000"),
      ("s3://photos?region=ap-northeast-2", "bucket 'photos' at https://photos.s3.ap-northeast-2.amazonaws.com"),
      ("s3://a.b.c?region=eu-west-1", "bucket 'a.b.c' at https://s3.eu-west-1.amazonaws.com"),
    ])
  func addresses(_ text: String, _ description: String) throws {
    #expect(try S3Location(text, field: "--photos").description == description)
  }

  @Test("A photo's address has the layout of the folder")
  func paths() throws {
    let location = try S3Location("s3://photos/a/b/?region=x", field: "--photos")
    #expect(location.path(of: S3UnderTest.name) == "s3://photos/a/b/ab/\(S3UnderTest.name)")
  }

  @Test(
    "An error names the part of the address that is wrong",
    arguments: [
      ("https://photos", "start with s3://"), ("s3://", "bucket"), ("s3://Photos?region=x", "bucket"),
      ("s3://user:secret@photos?region=x", "without a user"), ("s3://ph?region=x", "bucket"),
      ("s3://photos", "region"), ("s3://photos?region=", "region"), ("s3://photos?region=A", "region"),
      ("s3://photos/a%20b?region=x", "prefix"), ("s3://photos/../b?region=x", "prefix"),
      ("s3://photos?region=x&region=y", "each once"), ("s3://photos?regoin=x", "endpoint and region only"),
    ])
  func invalid(_ text: String, _ part: String) {
    let failure = #expect(throws: DomainError.self) { try S3Location(text, field: "--photos") }
    #expect(failure?.code == "photos-address-invalid" && failure?.kind == .invalid)
    #expect(failure?.message.contains("--photos") == true && failure?.message.contains(part) == true)
    #expect(failure?.message.contains("secret") == false)
  }

  @Test("An endpoint elsewhere must be encrypted")
  func insecure() {
    let failure = #expect(throws: DomainError.self) {
      try S3Location("s3://photos?endpoint=http://minio.example", field: "--photos")
    }
    #expect(failure?.code == "address-insecure" && failure?.message.contains("endpoint of --photos") == true)
  }

  @Test("Credentials come from the environment or a profile of the shared file, and are not printed")
  func credentials() async throws {
    let directory = try ScratchDirectory()
    let path = directory.url.appendingPathComponent("credentials").path
    try Data(
      """
      [other]
      aws_access_key_id = other
      aws_secret_access_key = other-secret
      # [default]
      [default]
      aws_access_key_id=file
      aws_secret_access_key = file=secret
      aws_session_token = token
      """.utf8
    ).write(to: URL(fileURLWithPath: path))
    let file = ["AWS_SHARED_CREDENTIALS_FILE": path]
    let direct = file.merging(["AWS_ACCESS_KEY_ID": "direct", "AWS_SECRET_ACCESS_KEY": "direct-secret"]) { $1 }
    for (environment, identifier, token) in [
      (direct, "direct", nil), (file, "file", "token"), (file.merging(["AWS_PROFILE": "other"]) { $1 }, "other", nil),
    ] {
      let credentials = try S3Credentials(environment: environment)
      #expect(credentials.sessionToken == token && !"\(credentials)".contains("secret"))
      #expect(try await Self.usedKey(credentials) == identifier)
    }
    for environment in [
      ["HOME": directory.url.path], ["AWS_ACCESS_KEY_ID": "only"], file.merging(["AWS_PROFILE": "absent"]) { $1 },
    ] {
      let failure = #expect(throws: DomainError.self) { try S3Credentials(environment: environment) }
      #expect(failure?.code == "photos-credentials-missing")
    }
  }

  /// The identifier of the key that requests are signed with.
  private static func usedKey(_ credentials: S3Credentials) async throws -> String? {
    let server = try RawServer { _, _ in .answer(404, "") }
    defer { server.stop() }
    let location = try S3Location("s3://photos?endpoint=\(server.url.absoluteString)", field: "photos")
    let directory = try ScratchDirectory()
    _ = try await S3PhotoStore(location, credentials, directory: directory.url.path).get(S3UnderTest.key)
    let header = server.requests.first?.headers["authorization"]
    return header?.firstMatch(of: /Credential=([^\/]*)\//).map { String($0.1) }
  }
}
