import Basics
import Geo

/// What a sample of a file shows about its coordinate columns.
struct CRSEvidence {
  /// The columns whose headers name degrees, if both exist.
  var degrees: CoordinatePair?
  /// The columns whose headers name metres or no unit (`x`, `y`), if both exist.
  var metres: CoordinatePair?
  var provinces: [Province?]
  var headers: [String]
  /// The systems that the headers leave possible; empty when they give no hint.
  var hintedSystems: [String]
  /// Whether the headers are those of the national permit data.
  var isPermitData: Bool
}

/// Where a file's coordinates are read from, and why.
struct CRSDetection: Equatable {
  var coordinates: CoordinateColumns
  var fallback: CoordinateColumns?
  var decisions: [String]
  /// Whether a row without an address is rejected when it lies outside Korea.
  var expectsKorea: Bool
}

extension CRSDetection {
  /// Decides by the option, the headers, the magnitude of the numbers, the provinces of the addresses, and columns that
  /// give the same coordinates in both units. Each is overruled only by a majority of the sampled rows.
  /// - Throws: `DomainError` with the option to pass: `reference-system-undecided`, `reference-system-contradicted`,
  ///   `columns-swapped`.
  init(_ evidence: CRSEvidence, explicit: ImportReferenceSystem, fixesSwapped: Bool) throws(DomainError) {
    var detector = CRSDetector(evidence: evidence, explicit: explicit, fixesSwapped: fixesSwapped)
    self = try detector.decide()
  }
}

/// The steps of a `CRSDetection`.
struct CRSDetector {
  let evidence: CRSEvidence
  let explicit: ImportReferenceSystem
  let fixesSwapped: Bool
  var decisions: [String] = []

  /// Sorts the pairs by the numbers they hold, whatever their headers say, and decides each.
  mutating func decide() throws(DomainError) -> CRSDetection {
    var degrees: (pair: CoordinatePair, isSwapped: Bool)?
    var metres: CoordinatePair?
    for pair in [evidence.degrees, evidence.metres].compactMap(\.self) {
      let pair = try unscaled(pair)
      switch pair.unit {
      case .unspecified: continue
      case .degrees(let isSwapped): if degrees == nil { degrees = (pair, isSwapped) }
      case .metres: metres = pair
      }
    }
    try checkUnits(hasDegrees: degrees != nil, hasMetres: metres != nil)
    guard degrees != nil || metres != nil else { return try decideWithoutNumbers() }
    var readDegrees: CoordinateColumns?
    if let degrees { readDegrees = try decideDegrees(degrees.pair, isSwapped: degrees.isSwapped) }
    var readMetres: CoordinateColumns?
    if let metres { readMetres = try decideMetres(metres, beside: degrees) }
    return arrange(degrees: readDegrees, metres: readMetres)
  }

  /// A pair with its degrees as decimal numbers.
  private mutating func unscaled(_ pair: CoordinatePair) throws(DomainError) -> CoordinatePair {
    guard pair.isScaled else { return pair }
    let names = names(pair)
    let header = [pair.eastColumn, pair.northColumn].map { HeaderText.folded(evidence.headers[$0]) }
    let named = header.allSatisfy { $0.hasSuffix("e7") } ? 1e7 : header.allSatisfy { $0.hasSuffix("e6") } ? 1e6 : nil
    guard let unscaled = named.map({ pair.divided(by: $0) }) ?? pair.unscaled else {
      throw DomainError(
        .invalid, "reference-system-undecided",
        "\(names) look like degrees times 1,000,000 or 10,000,000, and both lie on Earth; divide them first.",
        field: "crs")
    }
    decisions.append("\(names) are whole numbers, divided by \(unscaled.divisor == 1e7 ? "10,000,000" : "1,000,000").")
    return unscaled
  }

  /// The system named by the option, if any.
  var explicitSystem: ReferenceSystem? {
    if case .named(let system) = explicit { system } else { nil }
  }

  /// Throws if the explicit system has the wrong unit.
  private func checkUnits(hasDegrees: Bool, hasMetres: Bool) throws(DomainError) {
    guard let system = explicitSystem, hasDegrees || hasMetres else { return }
    if system.isGeographic && !hasDegrees {
      throw contradicted(
        "\(system.name) is in degrees, but the columns hold metres; pass the projected system they are in")
    }
    if !system.isGeographic && !hasMetres {
      throw contradicted(
        "\(system.name) is in metres, but the columns hold degrees; leave out --crs, or pass --crs EPSG:4326")
    }
  }

  /// Degrees come first, unless the explicit system is projected: then the metres were meant.
  private func arrange(degrees: CoordinateColumns?, metres: CoordinateColumns?) -> CRSDetection {
    let metresFirst = explicitSystem.map { !$0.isGeographic } ?? false
    let ordered = (metresFirst ? [metres, degrees] : [degrees, metres]).compactMap(\.self)
    var decisions = decisions
    if ordered.count == 2 {
      let (first, second) = (names(ordered[0]), names(ordered[1]))
      decisions.append("Coordinates are read from \(first), and from \(second) for rows without them.")
    }
    return CRSDetection(
      coordinates: ordered[0], fallback: ordered.count == 2 ? ordered[1] : nil, decisions: decisions,
      expectsKorea: expectsKorea(degrees, metres))
  }

  /// True for Korean systems, and for degrees under Korean headers if nine in ten lie in Korea.
  private func expectsKorea(_ degrees: CoordinateColumns?, _ metres: CoordinateColumns?) -> Bool {
    if let metres, !SystemFamily.worldwide.contains(metres.system.name) { return true }
    guard let degrees, evidence.headers[degrees.east].unicodeScalars.contains(where: CRSDetector.isHangul),
      let pair = [evidence.degrees, evidence.metres].compactMap(\.self).first(where: {
        $0.eastColumn == degrees.east || $0.northColumn == degrees.east
      })
    else { return false }
    let rows = pair.numericRows
    let (east, north) = pair.divided(by: degrees.divisor).numbers(rows, isSwapped: degrees.isSwapped)
    let inside = zip(east, north).filter { ProvinceRegions.korea.contains(latitude: $1, longitude: $0, margin: 0) }
    return inside.count * 10 >= rows.count * 9
  }

  private static func isHangul(_ scalar: Unicode.Scalar) -> Bool { (0xAC00...0xD7A3).contains(scalar.value) }

  /// If no sampled row has a coordinate, only a header or an option can decide.
  private mutating func decideWithoutNumbers() throws(DomainError) -> CRSDetection {
    let usesDegrees = evidence.degrees != nil && explicitSystem?.isGeographic ?? true
    guard let pair = usesDegrees ? evidence.degrees : evidence.metres ?? evidence.degrees else {
      throw DomainError(.invalid, "no-coordinate-columns", "No columns are recognised as coordinates.", field: "map")
    }
    decisions.append("No sampled row has a coordinate.")
    let named = usesDegrees ? ReferenceSystem.wgs84 : try headerSystem()
    guard let system = explicitSystem ?? named ?? (evidence.provinces.isEmpty ? .wgs84 : nil) else {
      throw undecided(
        "none of the \(evidence.provinces.count) sampled rows has a coordinate", SystemFamily.all[0].members)
    }
    return CRSDetection(
      coordinates: pair.columns(system, isSwapped: false), fallback: nil, decisions: decisions,
      expectsKorea: !usesDegrees)
  }
}

extension CRSDetector {
  /// Checks a pair in degrees against the addresses.
  private mutating func decideDegrees(_ pair: CoordinatePair, isSwapped: Bool) throws(DomainError) -> CoordinateColumns
  {
    let system = explicitSystem.flatMap { $0.isGeographic ? $0 : nil } ?? .wgs84
    let rows = pair.numericRows
    var reader = try SystemReader(system)
    let fit = ProvinceFit(pair, rows: rows, provinces: evidence.provinces, in: &reader, isSwapped: isSwapped)
    let isAddressed = rows.contains { evidence.provinces[$0] != nil }
    if isSwapped { try rejectSwapped(pair, "holds latitudes", "longitudes", fit) }
    if isAddressed, fit.total >= CRSDetector.fewRows, fit.share < 0.5 {
      throw contradicted(
        "Only \(fit.inside) of \(fit.total) points lie in the province of their address; check which columns hold the coordinates and pass them with --map"
      )
    }
    let provinceEvidence =
      isAddressed ? "; \(fit.inside) of \(fit.total) points lie in the province of their address" : ""
    decisions.append(
      "\(names(pair)) hold degrees, read as \(system.name)\(isSwapped ? ", exchanged" : "")\(provinceEvidence).")
    return pair.columns(system, isSwapped: isSwapped)
  }

  /// With fewer addressed rows than this, contradicting addresses are left to the validation of each row.
  static var fewRows: Int { 5 }

  /// Throws for swapped columns unless the option to fix them is set.
  mutating func rejectSwapped(
    _ pair: CoordinatePair, _ verb: String, _ other: String, _ fit: ProvinceFit
  ) throws(DomainError) {
    let (east, north) = (evidence.headers[pair.eastColumn], evidence.headers[pair.northColumn])
    let what = "“\(east)” \(verb) and “\(north)” \(other)"
    if fixesSwapped {
      decisions.append("\(what): exchanged, as asked.")
      return
    }
    let fields = fit.system.isGeographic ? ("longitude", "latitude") : ("x", "y")
    throw DomainError(
      .invalid, "columns-swapped",
      "\(what) (\(fit.inside) of \(fit.total) sampled points fit when exchanged); pass --fix-swapped, "
        + "or --map \(fields.0)=\(north),\(fields.1)=\(east).",
      field: "fix_swapped")
  }
}
