public import Basics

/// A position that a device measured.
public struct Fix: Hashable, Sendable {
  /// The measured coordinate.
  public var coordinate: Coordinate
  /// The accuracy radius in metres that the device reports. If it is negative or not finite, the fix is not used.
  public var accuracy: Double
  /// The time of the measurement, by the device's clock.
  public var at: Timestamp

  /// A measured position.
  public init(coordinate: Coordinate, accuracy: Double, at: Timestamp) {
    self.coordinate = coordinate
    self.accuracy = accuracy
    self.at = at
  }
}

/// What a client knows about its location at one instant.
public struct LocationReport: Hashable, Sendable {
  /// The state of the location service.
  public var state: LocationState
  /// The latest position, if any.
  public var fix: Fix?
  /// An earlier position, if any.
  public var lastKnown: Fix?
  /// The region that the user chose, if any.
  public var region: Region?

  /// Creates a report.
  public init(state: LocationState, fix: Fix? = nil, lastKnown: Fix? = nil, region: Region? = nil) {
    self.state = state
    self.fix = fix
    self.lastKnown = lastKnown
    self.region = region
  }
}

/// The limits for positions, and the default coordinate.
public struct LocationPolicy: Hashable, Sendable {
  /// The coordinate to use when nothing is known.
  public var defaultCoordinate = Coordinate(latitude: 37.358647, longitude: 127.105207)!
  /// What is there, for the reason of an answer; nil if it is not known.
  public var defaultName: LocalizedText?
  /// The uncertainty of the default coordinate in metres: the user may be anywhere in the country.
  public var defaultUncertainty = 450_000.0
  /// Maximum age of a current fix, in seconds.
  public var freshSeconds = 120.0
  /// Maximum age of a last known position, in seconds.
  public var lastKnownSeconds = 86_400.0
  /// Maximum seconds by which a device's clock may be ahead; a fix from further in the future is not used.
  public var clockToleranceSeconds = 120.0
  /// Maximum accuracy radius of an exact fix, in metres: enough to find the booth's door.
  public var exactMetres = 200.0
  /// Maximum accuracy radius of a usable fix, in metres: beyond it, a chosen region is better.
  public var maxAccuracyMetres = 50_000.0
  /// Minimum accuracy radius in metres that is assumed with reduced accuracy.
  public var reducedMetres = 1_000.0
  /// Growth of the uncertainty of a last known position, in metres per second: walking speed.
  public var driftMetresPerSecond = 1.4

  /// The default limits.
  public init() {}
}

/// A text in the two languages that clients show.
public struct LocalizedText: Hashable, Sendable {
  /// Korean.
  public var ko: String
  /// English.
  public var en: String

  /// A text in both languages.
  public init(ko: String, en: String) {
    self.ko = ko
    self.en = en
  }
}

/// The source of a coordinate, best first.
public enum LocationOrigin: String, Hashable, Sendable, CaseIterable {
  /// A fresh and exact fix.
  case device
  /// A fresh fix that is only approximate.
  case coarseDevice = "coarse-device"
  /// An earlier position.
  case lastKnown = "last-known"
  /// The region that the user chose.
  case region
  /// The default coordinate.
  case fallback = "default"
}

/// The client's next step concerning its location.
public enum LocationStep: String, Hashable, Sendable, CaseIterable {
  /// Ask the user for permission.
  case prompt
  /// Ask the device for a position again.
  case retry
  /// Keep listening to new positions, and to changes of the permission or the service.
  case watch
  /// No action of the client would help.
  case nothing
}

/// The coordinate to search from, why, and how to improve it.
public struct LocationAnswer: Hashable, Sendable {
  /// The coordinate to search from.
  public var coordinate: Coordinate
  /// The source of the coordinate.
  public var origin: LocationOrigin
  /// The distance in metres by which the user may be off. Finite, not negative.
  public var uncertainty: Double
  /// Why this coordinate, in one sentence.
  public var reason: LocalizedText
  /// What the user can do for a better answer; nil if nothing.
  public var advice: LocalizedText?
  /// What the client should do.
  public var next: LocationStep
}
