public import Basics

/// What a device or browser says of its location service. The raw values are the words used on the wire.
///
/// The web's words that mean the same are read as synonyms (`init(word:)`): `prompt` is `not-determined`,
/// `granted` is `when-in-use`, `timeout` is `timed-out`.
public enum LocationState: String, Hashable, Sendable, CaseIterable {
  /// The location service of the whole device is switched off.
  case servicesOff = "services-off"
  /// Nobody has been asked for permission yet, or a permission for once has run out.
  case notDetermined = "not-determined"
  /// Something other than the person forbids it: parental controls, device management, a page's policy.
  case restricted
  /// The person said no.
  case denied
  /// Allowed while the app or page is in use.
  case whenInUse = "when-in-use"
  /// Allowed at all times.
  case always
  /// Allowed, but only roughly.
  case reducedAccuracy = "reduced-accuracy"
  /// Allowed; no position has been found yet, or it was lost.
  case noFix = "no-fix"
  /// Allowed; no position was found in the time given.
  case timedOut = "timed-out"
  /// Allowed; the device reports that it can't tell where it is.
  case unavailable
  /// The page was not loaded over a secure connection: browsers do not even ask.
  case insecureContext = "insecure-context"

  /// The web's words and the states they are synonyms of.
  public static let synonyms: [(word: String, state: LocationState)] = [
    ("prompt", .notDetermined), ("granted", .whenInUse), ("timeout", .timedOut),
  ]

  /// Every word that is understood: the raw values, then the synonyms.
  public static let words: [String] = allCases.map(\.rawValue) + synonyms.map(\.word)

  /// The state that a word of the wire stands for.
  /// - Throws: `DomainError` `location-state-unknown`, naming the words that are understood.
  public init(word: String) throws(DomainError) {
    if let state = LocationState(rawValue: word) {
      self = state
    } else if let synonym = Self.synonyms.first(where: { $0.word == word }) {
      self = synonym.state
    } else {
      throw DomainError(
        .invalid, "location-state-unknown",
        "The location state is not known; say one of \(Self.words.joined(separator: ", ")).", field: "location_state")
    }
  }
}
