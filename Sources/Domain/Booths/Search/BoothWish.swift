import Basics

/// A condition that people write among the words of a search: `24시간`, `5명`, `만원 이하`.
package enum BoothWish: Hashable, Sendable {
  case openNow
  case openAllDay
  case people(Int)
  /// In KRW.
  case maxPrice(Int)

  /// A wish as folded text without blanks; nil for other texts. Complexity: O(length).
  init?(_ text: String) {
    if Self.openNowTexts.contains(text) {
      self = .openNow
    } else if Self.openAllDayTexts.contains(text) {
      self = .openAllDay
    } else if let people = Self.number(
      text, before: ["명이서", "인용", "명", "인", "people", "persons", "ppl"], after: ["for"])
    {
      guard (1...99).contains(people) else { return nil }
      self = .people(people)
    } else if let price = Self.price(text) {
      self = .maxPrice(price)
    } else {
      return nil
    }
  }

  /// The values of `filter`.
  package static let filters = ["open_now", "open_all_day", "people", "max_price"]

  /// The condition, as answers name it.
  package var filter: String {
    switch self {
    case .openNow: "open_now"
    case .openAllDay: "open_all_day"
    case .people: "people"
    case .maxPrice: "max_price"
    }
  }

  package var value: Int? {
    switch self {
    case .openNow, .openAllDay: nil
    case .people(let value), .maxPrice(let value): value
    }
  }

  func apply(to filter: inout BoothFilter, now: Timestamp) {
    switch self {
    case .openNow: filter.openAt = now
    case .openAllDay: filter.isOpenAllDay = true
    case .people(let people): filter.people = people
    case .maxPrice(let price): filter.maxPrice = price
    }
  }

  private static let openNowTexts: Set<String> = [
    "지금", "영업중", "영업중인", "지금영업", "지금영업중", "지금영업중인", "지금여는", "지금연", "지금문연", "opennow", "open",
  ]
  private static let openAllDayTexts: Set<String> = [
    "24시간", "24시", "24시간영업", "24h", "24hour", "24hours", "open24hours",
  ]

  /// `5000원이하`, `5천원이하`, `만원이하`, `만5천원까지`, `under5000`.
  private static func price(_ text: String) -> Int? {
    let bounds = ["원이하", "원미만", "원까지", "원아래", "원", "wonorless", "won", "krw", "이하", "까지"]
    guard var amount = part(of: text, before: bounds, after: ["under", "below", "upto", "max"]) else { return nil }
    var price = 0
    for (unit, value) in [("만", 10_000), ("천", 1_000)] {
      guard let end = amount.firstRange(of: unit) else { continue }
      let count = amount[..<end.lowerBound]
      guard count.isEmpty || (count.count <= 3 && count.allSatisfy(\.isASCIIDigit)) else { return nil }
      price += (Int(count) ?? 1) * value
      amount = String(amount[end.upperBound...])
    }
    if !amount.isEmpty {
      guard amount.count <= 6, amount.allSatisfy(\.isASCIIDigit), let rest = Int(amount) else { return nil }
      price += rest
    }
    return (100...1_000_000).contains(price) ? price : nil
  }

  private static func number(_ text: String, before endings: [String], after beginnings: [String]) -> Int? {
    part(of: text, before: endings, after: beginnings).flatMap { digits in
      digits.count <= 2 && !digits.isEmpty && digits.allSatisfy(\.isASCIIDigit) ? Int(digits) : nil
    }
  }

  /// A text without one of some endings, or one of some beginnings, or both.
  private static func part(of text: String, before endings: [String], after beginnings: [String]) -> String? {
    let beginning = beginnings.first(where: text.hasPrefix)
    let rest = text.dropFirst(beginning?.count ?? 0)
    let ending = endings.first(where: rest.hasSuffix)
    guard beginning != nil || ending != nil else { return nil }
    let part = String(rest.dropLast(ending?.count ?? 0))
    return part.isEmpty ? nil : part
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
