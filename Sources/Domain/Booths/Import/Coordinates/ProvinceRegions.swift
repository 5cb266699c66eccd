/// The provinces as boxes of latitude and longitude that include every inhabited island.
///
/// Coarse on purpose: a row is rejected for its province only if it is kilometres off.
enum ProvinceRegions {
  /// A box in degrees.
  struct Box: Hashable, Sendable {
    var south: Double
    var north: Double
    var west: Double
    var east: Double

    init(_ south: Double, _ north: Double, _ west: Double, _ east: Double) {
      self.south = south
      self.north = north
      self.west = west
      self.east = east
    }

    /// Whether a point lies inside, or outside by at most a margin in degrees. False for NaN.
    func contains(latitude: Double, longitude: Double, margin: Double) -> Bool {
      latitude >= south - margin && latitude <= north + margin && longitude >= west - margin
        && longitude <= east + margin
    }
  }

  /// The distance in degrees that a point may lie outside its box: about 5 km. It covers moved boundaries and the
  /// coarseness of the boxes.
  static let margin = 0.05

  static let korea = Box(32.8, 38.8, 124.0, 132.2)

  /// Whether a point lies in a province, or outside by at most the margin. False for NaN.
  static func contains(_ province: Province, latitude: Double, longitude: Double) -> Bool {
    boxes[Int(province.rawValue)].contains { $0.contains(latitude: latitude, longitude: longitude, margin: margin) }
  }

  /// Whether a point lies in the box of any province: on land or near it. False for NaN.
  static func isLand(latitude: Double, longitude: Double) -> Bool {
    boxes.contains { $0.contains { $0.contains(latitude: latitude, longitude: longitude, margin: 0) } }
  }

  /// The first province whose box contains a point, metropolitan cities first.
  static func province(latitude: Double, longitude: Double) -> Province? {
    Province.allCases.first { province in
      boxes[Int(province.rawValue)].contains { $0.contains(latitude: latitude, longitude: longitude, margin: 0) }
    }
  }

  /// Indexed by `Province.rawValue`.
  private static let boxes: [[Box]] = [
    [Box(37.42, 37.71, 126.76, 127.19)],  // Seoul
    [Box(34.86, 35.40, 128.73, 129.32)],  // Busan
    [Box(35.60, 36.02, 128.34, 128.77), Box(36.00, 36.33, 128.40, 128.90)],  // Daegu; Gunwi since 2023
    [
      Box(37.33, 37.84, 126.32, 126.80), Box(37.54, 37.84, 126.08, 126.56),  // Incheon; Ganghwa and Gyodong
      Box(36.88, 37.56, 125.65, 126.70), Box(37.56, 37.74, 125.60, 125.90),  // Deokjeok, Yeongheung; Yeonpyeong
      Box(37.72, 38.02, 124.58, 124.85),  // Baengnyeong, Daecheong
    ],
    [Box(35.05, 35.26, 126.64, 127.03)],  // Gwangju
    [Box(36.18, 36.51, 127.24, 127.56)],  // Daejeon
    [Box(35.31, 35.74, 128.96, 129.47)],  // Ulsan
    [Box(36.40, 36.74, 127.12, 127.41)],  // Sejong
    [Box(36.88, 38.30, 126.36, 127.87)],  // Gyeonggi
    [Box(37.02, 38.62, 127.08, 129.38)],  // Gangwon
    [Box(36.00, 37.27, 127.26, 128.67)],  // Chungbuk
    [Box(35.96, 37.07, 125.50, 127.65)],  // Chungnam
    [Box(35.28, 36.18, 125.93, 127.93)],  // Jeonbuk with Eocheongdo
    [Box(33.86, 35.52, 125.05, 127.92)],  // Jeonnam with Gageodo
    [Box(35.55, 37.18, 127.78, 129.61), Box(37.20, 37.58, 130.76, 131.90)],  // Gyeongbuk; Ulleungdo and Dokdo
    [Box(34.45, 35.93, 127.56, 129.24)],  // Gyeongnam
    [Box(33.09, 33.62, 126.08, 127.00), Box(33.88, 34.03, 126.15, 126.45)],  // Jeju with Marado; Chujado
  ]
}
