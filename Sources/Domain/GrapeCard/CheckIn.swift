package import Basics
import Geo

/// Where a device says that it is, to show that somebody is at a booth. It is used once and kept nowhere.
package struct ReportedPosition: Sendable {
  /// The measured place.
  package let coordinate: Coordinate
  /// How far, in metres, the device says that the truth may lie from it.
  package let accuracy: Double

  /// A position from its parts.
  package init(coordinate: Coordinate, accuracy: Double) {
    self.coordinate = coordinate
    self.accuracy = accuracy
  }
}

/// Who is at a booth.
///
/// The distance is geodesic. What a device does not know exactly is credited to the person, but for no more than 100 m:
/// inside buildings devices say 30 to 100 m, and whoever stands in front of the booth must not be refused for that. A
/// position that is less exact than 300 m says nothing about being within 200 m of anything.
enum CheckInRule {
  /// In metres.
  static let reach = 200.0
  static let maxCredit = 100.0
  static let worstAccuracy = 300.0

  /// - Throws: `DomainError` `accuracy-invalid`, `position-inexact` (field `accuracy_m`), `booth-too-far` (conflict).
  ///   None tells how far anybody is from anything.
  static func check(_ position: ReportedPosition, at booth: Coordinate) throws(DomainError) {
    guard position.accuracy >= 0 else { throw .accuracyInvalid }
    guard position.accuracy <= worstAccuracy else { throw .positionInexact }
    let metres = Geodesic.distance(position.coordinate, booth)
    guard metres - min(position.accuracy, maxCredit) <= reach else { throw .boothTooFar }
  }
}
