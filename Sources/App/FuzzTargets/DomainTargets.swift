import Basics
import Geo
import JSON
import Tabular

@testable import Backups
@testable import Booths
@testable import Segments

let domainTargets = [
  FuzzTarget("import") { bytes in
    var input = InputReader(bytes)
    let choice = input.byte()
    let content = Array(input.rest)
    var options = ImportOptions(fileName: "table.csv")
    options.isStrict = choice & 1 != 0
    options.keepsWithoutCoordinate = choice & 2 != 0
    options.fixesSwapped = choice & 4 != 0
    let whole = ImportedRows(options) { MemorySource(content) }
    let pieces = ImportedRows(options) { PiecewiseSource(content, size: 31) }
    require(whole == pieces, "an import in pieces differs")
  },
  FuzzTarget("hours") { bytes in
    var input = InputReader(bytes)
    // An instant of the years 0000 to 9999, as requests and clocks have it.
    let instant = Timestamp(milliseconds: input.number(Int64.self) % 315_000_000_000_000 / 2)
    guard let hours = try? OpeningHours(parsing: input.rest.text) else { return }
    let again = try? OpeningHours(parsing: hours.text)
    require(again?.text == hours.text, "\(hours.text) is written as \(again?.text ?? "something unreadable")")
    require(again?.state(at: instant) == hours.state(at: instant), "\(hours.text) is another state")
    let change = hours.nextChange(after: instant)
    require(change == again?.nextChange(after: instant), "\(hours.text) changes at another time")
    if let change { require(change.at > instant, "\(hours.text) changed before") }
    _ = OpeningOutlook(hours, at: instant)
  },
  FuzzTarget("korean-hours") { bytes in
    guard let hours = OpeningHours.asWritten(bytes.text) else { return }
    require((try? OpeningHours(parsing: hours.text)) == hours, "\(hours.text) is read otherwise")
  },
  FuzzTarget("search") { bytes in
    let text = bytes.text
    let search = SampleCatalogue.search(SampleCatalogue.catalogue)
    let found = search.booths(for: text, limit: 5, .everything) ?? []
    require(found.count <= 5, "too many booths")
    for ordinal in found { _ = SampleCatalogue.catalogue.record(ordinal).booth }
    let answer = search.answer(to: search.read(text), limit: 5)
    require(answer.results.count <= 5, "too many results")
  },
  FuzzTarget("address") { bytes in
    let text = bytes.text
    let half = text.index(text.startIndex, offsetBy: text.count / 2)
    for english in [
      EnglishAddress.text(of: text), EnglishAddress.text(road: text, lot: nil),
      EnglishAddress.text(road: String(text[..<half]), lot: String(text[half...])),
    ] { require(english?.isEmpty != true, "an empty address of \(text)") }
  },
  FuzzTarget("gazetteer") { bytes in
    guard let gazetteer = try? Gazetteer(csv: bytes) else { return }
    let search = PlaceSearch(
      gazetteer, SampleCatalogue.catalogue, from: SampleCatalogue.centre, now: Timestamp(milliseconds: 0))
    for place in gazetteer.places.prefix(3) {
      require(search.results(for: place.name, limit: 5).count <= 5, "too many places named \(place.name)")
      _ = gazetteer.englishArea(of: place)
    }
    _ = gazetteer.area(at: SampleCatalogue.centre)
  },
  FuzzTarget("segment") { bytes in
    SampleCatalogue.withDamagedFile(bytes) { catalogue in
      SampleCatalogue.ask(catalogue)
      let changed = Booth(id: BoothID(3), source: "s", attributes: SampleCatalogue.booths[5].attributes)
      SampleCatalogue.ask(
        catalogue.updating(CatalogueChanges(version: 9, changed: [changed], removed: [BoothID(7)])))
    }
  },
  FuzzTarget("grid") { bytes in
    var input = InputReader(bytes)
    let spread = Int32(1) << Int32(input.byte() % 31)
    func coordinate() -> StoredCoordinate {
      StoredCoordinate(
        clamping: 375_000_000 &+ input.number(Int32.self) % spread, 1_270_000_000 &+ input.number(Int32.self) % spread)
    }
    let from = Coordinate(coordinate())
    var points: [IndexedPoint] = []
    while !input.rest.isEmpty { points.append(IndexedPoint(id: Int64(points.count), coordinate: coordinate())) }
    let index = SpatialIndex(points)
    require(index.brokenInvariant() == nil, index.brokenInvariant() ?? "")
    let metres = points.map { Geodesic.distance(from, Coordinate($0.coordinate)) }.sorted()
    let found = index.nearest(to: from, limit: 5).map(\.metres)
    let isNearest = found.count == min(5, points.count) && zip(found, metres).allSatisfy { abs($0 - $1) <= 0.001 }
    require(isNearest, "the nearest are at \(found), not at \(metres.prefix(5))")
  },
  FuzzTarget("manifest") { bytes in
    guard let manifest = try? BackupManifest(json: bytes) else { return }
    require(manifest.restoredBytes >= 0, "a negative size")
    require((try? BackupManifest(json: manifest.json)) == manifest, "a written manifest is read otherwise")
  },
  FuzzTarget("log-segment") { bytes in
    if let segment = try? LogSegment(bytes) {
      require((try? LogSegment(segment.bytes)) == segment, "a written segment is read otherwise")
      let path = BackupPath.segment(segment.number, of: segment.generation)
      require(BackupPath.logEntry(path)?.number == segment.number, "\(path) is the path of no segment")
    }
    let backup = BackupID(at: Timestamp(milliseconds: 0)) { [UInt8](repeating: 7, count: $0) }
    _ = [PhotoObject](list: bytes, of: backup)
    _ = BackupPath.logEntry(bytes.text)
  },
]

/// A source that returns few bytes at a time.
struct PiecewiseSource: ByteSource {
  private var source: MemorySource
  private let size: Int

  init(_ bytes: [UInt8], size: Int) {
    source = MemorySource(bytes)
    self.size = size
  }

  mutating func read(upTo count: Int) -> [UInt8]? { source.read(upTo: Swift.min(count, size)) }
}

/// What an import reads, or the code of its error.
private struct ImportedRows: Equatable {
  var rows: [BoothAttributes] = []
  var rejected: [String] = []
  var code: String?

  init(_ options: ImportOptions, _ open: @escaping @Sendable () -> any ByteSource) {
    do {
      let reader = try ImportReader(options, open: open)
      while let batch = try reader.next() {
        rows += batch.rows.map(\.attributes)
        rejected += batch.rejected.map { "\($0.line) \($0.code)" }
      }
    } catch let error as DomainError {
      code = error.code
    } catch {
      fatalError("\(error) is no DomainError")
    }
    let isSound = rows.allSatisfy { !$0.name.isEmpty && !$0.externalID.isEmpty }
    require(isSound, "a row without a name")
  }
}

enum SampleCatalogue {
  static let count = 60
  static let centre = Coordinate(latitude: 37.5, longitude: 127)!

  static let booths: [Booth] = (0..<count).map { number in
    let coordinate = Coordinate(
      latitude: 37.5 + Double(number % 8) * 0.003, longitude: 127 + Double(number / 8) * 0.004)!
    var attributes = BoothAttributes(
      externalID: "K-\(number)", name: ["인생네컷 강남", "포토이즘 Box", "하루필름"][number % 3] + " \(number)호점",
      coordinate: number % 11 == 10 ? nil : StoredCoordinate(coordinate))
    attributes.brand = number % 4 == 0 ? nil : ["인생네컷", "포토이즘", "하루필름"][number % 3]
    attributes.roadAddress = "서울특별시 강남구 테헤란로 \(number)"
    attributes.openingHours = ["24/7", "Mo-Fr 10:00-22:00; Sa,Su 10:00-02:00", "Mo-Su 09:00-21:00; PH off"][number % 3]
    attributes.tags = number % 2 == 0 ? ["props"] : []
    attributes.price = number % 5 * 1000
    attributes.status = BoothStatus.allCases[number % BoothStatus.allCases.count]
    return Booth(id: BoothID(Int64(number * 3)), source: "sample", attributes: attributes)
  }

  static let catalogue: Catalogue = {
    var builder = Catalogue.Builder()
    for booth in booths { builder.append(booth) }
    return builder.finish(version: 1, mark: "m")
  }()

  private static let file: (bytes: [UInt8], header: SegmentHeader) = {
    ScratchFile.with([]) { path in
      do { try catalogue.write(to: path, producer: "fuzzing") } catch { fatalError("\(error)") }
      guard let bytes = try? readFile(path),
        let header = bytes.withUnsafeBytes({ try? SegmentHeader(parsing: $0, fileSize: bytes.count) })
      else { fatalError("the file of a catalogue cannot be read") }
      return (bytes, header)
    }
  }()

  /// Passes on the catalogue of a file in which sections are overwritten as an input says, with the right digests: each
  /// time a section, an offset and a number of 4 bytes.
  static func withDamagedFile(_ damage: [UInt8], _ body: (Catalogue) -> Void) {
    var (bytes, header) = file
    var input = InputReader(damage)
    while !input.rest.isEmpty {
      let number = Int(input.byte()) % header.sections.count
      let section = header.sections[number]
      let (offset, value) = (Int(input.number(UInt16.self)), input.number(UInt32.self))
      let length = section.stride * section.count
      guard length >= 4 else { continue }
      let start = section.offset + offset % (length - 3)
      withUnsafeBytes(of: value) { bytes.replaceSubrange(start..<start + 4, with: $0) }
      header.sections[number].digest = SegmentDigest.of(Array(bytes[section.offset..<section.offset + length]))
    }
    bytes.replaceSubrange(0..<header.size, with: header.bytes)
    ScratchFile.with(bytes) { path in
      guard let catalogue = try? Catalogue(SegmentFile(path, producer: "fuzzing")) else { return }
      body(catalogue)
    }
  }

  static func search(_ catalogue: Catalogue) -> PlaceSearch {
    PlaceSearch(.empty, catalogue, from: centre, now: Timestamp(seconds: 1_790_000_000))
  }

  static func ask(_ catalogue: Catalogue) {
    var found = catalogue.near(centre, limit: 12, .everything).map(\.ordinal)
    found += catalogue.near(centre, limit: 30, within: 3000).map(\.ordinal)
    let viewport = Viewport(west: 126.9, south: 37.4, east: 127.1, north: 37.6)!
    found += catalogue.inside(viewport, limit: 30)
    found += catalogue.clusters(inside: viewport, zoom: 12).booths
    found += catalogue.all(after: BoothID(17), limit: 40)
    for text in ["인생네컷", "ㅍㅌㅇㅈ", "강남 3"] {
      found += search(catalogue).booths(for: text, limit: 9) ?? []
      let search = search(catalogue)
      _ = search.answer(to: search.read(text), limit: 9)
    }
    _ = (catalogue.bounds, catalogue.brands(), catalogue.count(BoothFilter()))
    let instant = Timestamp(seconds: 1_790_000_000)
    let states = catalogue.openStates(at: PreparedInstant(instant))
    for ordinal in Set(found) {
      let attributes = catalogue.record(ordinal).booth.attributes
      for field in BoothField.allCases { _ = attributes.text(field) }
      catalogue.withSummary(ordinal) { summary in _ = summary.reduce(0, ^) }
      _ = (catalogue.openState(ordinal, states), catalogue.openingHours(ordinal))
      _ = catalogue.outlook(ordinal, at: instant)
    }
  }
}
