/// The distinct opening hours of a catalogue. Many booths share few schedules, so each is evaluated once per query.
package struct ScheduleTable: Sendable {
  /// The schedules by class. Class 0 is for unknown hours and hours that cannot be parsed.
  package private(set) var schedules: [OpeningHours?] = [nil]

  private var texts = ByteTable()
  /// The class of each distinct text.
  private var classes: [UInt32] = []
  private var classByNormalForm: [String: UInt32] = [:]

  /// A table with class 0 only.
  package init() {}

  /// The class of a booth's opening hours (UTF-8). Equivalent texts share a class. Complexity: O(length); a new text is
  /// parsed.
  package mutating func intern(_ text: ArraySlice<UInt8>) -> UInt32 {
    if text.isEmpty { return 0 }
    let number = texts.number(of: text)
    if number == classes.count { classes.append(newClass(text)) }
    return classes[number]
  }

  private mutating func newClass(_ text: ArraySlice<UInt8>) -> UInt32 {
    guard let hours = try? OpeningHours(parsing: String(decoding: text, as: UTF8.self)) else { return 0 }
    if let known = classByNormalForm[hours.text] { return known }
    let number = UInt32(schedules.count)
    schedules.append(hours)
    classByNormalForm[hours.text] = number
    return number
  }

  /// The state of every class at an instant, indexed by class. Complexity: O(classes).
  package func states(at instant: PreparedInstant) -> [OpenState] {
    schedules.map { $0?.state(at: instant) ?? .unknown }
  }
}

/// Numbers distinct byte strings in order of first occurrence.
struct ByteTable: Sendable {
  private var bytes: [UInt8] = []
  /// The end of each string in `bytes`.
  private var ends: [Int] = []
  /// Open addressing: numbers plus one, 0 for free. The size is a power of two; at most half is used.
  private var slots = [UInt32](repeating: 0, count: 64)

  /// The number of a string. A new string gets the next number.
  mutating func number(of text: ArraySlice<UInt8>) -> Int {
    var slot = Self.hash(text) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if string(number).elementsEqual(text) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    bytes.append(contentsOf: text)
    ends.append(bytes.count)
    slots[slot] = UInt32(ends.count)
    if ends.count * 2 > slots.count { grow() }
    return ends.count - 1
  }

  private func string(_ number: Int) -> ArraySlice<UInt8> {
    bytes[(number == 0 ? 0 : ends[number - 1])..<ends[number]]
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for number in ends.indices {
      var slot = Self.hash(string(number)) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(number + 1)
    }
  }

  /// Seeded anew in every process, so that an attacker cannot prepare texts that collide.
  private static func hash(_ text: ArraySlice<UInt8>) -> Int {
    var hasher = Hasher()
    unsafe text.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
