import Basics
import Geo

extension CRSDetector {
  /// Decides the reference system of a pair in metres. Nil if it stays undecided and degrees can be read instead.
  mutating func decideMetres(
    _ pair: CoordinatePair, beside degrees: (pair: CoordinatePair, isSwapped: Bool)?
  ) throws(DomainError) -> CoordinateColumns? {
    if let system = explicitSystem, !system.isGeographic {
      return try confirm(system, of: pair, because: "as specified", isExplicit: true)
    }
    if let degrees, let found = try residualDecision(pair, degrees) { return found }
    if let system = try headerSystem() {
      let reason = evidence.isPermitData ? "the headers are those of the national permit data" : "the header says so"
      return try confirm(system, of: pair, because: reason, isExplicit: false)
    }
    do {
      return try bestFit(pair)
    } catch {
      guard degrees != nil else { throw error }
      decisions.append("\(names(pair)) are not read: their reference system is not decided; specify it with --crs.")
      return nil
    }
  }

  /// The system that the headers name by its code, or that of the permit data.
  func headerSystem() throws(DomainError) -> ReferenceSystem? {
    if evidence.hintedSystems.count == 1 { return try ReferenceSystem.named(evidence.hintedSystems[0]) }
    return evidence.isPermitData && evidence.hintedSystems.isEmpty ? try ReferenceSystem.named("EPSG:5174") : nil
  }

  /// Decides between systems by comparing with the degree columns of the same rows.
  private mutating func residualDecision(
    _ pair: CoordinatePair, _ degrees: (pair: CoordinatePair, isSwapped: Bool)
  ) throws(DomainError) -> CoordinateColumns? {
    let placed = Set(degrees.pair.numericRows)
    let both = pair.numericRows.filter(placed.contains)
    guard both.count >= 3 else { return nil }
    let rows = ProvinceFit.sampled(both, to: ResidualFit.maxSample)
    var fits: [ResidualFit] = []
    for family in SystemFamily.all {
      let orientations = [false, true].filter { family.admits(pair, rows, isSwapped: $0) }
      for member in orientations.isEmpty ? [] : family.members {
        var reader = try SystemReader(.named(member))
        for isSwapped in orientations {
          fits.append(
            ResidualFit(
              metres: pair, degrees: degrees.pair, rows: rows, isDegreesSwapped: degrees.isSwapped, in: &reader,
              isSwapped: isSwapped))
        }
      }
    }
    guard let best = ResidualFit.best(fits) else { return nil }
    decisions.append(
      "\(names(pair)) are \(best.system.name)\(best.isSwapped ? ", exchanged" : ""): read so, they lie "
        + "\(decimalText(best.median)) m from the degrees in the median of \(rows.count) rows.")
    return pair.columns(best.system, isSwapped: best.isSwapped)
  }

  /// Accepts a named system unless the rows contradict it.
  private mutating func confirm(
    _ system: ReferenceSystem, of pair: CoordinatePair, because reason: String, isExplicit: Bool
  ) throws(DomainError) -> CoordinateColumns {
    let rows = pair.numericRows
    let provinces = evidence.provinces
    var reader = try SystemReader(system)
    let plain = ProvinceFit(pair, rows: rows, provinces: provinces, in: &reader, isSwapped: false)
    let isAbroad = SystemFamily.worldwide.contains(system.name) && rows.allSatisfy { provinces[$0] == nil }
    if plain.share < 0.5, !isAbroad {
      let swapped = ProvinceFit(pair, rows: rows, provinces: provinces, in: &reader, isSwapped: true)
      if swapped.share >= 0.5, swapped.share >= plain.share + 0.25 {
        try rejectSwapped(pair, "holds northings", "eastings", swapped)
        decisions.append("\(names(pair)) are \(system.name), \(reason); \(ground(swapped, rows)).")
        return pair.columns(system, isSwapped: true)
      }
      if plain.total >= CRSDetector.fewRows { throw try contradiction(of: plain, pair, isExplicit: isExplicit) }
    }
    decisions.append("\(names(pair)) are \(system.name), \(reason); \(ground(plain, rows)).")
    return pair.columns(system, isSwapped: false)
  }

  /// The error for a named system that the rows contradict. Suggests the system that fits them.
  private func contradiction(of fit: ProvinceFit, _ pair: CoordinatePair, isExplicit: Bool) throws(DomainError)
    -> DomainError
  {
    let better = try fits(pair, hint: []).max { $0.fit.share < $1.fit.share }
    var advice = "check which columns hold the coordinates and pass them with --map"
    if let better, better.fit.share >= 0.8 {
      advice =
        "they fit \(better.family.members.joined(separator: " or "))\(better.fit.isSwapped ? " with the columns exchanged" : ""): "
        + "pass --crs \(better.family.members[0])\(better.fit.isSwapped ? " --fix-swapped" : "")"
    }
    return contradicted(
      "Read as \(fit.system.name)\(isExplicit ? "" : ", as the headers suggest"), only \(fit.inside) of \(fit.total) points lie where they should; \(advice)"
    )
  }

  /// Decides by the family whose reading puts the rows into the provinces of their addresses.
  private mutating func bestFit(_ pair: CoordinatePair) throws(DomainError) -> CoordinateColumns {
    let all = try fits(pair, hint: evidence.hintedSystems).sorted { $0.fit.share > $1.fit.share }
    guard let best = all.first, best.fit.share >= 0.5 else {
      throw undecided(
        "the numbers fit no system that Korean public data uses", ["EPSG:5174", "EPSG:5179", "EPSG:5186"])
    }
    let rivals = all.filter { $0.fit.share > best.fit.share - 0.25 }
    guard rivals.count == 1 else {
      // Both orders of the columns of one system are rivals, too.
      let systems = rivals.flatMap(\.family.members).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      let fit = systems.count == 1 ? "one system in either order of the columns" : "several systems"
      throw undecided("the rows fit \(fit) and hold no addresses that decide", systems)
    }
    guard best.family.members.count == 1 else {
      throw undecided(
        "the numbers fit \(best.family.members.joined(separator: ", ")), which differ by some 300 m, too little to decide by addresses",
        best.family.members)
    }
    if best.fit.isSwapped { try rejectSwapped(pair, "holds northings", "eastings", best.fit) }
    decisions.append("\(names(pair)) are \(best.fit.system.name): \(ground(best.fit, pair.numericRows)).")
    return pair.columns(best.fit.system, isSwapped: best.fit.isSwapped)
  }

  /// Every family and orientation that the magnitudes and the hint admit, with its fit.
  private func fits(_ pair: CoordinatePair, hint: [String]) throws(DomainError) -> [(
    family: SystemFamily, fit: ProvinceFit
  )] {
    let rows = pair.numericRows
    var fits: [(SystemFamily, ProvinceFit)] = []
    for family in SystemFamily.all.compactMap({ $0.narrowed(to: hint) }) {
      let orientations = [false, true].filter { family.admits(pair, rows, isSwapped: $0) }
      if orientations.isEmpty { continue }
      var reader = try SystemReader(.named(family.members[0]))
      for isSwapped in orientations {
        let fit = ProvinceFit(pair, rows: rows, provinces: evidence.provinces, in: &reader, isSwapped: isSwapped)
        fits.append((family, fit))
      }
    }
    return fits
  }
}
