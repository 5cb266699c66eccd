import Basics
import Foundation
import Photos
import Support
import Testing
import WebClient
import Workload

@testable import ObjectStorage

@Suite("Photos in a bucket of a real server")
struct S3PhotoStoreTests {
  private let s3: S3UnderTest
  private let key = S3UnderTest.key

  init() throws {
    s3 = try S3UnderTest()
  }

  @Test("Stored photos can be read and opened under each of their keys, and other keys are empty")
  func putAndGet() async throws {
    let store = s3.store()
    let small = PhotoKey(key.name, .small)
    let bytes = S3UnderTest.bytes(300_000)
    #expect(try await store.get(key) == nil)
    #expect(try await store.open(key) == nil)
    #expect(try await store.variant(of: key) == nil)
    try await store.put(bytes, under: key)
    try await store.put([], under: small)
    #expect(try await store.get(key) == bytes)
    #expect(try await store.get(small) == [])
    #expect(try await store.get(PhotoKey(key.name, .medium)) == nil)
    #expect(try await store.variant(of: key) == StoredVariant(of: bytes))
    let opened = try #require(try await store.open(key))
    #expect(opened.file.bytes() == bytes && opened.first == bytes[0])
    let empty = try #require(try await store.open(small))
    #expect(empty.file.size == 0 && empty.first == nil)
    #expect(try await s3.store().get(key) == bytes)
  }

  @Test("A damaged photo is not served, and storing it again replaces one of another size")
  func repairs() async throws {
    let store = s3.store()
    let bytes = S3UnderTest.bytes(1000)
    for damage in [[], Array(bytes.dropLast()), [0] + bytes.dropFirst() + [1]] as [[UInt8]] {
      try await overwrite(damage, as: bytes)
      await #expect(throws: DamagedPhoto.self) { try await store.open(key) }
      try await store.put(bytes, under: key)
      #expect(try await store.open(key)?.file.bytes() == bytes)
    }
  }

  /// Stores bytes with the hash of others, as a fault of the storage would.
  private func overwrite(_ bytes: [UInt8], as other: [UInt8]) async throws {
    let client = s3.store().client
    let response = try await client.send {
      client.request(
        .put, key, headers: [S3PhotoStore.metadata(StoredVariant(of: other))], body: bytes,
        hash: StoredVariant(of: bytes).hash)
    }
    #expect(response.status == 200)
  }

  @Test("An object that another tool has stored is verified by its bytes")
  func withoutMetadata() async throws {
    let store = s3.store()
    let bytes = S3UnderTest.bytes(1000)
    let response = try await store.client.send {
      store.client.request(.put, key, body: bytes, hash: StoredVariant(of: bytes).hash)
    }
    #expect(response.status == 200)
    #expect(try await store.variant(of: key) == StoredVariant(of: bytes))
    #expect(try await store.open(key)?.file.bytes() == bytes)
  }

  @Test("A removed photo is gone, removing it again is no error, and an open one stays readable")
  func removing() async throws {
    let store = s3.store()
    let keys = [key, PhotoKey(key.name, .small)]
    for key in keys { try await store.put([7, 8], under: key) }
    let opened = try #require(try await store.open(key))
    try await store.remove(keys + [PhotoKey(key.name, .medium)])
    try await store.remove(keys)
    for key in keys {
      #expect(try await store.open(key) == nil)
      #expect(try await store.get(key) == nil)
    }
    #expect(opened.file.bytes() == [7, 8])
    try await store.put([2], under: key)
    #expect(try await store.open(key)?.file.bytes() == [2])
  }

  @Test("A photo is not fetched again unless another node has replaced it")
  func cache() async throws {
    let store = s3.store()
    try await store.put([1, 2, 3], under: key)
    let first = try #require(try await store.open(key))
    #expect(try await store.open(key)?.file === first.file)
    try await s3.store().put([4, 5], under: key)
    #expect(try await store.open(key)?.file.bytes() == [4, 5])
    try await s3.store().remove([key])
    #expect(try await store.open(key) == nil)
    #expect(first.file.bytes() == [1, 2, 3])
  }

  @Test(
    "Open objects leave no file behind, and their total size is bounded"
  )
  func bounds() async throws {
    let store = s3.store { limits, _ in
      (limits.openBytes, limits.cachedBytes, limits.cachedCount) = (2500, 1000, 1)
    }
    let other = PhotoKey(key.name, .small)
    let third = PhotoKey(key.name, .medium)
    for key in [key, other, third] { try await store.put(S3UnderTest.bytes(1000), under: key) }
    var opened = [try await store.open(key), try await store.open(other)]
    #expect(try FileManager.default.contentsOfDirectory(atPath: s3.temporary.url.path).isEmpty)
    let failure = await #expect(throws: DomainError.self) { try await store.open(third) }
    #expect(failure?.code == "photos-busy" && failure?.kind == .unavailable)
    opened.removeAll()
    #expect(try await store.open(third)?.file.size == 1000)
    #expect(opened.isEmpty)
  }

  @Test("A large photo is sent in parts and is complete")
  func parts() async throws {
    let store = s3.store { limits, _ in limits.partBytes = 5 << 20 }
    let bytes = S3UnderTest.bytes(11 << 20)
    try await store.put(bytes, under: key)
    #expect(try await store.variant(of: key) == StoredVariant(of: bytes))
    #expect(try await store.open(key)?.file.bytes() == bytes)
    // The parts were numbered: 5, 5 and 1 MB.
    let head = try await store.client.send { store.client.request(.head, key) }
    #expect(head[header: "ETag"]?.hasSuffix("-3\"") == true)
  }

  @Test("Concurrent writes of one photo all succeed")
  func sameAtOnce() async throws {
    let store = s3.store()
    let bytes = S3UnderTest.bytes(10_000)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { try await store.put(bytes, under: key) } }
      try await group.waitForAll()
    }
    #expect(try await store.get(key) == bytes)
  }

  @Test("Wrong credentials and a missing bucket are reported to the operator, without a secret")
  func misconfigured() async throws {
    let secret = "a-wrong-secret-0123456789"
    for (s3, expected) in [
      (try S3UnderTest(secret: secret), "403 SignatureDoesNotMatch"),
      (try S3UnderTest(bucket: "absent"), "404 NoSuchBucket"),
    ] {
      let store = s3.store()
      for (failure, code) in [
        (await #expect(throws: DomainError.self) { try await store.put([1], under: key) }, "photos-not-kept"),
        (await #expect(throws: DomainError.self) { try await store.open(key) }, "photos-busy"),
        (await #expect(throws: DomainError.self) { try await store.get(key) }, "photos-busy"),
      ] {
        let failure = try #require(failure)
        #expect(failure.kind == .unavailable && failure.code == code)
        #expect(failure.condition?.subject == .photos)
        #expect(!failure.message.contains("127.0.0.1") && !failure.message.contains(s3.location.bucket))
        #expect(!failure.operatorMessage.contains(secret))
        if code == "photos-busy" { #expect(failure.operatorMessage.contains(expected)) }
        #expect(failure.operatorMessage.contains("bucket '\(s3.location.bucket)' at http://127.0.0.1"))
      }
    }
  }
}
