package import APIKit
import Basics
import Contracts
import Geo
import JSON
package import Location

/// The parameters with a client's position, or with the state of its device.
package enum LocationParameters {
  static let latitude = Parameter<Double>(
    "lat", .number(-90...90), "Degrees north; goes with `lon`.", example: "37.4979")
  static let longitude = Parameter<Double>(
    "lon", .number(-180...180), "Degrees east; goes with `lat`.", example: "127.0276")
  static let accuracy = Parameter<Double>(
    "accuracy", .number(0...40_000_000), "The accuracy of `lat` and `lon` in metres, as the device reports it.")
  static let age = Parameter<Double>(
    "age", .number(0...1_000_000_000), "The age of `lat` and `lon` in seconds; 0 by default.")
  package static let state = Parameter<LocationState>(
    "location_state", .locationState(),
    "The location state that the device or browser reports; `when-in-use` by default with a position, else"
      + " `not-determined`.", example: "denied")
  static let lastLatitude = Parameter<Double>(
    "last_lat", .number(-90...90), "Degrees north of the last known position; goes with `last_lon`.")
  static let lastLongitude = Parameter<Double>(
    "last_lon", .number(-180...180), "Degrees east of the last known position; goes with `last_lat`.")
  static let lastAccuracy = Parameter<Double>(
    "last_accuracy", .number(0...40_000_000), "The accuracy of the last known position in metres; 100 by default.")
  static let lastAge = Parameter<Double>(
    "last_age", .number(0...1_000_000_000), "The age of the last known position in seconds; 0 by default.")
  package static let region = Parameter<Region>(
    "region", .region(), "The region that the user chose, by identifier or name.", example: "seoul-gangnam")

  static let all: [any DescribedParameter] = [
    latitude, longitude, accuracy, age, state, lastLatitude, lastLongitude, lastAccuracy, lastAge, region,
  ]
  /// The names of the parameters that make the location rules apply, even with a coordinate.
  static let deviceStateNames = ParameterNames([
    accuracy.name, age.name, state.name, lastLatitude.name, lastLongitude.name, lastAccuracy.name, lastAge.name,
    region.name,
  ])
}

extension ValueKind<LocationState> {
  static func locationState() -> ValueKind {
    ValueKind(
      "one of \(LocationState.wireValues.joined(separator: ", "))",
      schema: .object(["type": "string", "enum": .array(LocationState.wireValues.map { .string($0) })])
    ) { text throws(DomainError) in .value(try LocationState(wireValue: text)) }
  }
}

extension ValueKind<Region> {
  static func region() -> ValueKind {
    ValueKind(
      "the name of a region such as \(Region.all[0].id)",
      schema: .object(["type": "string", "examples": .array(Region.all.map { .string($0.id) })])
    ) { text throws(DomainError) in .value(try Region.named(text)) }
  }
}

/// The position of a search: explicit, or resolved by the location rules.
enum SearchPosition {
  case explicit(Coordinate)
  case resolved(LocationAnswer)

  var coordinate: Coordinate {
    switch self {
    case .explicit(let coordinate): coordinate
    case .resolved(let answer): answer.coordinate
    }
  }
}

extension Query {
  /// The position of a search. A coordinate without further parameters is used as it is; otherwise the location rules
  /// apply.
  /// - Throws: `DomainError` when one of a pair is missing, or a parameter is invalid.
  func searchPosition(policy: LocationPolicy, now: Timestamp) throws(DomainError) -> SearchPosition {
    let coordinate = try self.coordinate(LocationParameters.latitude, LocationParameters.longitude)
    if let coordinate, !hasAny(of: LocationParameters.deviceStateNames) { return .explicit(coordinate) }
    return .resolved(try resolvedLocation(policy: policy, now: now))
  }

  func resolvedLocation(policy: LocationPolicy, now: Timestamp) throws(DomainError) -> LocationAnswer {
    let fix = try fix(
      at: (LocationParameters.latitude, LocationParameters.longitude), LocationParameters.accuracy,
      LocationParameters.age, standardAccuracy: policy.exactMetres, now: now)
    let lastKnown = try self.fix(
      at: (LocationParameters.lastLatitude, LocationParameters.lastLongitude), LocationParameters.lastAccuracy,
      LocationParameters.lastAge, standardAccuracy: 100, now: now)
    let state = try value(LocationParameters.state) ?? (fix == nil ? .notDetermined : .whenInUse)
    let region = try value(LocationParameters.region)
    return resolve(
      LocationReport(state: state, fix: fix, lastKnown: lastKnown, region: region), policy: policy, now: now)
  }

  private func fix(
    at parameters: (Parameter<Double>, Parameter<Double>), _ accuracy: Parameter<Double>, _ age: Parameter<Double>,
    standardAccuracy: Double, now: Timestamp
  ) throws(DomainError) -> Fix? {
    let metres = try value(accuracy)
    let seconds = try value(age)
    guard let coordinate = try self.coordinate(parameters.0, parameters.1) else {
      if metres != nil { throw needs(accuracy, parameters.0) }
      if seconds != nil { throw needs(age, parameters.0) }
      return nil
    }
    let measured = Timestamp(milliseconds: now.milliseconds - Int64((seconds ?? 0) * 1000))
    return Fix(coordinate: coordinate, accuracy: metres ?? standardAccuracy, at: measured)
  }

  func coordinate(_ latitude: Parameter<Double>, _ longitude: Parameter<Double>) throws(DomainError)
    -> Coordinate?
  {
    switch (try value(latitude), try value(longitude)) {
    case (nil, nil): return nil
    case (_?, nil): throw needs(latitude, longitude)
    case (nil, _?): throw needs(longitude, latitude)
    case (let north?, let east?): return try Coordinate.checked(latitude: north, longitude: east)
    }
  }

  private func needs(_ given: Parameter<Double>, _ missing: Parameter<Double>) -> DomainError {
    DomainError(
      .invalid, "parameter-missing",
      "The parameter '\(given.name)' requires '\(missing.name)', which is missing: \(missing.kind.expectation).",
      field: missing.name)
  }
}
