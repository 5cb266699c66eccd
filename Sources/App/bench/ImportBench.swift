import Basics
import Booths
import Foundation
import Geo
import SQL
import SQLite
import Stores
import Tabular
import Workload

/// Compares an import with `sqlite3 .import` plus an index, of the same file in the same run.
///
/// Both write to the same directory and are measured until the data is on the disk.
func benchImport(count: Int = 1_000_000) async throws {
  let directory = try ScratchDirectory()
  let csv = directory.url.appendingPathComponent("booths.csv")
  try writeCSV(SeededBooths(count: count), to: csv)
  let peer = try peerImport(csv, in: directory)
  report("sqlite3 .import + index", count, peer)

  resetPeakMemory()
  var options = SQLiteOptions()
  options.locksToFill = true
  let database = try await SQLiteDatabase(
    path: directory.url.appendingPathComponent("catalogue.sqlite").path, options: options)
  let store = try await SQLCatalogueStore(database)
  let first = try await timedImport(store, csv)
  report("fourcuts, empty catalogue", count, first)
  print(
    "  \(String(format: "%.2f", peer.feed / first.feed)) times the rows a second of sqlite3 (target: at least 1.5); "
      + "peak \(peakMegabytes()) MB")
  report("fourcuts, the same file again", count, try await timedImport(store, csv))
  print("  peak \(peakMegabytes()) MB")
  let loading = try await timed { _ = try await store.loadAll(into: ()) { _, _ in } }
  report("reading the catalogue", count, loading)
  await database.close()

  try benchReading(csv, count, "UTF-8, WGS84", target: 1.0)
  try benchReading(try inMetresAndCP949(csv), count, "CP949, EPSG:5174", target: 0.55)
}

/// Reads, validates and indexes a file in memory, on one thread.
/// - Parameter target: Millions of rows a second.
private func benchReading(_ csv: URL, _ count: Int, _ name: String, target: Double) throws {
  var options = ImportOptions(fileName: "booths.csv")
  if target < 1 { options.referenceSystem = .named(try .named("EPSG:5174")) }
  var indexed: Result<Int, any Error> = .success(0)
  let processor = Stopwatch.processorSeconds {
    indexed = Result { try readAndIndex(ImportReader(options) { try FileSource(path: csv.path) }) }
  }
  let speed = String(
    format: "processor %.2f s, %.2f million rows/s (target: %.2f)", processor, Double(count) / processor / 1e6, target)
  print("reading, validating and indexing \(try indexed.get()) booths in memory, \(name): \(speed)")
}

private func readAndIndex(_ reader: ImportReader) throws -> Int {
  var points: [IndexedPoint] = []
  while let batch = try reader.next() {
    for row in batch.rows {
      guard let coordinate = row.attributes.coordinate else { continue }
      points.append(IndexedPoint(id: Int64(row.line), coordinate: coordinate))
    }
  }
  return SpatialIndex(points).count
}

/// The same file in code page 949 with coordinates in metres, which are EPSG:5174 shifted by some hundred metres.
private func inMetresAndCP949(_ csv: URL) throws -> URL {
  let metres = csv.deletingLastPathComponent().appendingPathComponent("metres.csv")
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/sh")
  process.arguments = [
    "-c",
    #"""
    awk -F, -v OFS=, 'NR == 1 { $4 = "x"; $5 = "y" }
      NR > 1 { y = $4; $4 = sprintf("%.4f", 200000 + ($5 - 127) * 88800); $5 = sprintf("%.4f", 500000 + (y - 38) * 110950) }
      1' "$0" | iconv -f UTF-8 -t CP949 > "$1"
    """#, csv.path, metres.path,
  ]
  try process.run()
  process.waitUntilExit()
  return metres
}

private func timedImport(_ store: SQLCatalogueStore, _ csv: URL) async throws -> Cost {
  try await timed {
    let reader = try ImportReader(ImportOptions(fileName: "booths.csv")) { try FileSource(path: csv.path) }
    let request = ImportRequest(
      source: reader.plan.source, file: "booths.csv", startedAt: Timestamp(milliseconds: 0))
    let outcome = try await store.importRows(request, reader, onRejected: { _ in }, progress: { _ in })
    let counts = outcome.counts
    print("  \(counts.added) added, \(counts.unchanged) unchanged, \(counts.duplicate) duplicate of \(counts.read)")
  }
}

private func peerImport(_ csv: URL, in directory: ScratchDirectory) throws -> Cost {
  let start = ContinuousClock.now
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
  process.arguments = [
    directory.url.appendingPathComponent("peer.sqlite").path, ".mode csv", ".import \(csv.path) booth",
    "CREATE INDEX booth_identifier ON booth (external_id)",
  ]
  try process.run()
  process.waitUntilExit()
  return Cost(feed: seconds(ContinuousClock.now - start), processor: processorSeconds(RUSAGE_CHILDREN))
}

/// Wall time and CPU time in seconds. On a busy machine CPU time is more reliable.
private struct Cost {
  var feed: Double
  var processor: Double
}

private func timed(_ body: () async throws -> Void) async throws -> Cost {
  let start = ContinuousClock.now
  let processor = processorSeconds(RUSAGE_SELF)
  try await body()
  return Cost(feed: seconds(ContinuousClock.now - start), processor: processorSeconds(RUSAGE_SELF) - processor)
}

private func processorSeconds(_ who: __rusage_who) -> Double {
  var usage = rusage()
  getrusage(__rusage_who_t(who.rawValue), &usage)
  return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
}

private func seconds(_ duration: Duration) -> Double {
  Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
}

private func report(_ name: String, _ rows: Int, _ cost: Cost) {
  print(
    name, String(format: "%.2f s, %.0f rows/s, processor %.2f s", cost.feed, Double(rows) / cost.feed, cost.processor),
    separator: ": ")
}

// MARK: Memory

/// Resets the peak memory in the kernel.
private func resetPeakMemory() {
  try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
}

/// The peak resident memory (VmHWM) since the last reset, in MiB.
private func peakMegabytes() -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 1024
}

// MARK: Rows

/// Booths around stations of the capital region: rows of about 136 bytes, the same for the same seed.
struct SeededBooths: ValidatedRows {
  private var numbers = SeededNumbers(seed: 7)
  private var row = 0
  private let count: Int

  init(count: Int) {
    self.count = count
  }

  mutating func next() throws -> ValidatedBatch? {
    guard row < count else { return nil }
    var batch = ValidatedBatch()
    batch.rows.reserveCapacity(1000)
    while row < count && batch.rows.count < 1000 {
      row += 1
      batch.rows.append(ValidatedRow(line: row + 1, attributes: booth()))
    }
    return batch
  }

  private static let brands = ["샘플네컷", "예시포토", "테스트컷", "모의사진관", "데모필름", "견본샾"]
  private static let towns = ["강남", "홍대입구", "건대입구", "신촌", "성수", "수원", "부평", "안양", "의정부", "서현"]

  private mutating func booth() -> BoothAttributes {
    let backend = Int(numbers.next() % 10)
    let brand = Self.brands[Int(numbers.next() % 6)]
    let coordinate = Coordinate(
      latitude: 37.2 + 0.05 * Double(backend) + 0.02 * numbers.normal(),
      longitude: 126.7 + 0.04 * Double(backend % 7) + 0.025 * numbers.normal())!
    var attributes = BoothAttributes(
      externalID: "\(3_000_000 + 10_000 * backend)-104-2026-\(1_000_000 + row)",
      name: "\(brand) \(Self.towns[backend])\(numbers.next() % 900 + 100)호점", coordinate: StoredCoordinate(coordinate))
    attributes.roadAddress =
      "경기도 \(Self.towns[backend])시 중앙로 \(numbers.next() % 900 + 100)번길 \(numbers.next() % 90 + 10)"
    attributes.phone = "031-\(numbers.next() % 9000 + 1000)-\(numbers.next() % 9000 + 1000)"
    attributes.status = .operating
    return attributes
  }
}

func writeCSV(_ booths: SeededBooths, to file: URL) throws {
  try Data().write(to: file)
  let handle = try FileHandle(forWritingTo: file)
  try handle.write(contentsOf: Data("external_id,name,road_address,latitude,longitude,phone,status\n".utf8))
  var booths = booths
  var bytes = 0
  var rows = 0
  while let batch = try booths.next() {
    var text = ""
    for attributes in batch.rows.map(\.attributes) {
      let fields = [.externalID, .name, .roadAddress, .latitude, .longitude, .phone, .status].map(attributes.text)
      text += fields.joined(separator: ",") + "\n"
    }
    bytes += text.utf8.count
    rows += batch.rows.count
    try handle.write(contentsOf: Data(text.utf8))
  }
  try handle.close()
  print("\(rows) rows of \(bytes / max(1, rows)) bytes")
}
