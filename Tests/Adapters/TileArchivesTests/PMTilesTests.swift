import Basics
import Foundation
import MapTiles
import Support
import Testing
import Workload

@testable import TileArchives

@Suite("PMTiles archives")
struct PMTilesTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func archive(_ bytes: [UInt8]) throws -> PMTilesArchive {
    let file = scratch.url.appendingPathComponent("map.pmtiles")
    try Data(bytes).write(to: file)
    return try PMTilesArchive(path: file.path)
  }

  private func address(_ zoom: Int, _ column: Int, _ row: Int) throws -> TileAddress {
    try #require(TileAddress(zoom: zoom, column: column, row: row))
  }

  @Test(
    "Tiles are numbered along the Hilbert curve, level by level",
    arguments: [
      (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5), (2, 3, 0, 20), (3, 0, 0, 21),
      (12, 3423, 1763, 19_078_479),
    ] as [(Int, Int, Int, UInt64)])
  func numbers(zoom: Int, column: Int, row: Int, number: UInt64) throws {
    #expect(try address(zoom, column, row).hilbertNumber == number)
  }

  @Test("Each tile of a level has its own number, and neighbours on the curve are neighbours on the map")
  func curve() throws {
    var tiles: [UInt64: (Int, Int)] = [:]
    for column in 0..<32 {
      for row in 0..<32 { tiles[try address(5, column, row).hilbertNumber] = (column, row) }
    }
    #expect(tiles.count == 1024 && tiles.keys.min() == 341 && tiles.keys.max() == 1364)
    for number in UInt64(341)..<1364 {
      let (from, to) = (try #require(tiles[number]), try #require(tiles[number + 1]))
      #expect(abs(from.0 - to.0) + abs(from.1 - to.1) == 1)
    }
  }

  @Test(
    "Tiles are found in the root and in leaf directories, compressed or not", arguments: [nil, 7], [true, false])
  func tiles(entriesPerLeaf: Int?, isGzip: Bool) async throws {
    var writer = PMTilesWriter(entriesPerLeaf: entriesPerLeaf, isGzip: isGzip)
    writer.zooms = 0...5
    for zoom in 0...5 {
      for column in 0..<(1 << zoom) {
        for row in 0..<(1 << zoom) where (column + row) % 3 != 0 || zoom < 2 {
          // Two columns with the same bytes: runs.
          writer.tiles[try address(zoom, column, row).hilbertNumber] = image("\(zoom) \(column / 2) \(row / 2)")
        }
      }
    }
    let archive = try archive(writer.bytes)
    #expect(archive.information.zooms == 0...5)
    for zoom in 0...5 {
      for column in 0..<(1 << zoom) {
        for row in 0..<(1 << zoom) {
          let wanted = (column + row) % 3 != 0 || zoom < 2 ? image("\(zoom) \(column / 2) \(row / 2)") : nil
          #expect(try await archive.tile(at: address(zoom, column, row)) == wanted)
        }
      }
    }
    #expect(try await archive.tile(at: address(6, 0, 0)) == nil)
  }

  @Test("The attribution is in the metadata, with markup")
  func attribution() throws {
    var writer = PMTilesWriter(tiles: [0: image("world")])
    #expect(try archive(writer.bytes).information.attribution.isEmpty)
    writer.metadata = #"{"attribution":"<a href=\"https://a.example\">&copy; A &amp; B</a>"}"#
    #expect(try archive(writer.bytes).information.attribution == "© A & B")
    for broken in ["", "{", #"{"attribution":7}"#] {
      writer.metadata = broken
      #expect(try archive(writer.bytes).information.attribution.isEmpty)
    }
  }

  @Test("The day of the data is in the metadata, as Planetiler writes it")
  func date() throws {
    var writer = PMTilesWriter(tiles: [0: image("world")])
    for (instant, day) in [("2026-06-09T17:00:00Z", "2026-06-09"), ("2026-06-09", "2026-06-09"), ("today", nil)] {
      writer.metadata = #"{"planetiler:osm:osmosisreplicationtime":"\#(instant)"}"#
      #expect(try archive(writer.bytes).information.date == day)
    }
  }

  @Test(
    "Vector tiles may be compressed, and their layers are in the metadata",
    arguments: [1, 2])
  func vector(compression: UInt8) async throws {
    var writer = PMTilesWriter(tiles: [0: [0x1A, 0]])
    (writer.contents, writer.tileCompression) = (1, compression)
    for metadata in [
      #"{"attribution":"A","vector_layers":[{"id":"roads"},{"id":"earth"}]}"#,
      #"{"attribution":"A","json":"{\"vector_layers\":[{\"id\":\"earth\"},{\"id\":\"roads\"}]}"}"#,
    ] {
      writer.metadata = metadata
      let archive = try archive(writer.bytes)
      #expect(archive.information == TileArchiveInformation(attribution: "A", zooms: 0...4, schema: .protomaps))
      #expect(try await archive.tile(at: address(0, 0, 0)) == [0x1A, 0])
    }
    for (metadata, part) in [(#"{"vector_layers":[{"id":"parcels"}]}"#, "parcels"), ("{}", "vector_layers")] {
      writer.metadata = metadata
      #expect {
        try archive(writer.bytes)
      } throws: {
        ($0 as? DomainError)?.message.contains(part) == true
      }
    }
    writer.tileCompression = 3
    #expect(throws: DomainError.self) { try archive(writer.bytes) }
  }

  @Test("An unusable archive is refused at the start, with the name of the file")
  func rejected() throws {
    var writer = PMTilesWriter(tiles: [0: image("world")])
    let whole = writer.bytes
    writer.contents = 1
    let vector = writer.bytes
    writer.contents = 2
    writer.tileCompression = 2
    var brotli = whole
    brotli[97] = 3
    var older = whole
    older[7] = 2
    var upsideDown = whole
    (upsideDown[100], upsideDown[101]) = (5, 2)
    for bytes in [
      [], Array(whole.prefix(126)), Array(whole.dropLast()), older, vector, writer.bytes, brotli, upsideDown,
    ] {
      #expect {
        try archive(bytes)
      } throws: {
        let error = $0 as? DomainError
        return error?.code == "tiles-invalid" && error?.message.contains("map.pmtiles") == true
      }
    }
    #expect(throws: DomainError.self) { try PMTilesArchive(path: scratch.url.path + "/none.pmtiles") }
  }

  @Test("A directory that points to itself and tiles outside of the file are reported as damage")
  func hostile() async throws {
    let loop = PMTilesDirectory.Entry(firstTile: 0, runLength: 0, offset: 0, length: 1)
    // A directory below the root is the same as the root: it has itself below it.
    var root = PMTilesWriter.directory([loop])
    root = PMTilesWriter.directory([.init(firstTile: 0, runLength: 0, offset: 0, length: UInt64(root.count))])
    let outside = PMTilesWriter.directory([.init(firstTile: 0, runLength: 1, offset: 5, length: 1)])
    for directory in [root, outside] {
      var bytes = PMTilesWriter(tiles: [0: image("")], isGzip: false).bytes
      func set(_ number: Int, at position: Int) {
        for index in 0..<8 { bytes[position + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
      }
      set(bytes.count, at: 8)
      set(directory.count, at: 16)
      set(bytes.count, at: 40)
      set(directory.count, at: 48)
      set(bytes.count, at: 56)
      set(1, at: 64)
      let archive = try archive(bytes + directory)
      await #expect(throws: DomainError.tilesDamaged) { try await archive.tile(at: address(0, 0, 0)) }
    }
  }

  @Test("A file that is truncated while it is served is reported as damage")
  func truncated() async throws {
    let archive = try archive(PMTilesWriter(tiles: [0: image("world"), 1: image("west")]).bytes)
    let handle = try FileHandle(forWritingTo: scratch.url.appendingPathComponent("map.pmtiles"))
    try handle.truncate(atOffset: 150)
    await #expect(throws: DomainError.tilesDamaged) { try await archive.tile(at: address(1, 0, 0)) }
  }

  @Test("A malformed directory is refused")
  func directories() throws {
    let entry = PMTilesDirectory.Entry(firstTile: 3, runLength: 2, offset: 0, length: 9)
    let sound = PMTilesWriter.directory([entry])
    #expect(try #require(PMTilesDirectory(sound)).entries == [entry])
    #expect(PMTilesDirectory(sound)?.entry(for: 2) == nil && PMTilesDirectory(sound)?.entry(for: 5) == nil)
    #expect(PMTilesDirectory(sound)?.entry(for: 4) == entry)
    let unsorted: [UInt8] = [2, 3, 0, 1, 1, 1, 1, 1, 0]
    let noOffset: [UInt8] = [1, 0, 1, 1, 0]
    let noLength: [UInt8] = [1, 0, 1, 0, 1]
    let huge = PMTilesWriter.varint(1 << 40) + [0, 0, 0]
    let endless = [UInt8](repeating: 0xFF, count: 20)
    for bytes in [[], [0], sound + [0], Array(sound.dropLast()), unsorted, noOffset, noLength, huge, endless] {
      #expect(PMTilesDirectory(bytes) == nil)
    }
  }
}
