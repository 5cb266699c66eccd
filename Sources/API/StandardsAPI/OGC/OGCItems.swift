import APIKit
import Basics
import Booths
import Contracts
import Geo
import HTTP
import JSON
import NativeAPI

extension OGCRequest {
  func itemPage() throws -> Response {
    let type = try itemType()
    let wanted = try ItemRequest(context.query)
    let found = wanted.items(of: catalogue)
    let page = BoothPage(found, limit: wanted.limit)
    let next = page.lastOfMore.map { last in
      Link(
        "next", "\(context.publicAddress)\(context.pathToNext(after: catalogue.record(last).id))",
        type: MediaType.geoJSON)
    }
    var output = JSONWriter(capacity: 1024 + page.items.count * 640)
    output.beginObject()
    output.key("type")
    output.literal("FeatureCollection")
    output.key("links")
    JSONValue.array(([selfLink] + [next].compactMap(\.self)).map(\.json)).write(to: &output)
    output.key("timeStamp")
    output.string(context.now.rfc3339)
    output.key("numberMatched")
    output.integer(wanted.count(of: catalogue))
    output.key("numberReturned")
    output.integer(page.items.count)
    output.key("features")
    output.beginArray()
    for ordinal in page.items { featureWriter.writeFeature(ordinal, to: &output) }
    output.endArray()
    output.endObject()
    var response = Response.document(
      output.finish(), type: type, caching: wanted.viewport == nil ? .shared : .personal,
      tag: context.tag("i", catalogue), varies: true)
    if let next { response.headers.add("Link", "<\(next.href)>; rel=\"next\"; type=\"\(next.type)\"") }
    return response
  }

  func item() throws -> Response {
    let type = try itemType()
    let name = try context.pathParameter(OGCParameters.feature)
    guard let number = DecimalText.integer(name), let ordinal = catalogue.ordinal(of: BoothID(Int64(number))) else {
      throw DomainError(.notFound, "feature-unknown", "There is no such booth.", field: "featureId")
    }
    var output = JSONWriter(capacity: 2048)
    featureWriter.writeFeature(ordinal, to: &output) { output in
      let collection = Link("collection", ogcAddress("/collections/booths"), type: MediaType.json)
      output.key("links")
      JSONValue.array([selfLink, collection].map(\.json)).write(to: &output)
    }
    return .document(output.finish(), type: type, caching: .shared, tag: context.tag("f", catalogue), varies: true)
  }

  /// Features leave out what depends on the clock, so that a page only changes with the catalogue.
  private var featureWriter: BoothWriter {
    BoothWriter(
      catalogue: catalogue, columns: BoothFieldSet.all.subtracting([.open, .posts]),
      instant: context.now
    )
  }

  private var selfLink: Link {
    let query = context.request.query.map { "?\($0)" } ?? ""
    return Link("self", "\(context.publicAddress)\(context.request.path)\(query)", type: MediaType.geoJSON)
  }

  private func itemType() throws -> String {
    try context.query.value(OGCParameters.form) == nil
      ? context.accepts([MediaType.geoJSON, MediaType.json]) : MediaType.geoJSON
  }
}

private struct ItemRequest {
  let viewport: Viewport?
  let limit: Int
  let after: BoothID?
  let filter: BoothFilter

  init(_ query: Query) throws(DomainError) {
    viewport = try query.value(OGCParameters.bbox)
    limit = try query.required(OGCParameters.limit)
    after = try query.value(OGCParameters.after).map { BoothID(Int64($0)) }
    _ = try query.value(OGCParameters.datetime)
    var filter = BoothFilter()
    if let brands = try query.value(BoothParameters.brand) { filter.brands = brands }
    if let tags = try query.value(BoothParameters.tag) { filter.tags = tags }
    if let statuses = try query.value(BoothParameters.status) { filter.statuses = statuses }
    self.filter = filter
  }

  /// The features, and one more if there are more than the limit.
  func items(of catalogue: Catalogue) -> [UInt32] {
    if let viewport { return catalogue.inside(viewport, after: after, limit: limit + 1, filter) }
    return catalogue.all(after: after, limit: limit + 1, filter)
  }

  func count(of catalogue: Catalogue) -> Int {
    viewport.map { catalogue.count(inside: $0, filter) } ?? catalogue.count(filter)
  }
}
