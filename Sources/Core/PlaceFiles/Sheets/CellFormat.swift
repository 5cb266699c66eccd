import Basics

/// How a spreadsheet shows the number of a cell.
enum CellFormat: Hashable, Sendable {
  case general
  case date(hasTime: Bool)
  /// A time of day, or hours that are counted beyond a day.
  case time(isElapsed: Bool)
  /// Digits in a fixed pattern, as for telephone numbers and codes: literal characters, and digits.
  case pattern([PatternPart])

  enum PatternPart: Hashable, Sendable {
    case literal(Character)
    /// A digit; zero if there is none and it is required.
    case digit(isRequired: Bool)
  }

  /// A format that Excel knows by its number.
  init(builtIn number: Int) {
    switch number {
    case 14...17, 27...31, 34...36, 50...58: self = .date(hasTime: false)
    case 22: self = .date(hasTime: true)
    case 18...21, 32, 33, 45, 47: self = .time(isElapsed: false)
    case 46: self = .time(isElapsed: true)
    default: self = .general
    }
  }

  /// A format by its code, such as `yyyy"년" m"월"` or `000\-0000\-0000`.
  init(code: String) {
    let section = code.prefix { $0 != ";" }
    var parts: [PatternPart] = []
    var letters = ""
    var isElapsed = false
    var isPattern = true
    var rest = section[...]
    while let character = rest.popFirst() {
      switch character {
      case "\"":
        for literal in rest.prefix(while: { $0 != "\"" }) { parts.append(.literal(literal)) }
        rest = rest.drop { $0 != "\"" }.dropFirst()
      case "\\": if let literal = rest.popFirst() { parts.append(.literal(literal)) }
      case "[":
        let word = rest.prefix { $0 != "]" }
        rest = rest.drop { $0 != "]" }.dropFirst()
        if ["h", "hh", "m", "mm", "s", "ss"].contains(word.lowercased()) {
          isElapsed = true
          letters += word.lowercased()
        } else if !word.hasPrefix("$") {
          // A colour or a condition.
          isPattern = false
        }
      case "_", "*": _ = rest.popFirst()
      case "0": parts.append(.digit(isRequired: true))
      case "#": parts.append(.digit(isRequired: false))
      case "-", "(", ")", " ", "+": parts.append(.literal(character))
      default:
        isPattern = false
        if character.isLetter { letters += character.lowercased() }
      }
    }
    if letters.hasPrefix("general") {
      self = .general
    } else if letters.contains("y") || letters.contains("d")
      || (letters.contains("m") && !letters.contains("h") && !letters.contains("s"))
    {
      self = .date(hasTime: letters.contains("h"))
    } else if letters.contains("h") || letters.contains("s") {
      self = .time(isElapsed: isElapsed)
    } else if isPattern, parts.filter({ $0 == .digit(isRequired: true) }).count > 1 {
      self = .pattern(parts)
    } else {
      self = .general
    }
  }

  /// The number as shown, in the forms of ISO 8601 for dates and times, and in full where it is only rounded for the eye.
  func text(_ number: Double, since1904: Bool) -> String {
    switch self {
    case .general: return Self.text(number)
    case .date(let hasTime):
      guard let date = Self.date(number, since1904) else { return Self.text(number) }
      return hasTime ? date + " " + Self.time(number - number.rounded(.down)) : date
    case .time(let isElapsed):
      guard number >= 0, number < 10_000 else { return Self.text(number) }
      return Self.time(isElapsed ? number : number - number.rounded(.down))
    case .pattern(let parts):
      guard number >= 0, number < 1e15, number == number.rounded() else { return Self.text(number) }
      return Self.text(Int64(number), in: parts)
    }
  }

  /// A number with the fifteen digits that spreadsheets keep, without an exponent.
  static func text(_ number: Double) -> String {
    guard number.isFinite else { return "" }
    if number == number.rounded(), abs(number) < 1e15 { return String(Int64(number)) }
    var scale = 1.0
    var magnitude = abs(number)
    while magnitude < 1e14, scale < 1e22 {
      magnitude *= 10
      scale *= 10
    }
    let rounded = (number * scale).rounded() / scale
    let text = "\(rounded)"
    guard text.contains("e") else { return text.hasSuffix(".0") ? String(text.dropLast(2)) : text }
    // Swift writes numbers below 0.0001 with an exponent.
    return abs(number) < 1 ? CoordinateE7.text(Int64((number * 1e7).rounded())) : text
  }

  /// The days of the calendar of 1900, in which 29 February 1900 exists, begin on 30 December 1899.
  private static func date(_ number: Double, _ since1904: Bool) -> String? {
    guard number >= 0, number < 2_958_466 else { return nil }
    let day = Int(number.rounded(.down)) - (since1904 ? 24_107 : 25_569)
    return CivilDate(daysSince1970: day).rfc3339
  }

  private static func time(_ days: Double) -> String {
    let seconds = Int((days * 86_400).rounded())
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let text = two(seconds / 3600) + ":" + two(seconds / 60 % 60)
    return seconds % 60 == 0 ? text : text + ":" + two(seconds % 60)
  }

  /// The digits in a pattern, filled from the right; what is left over stands before it.
  private static func text(_ number: Int64, in parts: [PatternPart]) -> String {
    var digits = Array(String(number))
    if number == 0 { digits = [] }
    var text: [Character] = []
    var last = 0
    for part in parts.reversed() {
      switch part {
      case .literal(let character): text.append(character)
      case .digit(let isRequired):
        if let digit = digits.popLast() { text.append(digit) } else if isRequired { text.append("0") }
        last = text.count
      }
    }
    text.insert(contentsOf: digits.reversed(), at: last)
    return String(text.reversed())
  }
}
