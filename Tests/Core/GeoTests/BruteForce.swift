import Basics
import Geo
import Testing

/// A plain loop, the reference for the spatial index.
struct BruteForce {
  /// The points in the index.
  let points: [IndexedPoint]

  /// The tolerance of distances in metres: a tenth of the guaranteed millimetre.
  static let tolerance = 0.000_1

  static func millimetres(_ metres: Double) -> Int { Int((metres * 1000).rounded()) }

  /// Checks a nearest search: the points, their order, and their distances.
  func check(
    _ answers: [Neighbor], of index: SpatialIndex, from coordinate: Coordinate, limit: Int,
    within radius: Double = .infinity, sourceLocation: SourceLocation = #_sourceLocation,
    where isWanted: (IndexedPoint) -> Bool = { _ in true }
  ) {
    let wanted = points.filter(isWanted)
    let fault = fault(answers, index, wanted, coordinate, limit, radius) ?? tieFault(answers, index, wanted)
    #expect(fault == nil, "\(limit) within \(radius) m of \(coordinate)", sourceLocation: sourceLocation)
  }

  private func fault(
    _ answers: [Neighbor], _ index: SpatialIndex, _ wanted: [IndexedPoint], _ coordinate: Coordinate, _ limit: Int,
    _ radius: Double
  ) -> String? {
    let tolerance = Self.tolerance
    let distances = wanted.map { Geodesic.distance(coordinate, Coordinate($0.coordinate)) }.sorted()
    let least = min(limit, distances.count { $0 <= radius - tolerance })
    let most = min(limit, distances.count { $0 <= radius + tolerance })
    if answers.count < least || answers.count > most { return "\(answers.count) answers instead of \(least)" }
    let byID = Dictionary(uniqueKeysWithValues: wanted.map { ($0.id, $0) })
    var previous = (millimetres: -1, id: Int64.max)
    for (rank, answer) in answers.enumerated() {
      let id = index.id(of: answer.ordinal)
      guard let point = byID[id], index.coordinate(of: answer.ordinal) == point.coordinate else {
        return "\(id) is not wanted"
      }
      let metres = Geodesic.distance(coordinate, Coordinate(point.coordinate))
      if abs(answer.metres - metres) >= tolerance { return "\(answer.metres) m instead of \(metres) m" }
      // Within one millimetre the order is by id.
      if abs(answer.metres - distances[rank]) >= 0.001 + tolerance { return "answer \(rank) has a nearer one" }
      let here = (millimetres: Self.millimetres(answer.metres), id: id)
      if previous >= here { return "answer \(rank) is out of order" }
      previous = here
    }
    return nil
  }

  /// Checks ties at the last result: points at the same coordinate with a lower id must be in the results.
  private func tieFault(_ answers: [Neighbor], _ index: SpatialIndex, _ wanted: [IndexedPoint]) -> String? {
    guard let last = answers.last else { return nil }
    let answered = Set(answers.map { index.id(of: $0.ordinal) })
    let id = index.id(of: last.ordinal)
    let spot = index.coordinate(of: last.ordinal)
    let missed = wanted.first { $0.coordinate == spot && $0.id < id && !answered.contains($0.id) }
    return missed.map { "a tie went to \(id) instead of \($0.id)" }
  }

  /// The ids inside a viewport, ascending.
  func ids(inside viewport: Viewport, after id: Int64 = .min, limit: Int = .max) -> [Int64] {
    let inside = points.filter { viewport.contains(Coordinate($0.coordinate)) && $0.id > id }
    return Array(inside.map(\.id).sorted().prefix(limit))
  }
}
