import Basics
package import Booths
import Geo

/// What a catalogue answers to some questions around `BoothAttributes.sample`, as texts: ordinals differ between
/// catalogues of the same booths.
package struct CatalogueAnswers: Equatable {
  private var answers: [String] = []

  package init(of catalogue: Catalogue) {
    func ids(_ ordinals: [UInt32]) -> String { ordinals.map { "\(catalogue.record($0).id)" }.joined(separator: " ") }
    let centre = Coordinate(latitude: 37.4979, longitude: 127.0276)!
    let viewport = Viewport(west: 127, south: 37.4, east: 127.1, north: 37.499)!
    for filter in Self.filters {
      let near = catalogue.near(centre, limit: 12, filter)
      answers.append("\(ids(near.map(\.ordinal))) \(near.map(\.metres))")
      answers.append("\(catalogue.count(filter)) \(catalogue.count(inside: viewport, filter))")
      answers.append(ids(catalogue.inside(viewport, limit: 20, filter)))
      answers.append("\(catalogue.brands(filter))")
      answers.append("\(catalogue.clusters(inside: viewport, zoom: 14, filter).count)")
    }
    for text in ["a", "인생", "brand 2"] { answers.append(ids(catalogue.booths(text, limit: 9))) }
    let states = catalogue.openStates(at: PreparedInstant(Self.instant))
    for ordinal in catalogue.all(limit: 40, .everything) {
      let hours = catalogue.openingHours(ordinal)?.text ?? "unknown"
      answers.append("\(catalogue.openState(ordinal, states)) \(hours)")
    }
    answers.append(String(describing: catalogue.bounds))
  }

  private static let instant = Timestamp(seconds: 1_800_000_000)

  private static let filters: [BoothFilter] = {
    var priced = BoothFilter.everything
    priced.maxPrice = 2350
    var open = BoothFilter()
    open.openAt = instant
    var branded = BoothFilter()
    branded.brands = ["brand 1"]
    return [BoothFilter(), .everything, priced, open, branded]
  }()
}

extension Catalogue {
  /// The booths that a text means, without places.
  package func booths(_ text: String, limit: Int, _ filter: BoothFilter = .everything) -> [UInt32] {
    PlaceSearch(.empty, self, now: Timestamp(seconds: 0)).booths(for: text, limit: limit, filter) ?? []
  }
}
