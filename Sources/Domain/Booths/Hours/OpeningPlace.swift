package import Basics
import Geo

/// Where opening hours apply: its time zone, its public holidays, and its coordinate for the sun.
package struct OpeningPlace: Hashable, Sendable {
  package let region: BoothRegion
  let holidays: HolidayCalendar
  /// Only for hours that depend on the sun.
  let coordinate: Coordinate?

  package static let korea = OpeningPlace(.korea)

  var zone: TimeZoneRule { region.zone }

  init(_ region: BoothRegion, _ coordinate: Coordinate? = nil, holidays: HolidayCalendar? = nil) {
    (self.region, self.coordinate) = (region, coordinate)
    self.holidays = holidays ?? .country(region.country)
  }

  /// The place of a booth. `usesSun`: whether its hours depend on the sun. Then the coordinate counts, to half a degree,
  /// so that booths near each other share their schedules. Complexity: O(1).
  package init(at coordinate: Coordinate, usesSun: Bool = false) {
    let half = { (degrees: Double) in (degrees * 2).rounded() / 2 }
    let rounded = Coordinate(latitude: half(coordinate.latitude), longitude: half(coordinate.longitude))
    self.init(BoothRegion.at(coordinate), usesSun ? rounded : nil)
  }

  /// The public holiday on a day, counted from 1970-01-01. Complexity: O(1).
  func holiday(on day: Int) -> PublicHoliday? {
    switch holidays {
    case .country(let code): PublicHolidays.holiday(on: day, in: code)
    case .days(let days): days.contains(day) ? .elsewhere : nil
    }
  }

  /// The local minute of an event of the sun, from the midnight that begins a day; a usual one if the location is not
  /// known, or the sun does not rise or set on that day.
  func minute(of event: OpeningHours.SunEvent, on day: Int) -> Int {
    guard let coordinate,
      let times = SunTimes(
        day: day, coordinate, isTwilight: event == .dawn || event == .dusk)
    else {
      return switch event {
      case .dawn: 360
      case .sunrise: 420
      case .sunset: 1140
      case .dusk: 1200
      }
    }
    let minutes = event == .dawn || event == .sunrise ? times.rise : times.set
    let local = minutes + zone.offset(at: minutes) - day * 1440
    return min(max(local, 0), 1439)
  }
}

enum HolidayCalendar: Hashable, Sendable {
  /// The holidays of a country, by its ISO 3166 code.
  case country(String)
  /// Certain days, counted from 1970-01-01.
  case days(Set<Int>)

  static let none = HolidayCalendar.days([])

  /// Complexity: O(1).
  func contains(_ day: Int) -> Bool {
    switch self {
    case .country(let code): PublicHolidays.contains(day, in: code)
    case .days(let days): days.contains(day)
    }
  }
}
