import Basics
import Concurrency
package import Photos
import WebClient

/// Stores photos in a bucket of S3-compatible storage, with the layout of `PhotoDirectory`. Every object carries its
/// SHA-256 as metadata, and the storage compares what it receives with the signed hash.
///
/// A photo that is opened is fetched as a whole into a file without a name, and sent from there: so the server answers
/// ranges as for any other file, a slow client holds no connection to the storage, memory stays bounded, and nothing is
/// left behind. A photo has at most 20 MB when it is uploaded; passing ranges through would pay off for larger ones only.
/// The files opened last are kept, but the storage is always asked whether they are still current, since another node
/// may have replaced them: that costs a round trip, and no wrong answer.
package final class S3PhotoStore: PhotoStore {
  package struct Limits: Sendable {
    /// Larger photos are sent in parts of this size: the smallest that fails again is sent again. At least 5 MB.
    package var partBytes = 8 << 20
    /// The bytes of all received objects that are being sent.
    package var openBytes = 1 << 30
    /// The bytes of received objects that are kept for the next reader, and their number.
    package var cachedBytes = 256 << 20
    package var cachedCount = 64

    package init() {}
  }

  let client: S3Client
  let limits: Limits
  private let spool: Spool
  private let cache: ObjectCache
  /// Hashing keeps a core busy.
  private let hashing: BlockingWork

  /// A store over a bucket; nothing is sent yet.
  /// - Parameter directory: where objects are received.
  package init(
    _ location: S3Location, _ credentials: S3Credentials, directory: String,
    retryPolicy: S3RetryPolicy = S3RetryPolicy(),
    limits: Limits = Limits()
  ) {
    client = S3Client(location, credentials, retryPolicy, overloadError: Self.overloaded)
    self.limits = limits
    spool = Spool(directory: directory, maxBytes: limits.openBytes)
    cache = ObjectCache(maxCount: limits.cachedCount, maxBytes: limits.cachedBytes)
    hashing = BlockingWork("photos: hash", parallel: 2, waiting: 100, overloadError: Self.overloaded)
  }

  /// Stores bytes; see `PhotoStore`. Concurrent writers of the same bytes each write a complete object.
  package func put(_ bytes: [UInt8], under key: PhotoKey) async throws {
    let variant = try await hashing.run { StoredVariant(of: bytes) }
    try await storing {
      guard try await stored(key) != variant else { return }
      cache.remove(key)
      try await write(bytes, variant, under: key)
    }
  }

  private func write(_ bytes: [UInt8], _ variant: StoredVariant, under key: PhotoKey) async throws {
    guard bytes.count <= limits.partBytes else { return try await writeInParts(bytes, variant, under: key) }
    let response = try await client.send {
      client.request(.put, key, headers: [Self.metadata(variant)], body: bytes, hash: variant.hash)
    }
    guard response.status == 200 else { throw S3Failure(response) }
  }

  /// The hash as metadata of an object: S3's own entity tags are no hashes of objects that were sent in parts.
  static func metadata(_ variant: StoredVariant) -> WebRequest.Field { (hashHeader, variant.hash) }

  private static let hashHeader = "x-amz-meta-sha256"

  package func get(_ key: PhotoKey) async throws -> [UInt8]? { try await reading { try await bytes(of: key) } }

  private func bytes(of key: PhotoKey) async throws -> [UInt8]? {
    let response = try await client.send {
      var request = client.request(nil, key)
      request.maxBytes = S3Client.maxObjectBytes
      return request
    }
    return try Self.exists(response) ? response.body : nil
  }

  /// The size and hash of an object; nil when absent. Reads the object only if another tool has stored it.
  package func variant(of key: PhotoKey) async throws -> StoredVariant? { try await reading { try await stored(key) } }

  func stored(_ key: PhotoKey) async throws -> StoredVariant? {
    let response = try await client.send { client.request(.head, key) }
    guard try Self.exists(response) else { return nil }
    if let hash = response[header: Self.hashHeader], let size = response[header: "Content-Length"].flatMap({ Int($0) })
    {
      return StoredVariant(size: size, hash: hash)
    }
    guard let bytes = try await bytes(of: key) else { return nil }
    return try await hashing.run { StoredVariant(of: bytes) }
  }

  /// Fetches the object of a key, unless the cached one is current; nil when absent.
  /// - Throws: `DamagedPhoto` if the bytes do not have the hash with which they were stored.
  package func open(_ key: PhotoKey) async throws -> OpenedBytes? {
    let cached = cache.entry(of: key)
    let (response, file) = try await reading { try await fetch(key, unlessIs: cached?.tag) }
    if response.status == 304, let cached { return cached.opened }
    guard try await reading({ try Self.exists(response) }) else {
      cache.remove(key)
      return nil
    }
    if let hash = response[header: Self.hashHeader], hash != file.variant.hash { throw DamagedPhoto(key) }
    let opened = file.opened
    if let tag = response[header: "ETag"] { cache.add(opened, tag: tag, of: key) }
    return opened
  }

  private func fetch(_ key: PhotoKey, unlessIs tag: String?) async throws -> (WebResponse, SpooledFile) {
    // One for each attempt: a broken one has received a part.
    var file = try makeFile()
    let response = try await client.send {
      file = try makeFile()
      var request = client.request(nil, key, headers: tag.map { [("If-None-Match", $0)] } ?? [])
      request.maxBytes = S3Client.maxObjectBytes
      request.receive = file.append
      return request
    }
    return (response, file)
  }

  private func makeFile() throws -> SpooledFile {
    // Files that are only kept give way to those that are needed.
    if spool.usedBytes > limits.openBytes / 2 { cache.removeAll() }
    do { return try spool.makeFile() } catch { throw S3Failure(error) }
  }

  package func remove(_ keys: [PhotoKey]) async throws {
    try await storing {
      for key in keys { cache.remove(key) }
      _ = try await inParallel(keys, limit: S3BackupTarget.parallelRemovals) { [client] key in
        let response = try await client.send { client.request(.delete, key) }
        if response.status != 204 { _ = try Self.exists(response) }
      }
    }
  }

  /// Whether a response is about an existing object.
  /// - Throws: `S3Failure` if it says neither.
  static func exists(_ response: WebResponse) throws -> Bool {
    if response.status == 200 { return true }
    let failure = S3Failure(response)
    guard response.status == 404, failure.code != "NoSuchBucket" else { throw failure }
    return false
  }

  // MARK: Errors

  private func storing<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      return try await body()
    } catch let failure as S3Failure {
      throw DomainError(
        .unavailable, "photos-not-kept", "Photos cannot be stored now: their storage does not answer as it should.",
        condition: ServiceCondition(.photos, "Photos cannot be stored in \(client.location.description): \(failure)."))
    }
  }

  private func reading<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      return try await body()
    } catch let failure as S3Failure {
      throw DomainError(
        .unavailable, "photos-busy", "Photos cannot be shown now: their storage does not answer as it should.",
        condition: ServiceCondition(.photos, "Photos cannot be read from \(client.location.description): \(failure)."))
    }
  }

  private static let overloaded = DomainError(
    .rateLimited, "too-many-photos", "Too many photos are being requested right now; try again in a moment.")
}
