package import Basics

/// The position that a device reports to show that it is at a place. It is used once and stored nowhere.
///
/// The distance is geodesic. The reported accuracy is credited to the user, up to 100 m: inside buildings devices
/// report 30 to 100 m, and a user in front of the place must not be rejected for that. A position with an accuracy
/// worse than 300 m cannot show that it is within 200 m.
package struct ReportedPosition: Sendable {
  package let coordinate: Coordinate
  /// The accuracy in metres that the device reports.
  package let accuracy: Double

  package init(coordinate: Coordinate, accuracy: Double) {
    self.coordinate = coordinate
    self.accuracy = accuracy
  }

  /// Metres, as the next two.
  package static let maxDistance = 200.0
  package static let maxCredit = 100.0
  package static let maxAccuracyRadius = 300.0

  /// Whether the device is at a place. Neither the answer nor an error reveals the distance.
  /// - Throws: `DomainError` `accuracy-invalid`, `position-inexact` (field `accuracy_m`).
  package func isAt(_ place: Coordinate) throws(DomainError) -> Bool {
    guard accuracy >= 0 else { throw .accuracyInvalid }
    guard accuracy <= Self.maxAccuracyRadius else { throw .positionInexact }
    return Geodesic.distance(coordinate, place) - min(accuracy, Self.maxCredit) <= Self.maxDistance
  }
}

extension DomainError {
  package static let positionInexact = DomainError(
    .invalid, "position-inexact",
    "The position must be exact to \(Int(ReportedPosition.maxAccuracyRadius)) m: turn on precise location, or wait for "
      + "a better fix.", field: "accuracy_m")
  package static let accuracyInvalid = DomainError(
    .invalid, "accuracy-invalid", "The accuracy must be a number of metres from 0 on.", field: "accuracy_m")
}
