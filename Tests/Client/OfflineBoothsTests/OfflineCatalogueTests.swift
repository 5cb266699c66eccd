import Basics
import Crypto
import Foundation
import Geo
import Support
import Testing
import Workload

@testable import OfflineBooths

@Suite("The offline catalogue")
struct OfflineCatalogueTests {
  private let signer = DetachedSigner(seed: [UInt8](repeating: 7, count: 32))
  private var key: CatalogueKey { CatalogueKey(signer.publicKey).unsafelyUnwrapped }
  private let version = CatalogueVersion(number: 12, mark: "abc")

  private func booths(_ count: Int, seed: UInt64 = 5, from first: Int64 = 1) -> [OfflineBooth] {
    var numbers = SeededNumbers(seed: seed)
    return (0..<count).map { index in
      let coordinate = Coordinate(
        latitude: 37.5 + 0.3 * numbers.normal(), longitude: 127 + 0.3 * numbers.normal()
      ).unsafelyUnwrapped
      var booth = OfflineBooth(
        id: BoothID(first + Int64(index)), name: "부스 \(index)", coordinate: StoredCoordinate(coordinate))
      booth.brand = ["인생네컷", "포토이즘", nil][index % 3]
      booth.roadAddress = index % 2 == 0 ? "서울특별시 강남구 테헤란로 \(index)" : nil
      booth.lotAddress = index % 5 == 0 ? "역삼동 \(index)" : nil
      booth.phone = index % 4 == 0 ? "02-\(index)" : nil
      booth.openingHours = index % 3 == 0 ? "Mo-Su 10:00-22:00" : nil
      booth.tags = index % 7 == 0 ? ["소품", "테라스"] : []
      (booth.cuts, booth.shots, booth.price) = (4, index % 2 == 0 ? 8 : nil, index % 2 == 0 ? 5000 : nil)
      (booth.capacity, booth.evenPrintsOnly) = (index % 6, [nil, true, false][index % 3])
      booth.isOperating = index % 2 == 0
      (booth.source, booth.currency) = (["city", nil][index % 2], ["KRW", nil, "EUR"][index % 3])
      booth.englishName = index % 3 == 0 ? "Booth \(index)" : nil
      booth.lastVerified = index % 2 == 0 ? Timestamp(milliseconds: 60_000 * Int64(index)) : nil
      return booth
    }
  }

  private let sources = [
    OfflineSource(name: "city", licence: "ODbL-1.0", attribution: "© OpenStreetMap contributors"),
    OfflineSource(name: "other"),
  ]

  private func file(
    _ booths: [OfflineBooth], _ version: CatalogueVersion? = nil, since: CatalogueVersion? = nil,
    removed: [BoothID] = []
  ) -> [UInt8] {
    var writer = OfflineFileWriter()
    for source in sources { writer.append(source) }
    for booth in booths.sorted(by: { $0.coordinate.curvePosition < $1.coordinate.curvePosition }) {
      writer.append(booth)
    }
    return writer.finished(
      version ?? self.version, since: since, removed: removed, sign: signer.signature)
  }

  private func opened(_ bytes: [UInt8]) throws -> OfflineFile { try OfflineFile(Data(bytes), key: key) }

  private func catalogue(_ booths: [OfflineBooth]) throws -> OfflineCatalogue {
    try OfflineCatalogue(try opened(file(booths)), nil)
  }

  /// By PROJ, over all booths.
  private func plainly(
    _ booths: [OfflineBooth], nearest coordinate: Coordinate, _ limit: Int, radius: Double = .infinity
  ) -> [(id: BoothID, metres: Double)] {
    let all = booths.map { booth in
      let metres = Geo.Geodesic.distance(coordinate, Coordinate(booth.coordinate))
      return (id: booth.id, metres: metres)
    }
    return Array(
      all.filter { $0.metres <= radius }
        .sorted { (($0.metres * 1000).rounded(), $0.id) < (($1.metres * 1000).rounded(), $1.id) }.prefix(limit))
  }

  private func expectEqual(
    _ found: [OfflineNeighbor], _ plain: [(id: BoothID, metres: Double)], _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(found.map(\.booth.id) == plain.map(\.id), sourceLocation: location)
    let errors = zip(found, plain).map { abs($0.metres - $1.metres) }
    #expect(errors.allSatisfy { $0 < 1e-6 }, sourceLocation: location)
  }

  @Test("The catalogue has every booth with all of its fields")
  func roundTrip() throws {
    let booths = booths(500)
    let catalogue = try catalogue(booths)
    try catalogue.verify()
    #expect(catalogue.count == 500 && catalogue.version == version && catalogue.snapshotVersion == version)
    for booth in booths { #expect(catalogue.booth(booth.id) == booth) }
    #expect(catalogue.booth(BoothID(501)) == nil)
    #expect(catalogue.sources == sources)
    var all: [OfflineBooth] = []
    catalogue.each { all.append($0) }
    #expect(all.sorted { $0.id < $1.id } == booths)
  }

  @Test("A file of an earlier version with fewer sections is read")
  func former() throws {
    let booths = booths(20)
    var bytes = file(booths)
    bytes.replaceSubrange(12..<16, with: [UInt8(Section.leastCount), 0, 0, 0])
    bytes.replaceSubrange(
      Layout.signedLength..<Layout.headerLength, with: signer.signature(of: Array(bytes[..<Layout.signedLength])))
    let catalogue = try OfflineCatalogue(try opened(bytes), nil)
    #expect(catalogue.sources.isEmpty)
    for booth in booths {
      var expected = booth
      (expected.source, expected.currency, expected.englishName) = (nil, nil, nil)
      #expect(catalogue.booth(booth.id) == expected)
    }
  }

  @Test("The nearest booths have the server's order, also at the antipode and the poles")
  func nearest() throws {
    let booths = booths(1000)
    let catalogue = try catalogue(booths)
    var numbers = SeededNumbers(seed: 9)
    var centres = [(-37.5, -53.0), (90.0, 0.0), (-90.0, 0.0), (37.5, 127.0), (0.0, -180.0), (52.5, 13.4)]
    for _ in 0..<60 { centres.append((37.5 + 0.5 * numbers.normal(), 127 + 0.5 * numbers.normal())) }
    for _ in 0..<20 { centres.append((numbers.unit() * 180 - 90, numbers.unit() * 360 - 180)) }
    for (latitude, longitude) in centres {
      let centre = Coordinate(latitude: latitude, longitude: longitude).unsafelyUnwrapped
      for limit in [1, 10, 300] {
        expectEqual(catalogue.nearest(to: centre, limit: limit), plainly(booths, nearest: centre, limit))
      }
      expectEqual(
        catalogue.nearest(to: centre, limit: 50, radius: 20_000),
        plainly(booths, nearest: centre, 50, radius: 20_000))
      let ours = booths.filter { $0.brand == "포토이즘" }
      expectEqual(
        catalogue.nearest(to: centre, limit: 10, brands: ["포토이즘"]), plainly(ours, nearest: centre, 10))
    }
    #expect(catalogue.nearest(to: Coordinate(booths[0].coordinate), limit: 0).isEmpty)
    #expect(catalogue.nearest(to: Coordinate(booths[0].coordinate), limit: 9999).count == 1000)
  }

  @Test("Booths at one coordinate are ordered by their numbers")
  func oneSpot() throws {
    let coordinate = try #require(StoredCoordinate(latitudeE7: 375_000_000, longitudeE7: 1_270_000_000))
    let booths = (1...3000).map { OfflineBooth(id: BoothID($0), name: "x", coordinate: coordinate) }
    let found = try catalogue(booths).nearest(to: Coordinate(coordinate), limit: 5)
    #expect(found.map(\.booth.id.number) == [1, 2, 3, 4, 5])
  }

  @Test("A search far from all booths is empty")
  func empty() throws {
    let catalogue = try catalogue([])
    let coordinate = try #require(Coordinate(latitude: 0, longitude: 0))
    #expect(catalogue.count == 0 && catalogue.nearest(to: coordinate).isEmpty)
  }

  @Test("The booths of a viewport are found, also across the antimeridian")
  func viewport() throws {
    let booths = booths(1000)
    let viewport = try #require(Viewport(west: 126.9, south: 37.4, east: 127.1, north: 37.6))
    let found = try catalogue(booths).booths(in: viewport)
    #expect(Set(found) == Set(booths.filter { viewport.contains(Coordinate($0.coordinate)) }))
    #expect(try catalogue(booths).booths(in: viewport, limit: 3).count == 3)
  }

  @Test("A delta adds changed booths and removes others")
  func delta() throws {
    let old = booths(1000)
    var changed = Array(old[100..<150])
    for index in changed.indices {
      changed[index].name += " 새 이름"
      changed[index].coordinate = StoredCoordinate(
        unchecked: changed[index].coordinate.latitudeE7 + 100_000, changed[index].coordinate.longitudeE7)
    }
    let added = booths(30, seed: 6, from: 1001)
    let removed = (1...50).map { BoothID($0) }
    let next = CatalogueVersion(number: 15, mark: "def")
    let delta = file(changed + added, next, since: version, removed: removed)
    let catalogue = try OfflineCatalogue(try opened(file(old)), try opened(delta))
    let current = Array(old[50..<100]) + changed + Array(old[150...]) + added
    #expect(catalogue.version == next && catalogue.snapshotVersion == version && catalogue.count == current.count)
    for booth in current { #expect(catalogue.booth(booth.id) == booth) }
    #expect(catalogue.booth(BoothID(1)) == nil)
    let centre = try #require(Coordinate(latitude: 37.5, longitude: 127))
    expectEqual(catalogue.nearest(to: centre, limit: 400), plainly(current, nearest: centre, 400))
  }

  @Test("A delta of another version or history and a file of the wrong kind are refused")
  func unrelated() throws {
    let snapshot = try opened(file(booths(10)))
    let next = CatalogueVersion(number: 15, mark: "def")
    for since in [CatalogueVersion(number: 11, mark: "abc"), CatalogueVersion(number: 12, mark: "abd")] {
      let delta = try opened(file([], next, since: since))
      #expect(throws: OfflineFault.unrelated) { try OfflineCatalogue(snapshot, delta) }
      #expect(throws: OfflineFault.unrelated) { try OfflineCatalogue(delta, nil) }
    }
    #expect(throws: OfflineFault.unrelated) { try OfflineCatalogue(snapshot, snapshot) }
  }

  @Test("A file that the key has not signed is refused, and a changed body is detected")
  func signed() throws {
    let bytes = file(booths(20))
    let other = DetachedSigner(seed: [UInt8](repeating: 8, count: 32))
    let stranger = try #require(CatalogueKey(other.publicKey))
    #expect(throws: OfflineFault.unsigned) { try OfflineFile(Data(bytes), key: stranger) }
    for offset in 16..<Layout.headerLength where !(104..<112).contains(offset) {
      var changed = bytes
      changed[offset] ^= 1
      #expect(throws: OfflineFault.self) { try OfflineFile(Data(changed), key: key) }
    }
    for offset in Layout.headerLength..<bytes.count {
      var changed = bytes
      changed[offset] ^= 1
      #expect(throws: OfflineFault.damaged) { try opened(changed).verify() }
    }
  }

  private let next = CatalogueVersion(number: 13, mark: "def")

  @Test("The catalogue is stored in a directory, from which it is mapped")
  func folder() throws {
    let directory = try ScratchDirectory()
    let folder = OfflineDirectory(directory.url, key: key)
    #expect(throws: OfflineFault.unreadable) { try folder.catalogue() }
    #expect(throws: OfflineFault.unreadable) { try folder.replaceDelta(with: Data(file([], next, since: version))) }
    #expect(try folder.replaceSnapshot(with: Data(file(booths(10)))).count == 10)
    let delta = Data(file([], next, since: version, removed: [BoothID(1)]))
    #expect(try folder.replaceDelta(with: delta).count == 9)
    #expect(try folder.catalogue().version == next)
    // A new snapshot leaves no older delta behind.
    #expect(try folder.replaceSnapshot(with: Data(file(booths(12), next))).count == 12)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == ["booths.snapshot"])
  }

  @Test("The files stay if a download is damaged or starts from another version")
  func refused() throws {
    let directory = try ScratchDirectory()
    let folder = OfflineDirectory(directory.url, key: key)
    _ = try folder.replaceSnapshot(with: Data(file(booths(10))))
    var damaged = Data(file(booths(20), next))
    damaged[damaged.count - 20] ^= 1
    #expect(throws: OfflineFault.damaged) { try folder.replaceSnapshot(with: damaged) }
    #expect(throws: OfflineFault.foreign) { try folder.replaceSnapshot(with: Data("<html>".utf8)) }
    #expect(throws: OfflineFault.unrelated) { try folder.replaceDelta(with: Data(file([], next, since: next))) }
    #expect(throws: OfflineFault.unrelated) { try folder.replaceSnapshot(with: Data(file([], next, since: version))) }
    #expect(try folder.catalogue().count == 10)
  }

  @Test("A delta of another snapshot is ignored, as after a crash between two files")
  func crashed() throws {
    let directory = try ScratchDirectory()
    let folder = OfflineDirectory(directory.url, key: key)
    _ = try folder.replaceSnapshot(with: Data(file(booths(10))))
    let stray = directory.url.appendingPathComponent("booths.delta")
    for bytes in [file([], next, since: next), Array("half".utf8), []] {
      try Data(bytes).write(to: stray)
      #expect(try folder.catalogue().count == 10)
    }
  }
}
