import Basics
import Booths
import Foundation
import Geo
import Segments
import Workload

/// Measures the file that the catalogue is mapped from: building, writing, opening and verifying it, and searches in it
/// beside those in the memory of the process that built it.
func benchSegments(count: Int) throws {
  let directory = try ScratchDirectory()
  let path = directory.url.appendingPathComponent("booths.segment").path
  var built = Catalogue.empty
  let building = Stopwatch.seconds { built = clusteredCatalogue(count) }
  let mapping = Stopwatch.seconds { built.prepareMaps() }
  let writing = try seconds { try built.write(to: path, producer: "bench") }
  var file: SegmentFile?
  let opens = try (0..<5).map { _ in
    try seconds {
      file = try SegmentFile(path, producer: "bench"); _ = try Catalogue(file!)
    }
  }
  let mapped = try Catalogue(file!)
  let first = Stopwatch.seconds { _ = mapped.near(Coordinate(latitude: 37.5, longitude: 127)!, limit: 10) }
  let verifying = try seconds { try file!.verify() }
  print("Segments, \(count) booths, \(file!.byteCount / count) bytes a booth")
  print(String(format: "  build %.2f s, its map %.2f s, write %.2f s", building, mapping, writing))
  print(
    String(
      format: "  open %.1f ms (median of 5), first search %.2f ms, verify %.2f s", opens.sorted()[2] * 1000,
      first * 1000,
      verifying))
  print("  nearest(10) near data: \(nearest(built)) ns in memory, \(nearest(mapped)) ns mapped")
  var random = SeededNumbers(seed: 30)
  let chains = clusteredCatalogue(count) { attributes in
    attributes.brand = "체인 \(random.next() % 200)"
  }
  var filter = BoothFilter()
  filter.brands = ["체인 7"]
  print("  nearest(10) of one of 200 chains: \(nearest(chains, filter, 5000)) ns")
}

private func seconds(_ work: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try work()
  return start.duration(to: .now) / .seconds(1)
}

/// Nanoseconds of a search from about 200 m beside random booths.
private func nearest(_ catalogue: Catalogue, _ filter: BoothFilter = BoothFilter(), _ count: Int = 50_000) -> Int {
  var random = SeededNumbers(seed: 20)
  let origins = (0..<count).map { _ in
    let booth = catalogue.record(UInt32(random.next() % UInt64(catalogue.count)))
    let coordinate = Coordinate(booth.coordinate)
    return Coordinate(
      latitude: coordinate.latitude + random.normal() * 0.002, longitude: coordinate.longitude + random.normal() * 0.002
    )!
  }
  var found = 0
  return Int(
    Stopwatch.nanoseconds(per: origins.count) {
      for origin in origins { found &+= catalogue.near(origin, limit: 10, filter).count }
    })
}
