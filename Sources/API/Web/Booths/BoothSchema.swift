import Basics
import Booths
import JSON

/// A booth in the vocabulary of schema.org, for search engines.
struct BoothSchema {
  let json: JSONValue

  /// - Parameter url: the canonical address; that of the server's root when its host is unknown.
  init(_ facts: BoothFacts, url: String, images: [String]) {
    var members: [JSONMember] = [
      JSONMember(key: "@context", value: "https://schema.org"), JSONMember(key: "@type", value: "LocalBusiness"),
      JSONMember(key: "@id", value: .string(url)), JSONMember(key: "name", value: .string(facts.name)),
      JSONMember(key: "url", value: .string(url)),
      JSONMember(
        key: "geo",
        value: .object([
          "@type": "GeoCoordinates", "latitude": .number(facts.latitude), "longitude": .number(facts.longitude),
        ])),
    ]
    func add(_ key: String, _ value: JSONValue?) {
      if let value { members.append(JSONMember(key: key, value: value)) }
    }
    if !images.isEmpty { add("image", .array(images.map { .string($0) })) }
    add("address", Self.address(facts))
    add("telephone", facts.phone.map { .string($0) })
    add("brand", facts.brand.map { .object(["@type": "Brand", "name": .string($0)]) })
    let currency = facts.region.currency ?? "KRW"
    add("priceRange", facts.attributes.price.map { .string(currency == "KRW" ? "₩\($0)~" : "\(currency) \($0)~") })
    if facts.attributes.price != nil { add("currenciesAccepted", .string(currency)) }
    add("maximumAttendeeCapacity", facts.attributes.capacity.map { .integer($0) })
    let hours = facts.isClosed ? [] : Self.hours(facts.typicalWeek)
    if !hours.isEmpty { add("openingHoursSpecification", .array(hours)) }
    let holidays = Self.holidays(facts.holidays)
    if !holidays.isEmpty { add("specialOpeningHoursSpecification", .array(holidays)) }
    json = .object(members)
  }

  private static func address(_ facts: BoothFacts) -> JSONValue? {
    guard let street = facts.addresses.first else { return nil }
    var members = [
      JSONMember(key: "@type", value: "PostalAddress"), JSONMember(key: "streetAddress", value: .string(street)),
    ]
    let country = facts.isKorean ? "KR" : facts.region.country
    if facts.isKorean || country != "KR" { members.append(JSONMember(key: "addressCountry", value: .string(country))) }
    return .object(members)
  }

  private static let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  /// The days of each time, in the order of the week; uncertain times are left out.
  private static func hours(_ week: [[OpeningSpan]]) -> [JSONValue] {
    var spans: [OpeningSpan] = []
    for span in week.joined() where span.state == .open && !spans.contains(span) { spans.append(span) }
    return spans.map { span in
      let names = zip(days, week).filter { $0.1.contains(span) }.map { JSONValue.string("https://schema.org/\($0.0)") }
      return specification([JSONMember(key: "dayOfWeek", value: .array(names))], span.opens, span.closes)
    }
  }

  /// Holidays in a row with the same hours are one. Those of which nothing is certain are left out.
  private static func holidays(_ days: [OpeningDay]) -> [JSONValue] {
    var periods: [(days: [CivilDate], spans: [OpeningSpan])] = []
    for day in days where day.spans.isEmpty || day.spans.contains(where: { $0.state == .open }) {
      let spans = day.spans.filter { $0.state == .open }
      if let last = periods.last, last.spans == spans, last.days.last?.daysSince1970 == day.date.daysSince1970 - 1 {
        periods[periods.count - 1].days.append(day.date)
      } else {
        periods.append(([day.date], spans))
      }
    }
    return periods.flatMap { days, spans in
      let period = zip(["validFrom", "validThrough"], [days[0], days[days.count - 1]]).map {
        JSONMember(key: $0, value: .string($1.rfc3339))
      }
      // Closed for the whole day is written as open for no time.
      return spans.isEmpty
        ? [specification(period, "00:00", "00:00")] : spans.map { specification(period, $0.opens, $0.closes) }
    }
  }

  private static func specification(_ validity: [JSONMember], _ opens: String, _ closes: String) -> JSONValue {
    // A day of 24 hours is written so; a night ends at an hour before its beginning.
    let end = closes == "24:00" ? "23:59" : closes
    return .object(
      [JSONMember(key: "@type", value: "OpeningHoursSpecification")] + validity + [
        JSONMember(key: "opens", value: .string(opens)), JSONMember(key: "closes", value: .string(end)),
      ])
  }
}
