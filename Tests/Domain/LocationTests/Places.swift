import Basics
import Location

let noon = Timestamp(seconds: 1_760_000_000)
let door = Coordinate(latitude: 37.4979, longitude: 127.0276)!
let elsewhere = Coordinate(latitude: 37.5572, longitude: 126.9245)!
let fallback = Coordinate(latitude: 37.358647, longitude: 127.105207)!

func fix(_ coordinate: Coordinate = door, accuracy: Double = 15, age: Double = 0) -> Fix {
  Fix(coordinate: coordinate, accuracy: accuracy, at: Timestamp(milliseconds: noon.milliseconds - Int64(age * 1000)))
}

/// What a fresh, exact fix is worth in each state, written down a second time; `fallback`: nothing.
let worth: [LocationState: LocationOrigin] = [
  .servicesOff: .lastKnown, .notDetermined: .fallback, .restricted: .fallback, .denied: .fallback,
  .whenInUse: .device, .always: .device, .reducedAccuracy: .coarseDevice,
  .noFix: .lastKnown, .timedOut: .lastKnown, .unavailable: .lastKnown, .insecureContext: .fallback,
]

/// The worse of two origins.
func worse(_ one: LocationOrigin, _ other: LocationOrigin) -> LocationOrigin {
  let order = LocationOrigin.allCases
  return order.firstIndex(of: one)! > order.firstIndex(of: other)! ? one : other
}
