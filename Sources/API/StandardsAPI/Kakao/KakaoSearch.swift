import APIKit
import Basics
import Booths
import Geo

/// A search with Kakao's parameters, over one catalogue snapshot.
struct KakaoSearch {
  /// The maximum number of results on all pages, as at Kakao.
  static let maxPageable = 45
  /// The maximum count of results that must be examined one by one.
  static let maxCount = 2000

  let catalogue: Catalogue
  /// The booths that the keyword means, best first; nil: every booth.
  let matches: [UInt32]?
  let middle: Coordinate?
  let radius: Double?
  let rectangle: Viewport?
  let isByDistance: Bool

  struct Hit {
    let ordinal: UInt32
    /// The distance from the centre; nil without a centre.
    let metres: Double?
  }

  /// The first results, best first, and their total number.
  struct Found {
    let hits: [Hit]
    let total: Int
  }

  /// Runs the search. Complexity: that of the catalogue query, and O(found) up to `maxCount` distances.
  func run() -> Found {
    if let matches { return narrowed(matches.map(hit), sorting: isByDistance) }
    if let rectangle { return inside(rectangle) }
    guard let middle else {
      let first = catalogue.all(limit: Self.maxPageable).map { Hit(ordinal: $0, metres: nil) }
      return Found(hits: first, total: catalogue.count(BoothFilter()))
    }
    guard let radius else {
      return Found(hits: nearest(middle, Self.maxPageable), total: catalogue.count(BoothFilter()))
    }
    let hits = nearest(middle, Self.maxCount, within: radius)
    return Found(hits: hits, total: hits.count)
  }

  /// The booths inside a rectangle. If there are too many to measure each, the nearest ones to the centre are filtered
  /// by the rectangle instead.
  private func inside(_ rectangle: Viewport) -> Found {
    guard let middle else {
      let first = catalogue.inside(rectangle, limit: Self.maxPageable).map(hit)
      return Found(hits: first, total: catalogue.count(inside: rectangle))
    }
    let found = catalogue.inside(rectangle, limit: Self.maxCount + 1)
    if found.count <= Self.maxCount { return narrowed(found.map(hit), sorting: true) }
    let near = narrowed(nearest(middle, Self.maxCount, within: radius ?? .infinity), sorting: false)
    return radius == nil ? Found(hits: near.hits, total: catalogue.count(inside: rectangle)) : near
  }

  private func nearest(_ middle: Coordinate, _ limit: Int, within radius: Double = .infinity) -> [Hit] {
    catalogue.near(middle, limit: limit, within: radius).map { Hit(ordinal: $0.ordinal, metres: $0.metres) }
  }

  private func hit(_ ordinal: UInt32) -> Hit {
    let document = Coordinate(catalogue.record(ordinal).coordinate)
    return Hit(ordinal: ordinal, metres: middle.map { Geodesic.distance($0, document) })
  }

  /// Filters by radius and rectangle, and sorts by distance if asked to.
  private func narrowed(_ hits: [Hit], sorting: Bool) -> Found {
    var kept = hits.filter { hit in
      if let radius, let metres = hit.metres, metres > radius { return false }
      return rectangle?.contains(Coordinate(catalogue.record(hit.ordinal).coordinate)) ?? true
    }
    if sorting, middle != nil { kept.sort { ($0.metres ?? 0) < ($1.metres ?? 0) } }
    return Found(hits: kept, total: kept.count)
  }
}
