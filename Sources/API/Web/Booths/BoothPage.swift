import Basics
import Booths
import HTTP
import JSON
import Posts

/// The head and the content of the page of a booth. Every text of the catalogue is escaped.
struct BoothPage {
  let facts: BoothFacts
  let texts: Texts
  let language: Language
  let isLanguageNamed: Bool
  /// The address of the server; empty when unknown, and then nothing absolute is written.
  let base: String
  let gallery: BoothGallery?
  /// The terms of the booth's source, as far as they are known.
  let terms: SourceTerms?
  /// The version of the preview picture.
  let picture: String

  private func text(_ key: String, _ values: [String: String] = [:]) -> String { texts.filled(key, values) }

  private var path: String { "/booths/\(facts.id)" }
  private var address: String { base + path }
  private var canonical: String { isLanguageNamed ? "\(address)?lang=\(language.rawValue)" : address }
  private var pictureAddress: String { "\(address)/preview.png?v=\(picture)" }

  // MARK: Head

  var head: String {
    let name = facts.name(in: language)
    let title = "\(name) – \(text("name"))"
    var lines = [
      "<title>\(Markup.escaped(title))</title>", Self.meta("name", "description", description),
      Self.meta("property", "og:type", "website"), Self.meta("property", "og:site_name", text("name")),
      Self.meta("property", "og:title", name), Self.meta("property", "og:description", description),
      Self.meta("property", "og:locale", language == .korean ? "ko_KR" : "en_US"),
      Self.meta("property", "og:locale:alternate", language == .korean ? "en_US" : "ko_KR"),
      Self.meta("name", "twitter:card", "summary_large_image"), Self.meta("name", "twitter:title", name),
      Self.meta("name", "twitter:description", description),
    ]
    if facts.isClosed { lines.append(Self.meta("name", "robots", "noindex")) }
    if !base.isEmpty { lines += addresses }
    lines.append("<script type=\"application/ld+json\">\(structuredData)</script>")
    return lines.joined(separator: "\n")
  }

  private var addresses: [String] {
    var lines = [
      "<link rel=\"canonical\" href=\"\(Markup.escaped(canonical))\">",
      "<link rel=\"alternate\" hreflang=\"x-default\" href=\"\(Markup.escaped(address))\">",
    ]
    lines += Language.allCases.map {
      "<link rel=\"alternate\" hreflang=\"\($0.rawValue)\" href=\"\(Markup.escaped("\(address)?lang=\($0.rawValue)"))\">"
    }
    return lines + [
      Self.meta("property", "og:url", canonical), Self.meta("property", "og:image", pictureAddress),
      Self.meta("property", "og:image:type", "image/png"), Self.meta("property", "og:image:width", "1200"),
      Self.meta("property", "og:image:height", "630"), Self.meta("property", "og:image:alt", facts.name),
      Self.meta("name", "twitter:image", pictureAddress),
    ]
  }

  private static func meta(_ kind: String, _ name: String, _ content: String) -> String {
    "<meta \(kind)=\"\(name)\" content=\"\(Markup.escaped(content))\">"
  }

  /// Address, hours in short and the price.
  private var description: String {
    [
      facts.addresses(in: language).first, texts.price(facts),
      facts.isClosed ? text("open_state.closed_permanently") : nil,
    ]
    .compactMap(\.self).joined(separator: " · ")
  }

  /// In a script element only `<` could end the data.
  private var structuredData: String {
    let document = BoothSchema(facts, url: address, images: base.isEmpty ? [] : [pictureAddress] + photoAddresses)
    return String(decoding: document.json.bytes, as: UTF8.self)
      .replacing("<", with: "\\u003c").replacing(">", with: "\\u003e").replacing("&", with: "\\u0026")
  }

  private var photoAddresses: [String] {
    (gallery?.photos ?? []).prefix(5).map { "\(base)/api/photos/\($0.name)?width=960" }
  }

  // MARK: Content

  var content: String {
    """
    <main id="booth-page" class="booth-page" data-booth="\(facts.id)" tabindex="-1"><article>
    \(brand)<h2><bdi>\(Markup.escaped(facts.name(in: language)))</bdi></h2>
    \(sign)
    <p class="line"><span class="opening is-\(facts.outlook.state.rawValue)">\(Markup.escaped(texts.opening(facts)))</span></p>
    \(ways)<dl class="facts">
    \(rows)</dl>
    \(photos)\(hours)\(source)</article></main>
    """
  }

  private var brand: String {
    guard let brand = facts.brand, let name = facts.brand(in: language) else { return "" }
    let dot =
      "<svg class=\"dot\" viewBox=\"0 0 2 2\" aria-hidden=\"true\"><circle cx=\"1\" cy=\"1\" r=\"1\" fill=\"\(BrandColor(of: brand).hex)\"/></svg>"
    return "<p class=\"brand\">\(dot)<bdi>\(Markup.escaped(name))</bdi></p>\n"
  }

  /// The name on the sign, if the page shows another one.
  private var sign: String {
    facts.name(in: language) == facts.name
      ? "" : "<p class=\"note\" lang=\"ko\"><bdi>\(Markup.escaped(facts.name))</bdi></p>\n"
  }

  private var photos: String {
    guard let gallery, gallery.postCount > 0 else { return "" }
    let images = gallery.photos.map { photo in
      let author = displayText(photo.author.nickname)
      return
        "<li><a href=\"/app/posts/\(photo.post)\"><img class=\"photo\" src=\"/api/photos/\(photo.name)?width=320\" "
        + "alt=\"\(Markup.escaped(text("postPhoto", ["name": author])))\" loading=\"lazy\"></a></li>"
    }
    let counts = [
      text("gallery.posts", ["count": String(gallery.postCount)]),
      text("feed.like", ["count": String(gallery.likeCount)]),
    ].joined(separator: " · ")
    let list = images.isEmpty ? "" : "<ol class=\"gallery\">\(images.joined())</ol>\n"
    return "\(list)<p class=\"note\">\(Markup.escaped(counts))</p>\n"
  }

  private var ways: String {
    if facts.isClosed { return link("/", text("page.toMap"), "is-main") }
    let place = "\(facts.latitude),\(facts.longitude)"
    let name = percentEncoded(facts.name.replacing(",", with: " "))
    return "<p class=\"ways\">"
      + link(
        "https://map.kakao.com/link/to/\(name),\(place)", "\(text("directions")) · \(text("directions.kakao"))",
        "is-main")
      + link(
        "https://www.google.com/maps/dir/?api=1&travelmode=walking&destination=\(place)",
        "\(text("directions")) · \(text("directions.google"))")
      + link("/?at=\(place),16", text("page.booth.onMap"))
      + "</p>\n"
  }

  private func link(_ address: String, _ label: String, _ style: String = "") -> String {
    let others = address.hasPrefix("/") ? "" : " rel=\"noopener noreferrer\""
    return "<a class=\"button \(style)\" href=\"\(Markup.escaped(address))\"\(others)>\(Markup.escaped(label))</a>"
  }

  private var rows: String {
    var rows: [(String, String)] = []
    let addresses = facts.addresses(in: language)
    if !addresses.isEmpty {
      rows.append(("address", "<bdi>\(addresses.map { Markup.escaped($0) }.joined(separator: "<br>"))</bdi>"))
    }
    if let price = texts.price(facts) { rows.append(("priceLabel", Markup.escaped(price))) }
    if let party = facts.prices.first(where: { $0.people == 4 }) {
      let words = text(
        "partyPrice",
        [
          "people": text("people", ["count": "4"]), "amount": texts.amount(party.amount, facts.region.currency),
          "count": String(party.prints),
        ])
      rows.append(("partyPriceLabel", Markup.escaped(words)))
    }
    if let capacity = facts.attributes.capacity {
      rows.append(("capacity", Markup.escaped(text("people", ["count": String(capacity)]))))
    }
    if let phone = facts.phone {
      let digits = phone.filter { $0.isASCII && ($0.isNumber || $0 == "+") }
      rows.append(("phone", "<a href=\"tel:\(digits)\">\(Markup.escaped(phone))</a>"))
    }
    return rows.map { "<div><dt>\(Markup.escaped(text($0.0)))</dt><dd>\($0.1)</dd></div>\n" }.joined()
  }

  /// Whom the source asks to name, and its licence.
  private var source: String {
    let named = [terms?.attribution, terms?.licence].compactMap(\.self).map { displayText($0) }.filter { !$0.isEmpty }
    guard !named.isEmpty else { return "" }
    return "<p class=\"note\"><bdi>\(Markup.escaped(named.joined(separator: " · ")))</bdi></p>\n"
  }

  private var hours: String {
    guard let week = facts.week else { return "" }
    let rows = week.enumerated().map { offset, day in
      let holiday = day.holiday.map { " · \(text("holiday.\($0.rawValue)"))" } ?? ""
      let name = "\(text(OpeningHours.dayNames[day.weekday])) \(day.date.month)/\(day.date.day)\(holiday)"
      return
        "<tr\(offset == 0 ? " class=\"is-today\" aria-current=\"date\"" : "")><th scope=\"row\">\(Markup.escaped(name))</th>"
        + "<td>\(Markup.escaped(text(of: day)))</td></tr>\n"
    }
    return "<h3 id=\"hours-title\">\(Markup.escaped(text("hours")))</h3>\n"
      + "<table class=\"hours\" aria-labelledby=\"hours-title\"><tbody>\n\(rows.joined())</tbody></table>\n"
  }

  private func text(of day: OpeningDay) -> String {
    if day.spans.isEmpty { return text("off") }
    return day.spans.map { span in
      if span.isWholeDay { return text(span.state == .open ? "allDay" : "hoursUnknown") }
      let times = "\(span.opens)–\(span.closes)"
      return span.state == .open ? times : "\(times) (\(text("hoursUnknown")))"
    }.joined(separator: ", ")
  }
}
