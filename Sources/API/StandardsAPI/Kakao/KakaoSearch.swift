import APIKit
import Basics
import Booths
import Geo

/// A search as Kakao's parameters describe it, over one snapshot.
struct KakaoSearch {
  /// How many results can be paged to at most, as Kakao has it.
  static let maxPageable = 45
  /// Results are counted up to this many where they have to be looked at one by one.
  static let maxCount = 2000

  let catalogue: Catalogue
  /// What to find; nil: every booth.
  let text: String?
  let middle: Coordinate?
  let radius: Double?
  let rectangle: Viewport?
  let isByDistance: Bool

  /// One place found.
  struct Hit {
    let ordinal: UInt32
    /// From the middle, where there is one.
    let metres: Double?
  }

  /// What was found: the first of it, best first, and how much there is.
  struct Found {
    let hits: [Hit]
    let total: Int
  }

  /// Runs the search. Complexity: that of the query it comes to, and O(found) up to `maxCount` distances.
  func run() -> Found {
    if let text { return narrowed(catalogue.search(text, limit: Self.maxCount).map(hit), sorting: isByDistance) }
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

  /// The booths inside a rectangle. Where there are too many to measure each, the nearest of the middle are looked
  /// through for it instead.
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

  /// What lies within radius and rectangle, in its order or by distance.
  private func narrowed(_ hits: [Hit], sorting: Bool) -> Found {
    var kept = hits.filter { hit in
      if let radius, let metres = hit.metres, metres > radius { return false }
      return rectangle?.contains(Coordinate(catalogue.record(hit.ordinal).coordinate)) ?? true
    }
    if sorting, middle != nil { kept.sort { ($0.metres ?? 0) < ($1.metres ?? 0) } }
    return Found(hits: kept, total: kept.count)
  }
}
