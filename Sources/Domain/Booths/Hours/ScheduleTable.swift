package import Basics
package import Segments
import Synchronization

/// The distinct opening hours of a catalogue, each with its place: the same text is another schedule in another time zone.
/// Many booths share few schedules, and each is evaluated once for a minute.
///
/// Class 0 is for unknown hours and hours that cannot be parsed; the others have a schedule each.
package struct ScheduleTable: Sendable {
  /// The keys of the first classes: their normal forms, outside of Korea followed by their places.
  private let stored: TextTable
  private let storedSchedules = Lazy<[OpeningHours?]>()
  /// Their classes, for which only changes ask.
  private let storedClasses = Lazy<[String: UInt32]>()
  private var added: [OpeningHours] = []
  private var addedClasses: [String: UInt32] = [:]
  private var lastStates = LastStates()

  private var texts = ByteTable()
  /// The class of each distinct text.
  private var classes: [UInt32] = []

  /// A table with class 0 only.
  package init() { stored = TextTable() }

  /// A table of classes by their keys. One that cannot be parsed is unknown.
  init(_ stored: TextTable) { self.stored = stored }

  /// The keys of the classes after 0.
  var table: TextTable {
    added.isEmpty ? stored : TextTable((0..<stored.count).map { stored[$0] } + added.map(\.scheduleKey))
  }

  package var count: Int { 1 + stored.count + added.count }

  /// The schedules by class. Complexity: O(classes); the first time they are parsed.
  package var schedules: [OpeningHours?] { [nil] + parsed + added }

  /// The schedule of a class; nil for class 0 and for one that does not exist. Complexity: O(1); the first time those of
  /// the file are parsed.
  func schedule(_ number: Int) -> OpeningHours? {
    let position = number - 1
    guard position >= 0 else { return nil }
    if position < stored.count { return parsed[position] }
    return position - stored.count < added.count ? added[position - stored.count] : nil
  }

  private var parsed: [OpeningHours?] {
    storedSchedules.value { (0..<stored.count).map { OpeningHours(scheduleKey: stored[$0]) } }
  }

  /// The class of a booth's opening hours (UTF-8). Equivalent texts share a class. Complexity: O(length); a new text is
  /// parsed.
  package mutating func intern(_ text: PackedArray<UInt8>, at coordinate: StoredCoordinate) -> UInt32 {
    if text.isEmpty { return 0 }
    let suffix = OpeningPlace.scheduleSuffix(of: text, at: Coordinate(coordinate))
    let number = texts.number(of: suffix.isEmpty ? text : PackedArray(Array(text) + suffix.utf8))
    if number == classes.count { classes.append(newClass(String(decoding: text, as: UTF8.self) + suffix)) }
    return classes[number]
  }

  private mutating func newClass(_ key: String) -> UInt32 {
    guard let hours = OpeningHours(scheduleKey: key) else { return 0 }
    let key = hours.scheduleKey
    if let known = addedClasses[key] ?? storedClass(key) { return known }
    let number = UInt32(count)
    added.append(hours)
    addedClasses[key] = number
    lastStates = LastStates()
    return number
  }

  private func storedClass(_ text: String) -> UInt32? {
    guard stored.count > 0 else { return nil }
    return storedClasses.value {
      Dictionary((0..<stored.count).map { (stored[$0], UInt32($0 + 1)) }, uniquingKeysWith: { one, _ in one })
    }[text]
  }

  /// The state of every class at an instant, indexed by class. Complexity: O(classes), O(1) for the minute of the last
  /// call.
  package func states(at instant: PreparedInstant) -> [OpenState] {
    lastStates.states(at: instant) {
      // Neighbours in the list are mostly in one place.
      var last = LocalInstant(instant, in: .korea)
      var others: [OpeningPlace: LocalInstant] = [:]
      return schedules.map { hours in
        guard let hours else { return .unknown }
        if hours.place != last.today.place {
          last = others[hours.place] ?? LocalInstant(instant, in: hours.place)
          others[hours.place] = last
        }
        return hours.state(at: last)
      }
    }
  }
}

extension OpeningHours {
  /// What distinguishes them in a catalogue.
  fileprivate var scheduleKey: String { text + place.scheduleSuffix }

  /// Nil if the text cannot be parsed.
  fileprivate init?(scheduleKey key: String) {
    let parts = key.split(separator: OpeningPlace.separator, maxSplits: 1)
    guard let text = parts.first else { return nil }
    let place = parts.count == 1 ? .korea : OpeningPlace(scheduleSuffix: parts[1])
    guard let hours = try? OpeningHours(parsing: String(text), in: place) else { return nil }
    self = hours
  }
}

extension OpeningPlace {
  /// Before a place. Comments of opening hours have no such character.
  fileprivate static let separator: Character = "\u{1F}"

  /// The separator, the country, the time zone and, if hours depend on the sun, the coordinate; empty for Korea.
  fileprivate var scheduleSuffix: String {
    if self == .korea { return "" }
    let sun = coordinate.map { " \($0.latitude) \($0.longitude)" } ?? ""
    return "\(Self.separator)\(region.country) \(region.timeZone)\(sun)"
  }

  /// As the suffix of the place of a booth with such hours.
  fileprivate static func scheduleSuffix(of text: PackedArray<UInt8>, at coordinate: Coordinate) -> String {
    let usesSun = OpeningHours.dependsOnSun(text)
    if !usesSun, Regions.shared.isKorea(coordinate) { return "" }
    return OpeningPlace(at: coordinate, usesSun: usesSun).scheduleSuffix
  }

  fileprivate init(scheduleSuffix text: Substring) {
    let parts = text.split(separator: " ").map(String.init)
    let region = parts.count > 1 ? Regions.shared.region(in: parts[0], parts[1]) ?? .korea : .korea
    let numbers = parts.dropFirst(2).compactMap { Double($0) }
    self.init(region, numbers.count == 2 ? Coordinate(latitude: numbers[0], longitude: numbers[1]) : nil)
  }
}

extension OpeningHours {
  /// Whether a text names an event of the sun: `dawn`, `sunrise`, `sunset`, `dusk`. Complexity: O(length).
  fileprivate static func dependsOnSun(_ text: PackedArray<UInt8>) -> Bool {
    var last: UInt32 = 0
    for byte in text {
      last = last << 8 | UInt32(byte | 0x20)
      // daw, dus, sun: comments with them cost no more than another schedule.
      let three = last & 0xFFFFFF
      if three == 0x64_61_77 || three == 0x64_75_73 || three == 0x73_75_6E { return true }
    }
    return false
  }
}

/// The states of schedules at the last instant that was asked for: most queries are about now.
private final class LastStates: Sendable {
  private let last = Mutex<(instant: PreparedInstant, states: [OpenState])?>(nil)

  func states(at instant: PreparedInstant, _ make: () -> [OpenState]) -> [OpenState] {
    if let last = last.withLock({ $0 }), last.instant == instant { return last.states }
    let states = make()
    last.withLock { $0 = (instant, states) }
    return states
  }
}
