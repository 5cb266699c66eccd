package import APIKit
package import Basics
package import Booths
import Contracts
import Geo
import HTTP
import JSON

/// Responses with booths, as JSON or GeoJSON.
struct BoothAnswer {
  private var writer: BoothWriter
  private let isGeoJSON: Bool
  private var tag: String

  /// Negotiates the media type and reads `fields` and `open_at`.
  /// - Parameters:
  ///   - standard: The default of `fields`.
  ///   - followsClock: Whether other booths are listed a minute later.
  /// - Throws: `DomainError` of `fields` or `open_at`; `NotAcceptable`.
  init(
    _ context: RequestContext, _ catalogue: Catalogue, standard: BoothFieldSet = .summary, followsClock: Bool = false
  ) throws {
    isGeoJSON = try context.accepts(BoothAnswer.forms) == MediaType.geoJSON
    let columns = try context.query.value(BoothParameters.fields) ?? standard
    let (instant, isNow) = try context.query.openInstant(now: context.now)
    let followsClock =
      followsClock || isNow && (!columns.isDisjoint(with: .followingClock) || context.query.has(BoothParameters.openAt))
    tag = context.tag(isGeoJSON ? "g" : "j", catalogue, followsClock: followsClock)
    writer = BoothWriter(catalogue: catalogue, columns: columns, instant: instant)
  }

  private static let forms = [MediaType.json, MediaType.geoJSON]

  func near(_ neighbors: [Neighbor], caching: Caching, more: (inout JSONWriter) -> Void) -> Response {
    list(neighbors.map(\.ordinal), metres: { neighbors[$0].metres }, caching, more)
  }

  func list(
    _ ordinals: some RandomAccessCollection<UInt32>, caching: Caching, more: (inout JSONWriter) -> Void = { _ in }
  ) -> Response {
    list(Array(ordinals), metres: { _ in nil }, caching, more)
  }

  /// A list that depends on the caller: it has no tag, as it changes without the catalogue.
  func ofCaller(_ ordinals: [UInt32]) -> Response {
    var response = list(ordinals, caching: .personal)
    response.headers["ETag"] = nil
    response.headers["Vary"] = "Accept, Authorization, Cookie, Fourcuts-Session, Accept-Encoding"
    return response
  }

  /// Whether the answer says whether people found the booth there.
  var hasEvidence: Bool { writer.columns.contains(.evidence) }

  /// The answer with evidence, which changes without the catalogue.
  func with(_ evidence: EvidenceDocument?) -> BoothAnswer {
    var answer = self
    answer.writer.evidence = evidence
    let parts = evidence.map {
      [
        $0.confirmedAt?.milliseconds ?? 0, Int64($0.confirmedByCount), Int64($0.goneCount),
        $0.isClosureCandidate ? 1 : 0,
      ]
    }
    let mark = parts.map { $0.map { String($0, radix: 36) }.joined(separator: ".") } ?? "x"
    answer.tag = "\(tag.dropLast())-\(mark)\""
    return answer
  }

  func one(_ ordinal: UInt32) -> Response {
    var output = JSONWriter(capacity: 1024)
    write(ordinal, nil, to: &output)
    return respond(output.finish(), .shared)
  }

  /// The number of booths that are fetched from memory together. More would only push each other out of the cache.
  private static let prefetched = 16

  private func list(
    _ ordinals: [UInt32], metres: (Int) -> Double?, _ caching: Caching, _ more: (inout JSONWriter) -> Void
  ) -> Response {
    var output = JSONWriter(capacity: 512 + ordinals.count * 320)
    output.beginObject()
    if isGeoJSON {
      output.key("type")
      output.literal("FeatureCollection")
    }
    output.key("count")
    output.integer(ordinals.count)
    more(&output)
    if isGeoJSON { output.key("features") } else { output.key("booths") }
    output.beginArray()
    for (index, ordinal) in ordinals.enumerated() {
      if index % Self.prefetched == 0 { writer.catalogue.prefetch(ordinals[index...].prefix(Self.prefetched)) }
      write(ordinal, metres(index), to: &output)
    }
    output.endArray()
    output.endObject()
    return respond(output.finish(), caching)
  }

  private func write(_ ordinal: UInt32, _ metres: Double?, to output: inout JSONWriter) {
    if isGeoJSON {
      writer.writeFeature(ordinal, metres: metres, to: &output)
    } else {
      writer.write(ordinal, metres: metres, to: &output)
    }
  }

  private func respond(_ bytes: [UInt8], _ caching: Caching) -> Response {
    var headers = BoothAnswer.headers(isGeoJSON, caching)
    headers.add("ETag", tag)
    return Response(status: 200, headers: headers, body: .bytes(bytes))
  }

  /// The header fields of each format, made once.
  private static func headers(_ isGeoJSON: Bool, _ caching: Caching) -> Headers {
    switch (isGeoJSON, caching) {
    case (false, .personal): personalJSON
    case (true, .personal): personalGeoJSON
    case (false, _): sharedJSON
    case (true, _): sharedGeoJSON
    }
  }

  private static let personalJSON = Headers.common(MediaType.json, caching: .personal, varies: true)
  private static let sharedJSON = Headers.common(MediaType.json, caching: .shared, varies: true)
  private static let personalGeoJSON = Headers.common(MediaType.geoJSON, caching: .personal, varies: true)
  private static let sharedGeoJSON = Headers.common(MediaType.geoJSON, caching: .shared, varies: true)
}

extension RequestContext {
  /// The entity tag of an answer that depends on the catalogue and, if `followsClock`, on the minute: the same on all
  /// nodes of the same program and settings. It is weak, because answers may be sent compressed.
  package func tag(_ form: StaticString, _ catalogue: Catalogue, followsClock: Bool = false) -> String {
    let minute = followsClock ? now.minute : nil
    // Written at once, because interpolation takes longer than the search for the booths.
    let capacity = 64 + environment.tagSeed.utf8.count + catalogue.mark.utf8.count
    return String(unsafeUninitializedCapacity: capacity) { room in
      var tag = ByteCursor(room)
      tag.append("W/\"")
      tag.append(environment.tagSeed)
      tag.append("-")
      tag.append(decimal: catalogue.version)
      tag.append("-")
      tag.append(catalogue.mark)
      tag.append(form)
      if let minute { tag.append(decimal: minute) }
      tag.append("\"")
      return tag.count
    }
  }

  /// The path of this request with `after` set to a booth.
  package func pathToNext(after booth: BoothID) -> String {
    let kept = (request.query ?? "").split(separator: "&").filter { !$0.hasPrefix("after=") }
    return "\(request.path)?\((kept + ["after=\(booth)"]).joined(separator: "&"))"
  }
}

/// One page of booths. The query asks for one more than the limit, to learn whether more follow.
package struct BoothPage {
  package let items: ArraySlice<UInt32>
  /// The last item if more booths follow.
  package let lastOfMore: UInt32?

  package init(_ found: [UInt32], limit: Int) {
    items = found.prefix(limit)
    lastOfMore = found.count > limit ? items.last : nil
  }
}
