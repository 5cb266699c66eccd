import Basics
import Foundation
import Photos
import Support
import Workload

@testable import ObjectStorage

/// Stores over a prefix of the S3 server, or over a server with a script.
struct S3UnderTest: Sendable {
  let location: S3Location
  let credentials: S3Credentials
  let temporary: ScratchDirectory

  /// A new prefix on the S3 server.
  init(bucket: String = "photos", secret: String? = nil) throws {
    let server = try S3Server.shared
    location = try S3Location(server.address(bucket: bucket), field: "photos")
    credentials = S3Credentials(identifier: server.identifier, secret: secret ?? server.secret)
    temporary = try ScratchDirectory()
  }

  /// The bucket `photos` of a server with a script.
  /// - Parameter temporary: kept by the caller for as long as a store is used.
  init(_ server: RawServer, in temporary: ScratchDirectory) throws {
    location = try S3Location("s3://photos?endpoint=\(server.url.absoluteString)", field: "photos")
    credentials = S3Credentials(identifier: "id", secret: "secret", sessionToken: "token")
    self.temporary = temporary
  }

  /// A store that does not wait long.
  func store(_ change: (inout S3PhotoStore.Limits, inout S3RetryPolicy) -> Void = { _, _ in }) -> S3PhotoStore {
    var limits = S3PhotoStore.Limits()
    var retryPolicy = S3RetryPolicy()
    retryPolicy.backoff = Backoff(first: 2, limit: 20)
    change(&limits, &retryPolicy)
    return S3PhotoStore(
      location, credentials, directory: temporary.url.path, retryPolicy: retryPolicy, limits: limits)
  }

  static let name = PhotoName("ab" + String(repeating: "0", count: 62) + ".jpg")!
  static let key = PhotoKey(name)

  /// Bytes without a pattern that a part would repeat.
  static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
  }
}
