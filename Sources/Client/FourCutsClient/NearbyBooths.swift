public import Basics
import Contracts
import Foundation
public import Location

/// A query for the nearest booths.
public struct BoothQuery: Hashable, Sendable {
  /// The centre.
  public var coordinate: Coordinate
  /// The maximum count, 1...1,000.
  public var limit: Int
  /// The maximum distance in metres; nil for any.
  public var radius: Double?
  /// Only these chains; empty for all.
  public var brands: [String]

  /// Creates a query.
  public init(near coordinate: Coordinate, limit: Int = 20, radius: Double? = nil, brands: [String] = []) {
    self.coordinate = coordinate
    self.limit = limit
    self.radius = radius
    self.brands = brands
  }

  package var request: APIRequest {
    APIRequest(
      "GET", "booths", "near",
      query: [
        ("lat", String(coordinate.latitude)), ("lon", String(coordinate.longitude)), ("limit", String(limit)),
        ("radius", radius.map { String($0) }), ("brand", brands.isEmpty ? nil : brands.joined(separator: ",")),
      ], token: .none)
  }
}

/// A booth in a list. Unknown values are nil.
public struct BoothSummary: Decodable, Hashable, Sendable, Identifiable {
  /// Its stable number.
  public let id: BoothID
  /// The name.
  public let name: String
  /// The chain.
  public let brand: String?
  /// The road-name address.
  public let roadAddress: String?
  /// The lot-number address.
  public let lotAddress: String?
  /// Degrees north.
  public let latitude: Double
  /// Degrees east.
  public let longitude: Double
  /// `operating`, `closed` or `unknown`.
  public let status: String
  /// Whether it is open now: `open`, `closed` or `unknown`.
  public let open: String
  /// The distance from the query's coordinate in metres.
  public let distanceMetres: Double

  enum CodingKeys: String, CodingKey {
    case id, name, brand, latitude, longitude, status, open
    case roadAddress = "road_address"
    case lotAddress = "lot_address"
    case distanceMetres = "distance_m"
  }
}

/// The booths around a location, and how the location was determined.
public struct NearbyBooths: Hashable, Sendable {
  /// The location that was used, why, and how the user can improve it.
  public var location: LocationAnswer
  /// Nearest first.
  public var booths: [BoothSummary]
}

struct BoothListDocument: Decodable, Sendable {
  var booths: [BoothSummary]
}

extension FourCutsClient {
  /// The nearest booths to the device's location, as far as it is known.
  ///
  /// The location rules are the server's, but run here: the server receives only a coordinate, not its accuracy, its
  /// age, or why there is none.
  /// - Parameters:
  ///   - report: The device's location report; `LocationSession` keeps one over time.
  ///   - now: The current time on the report's clock; nil uses the device's clock.
  /// - Throws: `ClientError`.
  public nonisolated func nearestBooths(
    _ report: LocationReport, limit: Int = 20, radius: Double? = nil, brands: [String] = [],
    policy: LocationPolicy = LocationPolicy(), now: Timestamp? = nil
  ) async throws(ClientError) -> NearbyBooths {
    let location = resolve(
      report, policy: policy, now: now ?? Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)))
    let query = BoothQuery(near: location.coordinate, limit: limit, radius: radius, brands: brands)
    let list = try await answer(query.request, as: BoothListDocument.self)
    return NearbyBooths(location: location, booths: list.booths)
  }
}
