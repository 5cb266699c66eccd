package import Basics
import CPROJ
import Glibc

/// A transformation from a reference system to WGS84. It owns a PROJ context and must stay on one thread.
///
/// No grid files and no network are used. PROJ states an accuracy of 1 m for the Korean 1985 systems and 2 m for
/// Korean 1995; the others are exact. Areas of use are not enforced: parts of Korea lie outside the areas of their
/// systems.
package struct Transformation: ~Copyable {
  private let context: TransformationContext
  private let operation: OpaquePointer
  /// The maximum absolute coordinates: beyond them the formulas wrap around or diverge.
  private let reach: (east: Double, north: Double)

  /// Prepares the transformation (about 5 ms).
  /// - Throws: `DomainError` `projection-data-missing` when PROJ does not find its database.
  package init(from system: ReferenceSystem) throws(DomainError) {
    try self.init(from: system, searchPath: nil)
  }

  /// `searchPath` is the directory of PROJ's database; nil for PROJ's default search paths.
  init(from system: ReferenceSystem, searchPath: String?) throws(DomainError) {
    let systemError = errno
    defer { errno = systemError }
    let context = try TransformationContext(searchPath: searchPath)
    operation = try context.operation(from: system.definition?.text ?? system.name)
    self.context = context
    // Half the length of the equator, the edge of web maps.
    let metres = 20_037_509 / (system.definition?.unit ?? 1)
    reach = system.isGeographic ? (180, 90) : (metres, metres)
  }

  deinit {
    proj_destroy(operation)
  }

  /// Transforms arrays in place. Input: `east` and `north` (degrees of longitude and latitude for a geographic
  /// system); output: degrees of longitude and latitude. Both become NaN when a point cannot be transformed.
  ///
  /// The arrays must have equal length. Complexity: O(n); about 0.6 µs per point with a datum shift, 0.2 µs without.
  package mutating func apply(east: inout [Double], north: inout [Double]) {
    precondition(east.count == north.count, "a point has two coordinates")
    // PROJ leaves its own codes in errno.
    let systemError = errno
    defer { errno = systemError }
    for index in east.indices where !(abs(east[index]) <= reach.east && abs(north[index]) <= reach.north) {
      east[index] = .nan
      north[index] = .nan
    }
    let stride = MemoryLayout<Double>.stride
    let count = east.count
    proj_trans_generic(operation, PJ_FWD, &east, stride, count, &north, stride, count, nil, 0, 0, nil, 0, 0)
    for index in east.indices where !(abs(east[index]) <= 180 && abs(north[index]) <= 90) {
      east[index] = .nan
      north[index] = .nan
    }
  }

  /// Transforms a single point; nil when that is impossible.
  package mutating func coordinate(east: Double, north: Double) -> Coordinate? {
    var longitude = [east]
    var latitude = [north]
    apply(east: &longitude, north: &latitude)
    return Coordinate(latitude: latitude[0], longitude: longitude[0])
  }
}

/// Owns a PROJ context without logging and network.
private struct TransformationContext: ~Copyable {
  private let pointer: OpaquePointer

  init(searchPath: String?) throws(DomainError) {
    guard let pointer = proj_context_create() else { throw Self.dataMissing }
    self.pointer = pointer
    proj_log_level(pointer, PJ_LOG_NONE)
    proj_log_func(pointer, nil) { _, _, _ in }
    proj_context_set_enable_network(pointer, 0)
    searchPath?.withCString { path in
      var paths: [UnsafePointer<CChar>?] = [path]
      proj_context_set_search_paths(pointer, 1, &paths)
    }
  }

  deinit {
    proj_context_destroy(pointer)
  }

  private static let dataMissing = DomainError(
    .unavailable, "projection-data-missing",
    "PROJ's database proj.db is not found; install the package proj-data, or set PROJ_DATA to its folder.")

  /// The operation to WGS84, with east before north and longitude before latitude regardless of the system's axis
  /// order.
  ///
  /// PROJ would silently leave out the datum shift for points outside the shift's area of use (Ieodo, the open sea),
  /// an error of hundreds of metres. Without ballpark transformations there is one operation for all points.
  func operation(from source: String) throws(DomainError) -> OpaquePointer {
    guard proj_context_get_database_path(pointer) != nil else { throw Self.dataMissing }
    let source = proj_create(pointer, source)
    defer { proj_destroy(source) }
    let target = proj_create(pointer, ReferenceSystem.wgs84.name)
    defer { proj_destroy(target) }
    let raw = "ALLOW_BALLPARK=NO".withCString { option in
      var options: [UnsafePointer<CChar>?] = [option, nil]
      return source != nil && target != nil
        ? proj_create_crs_to_crs_from_pj(pointer, source, target, nil, &options) : nil
    }
    defer { proj_destroy(raw) }
    guard let raw, let normalised = proj_normalize_for_visualization(pointer, raw) else { throw Self.dataMissing }
    return normalised
  }
}
