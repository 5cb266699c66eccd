import Basics
import Booths
import Compression
import Concurrency
import Crypto
import Foundation
import HTTP
import Support
import Testing
import Workload

@testable import NativeAPI
@testable import OfflineBooths

@Suite("The catalogue as files")
struct OfflineTests {
  private let service = Service()

  private func key(_ service: Service) async throws -> CatalogueKey {
    let known = await service.get("/.well-known/fourcuts")
    #expect(known.status == 200)
    Definition.own.check(known, "WellKnown")
    return try #require(CatalogueKey(base64: known.json["catalogue"]["public_key"].text ?? ""))
  }

  private func opened(_ bytes: [UInt8], _ service: Service) async throws -> OfflineFile {
    let file = try OfflineFile(Data(bytes), key: await key(service))
    try file.verify()
    return file
  }

  @Test("A snapshot has all open booths, signed by the server's key")
  func snapshot() async throws {
    let answer = await service.get("/api/catalogue/snapshot")
    #expect(answer.status == 200 && answer.type == "application/vnd.fourcuts.catalogue")
    #expect(answer.headers["Cache-Control"] == "no-cache" && answer.headers["Vary"] == "Accept-Encoding")
    let catalogue = try OfflineCatalogue(await opened(answer.bytes, service), nil)
    #expect(catalogue.version == CatalogueVersion(number: 7, mark: ""))
    #expect(catalogue.count == 6)
    #expect(catalogue.booth(BoothID(4)) == nil)
    let booth = try #require(catalogue.booth(BoothID(1)))
    #expect(booth.name == "인생네컷 강남점" && booth.roadAddress == "서울특별시 강남구 강남대로 396")
    #expect(booth.coordinate == Sample.booths[0].attributes.coordinate)
    #expect(booth.price == Sample.booths[0].attributes.price && booth.tags == Sample.booths[0].attributes.tags)
    #expect(booth.openingHours == Sample.booths[0].attributes.openingHours && booth.isOperating)
    #expect(booth.source == "sample" && booth.currency == "KRW")
    let terms = OfflineSource(name: "sample", licence: "ODbL-1.0", attribution: "© OpenStreetMap contributors")
    #expect(catalogue.sources == [terms])
  }

  @Test("Booths of a source that reserves all rights are neither in a snapshot nor in a delta")
  func reserved() async throws {
    let directory = try ScratchDirectory()
    let files = OfflineFiles(
      catalogue: Sample.catalogue(Sample.booths),
      changes: { _, _ in CatalogueChanges(version: 7, changed: [Sample.booths[0]], removed: []) },
      sources: { [BoothSource(name: "sample", terms: SourceTerms(licence: "All rights reserved."))] },
      signer: DetachedSigner(seed: [UInt8](repeating: 2, count: 32)), directory: directory.url.path)
    let key = try #require(CatalogueKey(base64: files.publicKey))
    let plain = try await files.currentSnapshot().plain
    let file = FileHandle(fileDescriptor: plain.descriptor, closeOnDealloc: false)
    try file.seek(toOffset: 0)
    let bytes = try #require(try file.readToEnd())
    let snapshot = try OfflineFile(bytes, key: key)
    #expect(snapshot.count == 0 && snapshot.sources == [])
    let delta = try OfflineFile(
      Data(try await files.delta(since: CatalogueVersion(number: 6, mark: "")).bytes), key: key)
    // Who has it forgets it.
    #expect(delta.count == 0 && delta.removed == [Sample.booths[0].id])
  }

  @Test("A snapshot is compressed on request, with its own tag, and sent in ranges")
  func forms() async throws {
    let plain = await service.get("/api/catalogue/snapshot")
    let small = await service.get("/api/catalogue/snapshot", [("Accept-Encoding", "gzip")])
    #expect(small.headers["Content-Encoding"] == "gzip" && small.bytes.count < plain.bytes.count)
    #expect(Gzip.expanded(small.bytes, maxCount: 1 << 20) == plain.bytes)
    let (tag, other) = (try #require(plain.headers["ETag"]), try #require(small.headers["ETag"]))
    #expect(tag != other && tag.hasPrefix("\"") && other.hasPrefix("\""))
    let served = try Served(service)
    let request = "GET /api/catalogue/snapshot HTTP/1.1"
    #expect(try await served.exchange(request, "If-None-Match: \(tag)").hasPrefix("HTTP/1.1 304"))
    let part = try await served.exchange(request, "Range: bytes=0-7", "If-Range: \(tag)")
    #expect(part.hasPrefix("HTTP/1.1 206") && part.hasSuffix("\r\n\r\n4CUTSOFF"))
    #expect(try await served.exchange(request, "Range: bytes=0-7", "If-Range: \(other)").hasPrefix("HTTP/1.1 200"))
    await served.stop()
  }

  @Test("A delta has the changed booths completely, and the numbers of removed and closed ones")
  func delta() async throws {
    let answer = await service.get("/api/catalogue/deltas?since=6&mark=six")
    #expect(answer.status == 200 && answer.type == "application/vnd.fourcuts.catalogue")
    let file = try await opened(answer.bytes, service)
    #expect(file.header.since == CatalogueVersion(number: 6, mark: "six"))
    #expect((0..<file.count).map(file.id) == [BoothID(1)])
    #expect(Set(file.removed) == [BoothID(4), BoothID(99)])
    let tag = try #require(answer.headers["ETag"])
    let served = try Served(service)
    let again = try await served.exchange(
      "GET /api/catalogue/deltas?since=6&mark=six HTTP/1.1", "If-None-Match: \(tag)")
    #expect(again.hasPrefix("HTTP/1.1 304"))
    await served.stop()
    let empty = try await opened(await service.get("/api/catalogue/deltas?since=7&mark=x").bytes, service)
    #expect(empty.count == 0 && empty.removed.isEmpty)
  }

  @Test(
    "An unknown starting point gets a conflict; invalid parameters are refused",
    arguments: [
      ("since=5&mark=five", "409 catalogue-diverged -"), ("mark=x", "400 parameter-missing since"),
      ("since=1", "400 parameter-missing mark"), ("since=-1&mark=x", "400 parameter-below-range since"),
      ("since=x&mark=x", "400 parameter-invalid since"),
      ("since=1&mark=\(String(repeating: "x", count: 33))", "400 parameter-invalid mark"),
    ])
  func refusals(_ query: String, _ error: String) async {
    #expect(await service.get("/api/catalogue/deltas?\(query)").domainError == error)
  }

  @Test(
    "A snapshot is reused for ten minutes after a change, but not for another history; concurrent requests share one")
  func age() async throws {
    let clock = Locked(ContinuousClock.now)
    let holder = Sample.catalogue(Sample.booths)
    let directory = try ScratchDirectory()
    let files = OfflineFiles(
      catalogue: holder, changes: { _, _ in nil }, sources: { [] },
      signer: DetachedSigner(seed: [UInt8](repeating: 2, count: 32)), directory: directory.url.path,
      now: { clock.withLock { $0 } })
    let first = try await withThrowingTaskGroup(of: Int32.self) { group in
      for _ in 0..<20 { group.addTask { try await files.currentSnapshot().plain.descriptor } }
      return try await group.reduce(into: Set<Int32>()) { $0.insert($1) }
    }
    #expect(first.count == 1)
    #expect(holder.replace(holder.current, with: Sample.catalogue(Sample.line, version: 8).current))
    clock.withLock { $0 += .seconds(599) }
    #expect(try await files.currentSnapshot().version.number == 7)
    clock.withLock { $0 += .seconds(2) }
    #expect(try await files.currentSnapshot().version.number == 8)
    #expect(holder.replace(holder.current, with: Sample.catalogue(Sample.line, version: 8, mark: "other").current))
    #expect(try await files.currentSnapshot().version.mark == "other")
    // Nothing is left where they were made.
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path).isEmpty)
  }
}
