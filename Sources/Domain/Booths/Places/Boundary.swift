import Basics
import Geo

/// The simplified border of a legal neighbourhood: rings in Encoded Polyline Algorithm Format, separated by blanks,
/// with units of 0.0002 degrees, latitude first. The last corner of a ring, which is the first one again, is left out.
///
/// It stays encoded: a search checks a few of some thousands.
struct Boundary: Hashable, Sendable {
  private let encoded: String

  /// - Returns: Nil for a text that is not the format, or that leaves the earth.
  init?(_ encoded: String) {
    self.encoded = encoded
    var isValid = !encoded.isEmpty
    let isWhole = forEachRing { ring in
      if ring.count < 3 || !ring.allSatisfy({ abs($0.latitude) <= 90 && abs($0.longitude) <= 180 }) { isValid = false }
    }
    guard isWhole, isValid else { return nil }
  }

  private struct Corner {
    var latitude: Double
    var longitude: Double
  }

  /// The numbers of a corner are whole units.
  private static let unitsPerDegree = 5000.0

  /// - Returns: Whether the text could be read to its end.
  @discardableResult
  private func forEachRing(_ body: ([Corner]) -> Void) -> Bool {
    var ring: [Corner] = []
    var numbers = [0, 0]
    var next = 0
    var (value, shift) = (0, 0)
    for byte in encoded.utf8 {
      if byte == UInt8(ascii: " ") {
        guard next == 0, shift == 0 else { return false }
        body(ring)
        ring.removeAll(keepingCapacity: true)
        numbers = [0, 0]
        continue
      }
      guard (63...126).contains(byte), shift <= 25 else { return false }
      value |= Int((byte - 63) & 31) << shift
      shift += 5
      if byte - 63 >= 32 { continue }
      numbers[next] += value & 1 == 1 ? ~(value >> 1) : value >> 1
      (value, shift) = (0, 0)
      if next == 1 {
        ring.append(
          Corner(
            latitude: Double(numbers[0]) / Self.unitsPerDegree, longitude: Double(numbers[1]) / Self.unitsPerDegree))
      }
      next = 1 - next
    }
    guard next == 0, shift == 0 else { return false }
    body(ring)
    return true
  }

  /// Whether a coordinate is inside: an odd number of edges lies west of it. Complexity: O(corners).
  func contains(_ coordinate: Coordinate) -> Bool {
    let (north, east) = (coordinate.latitude, coordinate.longitude)
    var isInside = false
    forEachRing { ring in
      guard var last = ring.last else { return }
      for corner in ring {
        if (corner.latitude > north) != (last.latitude > north) {
          let part = (north - last.latitude) / (corner.latitude - last.latitude)
          if last.longitude + part * (corner.longitude - last.longitude) < east { isInside.toggle() }
        }
        last = corner
      }
    }
    return isInside
  }

  var bounds: Viewport {
    var (west, south, east, north) = (180.0, 90.0, -180.0, -90.0)
    forEachRing { ring in
      for corner in ring {
        (west, east) = (min(west, corner.longitude), max(east, corner.longitude))
        (south, north) = (min(south, corner.latitude), max(north, corner.latitude))
      }
    }
    // Every corner is on the earth.
    return Viewport(west: west, south: south, east: east, north: north)!
  }
}
