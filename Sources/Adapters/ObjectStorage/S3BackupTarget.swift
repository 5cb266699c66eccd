import Backups
import Basics
import Concurrency
import Photos
import WebClient

/// Backups in a bucket of S3-compatible storage. The storage compares what it receives with the signed hash.
package struct S3BackupTarget: BackupTarget {
  private let client: S3Client
  /// Hashing keeps a core busy.
  private let hashing = BlockingWork("backup: hash", parallel: 1, waiting: 1000, overloadError: Self.overloaded)

  /// The retries of objects of many megabytes, in the background.
  package static let retryPolicy: S3RetryPolicy = {
    var policy = S3RetryPolicy()
    (policy.attempts, policy.attemptTimeout, policy.totalTimeout) = (6, .seconds(120), .seconds(300))
    return policy
  }()

  /// A target over a bucket; nothing is sent yet.
  package init(
    _ location: S3Location, _ credentials: S3Credentials, retryPolicy: S3RetryPolicy = Self.retryPolicy
  ) {
    client = S3Client(location, credentials, retryPolicy, overloadError: Self.overloaded)
  }

  package var description: String { client.location.description }

  package func put(_ bytes: [UInt8], at path: String) async throws {
    let hash = try await hashing.run { StoredVariant(of: bytes).hash }
    try await orUnusable {
      let response = try await client.send { client.signed(request(path), .put, body: bytes, hash: hash) }
      guard response.status == 200 else { throw S3Failure(response) }
    }
  }

  package func get(_ path: String) async throws -> [UInt8]? {
    try await orUnusable {
      let response = try await client.send {
        var request = client.signed(request(path))
        request.maxBytes = S3Client.maxObjectBytes
        return request
      }
      return try S3PhotoStore.exists(response) ? response.body : nil
    }
  }

  /// Lists the keys, a thousand with each request.
  package func list(_ directory: String) async throws -> [String] {
    try await orUnusable {
      var (paths, token) = ([String](), String?.none)
      repeat {
        let response = try await client.send {
          var request = client.signed(client.location.listRequest(directory, from: token))
          request.maxBytes = Self.maxListBytes
          return request
        }
        guard response.status == 200 else { throw S3Failure(response) }
        let prefix = client.location.keyPrefix
        paths += texts(of: "Key", in: response.body).compactMap { key in
          key.flatMap { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil }
        }
        token = try Self.continuation(in: response.body, after: token)
      } while token != nil
      return paths
    }
  }

  /// Where the list continues; nil at its end. A list that seems to end early would look like lost backups.
  private static func continuation(in list: [UInt8], after token: String?) throws(S3Failure) -> String? {
    switch text(of: "IsTruncated", in: list) {
    case "false": return nil
    case "true":
      guard let next = text(of: "NextContinuationToken", in: list), next != token else {
        throw S3Failure(fault: "a list of objects does not say where it continues")
      }
      return next
    default: throw S3Failure(fault: "it does not answer with a list of objects")
    }
  }

  /// A key has at most 1,024 bytes, and some more are about it.
  private static let maxListBytes = 4 << 20

  package func remove(_ paths: [String]) async throws {
    try await orUnusable {
      _ = try await inParallel(paths, limit: Self.parallelRemovals) { path in
        let response = try await client.send { client.signed(request(path), .delete) }
        if response.status != 204 { _ = try S3PhotoStore.exists(response) }
      }
    }
  }

  /// The number of objects that are removed at once, of photos too.
  static let parallelRemovals = 16

  /// Does nothing: the storage answers once it has an object.
  package func synchronize() async throws {}

  private func request(_ path: String) -> WebRequest {
    client.location.request(forPath: path.split(separator: "/").map(String.init))
  }

  private func orUnusable<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      return try await body()
    } catch let failure as S3Failure {
      throw DomainError(
        .unavailable, "backup-place-unusable",
        "The place of the backups, \(client.location.description), cannot be used: \(failure).")
    }
  }

  private static let overloaded = DomainError(
    .unavailable, "backup-busy", "Too many backups run at once: try again later.")
}
