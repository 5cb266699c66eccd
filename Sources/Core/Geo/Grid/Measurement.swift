import Basics

/// The nearest of explicitly listed points, at any distance.
struct Measurement {
  private let blocks: PointBlocks
  private let from: Coordinate
  private let origin: EarthCentred
  private let radius: Double
  private var shortlist: Shortlist

  /// Keeps the `count` (at least 1) nearest points within `radius` metres.
  init(_ blocks: PointBlocks, from: Coordinate, count: Int, radius: Double) {
    self.blocks = blocks
    self.from = from
    self.radius = radius
    origin = EarthCentred(from)
    shortlist = Shortlist(limit: count)
  }

  /// Measures the point at a position, unless it is clearly too far.
  mutating func consider(_ position: Int) {
    let reach = shortlist.isFull ? min(radius, shortlist.reach) : radius
    let centred = blocks.centred(at: position)
    if origin.chordSquared(to: centred) > nearbyMetres * nearbyMetres, reach < .infinity,
      origin.lowerBound(to: centred) ?? 0 > reach + 0.001
    {
      return
    }
    let metres = blocks.distance(to: position, from: origin, from)
    let key = Shortlist.key(metres, ordinal: blocks.ordinal(at: position))
    if metres > radius || shortlist.isFull && key >= shortlist.worstKey { return }
    shortlist.insert(Shortlist.Entry(key: key, metres: metres))
  }

  /// The points kept, nearest first. Frees the memory: call it once, at the end.
  mutating func drainNeighbors() -> [Neighbor] { shortlist.drainNeighbors() }
}
