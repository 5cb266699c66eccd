import Basics
import CPROJ
import Foundation
import Support
import Tabular
import Testing

@testable import Geo

@Suite("Reference systems")
struct ReferenceSystemTests {
  /// The published natural origin of a projection: degrees east and north, false easting and northing, and the base
  /// geographic system.
  struct Origin: Sendable, CustomTestStringConvertible {
    let name: String
    let longitude: Double
    let latitude: Double
    let east: Double
    let north: Double
    let base: String
    var testDescription: String { name }

    init(_ name: String, _ longitude: Double, _ latitude: Double, _ east: Double, _ north: Double, _ base: String) {
      self.name = name
      self.longitude = longitude
      self.latitude = latitude
      self.east = east
      self.north = north
      self.base = base
    }
  }

  /// The longitude shift of the modified belts: 10.405 arc seconds.
  static let modified = 10.405 / 3600
  static let origins: [Origin] =
    [
      Origin("EPSG:5178", 127.5, 38, 1_000_000, 2_000_000, "EPSG:4162"),
      Origin("EPSG:5179", 127.5, 38, 1_000_000, 2_000_000, "EPSG:4737"),
      Origin("EPSG:3857", 0, 0, 0, 0, "EPSG:4326"), Origin("EPSG:32651", 123, 0, 500_000, 0, "EPSG:4326"),
      Origin("EPSG:32652", 129, 0, 500_000, 0, "EPSG:4326"), Origin("KATEC", 128, 38, 400_000, 600_000, "EPSG:4162"),
      Origin("WCONGNAMUL", 127, 38, 500_000, 1_250_000, "EPSG:4737"),
    ]
    + zip([5173, 5174, 5175, 5176, 5177], [125.0, 127, 127, 129, 131]).map {
      Origin("EPSG:\($0)", $1 + modified, 38, 200_000, $0 == 5175 ? 550_000 : 500_000, "EPSG:4162")
    }
    + zip([5180, 5181, 5182, 5183, 5184], [125.0, 127, 127, 129, 131]).map {
      Origin("EPSG:\($0)", $1, 38, 200_000, $0 == 5182 ? 550_000 : 500_000, "EPSG:4737")
    }
    + zip([5185, 5186, 5187, 5188], [125.0, 127, 129, 131]).map {
      Origin("EPSG:\($0)", $1, 38, 200_000, 600_000, "EPSG:4737")
    }
    + zip([2098, 2097, 5168, 2096, 5167], [125.0, 127, 127, 129, 131]).map {
      Origin("EPSG:\($0)", $1, 38, 200_000, $0 == 5168 ? 550_000 : 500_000, "EPSG:4162")
    }

  static func coordinate(_ name: String, _ east: Double, _ north: Double) throws -> Coordinate? {
    var transformation = try Transformation(from: .named(name))
    return transformation.coordinate(east: east, north: north)
  }

  static func near(_ one: Coordinate, _ other: Coordinate, _ tolerance: Double = 1e-9) -> Bool {
    abs(one.latitude - other.latitude) <= tolerance && abs(one.longitude - other.longitude) <= tolerance
  }

  @Test(
    "A system is known by its code or name in any case", arguments: ["EPSG:5174", "5174", "epsg:5174", " Epsg: 5174 "])
  func names(name: String) throws {
    #expect(try ReferenceSystem.named(name).name == "EPSG:5174")
  }

  @Test("A system is found by its name in any case")
  func otherNames() throws {
    #expect(try ReferenceSystem.named("wgs84") == .wgs84)
    #expect(try ReferenceSystem.named("WGS 84") == .wgs84)
    #expect(try ReferenceSystem.named("katec").name == "KATEC")
    #expect(try ReferenceSystem.named("Wcongnamul").name == "WCONGNAMUL")
  }

  @Test(
    "An unknown system is refused, naming the known ones", arguments: ["", "EPSG:", "EPSG:9999", "EPSG:KATEC", "터널"])
  func unknown(name: String) {
    let domainError = #expect(throws: DomainError.self) { try ReferenceSystem.named(name) }
    #expect(domainError?.code == "unknown-reference-system")
    #expect(domainError?.message.contains("EPSG:5174") == true)
    #expect(domainError?.message.contains("KATEC") == true)
  }

  @Test("Every system has its own name and title, and can be found by its name")
  func all() throws {
    for system in ReferenceSystem.all { #expect(try ReferenceSystem.named(system.name) == system) }
    #expect(Set(ReferenceSystem.all.map(\.title)).count == ReferenceSystem.all.count)
    #expect(ReferenceSystem.all.first == .wgs84)
    let projected = ReferenceSystem.all.filter { !$0.isGeographic }.map(\.name)
    #expect(Set(projected) == Set(Self.origins.map(\.name)))
  }

  @Test("The natural origin lies where its publisher says, east before north", arguments: origins)
  func naturalOrigin(origin: Origin) throws {
    let found = try #require(try Self.coordinate(origin.name, origin.east, origin.north))
    let expected = try #require(try Self.coordinate(origin.base, origin.longitude, origin.latitude))
    #expect(Self.near(found, expected))
    // Adding a kilometre to the easting moves the point east only.
    let unit = origin.name == "WCONGNAMUL" ? 2.5 : 1
    let east = try #require(try Self.coordinate(origin.name, origin.east + 1000 * unit, origin.north))
    #expect(east.longitude > found.longitude + 0.008)
    #expect(abs(east.latitude - found.latitude) < 0.0001)
  }

  @Test("Korean 1985 is shifted about its pivot, 19 m from where a geocentric shift would end")
  func datumShift() throws {
    let found = try #require(try Self.coordinate("4162", 127, 37))
    #expect(Self.near(found, try #require(Coordinate(latitude: 37.002861663, longitude: 126.997903228))))
  }

  @Test("The newer datums are equal to WGS84 within the tolerance", arguments: ["EPSG:4326", "EPSG:4737", "EPSG:4166"])
  func newerDatums(name: String) throws {
    #expect(try Self.coordinate(name, 127.0276, 37.4979) == Coordinate(latitude: 37.4979, longitude: 127.0276))
  }

  @Test(
    "KATEC is projected over Korean 1985, also south of Jeju, where the shift is not defined")
  func katec() throws {
    let context = proj_context_create()
    defer { proj_context_destroy(context) }
    let definition =
      "+proj=pipeline +step +inv +proj=tmerc +lat_0=38 +lon_0=128 +k=0.9999 +x_0=400000 +y_0=600000 +ellps=bessel"
      + " +step +proj=unitconvert +xy_in=rad +xy_out=deg"
    let projection = try #require(proj_create(context, definition))
    defer { proj_destroy(projection) }
    for (east, north) in [(310_000.0, 550_000.0), (500_123.4, 285_000.5), (158_000, 3_000)] {
      let bessel = proj_trans(projection, PJ_FWD, proj_coord(east, north, 0, 0)).xy
      let expected = try #require(try Self.coordinate("EPSG:4162", bessel.x, bessel.y))
      #expect(Self.near(try #require(try Self.coordinate("KATEC", east, north)), expected))
    }
  }

  @Test("WCONGNAMUL coordinates are those of EPSG:5181 times 2.5")
  func wcongnamul() throws {
    let expected = try #require(try Self.coordinate("EPSG:5181", 198_705.6246, 451_632.2349))
    let found = try #require(try Self.coordinate("WCONGNAMUL", 198_705.6246 * 2.5, 451_632.2349 * 2.5))
    #expect(Self.near(found, expected))
  }

  @Test("A coordinate that cannot be transformed becomes NaN, and the others are right")
  func failures() throws {
    for system in ReferenceSystem.all {
      var transformation = try Transformation(from: system)
      let good = system.isGeographic ? (127.0, 37.0) : (200_000.0, 450_000.0)
      let bad: [Double] = [1e30, -.infinity, .nan, 6e7, -1e9]
      var east = bad.flatMap { [good.0, $0, good.0] } + [good.0]
      var north = bad.flatMap { [good.1, good.1, $0] } + [good.1]
      errno = 7
      transformation.apply(east: &east, north: &north)
      #expect(errno == 7, "errno is left as it was")
      let single = transformation.coordinate(east: good.0, north: good.1)
      let expected = try #require(single)
      for index in east.indices {
        #expect(east[index].isNaN == (index % 3 != 0), "\(system.name) \(index)")
        #expect(north[index].isNaN == east[index].isNaN)
        if index % 3 == 0 { #expect(east[index] == expected.longitude && north[index] == expected.latitude) }
      }
    }
  }

  @Test("Empty arrays are accepted")
  func empty() throws {
    var transformation = try Transformation(from: .named("5174"))
    var east: [Double] = []
    var north: [Double] = []
    transformation.apply(east: &east, north: &north)
    #expect(east.isEmpty && north.isEmpty)
  }

  @Test("Each thread has its own transformation, and all agree")
  func threads() async throws {
    let expected = try Self.coordinate("5174", 325178.430998746, 234541.641901682)
    let found = try await withThrowingTaskGroup(of: Coordinate?.self) { group in
      for _ in 0..<8 { group.addTask { try Self.coordinate("5174", 325178.430998746, 234541.641901682) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(found.count == 8)
    #expect(found.allSatisfy { $0 == expected })
  }

  @Test("Without PROJ's database a transformation is refused, and nothing is printed")
  func missingDatabase() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      for system in ReferenceSystem.all {
        do throws(DomainError) {
          _ = try Transformation(from: system, searchPath: "/nonexistent")
          exit(1)
        } catch {
          guard error.code == "projection-data-missing" else { exit(2) }
        }
      }
    }
    #expect(result?.standardErrorContent == [])
  }

  @Test(
    "Real files in projected coordinates have the positions that another reader found",
    .enabled(if: SharedData.file("public-csv") != nil),
    arguments: [
      ("localdata-animal-hospital-national-cp949-5174", "EPSG:5174", "좌표정보(x)", "좌표정보(y)"),
      ("seoul-toilets-cp949-5181-and-wgs84", "EPSG:5181", "중앙좌표X1", "중앙좌표Y1"),
    ])
  func realFiles(file: String, system: String, x: String, y: String) throws {
    let numbers = try Self.columns(file, [x, y])
    var east = numbers[0]
    var north = numbers[1]
    let expected = try Self.columns(file + ".expected", ["lat", "lon"])
    var transformation = try Transformation(from: .named(system))
    transformation.apply(east: &east, north: &north)
    try #require(east.count == expected[0].count)
    // The expected values of the toilets are their own WGS84 columns, from another program, accurate to centimetres.
    let tolerance = system == "EPSG:5174" ? 1e-8 : 1e-6
    var compared = 0
    for index in expected[0].indices where !expected[0][index].isNaN {
      #expect(abs(north[index] - expected[0][index]) < tolerance, "record \(index + 1)")
      #expect(abs(east[index] - expected[1][index]) < tolerance, "record \(index + 1)")
      compared += 1
    }
    #expect(compared > 100)
  }

  /// The columns as numbers, NaN when not a number.
  static func columns(_ file: String, _ names: [String]) throws -> [[Double]] {
    var reader = try TableReader(FileSource(path: try #require(SharedData.file("public-csv/\(file).csv")).path))
    var columns = names.map { _ in [Double]() }
    var positions: [Int] = []
    while let batch = try reader.next() {
      for record in 0..<batch.count {
        guard !positions.isEmpty else {
          positions = try names.map { try #require(batch.texts(record).firstIndex(of: $0)) }
          continue
        }
        for (column, position) in positions.enumerated() {
          columns[column].append(Double(batch.text(record, position)) ?? .nan)
        }
      }
    }
    return columns
  }
}
