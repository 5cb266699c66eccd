public import Basics

/// The state of a location service, as a device or browser reports it. The raw values are the wire format.
///
/// The web's values with the same meaning are accepted as synonyms (`init(word:)`): `prompt` is `not-determined`,
/// `granted` is `when-in-use`, `timeout` is `timed-out`.
public enum LocationState: String, Hashable, Sendable, CaseIterable {
  /// The location service of the whole device is off.
  case servicesOff = "services-off"
  /// Permission has not been requested yet, or a one-time permission has expired.
  case notDetermined = "not-determined"
  /// Location is forbidden by parental controls, device management or a page's policy, not by the user.
  case restricted
  /// The user denied permission.
  case denied
  /// Allowed while the app or page is in use.
  case whenInUse = "when-in-use"
  case always
  /// Allowed, but approximate only.
  case reducedAccuracy = "reduced-accuracy"
  /// Allowed, but no position has been found yet, or it was lost.
  case noFix = "no-fix"
  /// Allowed, but no position was found in time.
  case timedOut = "timed-out"
  /// Allowed, but the device cannot determine its position.
  case unavailable
  /// The page was not loaded over a secure connection, so the browser does not ask for permission.
  case insecureContext = "insecure-context"

  /// The web's values and the states they are synonyms of.
  public static let synonyms: [(word: String, state: LocationState)] = [
    ("prompt", .notDetermined), ("granted", .whenInUse), ("timeout", .timedOut),
  ]

  /// Every accepted value: the raw values, then the synonyms.
  public static let wireValues: [String] = allCases.map(\.rawValue) + synonyms.map(\.word)

  /// Parses a value of the wire format.
  /// - Throws: `DomainError` `location-state-unknown`, listing the accepted values.
  public init(wireValue: String) throws(DomainError) {
    if let state = LocationState(rawValue: wireValue) {
      self = state
    } else if let synonym = Self.synonyms.first(where: { $0.word == wireValue }) {
      self = synonym.state
    } else {
      throw DomainError(
        .invalid, "location-state-unknown",
        "The location state is not known; say one of \(Self.wireValues.joined(separator: ", ")).",
        field: "location_state")
    }
  }
}
