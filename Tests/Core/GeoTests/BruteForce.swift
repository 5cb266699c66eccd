import Basics
import Geo
import Testing

/// The plain loop that every answer of an index is held against.
struct BruteForce {
  /// What the index says of itself must be true of these points.
  let points: [IndexedPoint]

  /// How far an index's metres may be from the geodesic: a tenth of the promised millimetre.
  static let tolerance = 0.000_1

  static func millimetres(_ metres: Double) -> Int { Int((metres * 1000).rounded()) }

  /// Checks answers about the points nearest to a place: which, in what order, how far.
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
      // Within one millimetre it is the id that decides.
      if abs(answer.metres - distances[rank]) >= 0.001 + tolerance { return "answer \(rank) has a nearer one" }
      let here = (millimetres: Self.millimetres(answer.metres), id: id)
      if previous >= here { return "answer \(rank) is out of order" }
      previous = here
    }
    return nil
  }

  /// Of points on the last answer's spot, those of lower id must have been answered too.
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
