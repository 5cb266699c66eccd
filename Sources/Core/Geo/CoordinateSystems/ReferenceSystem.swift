package import Basics

/// A supported coordinate reference system (CRS).
package struct ReferenceSystem: Hashable, Sendable {
  /// `EPSG:5174`, `KATEC`, …
  package let name: String
  /// The title for help texts: `Korean 1985 / Modified Central Belt`.
  package let title: String
  /// Whether its coordinates are degrees (geographic) rather than metres (projected).
  package let isGeographic: Bool

  /// WGS84 in degrees, the target of all transformations.
  package static let wgs84 = ReferenceSystem(geographic: 4326, "WGS 84")

  /// All systems used in Korean public data, WGS84 first.
  package static let all: [ReferenceSystem] = [
    wgs84,
    ReferenceSystem(geographic: 4737, "Korea 2000 (GRS80)"),
    ReferenceSystem(geographic: 4166, "Korean 1995"),
    ReferenceSystem(geographic: 4162, "Korean 1985 (Bessel)"),
    ReferenceSystem(5173, "Korean 1985 / Modified West Belt"),
    ReferenceSystem(5174, "Korean 1985 / Modified Central Belt"),
    ReferenceSystem(5175, "Korean 1985 / Modified Central Belt Jeju"),
    ReferenceSystem(5176, "Korean 1985 / Modified East Belt"),
    ReferenceSystem(5177, "Korean 1985 / Modified East Sea Belt"),
    ReferenceSystem(5178, "Korean 1985 / Unified CS"),
    ReferenceSystem(5179, "Korea 2000 / Unified CS (UTM-K)"),
    ReferenceSystem(5180, "Korea 2000 / West Belt"),
    ReferenceSystem(5181, "Korea 2000 / Central Belt"),
    ReferenceSystem(5182, "Korea 2000 / Central Belt Jeju"),
    ReferenceSystem(5183, "Korea 2000 / East Belt"),
    ReferenceSystem(5184, "Korea 2000 / East Sea Belt"),
    ReferenceSystem(5185, "Korea 2000 / West Belt 2010"),
    ReferenceSystem(5186, "Korea 2000 / Central Belt 2010"),
    ReferenceSystem(5187, "Korea 2000 / East Belt 2010"),
    ReferenceSystem(5188, "Korea 2000 / East Sea Belt 2010"),
    ReferenceSystem(2096, "Korean 1985 / East Belt"),
    ReferenceSystem(2097, "Korean 1985 / Central Belt"),
    ReferenceSystem(2098, "Korean 1985 / West Belt"),
    ReferenceSystem(5167, "Korean 1985 / East Sea Belt"),
    ReferenceSystem(5168, "Korean 1985 / Central Belt Jeju"),
    ReferenceSystem(3857, "WGS 84 / Pseudo-Mercator (web maps)"),
    ReferenceSystem(32651, "WGS 84 / UTM zone 51N"),
    ReferenceSystem(32652, "WGS 84 / UTM zone 52N"),
    ReferenceSystem(defined: .katec, "Korean 1985 / KATEC (navigation)"),
    ReferenceSystem(defined: .wcongnamul, "Kakao's WCONGNAMUL: EPSG:5181 times 2.5"),
  ]

  /// Finds a system by its name: `EPSG:5174`, `5174`, `epsg:5174`, `KATEC`, `WGS84`.
  /// - Throws: `DomainError` `unknown-reference-system`, which lists the known ones.
  package static func named(_ name: String) throws(DomainError) -> ReferenceSystem {
    let wanted = String(name.uppercased().filter { !$0.isWhitespace })
    guard let system = byName[wanted] else {
      throw DomainError(
        .invalid, "unknown-reference-system",
        "The coordinate reference system is not known; pass one of \(all.map(\.name).joined(separator: ", ")).",
        field: "crs")
    }
    return system
  }

  private static let byName: [String: ReferenceSystem] = {
    var byName = ["WGS84": wgs84]
    for system in all {
      byName[system.name] = system
      if system.definition == nil { byName[String(system.name.dropFirst("EPSG:".count))] = system }
    }
    return byName
  }()

  /// The definition of a system that EPSG does not list.
  let definition: ReferenceSystemDefinition?

  private init(_ code: Int, _ title: String) {
    self.init(name: "EPSG:\(code)", title: title, isGeographic: false, definition: nil)
  }

  private init(geographic code: Int, _ title: String) {
    self.init(name: "EPSG:\(code)", title: title, isGeographic: true, definition: nil)
  }

  private init(defined definition: ReferenceSystemDefinition, _ title: String) {
    self.init(name: definition.name, title: title, isGeographic: false, definition: definition)
  }

  private init(name: String, title: String, isGeographic: Bool, definition: ReferenceSystemDefinition?) {
    self.name = name
    self.title = title
    self.isGeographic = isGeographic
    self.definition = definition
  }
}
