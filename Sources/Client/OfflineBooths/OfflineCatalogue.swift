public import Basics

/// All booths of a server in a file on the device: a snapshot, and the changes since, mapped into memory.
///
/// `OfflineFolder` opens it. Values are immutable and may be used on any thread; an update makes a new one.
public struct OfflineCatalogue: Sendable {
  private let layers: [Layer]

  /// The version of the catalogue that it has.
  public let version: CatalogueVersion
  /// The version of its snapshot, from which a delta has to start.
  public let snapshotVersion: CatalogueVersion

  /// Complexity: O(n) time, 12 bytes of memory a booth; the files stay mapped. Files of any content are refused or read
  /// without a crash; whether they are those that the server made is checked by `verify`.
  init(_ snapshot: OfflineFile, _ delta: OfflineFile?) throws(OfflineFault) {
    guard snapshot.header.since == nil else { throw .unrelated }
    snapshotVersion = snapshot.header.version
    guard let delta else {
      layers = [Layer(snapshot, hiding: [])]
      version = snapshotVersion
      return
    }
    guard delta.header.since == snapshotVersion else { throw .unrelated }
    let changed = (0..<delta.count).map(delta.id)
    layers = [Layer(snapshot, hiding: Set(changed + delta.removed)), Layer(delta, hiding: [])]
    version = delta.header.version
  }

  /// Compares the files with their signed digests. Complexity: O(bytes).
  /// - Throws: `OfflineFault.damaged`.
  public func verify() throws(OfflineFault) {
    for layer in layers { try layer.file.verify() }
  }

  /// At most `limit` booths within `radius` metres that pass, nearest first: by geodesic distance in whole millimetres,
  /// then by number, as the server orders them.
  /// - Parameters:
  ///   - brands: The chains to look for, as the catalogue writes them; empty for all.
  /// - Returns: Distances are equal to the server's within a thousandth of a millimetre. Complexity: O(n), some
  ///   nanoseconds a booth.
  public func nearest(
    to coordinate: Coordinate, limit: Int = 20, radius: Double = .infinity, brands: Set<String> = []
  ) -> [OfflineNeighbor] {
    guard limit > 0 else { return [] }
    // No booth whose angle is beyond the greatest of these distances can be nearer than all of them.
    let sample = layers.flatMap { $0.sample(near: coordinate, limit, brands) }.sorted()
    let reach = sample.count < limit ? radius : min(radius, sample[limit - 1])
    let found = layers.enumerated().flatMap { number, layer in
      layer.within(reach, of: coordinate, brands).map {
        Found(layer: number, index: $0.index, metres: $0.metres, id: $0.id)
      }
    }
    return found.filter { $0.metres <= radius }.sorted().prefix(limit).map { hit in
      OfflineNeighbor(booth: layers[hit.layer].file.booth(hit.index), metres: hit.metres)
    }
  }

  /// The booths inside a viewport, in no order. Complexity: O(n).
  public func booths(in viewport: Viewport, limit: Int = .max) -> [OfflineBooth] {
    var found: [OfflineBooth] = []
    for layer in layers {
      for index in 0..<layer.file.count where found.count < limit {
        if viewport.contains(Coordinate(layer.file.coordinate(index))), layer.isShown(index) {
          found.append(layer.file.booth(index))
        }
      }
    }
    return found
  }

  /// A booth by its number; nil when there is none. Complexity: O(n).
  public func booth(_ id: BoothID) -> OfflineBooth? {
    for layer in layers {
      for index in 0..<layer.file.count where layer.file.id(index) == id && layer.isShown(index) {
        return layer.file.booth(index)
      }
    }
    return nil
  }

  /// The number of booths. Complexity: O(n) with changes.
  public var count: Int { layers.reduce(0) { $0 + $1.count } }
}

private struct Found: Comparable {
  let layer: Int
  let index: Int
  let metres: Double
  let id: BoothID

  static func < (one: Found, other: Found) -> Bool {
    let (left, right) = ((one.metres * 1000).rounded(), (other.metres * 1000).rounded())
    return left != right ? left < right : one.id < other.id
  }
}

/// A file without the booths that a later one replaces.
private struct Layer: Sendable {
  let file: OfflineFile
  private let hidden: Set<BoothID>
  private let normals: Normals

  init(_ file: OfflineFile, hiding hidden: Set<BoothID>) {
    (self.file, self.hidden) = (file, hidden)
    normals = Normals(of: file)
  }

  var count: Int {
    hidden.isEmpty ? file.count : (0..<file.count).count { isShown($0) }
  }

  func isShown(_ index: Int) -> Bool { hidden.isEmpty || !hidden.contains(file.id(index)) }

  private func passes(_ index: Int, _ brands: Set<String>) -> Bool {
    isShown(index) && (brands.isEmpty || file.brand(index).map(brands.contains) == true)
  }

  /// The distances to the booths of the least angles.
  func sample(near coordinate: Coordinate, _ limit: Int, _ brands: Set<String>) -> [Double] {
    normals.nearest(to: coordinate, limit) { passes($0, brands) }.map { metres(to: $0, from: coordinate) }
  }

  /// What lies within a distance, and perhaps some more.
  func within(
    _ reach: Double, of coordinate: Coordinate, _ brands: Set<String>
  ) -> [(index: Int, metres: Double, id: BoothID)] {
    // A millimetre more: distances are compared in whole ones.
    normals.within(reach + 0.001, of: coordinate) { passes($0, brands) }
      .map { (index: $0, metres: metres(to: $0, from: coordinate), id: file.id($0)) }
  }

  private func metres(to index: Int, from coordinate: Coordinate) -> Double {
    let booth = Coordinate(file.coordinate(index))
    return Geodesic.metres(coordinate.latitude, coordinate.longitude, booth.latitude, booth.longitude)
  }
}
