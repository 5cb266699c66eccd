import APIKit
import Basics
import Booths
import Contracts
import Geo
import HTTP
import JSON
import Location

struct BoothEndpoints: Sendable {
  let catalogue: CatalogueHolder
  let gazetteer: Gazetteer
  let searches: FruitlessSearches
  let evidence: EvidenceService
  let locationPolicy: LocationPolicy

  var all: [Endpoint] {
    [near, inside, clusters, search, some, one, brands]
  }

  // MARK: Near

  private var near: Endpoint {
    Endpoint(
      path: "/api/booths/near", group: .booths, summary: "The nearest booths",
      details: """
        Nearest first, by geodesic distance on the WGS84 ellipsoid. The position is given by `lat` and `lon`. A client \
        without a position sends the state of its device instead (`location_state`, `region`, a last known position): \
        the answer is then for the best known position, and `location` gives that position, the reason and what the \
        user can do. Without any of these, it is for the default position.
        """,
      query: LocationParameters.all + [BoothParameters.nearLimit, BoothParameters.radius] + BoothParameters.filters + [
        BoothParameters.fields
      ],
      answers: [.booths("BoothList")],
      // Values captured by name are not copied for each request.
      handler: .immediate { [catalogue, gazetteer, locationPolicy] context in
        let coordinate = try context.query.searchPosition(policy: locationPolicy, now: context.now)
        let catalogue = catalogue.current
        let answer = try BoothAnswer(context, catalogue)
        let neighbors = catalogue.near(
          coordinate.coordinate, limit: try context.query.required(BoothParameters.nearLimit),
          within: try context.query.value(BoothParameters.radius) ?? .infinity,
          try context.query.boothFilter(now: context.now))
        return answer.near(neighbors, caching: .personal) { output in
          guard case .resolved(let location) = coordinate else { return }
          output.key("location")
          output.write(LocationDocument(location, in: gazetteer))
        }
      })
  }

  // MARK: Inside

  private static let after = Parameter<Int>(
    "after", .integer(0...999_999_999_999_999), "Only booths with a higher number; `next` of an answer sets it.")

  private var inside: Endpoint {
    Endpoint(
      path: "/api/booths/in", group: .booths, summary: "The booths inside a viewport",
      details: "By ascending number. If there are more, `next` is the URL of the next page.",
      query: [BoothParameters.bbox, BoothParameters.insideLimit, Self.after] + BoothParameters.filters + [
        BoothParameters.fields
      ],
      answers: [.booths("BoothPage")],
      handler: .immediate { [catalogue] context in
        let catalogue = catalogue.current
        let answer = try BoothAnswer(context, catalogue)
        let viewport = try context.query.required(BoothParameters.bbox)
        let limit = try context.query.required(BoothParameters.insideLimit)
        let start = try context.query.value(Self.after).map { BoothID(Int64($0)) }
        let found = catalogue.inside(
          viewport, after: start, limit: limit + 1, try context.query.boothFilter(now: context.now))
        let page = BoothPage(found, limit: limit)
        return answer.list(page.items, caching: .personal) { output in
          output.key("next")
          if let last = page.lastOfMore {
            output.string(context.pathToNext(after: catalogue.record(last).id))
          } else {
            output.null()
          }
        }
      })
  }

  // MARK: Search

  private static let text = Parameter<String>(
    "q", .text(maxCount: 100),
    "The text to search for, as people write it: chains, names, addresses and places in any order, Korean or English.",
    isRequired: true, example: "강남")
  private static let searchLimit = Parameter<Int>(
    "limit", .integer(1...100, default: 20), "The maximum number of booths.", example: "20")

  private var search: Endpoint {
    Endpoint(
      path: "/api/booths/search", group: .booths, summary: "Booths by name, chain or address", cost: .search,
      details: """
        The text is understood as in `/api/search`. If it names a place, or a chain at a place, the booths there come \
        first, then those with its words in name and chain, then in the address. If it has other words, booths with all \
        words come first; without any, those at the place. Conditions in it, such as 24시간 or 5명, hold as the parameters \
        do.
        """,
      query: [Self.text, Self.searchLimit] + BoothParameters.filters + [BoothParameters.fields],
      answers: [.booths("BoothList")],
      handler: .deferred { context in
        let catalogue = catalogue.current
        let search = PlaceSearch(gazetteer, catalogue, now: context.now)
        let read = search.read(try context.query.required(Self.text))
        let answer = try BoothAnswer(context, catalogue, followsClock: read.followsClock)
        let filter = try context.query.boothFilter(now: context.now)
        let found = search.booths(for: read, limit: try context.query.required(Self.searchLimit), filter)
        if found?.isEmpty == true, filter == BoothFilter() { searches.record(read, from: context.clientNetwork) }
        return answer.list(found ?? [], caching: .shared)
      })
  }

  // MARK: By number

  private var some: Endpoint {
    Endpoint(
      path: "/api/booths", group: .booths, summary: "Some booths by their numbers",
      details: """
        In the order of the numbers, each once; numbers of no booth are left out. Closed booths are included, and \
        `open_at` leaves none out.
        """,
      query: [BoothParameters.ids, BoothParameters.fields, BoothParameters.openAt], answers: [.booths("BoothList")],
      handler: .immediate { [catalogue] context in
        let catalogue = catalogue.current
        let answer = try BoothAnswer(context, catalogue)
        var seen: Set<BoothID> = []
        let ids = try context.query.required(BoothParameters.ids).filter { seen.insert($0).inserted }
        return answer.list(ids.compactMap(catalogue.ordinal(of:)), caching: .shared)
      })
  }

  private var one: Endpoint {
    Endpoint(
      path: "/api/booths/{id}", group: .booths, summary: "One booth",
      details: """
        All fields by default, also `name_en`, `brand_en`, `address_en`, `country`, `currency`, `time_zone`, \
        `open_state`, `week` and `party_prices`, which lists give by name only. `name_en` is the name in \
        English of the source, or else the chain's own English name with the branch romanised, `brand_en` that of the \
        chain; null where nothing is given and the name is not in Korean. `address_en` is the address in \
        English and romanised, as official English addresses write it; null where a part of the Korean one is not understood, such as the name of a building. \
        `open_state` says until or from when the booth is open, by the clocks of its `time_zone`; `price` is in \
        `currency` (ISO 4217), that of the `country` (ISO 3166) by the coordinate; `week` the hours of seven days, each \
        night with the evening on which it begins; `party_prices` what groups pay so that everybody gets a print, where \
        the price and the number of prints are known. `evidence` says whether people found it there lately; null while \
        the database does not answer, and left out if `fields` is given. Closed booths are included; booths without a known position are not.
        """,
      pathParameters: [BoothParameters.id], query: [BoothParameters.fields, BoothParameters.openAt],
      answers: [
        ResponseDescription(
          200, "The booth.", [(MediaType.json, "Booth"), (MediaType.geoJSON, "Feature")]),
        ResponseDescription(404, "There is no booth with this number.", [(Problem.mediaType, "Problem")]),
      ],
      handler: .deferred { context in
        let id = BoothID(Int64(try context.pathParameter(BoothParameters.id)))
        let catalogue = catalogue.current
        let answer = try BoothAnswer(context, catalogue, standard: .one)
        guard let ordinal = catalogue.ordinal(of: id) else { throw DomainError.boothUnknown(id) }
        guard answer.hasEvidence else { return answer.one(ordinal) }
        return answer.with(try await evidence(of: id, in: catalogue)).one(ordinal)
      })
  }

  /// Nil while the database does not answer: booths are served without it.
  private func evidence(of booth: BoothID, in catalogue: Catalogue) async throws -> EvidenceDocument? {
    do {
      return EvidenceDocument(try await evidence.outcome(of: booth, in: catalogue))
    } catch let error as DomainError where error.kind == .unavailable {
      return nil
    }
  }

  // MARK: Brands

  private var brands: Endpoint {
    Endpoint(
      path: "/api/brands", group: .booths, summary: "The chains",
      details: "With the number of booths that are not closed and pass the filters, largest first.",
      query: BoothParameters.filtersOfBrands,
      answers: [ResponseDescription(200, "The chains.", [(MediaType.json, "BrandList")])],
      handler: .deferred { context in
        let catalogue = catalogue.current
        let brands = catalogue.brands(try context.query.boothFilter(now: context.now))
          .map {
            BrandDocument(
              name: $0.name, englishName: EnglishName.brand($0.name, catalogue.chains), count: $0.count)
          }
        let followsClock = context.query.has(BoothParameters.openAt)
        return .json(
          BrandListDocument(count: brands.count, brands: brands), caching: .shared,
          tag: context.tag("b", catalogue, followsClock: followsClock))
      })
  }
}

struct BrandListDocument: NativeDocument {
  let count: Int
  let brands: [BrandDocument]
}

struct BrandDocument: NativeDocument {
  let name: String
  /// Nil if the name is not in Korean.
  let englishName: String?
  let count: Int

  enum CodingKeys: String, CodingKey {
    case name
    case englishName = "name_en"
    case count
  }
}

extension ResponseDescription {
  static func booths(_ schema: String) -> ResponseDescription {
    ResponseDescription(200, "The booths.", [(MediaType.json, schema), (MediaType.geoJSON, "FeatureCollection")])
  }
}

extension DomainError {
  static func boothUnknown(_ id: BoothID) -> DomainError {
    DomainError(.notFound, "booth-unknown", "There is no booth number \(id).", field: "id")
  }
}
