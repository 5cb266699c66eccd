public import Basics
package import Foundation

/// All booths of a server in a file on the device: a snapshot, and the changes since, mapped into memory.
///
/// `OfflineDirectory` opens it. Values are immutable and may be used on any thread; an update makes a new one.
public struct OfflineCatalogue: Sendable {
  private let layers: [Layer]

  /// The version of the catalogue that it has.
  public let version: CatalogueVersion
  /// The version of its snapshot, from which a delta has to start.
  public let snapshotVersion: CatalogueVersion

  /// The sources of the booths; empty in files of former servers.
  public var sources: [OfflineSource] { layers.last?.file.sources ?? [] }

  /// Complexity: O(n), some nanoseconds a booth; the files stay mapped. Files of any content are refused or read
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

  /// The catalogue of a snapshot in a file, mapped into memory and verified. Complexity: O(bytes).
  package init(snapshot file: URL, key: CatalogueKey) throws(OfflineFault) {
    try self.init(OfflineFile(file, key: key), nil)
    try verify()
  }

  /// Passes on each booth, in no order. Complexity: O(n).
  package func each(_ body: (OfflineBooth) throws -> Void) rethrows {
    for layer in layers {
      for index in 0..<layer.file.count where layer.isShown(index) { try body(layer.file.booth(index)) }
    }
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
  /// - Returns: Distances are PROJ's within a micrometre, and the server's within 0.03 mm. Complexity: O(n / 128), and
  ///   more if the chains are rare.
  public func nearest(
    to coordinate: Coordinate, limit: Int = 20, radius: Double = .infinity, brands: Set<String> = []
  ) -> [OfflineNeighbor] {
    guard limit > 0 else { return [] }
    let normal = Normal(coordinate)
    var best = NearestFound(limit: limit, radius: radius)
    for (number, layer) in layers.enumerated() {
      layer.blocks.nearest(to: coordinate) { booths in
        // The likely ones first, so that the others need not be measured.
        let candidates = booths.lazy.map { (index: $0, least: layer.leastMetres(to: $0, from: normal)) }
          .filter { $0.least <= best.reach && layer.passes($0.index, brands) }
          .sorted { $0.least < $1.least }
        for (index, least) in candidates where least <= best.reach {
          let metres = layer.metres(to: index, from: coordinate)
          best.insert(Found(layer: number, index: index, metres: metres, id: layer.file.id(index)))
        }
        return best.reach
      }
    }
    return best.found.map { OfflineNeighbor(booth: layers[$0.layer].file.booth($0.index), metres: $0.metres) }
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

/// The first of some, in their order.
private struct NearestFound {
  private(set) var found: [Found] = []
  /// Nothing beyond is of interest, in metres.
  private(set) var reach: Double
  private let limit: Int

  init(limit: Int, radius: Double) {
    (self.limit, reach) = (limit, radius)
  }

  mutating func insert(_ new: Found) {
    guard new.metres <= reach else { return }
    found.insert(new, at: found.firstIndex { new < $0 } ?? found.endIndex)
    if found.count > limit { found.removeLast() }
    // A millimetre more: those within one millimetre are in the order of their numbers.
    if found.count == limit { reach = min(reach, found[limit - 1].metres + 0.001) }
  }
}

/// A file without the booths that a later one replaces.
private struct Layer: Sendable {
  let file: OfflineFile
  let blocks: BoothBlocks
  private let hidden: Set<BoothID>

  init(_ file: OfflineFile, hiding hidden: Set<BoothID>) {
    (self.file, self.hidden) = (file, hidden)
    blocks = BoothBlocks(of: file)
  }

  var count: Int {
    hidden.isEmpty ? file.count : (0..<file.count).count { isShown($0) }
  }

  func isShown(_ index: Int) -> Bool { hidden.isEmpty || !hidden.contains(file.id(index)) }

  func passes(_ index: Int, _ brands: Set<String>) -> Bool {
    isShown(index) && (brands.isEmpty || file.brand(index).map(brands.contains) == true)
  }

  func leastMetres(to index: Int, from normal: Normal) -> Double {
    normal.leastMetres(to: Normal(Coordinate(file.coordinate(index))))
  }

  func metres(to index: Int, from coordinate: Coordinate) -> Double {
    let booth = Coordinate(file.coordinate(index))
    return Geodesic.metres(coordinate.latitude, coordinate.longitude, booth.latitude, booth.longitude)
  }
}
