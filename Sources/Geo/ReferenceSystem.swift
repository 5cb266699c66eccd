public import Basics

/// A coordinate reference system that the service understands.
public struct ReferenceSystem: Hashable, Sendable {
  /// `EPSG:5174`, `KATEC`, …
  public let name: String

  /// The systems that Korean public data uses, WGS84 first.
  public static let wgs84 = ReferenceSystem(name: "EPSG:4326")

  init(name: String) { self.name = name }

  /// A system by its name: `EPSG:5174`, `5174`, `epsg:5174`, `KATEC`, `WGS84`.
  /// - Throws: `Refusal` `unknown-reference-system`, naming the known ones.
  public static func named(_ name: String) throws(Refusal) -> ReferenceSystem { ReferenceSystem(name: name) }

  /// Whether its coordinates are degrees (geographic) rather than metres (projected).
  public var isGeographic: Bool { true }
}

/// A transformation from a reference system to WGS84. It owns a PROJ context: one per thread.
public struct Transformation: ~Copyable {
  /// Prepares the transformation (about 5 ms).
  /// - Throws: `Refusal` `unknown-reference-system`.
  public init(from system: ReferenceSystem) throws(Refusal) {}

  /// Transforms whole arrays: `east` and `north` in (degrees of longitude and latitude for a geographic system),
  /// degrees of longitude and latitude out, in place. What can't be transformed becomes NaN.
  public mutating func apply(east: inout [Double], north: inout [Double]) {}
}
