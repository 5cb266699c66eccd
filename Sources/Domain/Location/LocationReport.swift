public import Basics

/// A position that a device measured.
public struct Fix: Hashable, Sendable {
  /// Where.
  public var coordinate: Coordinate
  /// The radius in metres that the device claims to be right to. Negative or not finite: the fix is worth nothing.
  public var accuracy: Double
  /// When it was measured, by the device's clock.
  public var at: Timestamp

  /// A measured position.
  public init(coordinate: Coordinate, accuracy: Double, at: Timestamp) {
    self.coordinate = coordinate
    self.accuracy = accuracy
    self.at = at
  }
}

/// All that a client can tell about where it is, at one moment.
public struct LocationReport: Hashable, Sendable {
  /// What the device says of its location service.
  public var state: LocationState
  /// The newest position, if any.
  public var fix: Fix?
  /// A position kept from before, if any.
  public var lastKnown: Fix?
  /// The region that the person chose, if any.
  public var region: Region?

  /// A report; see the properties.
  public init(state: LocationState, fix: Fix? = nil, lastKnown: Fix? = nil, region: Region? = nil) {
    self.state = state
    self.fix = fix
    self.lastKnown = lastKnown
    self.region = region
  }
}

/// The limits by which positions are judged, and the place to fall back on.
public struct LocationPolicy: Hashable, Sendable {
  /// Where to look when nothing is known.
  public var defaultCoordinate = Coordinate(latitude: 37.358647, longitude: 127.105207)!
  /// The radius of doubt around the default place in metres: the person may be anywhere in the country.
  public var defaultUncertainty = 450_000.0
  /// A fix not older than this many seconds counts as now.
  public var freshSeconds = 120.0
  /// A position not older than this many seconds may serve as the last known place.
  public var lastKnownSeconds = 86_400.0
  /// How far ahead of ours, in seconds, a device's clock may be; a fix from further in the future is not used.
  public var clockToleranceSeconds = 120.0
  /// A fix claimed to be right to this many metres or better is exact enough to stand at a booth's door.
  public var exactMetres = 200.0
  /// A fix claimed to be right to no better than this many metres is not used: a chosen region says more.
  public var coarsestMetres = 50_000.0
  /// With reduced accuracy, no fix is believed to be better than this many metres.
  public var reducedMetres = 1_000.0
  /// How fast, in metres a second, doubt about a last known place grows: an ordinary walk.
  public var driftMetresPerSecond = 1.4

  /// The usual limits.
  public init() {}
}

/// The same sentence in the two languages that clients show.
public struct LocalizedText: Hashable, Sendable {
  /// Korean.
  public var ko: String
  /// English.
  public var en: String

  /// A sentence in both languages.
  public init(ko: String, en: String) {
    self.ko = ko
    self.en = en
  }
}

/// Where a coordinate came from, best first.
public enum LocationOrigin: String, Hashable, Sendable, CaseIterable {
  /// A fresh and exact fix.
  case device
  /// A fresh fix that is only roughly right.
  case coarseDevice = "coarse-device"
  /// A position from before.
  case lastKnown = "last-known"
  /// The region that the person chose.
  case region
  /// The default place.
  case fallback = "default"
}

/// What a client should do about its location next.
public enum LocationStep: String, Hashable, Sendable, CaseIterable {
  /// Ask the person for permission.
  case prompt
  /// Ask the device for a position again.
  case retry
  /// Keep listening: to new positions, and to changes of the permission or the service.
  case watch
  /// Nothing that a client does would help.
  case nothing
}

/// Where to look, why there, and what can be done about it.
public struct LocationAnswer: Hashable, Sendable {
  /// Where to look.
  public var coordinate: Coordinate
  /// Where that came from.
  public var origin: LocationOrigin
  /// How far off, in metres, the person may be from it. Finite, not negative.
  public var uncertainty: Double
  /// Why there, in one sentence.
  public var reason: LocalizedText
  /// What the person can do to get a better answer; nil where there is nothing to do.
  public var advice: LocalizedText?
  /// What the client should do.
  public var next: LocationStep
}
