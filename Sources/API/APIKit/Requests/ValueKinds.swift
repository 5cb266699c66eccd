package import Basics
import Contracts
import JSON

extension ValueKind<Double> {
  package static func number(_ range: ClosedRange<Double>) -> ValueKind {
    ValueKind(
      "a number from \(DecimalText.plain(range.lowerBound)) to \(DecimalText.plain(range.upperBound))",
      schema: .object([
        "type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
      ]),
      read: { text in ParsedParameter(DecimalText.number(text), within: range) },
      json: { json, _ in
        switch json {
        case .integer(let number) where range.contains(Double(number)): Double(number)
        case .number(let number) where range.contains(number): number
        default: nil
        }
      })
  }

  /// A length in metres: `500`, `500m` or `1.5km`, in either case.
  package static func metres(_ range: ClosedRange<Double>, default standard: Double? = nil) -> ValueKind {
    let (low, high) = (DecimalText.plain(range.lowerBound), DecimalText.plain(range.upperBound))
    return ValueKind(
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

extension ValueKind<Int> {
  /// An integer within a range, which only texts are held to here: of JSON it is validated by the domain type.
  package static func integer(_ range: ClosedRange<Int>, default standard: Int? = nil) -> ValueKind {
    ValueKind(
      "a whole number from \(range.lowerBound) to \(range.upperBound)",
      schema: .object([
        "type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
        "default": standard.map(JSONValue.integer),
      ]), default: standard,
      read: { text in ParsedParameter(DecimalText.integer(text), within: range) },
      json: { json, _ in
        switch json {
        case .integer(let number): number
        case .number(let number): Int(exactly: number)
        default: nil
        }
      })
  }

  /// An integer; values above the range are clamped to its end, as OGC API – Features asks for `limit`.
  package static func clampedInteger(_ range: ClosedRange<Int>, default standard: Int) -> ValueKind {
    ValueKind(
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

extension ValueKind<Bool> {
  /// `true` or `false`.
  package static func flag(default standard: Bool? = nil) -> ValueKind {
    ValueKind(
      "true or false", schema: .object(["type": "boolean", "default": standard.map(JSONValue.bool)]), default: standard,
      read: { text in ParsedParameter(text == "true" ? true : text == "false" ? false : nil) },
      json: { json, _ in
        guard case .bool(let flag) = json else { return nil }
        return flag
      })
  }
}

extension ValueKind<String> {
  /// A JSON string. Only that it is not empty is checked here, if the minimum length is above 0: the length is validated
  /// by the domain type.
  package static func text(_ length: ClosedRange<Int>) -> ValueKind {
    ValueKind(
      "a text of \(length.lowerBound) to \(length.upperBound) characters",
      schema: .object([
        "type": "string", "minLength": length.lowerBound > 0 ? .integer(length.lowerBound) : nil,
        "maxLength": .integer(length.upperBound),
      ])
    ) { text in length.lowerBound == 0 || !text.isEmpty ? .value(text) : .malformed }
  }

  /// A text that is not blank.
  package static func text(maxCount length: Int) -> ValueKind {
    ValueKind(
      "a text of 1 to \(length) characters",
      schema: .object(["type": "string", "minLength": 1, "maxLength": .integer(length)])
    ) { text in
      let isRight = text.utf8.count <= length * 4 && text.count <= length && text.contains { !$0.isWhitespace }
      return isRight ? .value(text) : .malformed
    }
  }

  package static func visible(maxCount length: Int) -> ValueKind {
    ValueKind(
      "1 to \(length) visible ASCII characters",
      schema: .object(["type": "string", "pattern": .string("^[!-~]{1,\(length)}$")])
    ) { text in isVisible(text, maxCount: length) ? .value(text) : .malformed }
  }

  package static func enumeration(_ words: [String]) -> ValueKind {
    ValueKind(
      "one of \(words.joined(separator: ", "))",
      schema: .object(["type": "string", "enum": .array(words.map(JSONValue.string))])
    ) { text in words.contains(text) ? .value(text) : .malformed }
  }
}

extension ValueKind<[String]> {
  /// Strings separated by commas; blanks around them are ignored.
  package static func list(of thing: String, maxCount count: Int) -> ValueKind {
    ValueKind(
      "1 to \(count) \(thing) separated by commas",
      schema: .object(["type": "array", "items": .object(["type": "string"]), "maxItems": .integer(count)])
    ) { text in ParsedParameter(listed(text, maxCount: count)) }
  }
}

extension ValueKind
where
  Value: SetAlgebra, Value.Element: RawRepresentable & CaseIterable & Hashable & Sendable,
  Value.Element.RawValue == String
{
  /// Strings of a fixed set, separated by commas.
  package static func enumerationSet() -> ValueKind {
    let words = Value.Element.allCases.map(\.rawValue)
    return ValueKind(
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

extension ValueKind where Value: RawRepresentable & CaseIterable & Hashable, Value.RawValue == String {
  package static func enumeration(of values: [Value] = Array(Value.allCases)) -> ValueKind {
    let words = values.map(\.rawValue)
    return ValueKind(
      "one of \(words.joined(separator: ", "))",
      schema: .object(["type": "string", "enum": .array(words.map(JSONValue.string))])
    ) { text in ParsedParameter(Value(rawValue: text).flatMap { values.contains($0) ? $0 : nil }) }
  }
}

extension ValueKind<Timestamp> {
  package static func instant() -> ValueKind {
    ValueKind(
      "a date and time with its zone such as 2026-11-20T19:00:00+09:00",
      schema: .object(["type": "string", "format": "date-time"])
    ) { text in ParsedParameter(Timestamp(rfc3339: text)) }
  }
}

package enum RequestedInstant: Hashable, Sendable {
  case now
  case at(Timestamp)
}

extension ValueKind<RequestedInstant> {
  /// `now`, or a date and time with its zone.
  package static func instant() -> ValueKind {
    ValueKind(
      "'now' or a date and time with its zone such as 2026-11-20T19:00:00+09:00",
      schema: .object([
        "oneOf": [.object(["const": "now"]), .object(["type": "string", "format": "date-time"])]
      ])
    ) { text in text == "now" ? .value(.now) : ParsedParameter(Timestamp(rfc3339: text).map(RequestedInstant.at)) }
  }
}

extension ValueKind {
  /// An identifier of 24 hexadecimal digits.
  package static func identifier<Subject>() -> ValueKind where Value == Identifier<Subject> {
    ValueKind(
      "an identifier of 24 hexadecimal digits",
      schema: .object(["type": "string", "pattern": "^[0-9a-f]{24}$"])
    ) { text in ParsedParameter(Identifier(text)) }
  }

  package static func serial<Subject>() -> ValueKind where Value == Number<Subject> {
    ValueKind(
      "a number from 1 on", schema: .object(["type": "integer", "minimum": 1]),
      read: { text in ParsedParameter(DecimalText.integer(text).flatMap { $0 > 0 ? Number(Int64($0)) : nil }) },
      json: { json, _ in
        guard case .integer(let number) = json, number > 0 else { return nil }
        return Number(Int64(number))
      })
  }

  /// An array of one type. Its length is validated by the domain type.
  package static func list<Item>(of item: ValueKind<Item>, maxCount count: Int) -> ValueKind where Value == [Item] {
    ValueKind(
      "a list of at most \(count)",
      schema: .object(["type": "array", "items": item.schema, "maxItems": .integer(count)]),
      json: { json, path throws(DomainError) in
        guard case .array(let values) = json else { return nil }
        var items: [Item] = []
        for (index, value) in values.enumerated() { items.append(try item.value(of: value, at: "\(path)[\(index)]")) }
        return items
      })
  }
}

extension ValueKind<BoothID> {
  package static func booth() -> ValueKind {
    ValueKind(
      "the number of a booth", schema: .object(["type": "integer", "minimum": 1]),
      json: { json, _ in
        guard case .integer(let number) = json, number > 0 else { return nil }
        return BoothID(Int64(number))
      })
  }
}

extension ValueKind<PhotoName> {
  package static func photo() -> ValueKind {
    ValueKind(
      "the name of a photo, as an upload answers it",
      schema: .object([
        "type": "string", "pattern": .string("^[0-9a-f]{64}\\.(\(PhotoName.fileExtensions.joined(separator: "|")))$"),
      ])
    ) { text in ParsedParameter(PhotoName(text)) }
  }
}

package func isVisible(_ text: String, maxCount length: Int) -> Bool {
  (1...length).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
}

/// The trimmed texts between commas; nil when one is empty or there are too many.
package func listed(_ text: String, maxCount count: Int) -> [String]? {
  let parts = text.split(separator: ",", maxSplits: count, omittingEmptySubsequences: false).map(trimmed)
  return parts.count <= count && !parts.contains(where: \.isEmpty) ? parts : nil
}
