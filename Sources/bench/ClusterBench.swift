import API
import App
import Basics
import Booths
import Foundation
import Geo
import HTTP
import Support

/// What a map costs that shows the whole country, and a city: the milliseconds of the handler, and the answer's bytes.
func benchClusters(count: Int = 1_000_000, rounds: Int = 10) async throws {
  let folder = try TemporaryFolder()
  let catalogue = clusteredCatalogue(count)
  let site = try await assembledSite(
    in: folder.url.appendingPathComponent("data"), serving: LiveCatalogue(catalogue))
  let routes = routes(site)
  print("Clusters, \(count) booths, median of \(rounds)")
  print("  view       filter         ms     bytes   compressed    plain loop ms")
  for (view, bbox, zoom) in [("country", "124,33,131,39", 7), ("city", "126.7,37.4,127.2,37.7", 11)] {
    for filter in ["", "people=4", "open_at=now"] {
      let target = "bbox=\(bbox)&zoom=\(zoom)" + (filter.isEmpty ? "" : "&\(filter)")
      var times: [Double] = []
      var bytes: [UInt8] = []
      for _ in 1...rounds {
        let time = try await ContinuousClock().measure { bytes = try await answer(routes, target) }
        times.append(time / .milliseconds(1))
      }
      print(
        "  \(padded(view, 10)) \(padded(filter, 12)) \(String(format: "%6.1f", times.sorted()[rounds / 2]))"
          + " \(String(format: "%9d", bytes.count)) \(String(format: "%12d", gzipped(bytes)?.count ?? bytes.count))"
          + " \(String(format: "%16.1f", plainLoop(catalogue, bbox)))")
    }
  }
}

private func answer(_ routes: [Route], _ query: String) async throws -> [UInt8] {
  let path = "/api/booths/clusters"
  guard case .deferred(let handler)? = routes.first(where: { $0.pattern == path })?.handler,
    case .bytes(let bytes) = await handler(Request(method: .get, path: path, query: query)).body
  else { throw Refusal(.missing, "bench", "The route is not there.") }
  return bytes
}

/// Milliseconds to look at every booth of a viewport one after the other, as a map would that gets them all.
private func plainLoop(_ catalogue: Catalogue, _ bbox: String) -> Double {
  let edges = bbox.split(separator: ",").compactMap { Double($0) }
  let viewport = Viewport(west: edges[0], south: edges[1], east: edges[2], north: edges[3])!
  var sum = 0
  let seconds = Stopwatch.seconds {
    for ordinal in catalogue.inside(viewport, limit: .max) { sum &+= Int(catalogue.record(ordinal).place.latitudeE7) }
  }
  precondition(sum != 0)
  return seconds * 1000
}

private func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
