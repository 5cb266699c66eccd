public import Basics
public import Contracts

/// The kind of a search result. Apps must accept unknown values.
public struct SearchResultKind: OpenEnum {
  /// The value on the wire.
  public let rawValue: String

  /// Creates a kind from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A province, city, county, district or neighbourhood.
  public static let region = SearchResultKind(rawValue: "region")
  /// A station.
  public static let station = SearchResultKind(rawValue: "station")
  /// A university or a sight.
  public static let place = SearchResultKind(rawValue: "place")
  /// A chain; its coordinate is that of the nearest booth.
  public static let brand = SearchResultKind(rawValue: "brand")
  /// A booth.
  public static let booth = SearchResultKind(rawValue: "booth")
  /// The address of a booth.
  public static let address = SearchResultKind(rawValue: "address")

  /// All known values.
  public static let all = [region, station, place, brand, booth, address]
}

/// A result of a search. Members that do not apply are nil.
public struct SearchResult: Decodable, Hashable, Sendable {
  /// The kind.
  public let kind: SearchResultKind
  /// The name, mostly in Korean.
  public let name: String
  /// The name of a place in English.
  public let englishName: String?
  /// The region around a place; the address of a booth.
  public let area: String?
  /// The region around a place in English.
  public let englishArea: String?
  /// Degrees north.
  public let latitude: Double
  /// Degrees east.
  public let longitude: Double
  /// The part of a map to show for a place: west, south, east and north.
  public let bounds: [Double]?
  /// The booth, or the one at an address.
  public let booth: BoothID?
  /// Metres from the position of the search.
  public let distanceMetres: Double?

  enum CodingKeys: String, CodingKey {
    case kind, name, area, latitude, longitude
    case englishName = "name_en"
    case englishArea = "area_en"
    case bounds = "bbox"
    case booth = "booth_id"
    case distanceMetres = "distance_m"
  }
}

private struct SearchResultListDocument: Decodable, Sendable {
  var results: [SearchResult]
}

extension FourCutsClient {
  /// Places, stations, chains, booths and addresses by name, best match first; made for suggestions while somebody types.
  /// - Parameters:
  ///   - text: Korean, English or romanised, initial consonants, or the beginning of any of these; at most 100 characters.
  ///   - coordinate: What is nearer comes first among equal matches, and results have a distance.
  ///   - limit: 1...100.
  /// - Throws: `ClientError`.
  public nonisolated func search(
    _ text: String, near coordinate: Coordinate? = nil, limit: Int = 10
  ) async throws(ClientError) -> [SearchResult] {
    let query: APIRequest.Parameters = [
      ("q", text), ("lat", coordinate.map { String($0.latitude) }), ("lon", coordinate.map { String($0.longitude) }),
      ("limit", String(limit)),
    ]
    return try await answer(
      APIRequest("GET", "search", query: query, token: .none), as: SearchResultListDocument.self
    ).results
  }
}
