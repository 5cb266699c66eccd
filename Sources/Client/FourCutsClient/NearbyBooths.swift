public import Basics
import Contracts
import Foundation
public import Location

/// Which booths are looked for.
public struct BoothQuery: Hashable, Sendable {
  /// From where.
  public var coordinate: Coordinate
  /// How many, 1...1,000.
  public var limit: Int
  /// Only within so many metres; nil for any distance.
  public var radius: Double?
  /// Only these chains; empty for all.
  public var brands: [String]

  /// The nearest booths to a place.
  public init(near coordinate: Coordinate, limit: Int = 20, radius: Double? = nil, brands: [String] = []) {
    self.coordinate = coordinate
    self.limit = limit
    self.radius = radius
    self.brands = brands
  }
}

/// A booth as lists show it. What is not known is nil.
public struct BoothSummary: Decodable, Hashable, Sendable, Identifiable {
  /// Its stable number.
  public let id: BoothID
  /// What it is called.
  public let name: String
  /// The chain that it belongs to.
  public let brand: String?
  /// Its address by street.
  public let roadAddress: String?
  /// Its address by plot.
  public let lotAddress: String?
  /// Degrees north.
  public let latitude: Double
  /// Degrees east.
  public let longitude: Double
  /// `operating`, `closed` or `unknown`.
  public let status: String
  /// Whether it is open now: `open`, `closed` or `unknown`.
  public let open: String
  /// Metres from where was looked.
  public let distanceMetres: Double

  enum CodingKeys: String, CodingKey {
    case id, name, brand, latitude, longitude, status, open
    case roadAddress = "road_address"
    case lotAddress = "lot_address"
    case distanceMetres = "distance_m"
  }
}

/// The booths around where a person is, or may be, and why there.
public struct NearbyBooths: Hashable, Sendable {
  /// Where was looked, why there, and what can be done about it.
  public var location: LocationAnswer
  /// Nearest first.
  public var booths: [BoothSummary]
}

struct BoothListDocument: Decodable, Sendable {
  var booths: [BoothSummary]
}

extension FourCutsClient {
  /// The nearest booths, from whatever the device can tell of its location.
  ///
  /// The rules are the server's own and run here: the server is given a coordinate and nothing else, not how exact it
  /// is, how old, or why there is none.
  /// - Parameters:
  ///   - report: What the device says; `LocationSession` keeps one over time.
  ///   - now: The time by the clock of the report; nil takes the device's.
  /// - Throws: `ClientError`.
  public nonisolated func nearestBooths(
    _ report: LocationReport, limit: Int = 20, radius: Double? = nil, brands: [String] = [],
    policy: LocationPolicy = LocationPolicy(), now: Timestamp? = nil
  ) async throws(ClientError) -> NearbyBooths {
    let location = resolve(
      report, policy: policy, now: now ?? Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)))
    let query = BoothQuery(near: location.coordinate, limit: limit, radius: radius, brands: brands)
    let list = try await answer(.booths(near: query), as: BoothListDocument.self)
    return NearbyBooths(location: location, booths: list.booths)
  }
}
