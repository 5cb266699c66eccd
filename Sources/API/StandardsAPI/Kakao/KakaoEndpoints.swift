import APIKit
import Basics
import Booths
import Contracts
import Geo
import HTTP
import JSON
import NativeAPI

/// The search endpoints of Kakao Local that map clients use, so that these work unchanged with the catalogue.
struct KakaoEndpoints: Sendable {
  let catalogue: CatalogueHolder
  let gazetteer: Gazetteer
  let searches: FruitlessSearches
  /// The API key that clients must send now; nil: any key is accepted.
  let mapKey: @Sendable () -> String?

  var all: [Endpoint] {
    ["/v2/local/search/keyword", "/v2/local/search/keyword.json"].map(keyword)
      + ["/v2/local/search/category", "/v2/local/search/category.json"].map(category)
  }

  private static let details = """
    Requires the header `Authorization: KakaoAK` with a key. Unknown parameters are ignored, and errors have Kakao's \
    format.
    """

  private func keyword(_ path: String) -> Endpoint {
    Endpoint(
      path: path, group: .kakao, summary: "Booths by keyword, in the format of Kakao Local", cost: .search,
      details: Self.details,
      query: [KakaoParameters.query, KakaoParameters.category] + KakaoParameters.shared, answers: Self.answers,
      errorFormat: .kakao, security: [["mapKey"]],
      handler: .deferred { context in
        try checkMapKey(context)
        let keyword = try context.query.required(KakaoParameters.query)
        _ = try context.query.value(KakaoParameters.category)
        return try answer(context, keyword)
      })
  }

  private func category(_ path: String) -> Endpoint {
    Endpoint(
      path: path, group: .kakao, summary: "Booths by category, in the format of Kakao Local", cost: .search,
      details: Self.details,
      query: [KakaoParameters.requiredCategory] + KakaoParameters.shared, answers: Self.answers, errorFormat: .kakao,
      security: [["mapKey"]],
      handler: .deferred { context in
        try checkMapKey(context)
        _ = try context.query.required(KakaoParameters.requiredCategory)
        return try answer(context, nil)
      })
  }

  private static let answers = [
    ResponseDescription(200, "The places.", [(MediaType.json, "KakaoAnswer")]),
    ResponseDescription(400, "A parameter is missing or invalid.", [(MediaType.json, "KakaoFault")]),
    ResponseDescription(401, "The key is missing or wrong.", [(MediaType.json, "KakaoFault")]),
  ]
}

extension KakaoEndpoints {
  private func checkMapKey(_ context: RequestContext) throws(DomainError) {
    let scheme = "kakaoak "
    guard let header = context.request.headers["Authorization"], header.lowercased().hasPrefix(scheme),
      header.utf8.count > scheme.utf8.count
    else {
      throw DomainError(.unauthenticated, "map-key-missing", "cannot find Authorization : KakaoAK header")
    }
    let key = header.dropFirst(scheme.count)
    if let wanted = mapKey(), !Secret.isSame(String(key), wanted) {
      throw DomainError(.unauthenticated, "map-key-wrong", "wrong appKey")
    }
  }

  private func answer(_ context: RequestContext, _ keyword: String?) throws(DomainError) -> Response {
    let catalogue = catalogue.current
    let search = PlaceSearch(gazetteer, catalogue, now: context.now)
    let middle = try middle(context)
    let read = keyword.map(search.read)
    let matches = read.flatMap { search.booths(for: $0, limit: KakaoSearch.maxCount, BoothFilter()) }
    if let read, matches?.isEmpty == true { searches.record(read, from: context.clientNetwork) }
    let found = KakaoSearch(
      catalogue: catalogue, matches: matches,
      middle: middle,
      radius: try context.query.value(KakaoParameters.radius).map(Double.init),
      rectangle: try context.query.value(KakaoParameters.rect),
      isByDistance: try context.query.value(KakaoParameters.sort) == "distance"
    ).run()
    let page = try context.query.required(KakaoParameters.page)
    let size = try context.query.required(KakaoParameters.size)
    let pageable = min(found.total, KakaoSearch.maxPageable)
    let pageHits = found.hits.prefix(pageable).dropFirst((page - 1) * size).prefix(size)
    let answer = KakaoAnswer(
      keyword: keyword, totalCount: found.total, pageableCount: pageable, isEnd: page * size >= pageable,
      documents: pageHits.map { document($0, of: catalogue, context) })
    return .json(answer.json, caching: .personal, tag: context.tag("k", catalogue))
  }

  /// The centre of the search; nil when neither number is given.
  private func middle(_ context: RequestContext) throws(DomainError) -> Coordinate? {
    switch (try context.query.value(KakaoParameters.x), try context.query.value(KakaoParameters.y)) {
    case (nil, nil): nil
    case (_?, nil): throw Query.missing(KakaoParameters.y)
    case (nil, _?): throw Query.missing(KakaoParameters.x)
    case (let east?, let north?): Coordinate(latitude: north, longitude: east)
    }
  }

  private func document(_ hit: KakaoSearch.Hit, of catalogue: Catalogue, _ context: RequestContext) -> KakaoPlace {
    let booth = catalogue.record(hit.ordinal)
    func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    let category = "문화,예술 > 사진 > 사진관,포토스튜디오 > 즉석사진"
    return KakaoPlace(
      id: booth.id.description, placeName: text(booth.name),
      categoryName: booth.brand.isEmpty ? category : "\(category) > \(text(booth.brand))", phone: text(booth.phone),
      addressName: text(booth.lotAddress.isEmpty ? booth.roadAddress : booth.lotAddress),
      roadAddressName: text(booth.roadAddress), x: degrees(booth.coordinate.longitudeE7),
      y: degrees(booth.coordinate.latitudeE7), placeURL: "\(context.publicAddress)/booths/\(booth.id)",
      distance: hit.metres.map { String(Int($0.rounded())) } ?? "")
  }

  private func degrees(_ value: Int32) -> String {
    var writer = JSONWriter(capacity: 64)
    writer.degrees(e7: value)
    return String(decoding: writer.finish(), as: UTF8.self)
  }
}

extension KakaoFault {
  var response: Response {
    .document(json.bytes, status: status, type: MediaType.json, caching: .none)
  }
}
