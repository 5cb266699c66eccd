package import Basics
import Geo

/// The position that a device reports for a check-in. It is used once and stored nowhere.
package struct ReportedPosition: Sendable {
  package let coordinate: Coordinate
  /// The accuracy in metres that the device reports.
  package let accuracy: Double

  package init(coordinate: Coordinate, accuracy: Double) {
    self.coordinate = coordinate
    self.accuracy = accuracy
  }
}

/// Whether a position is at a booth.
///
/// The distance is geodesic. The reported accuracy is credited to the user, up to 100 m: inside buildings devices
/// report 30 to 100 m, and a user in front of the booth must not be rejected for that. A position with an accuracy
/// worse than 300 m cannot show that it is within 200 m of a booth.
enum CheckInRule {
  /// Metres, as the next two.
  static let maxDistance = 200.0
  static let maxCredit = 100.0
  static let maxAccuracyRadius = 300.0

  /// - Throws: `DomainError` `accuracy-invalid`, `position-inexact` (field `accuracy_m`), `booth-too-far` (conflict).
  ///   None of them reveals the distance.
  static func check(_ position: ReportedPosition, at booth: Coordinate) throws(DomainError) {
    guard position.accuracy >= 0 else { throw .accuracyInvalid }
    guard position.accuracy <= maxAccuracyRadius else { throw .positionInexact }
    let metres = Geodesic.distance(position.coordinate, booth)
    guard metres - min(position.accuracy, maxCredit) <= maxDistance else { throw .boothTooFar }
  }
}
