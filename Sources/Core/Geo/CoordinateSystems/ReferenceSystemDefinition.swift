/// A transverse Mercator system that EPSG does not list, based on a geographic system that it does.
struct ReferenceSystemDefinition: Hashable, Sendable {
  let name: String
  /// Latitude and longitude of the natural origin, in degrees.
  let origin: [Int]
  let scale: Double
  /// False easting and northing in metres.
  let offset: [Int]
  /// The length of one coordinate unit in metres.
  let unit: Double
  /// The underlying geographic system as WKT.
  let base: String

  /// The system of Korean car navigation. Its datum is Korean 1985, so that PROJ's own datum shift (EPSG:5191)
  /// applies.
  static let katec = ReferenceSystemDefinition(
    name: "KATEC", origin: [38, 128], scale: 0.9999, offset: [400_000, 600_000], unit: 1,
    base: """
      BASEGEOGCRS["Korean 1985",DATUM["Korean Datum 1985",\
      ELLIPSOID["Bessel 1841",6377397.155,299.1528128]],ID["EPSG",4162]]
      """)

  /// Kakao's map coordinates: EPSG:5181 in units of 0.4 metres.
  static let wcongnamul = ReferenceSystemDefinition(
    name: "WCONGNAMUL", origin: [38, 127], scale: 1, offset: [200_000, 500_000], unit: 0.4,
    base: """
      BASEGEOGCRS["Korea 2000",DATUM["Geocentric datum of Korea",\
      ELLIPSOID["GRS 1980",6378137,298.257222101]],ID["EPSG",4737]]
      """)

  /// The definition as WKT 2 (ISO 19162), for PROJ.
  var text: String {
    let degree = "ANGLEUNIT[\"degree\",0.0174532925199433]"
    let metre = "LENGTHUNIT[\"metre\",1]"
    return """
      PROJCRS["\(name)",\(base),\
      CONVERSION["\(name)",METHOD["Transverse Mercator",ID["EPSG",9807]],\
      PARAMETER["Latitude of natural origin",\(origin[0]),\(degree)],\
      PARAMETER["Longitude of natural origin",\(origin[1]),\(degree)],\
      PARAMETER["Scale factor at natural origin",\(scale),SCALEUNIT["unity",1]],\
      PARAMETER["False easting",\(offset[0]),\(metre)],PARAMETER["False northing",\(offset[1]),\(metre)]],\
      CS[Cartesian,2],AXIS["easting",east],AXIS["northing",north],LENGTHUNIT["unit",\(unit)]]
      """
  }
}
