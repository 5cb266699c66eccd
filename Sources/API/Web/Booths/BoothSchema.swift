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
    add("priceRange", facts.attributes.price.map { .string("₩\($0)~") })
    if facts.attributes.price != nil { add("currenciesAccepted", "KRW") }
    add("maximumAttendeeCapacity", facts.attributes.capacity.map { .integer($0) })
    let hours = facts.isClosed ? [] : Self.hours(facts.typicalWeek)
    if !hours.isEmpty { add("openingHoursSpecification", .array(hours)) }
    json = .object(members)
  }

  private static func address(_ facts: BoothFacts) -> JSONValue? {
    guard let street = facts.addresses.first else { return nil }
    var members = [
      JSONMember(key: "@type", value: "PostalAddress"), JSONMember(key: "streetAddress", value: .string(street)),
    ]
    if facts.isKorean { members.append(JSONMember(key: "addressCountry", value: "KR")) }
    return .object(members)
  }

  private static let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  /// The days of each time, in the order of the week; uncertain times are left out.
  private static func hours(_ week: [[OpeningSpan]]) -> [JSONValue] {
    var spans: [OpeningSpan] = []
    for span in week.joined() where span.state == .open && !spans.contains(span) { spans.append(span) }
    return spans.map { span in
      let names = zip(days, week).filter { $0.1.contains(span) }.map { JSONValue.string("https://schema.org/\($0.0)") }
      // A day of 24 hours is written so; a night ends at an hour before its beginning.
      let closes = span.closes == "24:00" ? "23:59" : span.closes
      return .object([
        "@type": "OpeningHoursSpecification", "dayOfWeek": .array(names), "opens": .string(span.opens),
        "closes": .string(closes),
      ])
    }
  }
}
