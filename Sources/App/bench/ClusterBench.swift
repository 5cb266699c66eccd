import App
import Basics
import Booths
import Foundation
import Geo
import HTTP
import Workload

/// Measures maps: the build time and memory of the tree, and the time of the handler for the whole country, a city and a
/// street, each compared with a plain loop over the same booths; then the same after changes.
func benchClusters(count: Int = 1_000_000, rounds: Int = 15) async throws {
  let directory = try ScratchDirectory()
  let catalogue = variedCatalogue(count)
  let live = CatalogueHolder(catalogue)
  let routes = try await assembledRoutes(in: directory.url.appendingPathComponent("data"), serving: live)
  let seconds = Stopwatch.processorSeconds { catalogue.prepareMaps() }
  let bytes = Double(catalogue.mapByteCount) / Double(count)
  print("Clusters, \(count) booths, median of \(rounds)")
  print("  to make ready: \(decimal(seconds, 2)) s, \(decimal(bytes, 1)) bytes a booth")
  print("  view       filter           ms     bytes   compressed   plain loop ms   times")
  for view in MapView.all {
    let plain = plainLoop(catalogue, view.bbox)
    for filter in ["", "people=4", "tag=robot", "brand=%EC%83%98%ED%94%8C3", "open_at=now"] {
      let (time, bytes) = try await measured(routes, view, filter, rounds)
      print(
        "  \(padded(view.name, 10)) \(padded(String(filter.prefix(12)), 12)) \(String(format: "%8.3f", time))"
          + " \(String(format: "%9d", bytes.count)) \(String(format: "%12d", gzipped(bytes)?.count ?? bytes.count))"
          + " \(String(format: "%15.1f", plain)) \(String(format: "%7.0f", plain / time))")
    }
  }
  _ = live.replace(catalogue, with: changed(catalogue, count))
  for view in MapView.all {
    let first = try await measured(routes, view, "", 1).time
    let time = try await measured(routes, view, "", rounds).time
    print("  \(view.name), after 1,000 changes: \(decimal(time, 3)) ms, the first time \(decimal(first, 3)) ms")
  }
}

private struct MapView {
  let name: String
  let bbox: String
  let zoom: Int

  static let all = [
    MapView(name: "country", bbox: "124,33,131,39", zoom: 7),
    MapView(name: "city", bbox: "126.7,37.4,127.2,37.7", zoom: 11),
    MapView(name: "street", bbox: "126.97,37.56,126.98,37.57", zoom: 17),
  ]
}

/// Booths with varied attributes, so that filters select some of them.
private func variedCatalogue(_ count: Int) -> Catalogue {
  var random = SeededNumbers(seed: 3)
  func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
  return clusteredCatalogue(count) { attributes in
    attributes.brand = "샘플\(min(number(below: 20), number(below: 20)))"
    attributes.tags = ["props", "robot", "wheelchair"].filter { _ in number(below: 3) == 0 }
    attributes.capacity = [nil, 2, 3, 4, 6, 8][number(below: 6)]
    attributes.openingHours =
      number(below: 3) == 0 ? "24/7" : "Mo-Fr 1\(number(below: 3)):00-\(18 + number(below: 6)):00"
  }
}

/// Changes 1,000 booths, which stay in the layer over the index: half of them are moved, half removed.
private func changed(_ catalogue: Catalogue, _ count: Int) -> Catalogue {
  let ids = (0..<1000).map { BoothID(Int64($0 * (count / 1000) + 1)) }
  let moved = ids.prefix(500).compactMap { id -> Booth? in
    guard var booth = catalogue.ordinal(of: id).map({ catalogue.record($0).booth }) else { return nil }
    booth.attributes.coordinate = StoredCoordinate(Coordinate(latitude: 37.5, longitude: 127)!)
    return booth
  }
  return catalogue.updating(
    CatalogueChanges(version: catalogue.version + 1, changed: moved, removed: Array(ids.suffix(500))))
}

/// The median response time in milliseconds, and the response.
private func measured(
  _ routes: [Route], _ view: MapView, _ filter: String, _ rounds: Int
) async throws -> (time: Double, bytes: [UInt8]) {
  let target = "bbox=\(view.bbox)&zoom=\(view.zoom)" + (filter.isEmpty ? "" : "&\(filter)")
  var times: [Double] = []
  var bytes: [UInt8] = []
  for _ in 1...rounds {
    let time = try await ContinuousClock().measure { bytes = try await answer(routes, target) }
    times.append(time / .milliseconds(1))
  }
  return (times.sorted()[rounds / 2], bytes)
}

private func answer(_ routes: [Route], _ query: String) async throws -> [UInt8] {
  let path = "/api/booths/clusters"
  guard case .deferred(let handler)? = routes.first(where: { $0.pattern == path })?.handler,
    case .bytes(let bytes) = await handler(Request(method: .get, path: path, query: query)).body
  else { throw DomainError(.notFound, "bench", "The route is not there.") }
  return bytes
}

/// Milliseconds of a plain loop over every booth of a viewport, as without clustering.
private func plainLoop(_ catalogue: Catalogue, _ bbox: String) -> Double {
  let edges = bbox.split(separator: ",").compactMap { Double($0) }
  let viewport = Viewport(west: edges[0], south: edges[1], east: edges[2], north: edges[3])!
  var sum = 0
  let seconds = Stopwatch.seconds {
    for ordinal in catalogue.inside(viewport, limit: .max) {
      sum &+= Int(catalogue.record(ordinal).coordinate.latitudeE7)
    }
  }
  precondition(sum != 0)
  return seconds * 1000
}

private func decimal(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }

private func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
