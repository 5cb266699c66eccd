import APIKit
import Basics
import Booths
import Contracts
import Geo
import HTTP
import JSON

extension BoothEndpoints {
  private static let zoom = Parameter<Int>(
    "zoom", .integer(0...22), "The zoom level of Web Mercator tiles.", isRequired: true, example: "12")

  private static let separate = Parameter<Int>(
    "separate", .integer(0...320), "A viewport with at most this many booths is not clustered.", example: "100")

  var clusters: Endpoint {
    Endpoint(
      path: "/api/booths/clusters", group: .booths, summary: "The booths of a viewport, clustered for a map",
      details: """
        All booths of the viewport in at most 320 marks: a booth that stands alone is in `booths`; booths too close to \
        be told apart at this zoom are in `clusters`, largest first, each with the mean of its coordinates and their \
        `bbox` (west, south, east, north). `total` counts all booths. Booths are grouped by a fixed grid of squares, a \
        quarter of a tile wide: with a viewport of whole squares the marks do not change while the map is moved. With \
        `separate` a viewport of few booths is not clustered: all are in `booths`, for maps that spread their marks.
        """,
      query: [BoothParameters.bbox, Self.zoom, Self.separate] + BoothParameters.filters + [BoothParameters.fields],
      answers: [.booths("BoothMap")],
      handler: .deferred { context in
        let catalogue = catalogue.current
        let answer = try BoothAnswer(context, catalogue, standard: [.name, .brand, .latitude, .longitude, .open])
        let found = catalogue.clusters(
          inside: try context.query.required(BoothParameters.bbox), zoom: try context.query.required(Self.zoom),
          separate: try context.query.value(Self.separate) ?? 0, try context.query.boothFilter(now: context.now))
        return answer.list(found.booths, caching: .personal) { output in
          output.key("total")
          output.integer(found.count)
          output.key("clusters")
          output.beginArray()
          for cluster in found.clusters { output.write(ClusterDocument(cluster)) }
          output.endArray()
        }
      })
  }
}

struct ClusterDocument: NativeDocument {
  let count: Int
  let latitude: Double
  let longitude: Double
  let bbox: [Double]

  init(_ cluster: BoothCluster) {
    count = cluster.count
    latitude = Double(cluster.centre.latitudeE7) / 1e7
    longitude = Double(cluster.centre.longitudeE7) / 1e7
    bbox = [cluster.bounds.west, cluster.bounds.south, cluster.bounds.east, cluster.bounds.north]
  }
}
