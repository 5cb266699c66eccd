package import Basics
import JSON

extension ParameterKind<Double> {
  package static func number(_ range: ClosedRange<Double>) -> ParameterKind {
    ParameterKind(
      "a number from \(DecimalText.plain(range.lowerBound)) to \(DecimalText.plain(range.upperBound))",
      schema: .object([
        "type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
      ])
    ) { text in ParsedParameter(DecimalText.number(text), within: range) }
  }

  /// A length in metres: `500`, `500m` or `1.5km`, in either case.
  package static func metres(_ range: ClosedRange<Double>, default standard: Double? = nil) -> ParameterKind {
    let (low, high) = (DecimalText.plain(range.lowerBound), DecimalText.plain(range.upperBound))
    return ParameterKind(
      "a length from \(low) to \(high) metres such as 500, 500m or 1.5km",
      schema: .object([
        "type": "string", "pattern": #"^[0-9]+(\.[0-9]+)?([mM]|[kK][mM])?$"#,
        "default": standard.map { .string(DecimalText.plain($0)) },
      ]), default: standard
    ) { text in
      let text = text.lowercased()
      let isKilometres = text.hasSuffix("km")
      let digits = text.dropLast(isKilometres ? 2 : text.hasSuffix("m") ? 1 : 0)
      let number = DecimalText.number(String(digits))
      return ParsedParameter(number.map { isKilometres ? $0 * 1000 : $0 }, within: range)
    }
  }
}

extension ParameterKind<Int> {
  /// An integer within a range.
  package static func integer(_ range: ClosedRange<Int>, default standard: Int? = nil) -> ParameterKind {
    ParameterKind(
      "a whole number from \(range.lowerBound) to \(range.upperBound)",
      schema: .object([
        "type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
        "default": standard.map(JSONValue.integer),
      ]), default: standard
    ) { text in ParsedParameter(DecimalText.integer(text), within: range) }
  }

  /// An integer; values above the range are clamped to its end, as OGC API – Features asks for `limit`.
  package static func clampedInteger(_ range: ClosedRange<Int>, default standard: Int) -> ParameterKind {
    ParameterKind(
      "a whole number from \(range.lowerBound) on; more than \(range.upperBound) counts as \(range.upperBound)",
      schema: .object([
        "type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
        "default": .integer(standard),
      ]), default: standard
    ) { text in
      ParsedParameter(DecimalText.integer(text).map { min($0, range.upperBound) }, within: range)
    }
  }
}

extension ParameterKind<Bool> {
  /// `true` or `false`.
  package static func flag() -> ParameterKind {
    ParameterKind("true or false", schema: .object(["type": "boolean", "default": false]), default: false) { text in
      ParsedParameter(text == "true" ? true : text == "false" ? false : nil)
    }
  }
}

extension ParameterKind<String> {
  /// A text that is not blank.
  package static func text(maxCount length: Int) -> ParameterKind {
    ParameterKind(
      "a text of 1 to \(length) characters",
      schema: .object(["type": "string", "minLength": 1, "maxLength": .integer(length)])
    ) { text in
      let isRight = text.utf8.count <= length * 4 && text.count <= length && text.contains { !$0.isWhitespace }
      return isRight ? .value(text) : .malformed
    }
  }

  /// Visible ASCII characters.
  package static func visible(maxCount length: Int) -> ParameterKind {
    ParameterKind(
      "1 to \(length) visible ASCII characters",
      schema: .object(["type": "string", "pattern": .string("^[!-~]{1,\(length)}$")])
    ) { text in isVisible(text, maxCount: length) ? .value(text) : .malformed }
  }

  /// A string of a fixed set.
  package static func enumeration(_ words: [String]) -> ParameterKind {
    ParameterKind(
      "one of \(words.joined(separator: ", "))",
      schema: .object(["type": "string", "enum": .array(words.map(JSONValue.string))])
    ) { text in words.contains(text) ? .value(text) : .malformed }
  }
}

extension ParameterKind<[String]> {
  /// Strings separated by commas; blanks around them are ignored.
  package static func list(of thing: String, maxCount count: Int) -> ParameterKind {
    ParameterKind(
      "1 to \(count) \(thing) separated by commas",
      schema: .object(["type": "array", "items": .object(["type": "string"]), "maxItems": .integer(count)])
    ) { text in ParsedParameter(listed(text, maxCount: count)) }
  }
}

extension ParameterKind
where
  Value: SetAlgebra, Value.Element: RawRepresentable & CaseIterable & Hashable & Sendable,
  Value.Element.RawValue == String
{
  /// Strings of a fixed set, separated by commas.
  package static func enumerationSet() -> ParameterKind {
    let words = Value.Element.allCases.map(\.rawValue)
    return ParameterKind(
      "one or more of \(words.joined(separator: ", ")), separated by commas",
      schema: .object([
        "type": "array", "items": .object(["type": "string", "enum": .array(words.map(JSONValue.string))]),
      ])
    ) { text in
      guard let listed = listed(text, maxCount: words.count) else { return .malformed }
      let known = listed.compactMap(Value.Element.init(rawValue:))
      return known.count == listed.count ? .value(Value(known)) : .malformed
    }
  }
}

/// A requested instant.
package enum RequestedInstant: Hashable, Sendable {
  case now
  case at(Timestamp)
}

extension ParameterKind<RequestedInstant> {
  /// `now`, or a date and time with its zone.
  package static func instant() -> ParameterKind {
    ParameterKind(
      "'now' or a date and time with its zone such as 2026-11-20T19:00:00+09:00",
      schema: .object([
        "oneOf": [.object(["const": "now"]), .object(["type": "string", "format": "date-time"])]
      ])
    ) { text in text == "now" ? .value(.now) : ParsedParameter(Timestamp(rfc3339: text).map(RequestedInstant.at)) }
  }
}

/// Whether a text consists of visible ASCII characters.
package func isVisible(_ text: String, maxCount length: Int) -> Bool {
  (1...length).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
}

/// The trimmed texts between commas; nil when one is empty or there are too many.
package func listed(_ text: String, maxCount count: Int) -> [String]? {
  let parts = text.split(separator: ",", maxSplits: count, omittingEmptySubsequences: false).map(trimmed)
  return parts.count <= count && !parts.contains(where: \.isEmpty) ? parts : nil
}
