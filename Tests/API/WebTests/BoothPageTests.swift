import Basics
import Booths
import Foundation
import Geo
import HTTP
import JSON
import Posts
import Support
import Testing

@testable import Web

/// The pages of some booths, with the files as they are shipped.
struct ServedBooths {
  let pages: BoothPages
  /// How many pictures were drawn.
  let drawn: Counter

  static let hostile = "</script><script>alert(1)</script> \" ' & \u{202E}moc.live\u{2066}\u{0007}"

  static func booth(_ id: Int64, _ name: String, _ change: (inout BoothAttributes) -> Void = { _ in }) -> Booth {
    var attributes = BoothAttributes(
      externalID: "\(id)", name: name,
      coordinate: StoredCoordinate(latitudeE7: 374_980_000, longitudeE7: 1_270_277_000))
    change(&attributes)
    return Booth(id: BoothID(id), source: "s", attributes: attributes)
  }

  static let booths = [
    booth(1, "네컷 강남점") {
      ($0.brand, $0.roadAddress, $0.lotAddress) = ("네컷", "서울특별시 강남구 강남대로 396", "역삼동 825")
      ($0.openingHours, $0.price, $0.evenPrintsOnly) = ("Mo-Fr 11:00-22:00; Sa,Su 10:00-02:00; PH off", 4000, true)
      ($0.phone, $0.capacity, $0.status) = ("02-123-4567", 6, .operating)
    },
    booth(2, hostile) {
      ($0.brand, $0.roadAddress, $0.phone) = (hostile, hostile, "javascript:alert(1)")
    },
    booth(3, "닫힌 곳") { ($0.status, $0.openingHours) = (.closed, "24/7") },
    booth(4, "\u{202E}"),
  ]

  /// A station.
  static var gazetteer: Gazetteer {
    get throws {
      let header =
        "kind,name,name_en,within,latitude,longitude,radius_m,importance,lines,aliases,west,south,east,north"
      return try Gazetteer(csv: Array("\(header)\nstation,강남,Gangnam,서울,37.4979,127.0276,500,7,2호선,,,,,\n".utf8))
    }
  }

  init(
    _ booths: [Booth] = booths, base: String = "https://booths.example",
    draw: (@Sendable (PreviewCard) async throws -> [UInt8])? = nil,
    gallery: @escaping @Sendable (BoothID) async throws -> BoothGallery = { _ in
      BoothGallery(postCount: 0, likeCount: 0, photos: [])
    }, sources: [BoothSource] = []
  ) throws {
    var builder = Catalogue.Builder()
    for booth in booths { builder.append(booth) }
    let drawn = Counter()
    self.drawn = drawn
    pages = BoothPages(
      try WebApp(try WebFiles(directory: ShippedFilesTests.directory)),
      catalogue: CatalogueHolder(builder.finish(version: 1), chains: .shipped), gazetteer: try Self.gazetteer,
      gallery: gallery, sources: { sources },
      draw: draw ?? { card in
        drawn.add()
        return Array(card.title.utf8)
      }, base: { _ in base },
      // Friday, 12:00 in Seoul.
      clock: { Timestamp(rfc3339: "2026-11-20T12:00:00+09:00")! })
  }

  func get(_ target: String, language: String = "ko") async throws -> Response {
    let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
    let path = parts[0].split(separator: "/").map(String.init)
    for route in pages.routes {
      let pattern = route.pattern.split(separator: "/").map(String.init)
      guard pattern.count == path.count, zip(pattern, path).allSatisfy({ $0.hasPrefix("{") || $0 == $1 }) else {
        continue
      }
      let parameters = Dictionary(
        uniqueKeysWithValues: zip(pattern, path).filter { $0.0.hasPrefix("{") }.map {
          (String($0.dropFirst().dropLast()), $1)
        })
      let request = Request(
        method: .get, path: parts[0], parameters: parameters, query: parts.count > 1 ? parts[1] : nil,
        headers: Headers([("Accept-Language", language), ("Host", "x")]))
      switch route.handler {
      case .immediate(let answer): return answer(request)
      case .deferred(let answer), .streaming(let answer): return await answer(request)
      }
    }
    throw NoRoute()
  }

  struct NoRoute: Error {}
}

@Suite("The booth page without a script")
struct BoothPageTests {
  @Test("The page shows the booth in the browser's language and is revalidated by a tag")
  func contents() async throws {
    let service = try ServedBooths()
    let page = try await service.get("/booths/1")
    #expect(page.status == 200 && page.headers["Vary"] == "Accept-Language, Cookie, Accept-Encoding")
    #expect(page.headers["ETag"]?.hasPrefix("W/") == true && page.headers["Content-Language"] == "ko")
    #expect(page.headers["Content-Security-Policy"]?.contains("script-src 'self';") == true)
    for part in [
      "<html lang=\"ko\"", "<title>네컷 강남점 – 네컷 지도</title>", "<h2><bdi>네컷 강남점</bdi></h2>",
      "서울특별시 강남구 강남대로 396<br>역삼동 825", "영업 중 · 22:00에 종료", "4,000원부터", "4명 8,000원 (4장)",
      "<a href=\"tel:021234567\">02-123-4567</a>",
      "<tr class=\"is-today\" aria-current=\"date\"><th scope=\"row\">금 11/20</th><td>11:00–22:00</td>",
      "<td>10:00–02:00</td>", "href=\"/?at=37.498,127.0277,16\"",
    ] { #expect(page.text.contains(part), "\(part)") }
    #expect(page.text.matches(of: /<main id="booth-page"/).count == 1)
    let english = try await service.get("/booths/1", language: "en")
    #expect(english.text.contains("Open · closes at 22:00") && english.headers["ETag"] != page.headers["ETag"])
    #expect(english.text.contains("<h2><bdi>Four Cuts Gangnam</bdi></h2>"))
    #expect(english.text.contains("lang=\"ko\"><bdi>네컷 강남점</bdi>"))
    #expect(try await service.get("/booths/1?lang=en").text.contains("<html lang=\"en\""))
    #expect(try await service.get("/booths/1?lang=xx").text.contains("<html lang=\"ko\""))
  }

  @Test("The page begins with name, route, address and price, before photos and hours")
  func order() async throws {
    let name = try #require(PhotoName(String(repeating: "a", count: 64) + ".jpg"))
    let author = Person(id: AccountID(String(repeating: "1", count: 24))!, nickname: "mina", photo: nil)
    let photo = GalleryPhoto(name: name, post: PostID(String(repeating: "2", count: 24))!, author: author, likeCount: 1)
    let service = try ServedBooths(gallery: { _ in BoothGallery(postCount: 1, likeCount: 1, photos: [photo]) })
    let page = try await service.get("/booths/1").text
    let parts = [
      "네컷 강남점</bdi></h2>", "map.kakao.com/link/to/", "<dt>주소", "<dt>가격", "class=\"gallery\"", "id=\"hours-title\"",
    ]
    let positions = parts.map { page.firstRange(of: $0)?.lowerBound }
    #expect(positions.allSatisfy { $0 != nil } && positions.compactMap(\.self) == positions.compactMap(\.self).sorted())
  }

  @Test("The page names the attribution and licence of the source")
  func terms() async throws {
    let sources = [
      BoothSource(name: "t", terms: SourceTerms(licence: "CC0", attribution: "other")),
      BoothSource(name: "s", terms: SourceTerms(licence: "ODbL-1.0", attribution: "© <OpenStreetMap>")),
    ]
    let page = try await ServedBooths(sources: sources).get("/booths/1").text
    #expect(page.contains("<p class=\"note\"><bdi>© &lt;OpenStreetMap&gt; · ODbL-1.0</bdi></p>"))
    #expect(!page.contains("CC0"))
    #expect(try await !ServedBooths().get("/booths/1").text.contains("ODbL"))
  }

  @Test("The English page has the address in English and in Korean")
  func englishAddress() async throws {
    let english = try await ServedBooths().get("/booths/1?lang=en").text
    #expect(english.contains("<bdi>396 Gangnam-daero, Gangnam-gu, Seoul<br>서울특별시 강남구 강남대로 396<br>역삼동 825</bdi>"))
    #expect(english.contains("name=\"description\" content=\"396 Gangnam-daero, Gangnam-gu, Seoul"))
    #expect(try await !ServedBooths().get("/booths/1").text.contains("Gangnam-daero"))
  }

  @Test("The page names itself and its languages to search engines and messengers")
  func links() async throws {
    let page = try await ServedBooths().get("/booths/1").text
    for part in [
      "<link rel=\"canonical\" href=\"https://booths.example/booths/1\">",
      "<link rel=\"alternate\" hreflang=\"en\" href=\"https://booths.example/booths/1?lang=en\">",
      "<link rel=\"alternate\" hreflang=\"x-default\" href=\"https://booths.example/booths/1\">",
      "<meta property=\"og:url\" content=\"https://booths.example/booths/1\">",
      "<meta property=\"og:title\" content=\"네컷 강남점\">", "<meta name=\"twitter:card\" content=\"summary_large_image\">",
      "<meta property=\"og:image:width\" content=\"1200\">",
    ] { #expect(page.contains(part), "\(part)") }
    #expect(page.contains("<meta property=\"og:image\" content=\"https://booths.example/booths/1/preview.png?v="))
    let english = try await ServedBooths().get("/booths/1?lang=en").text
    #expect(english.contains("<link rel=\"canonical\" href=\"https://booths.example/booths/1?lang=en\">"))
    let without = try await ServedBooths(base: "").get("/booths/1").text
    #expect(!without.contains("canonical") && !without.contains("og:image\""))
  }

  /// The data in the vocabulary of schema.org.
  private func data(_ page: String) throws -> JSONValue {
    let found = try #require(page.firstMatch(of: /<script type="application\/ld\+json">(.*?)<\/script>/))
    return try JSONReader.value(of: Array(String(found.1).utf8))
  }

  @Test("The page describes the booth and its hours to search engines")
  func structured() async throws {
    let data = try data(try await ServedBooths().get("/booths/1").text)
    #expect(data["@type"] == "LocalBusiness" && data["url"] == "https://booths.example/booths/1")
    #expect(data["geo"]?["latitude"] == .number(37.498) && data["address"]?["addressCountry"] == "KR")
    guard case .array(let hours)? = data["openingHoursSpecification"] else {
      Issue.record("no hours")
      return
    }
    #expect(hours.count == 2 && hours[0]["opens"] == "11:00" && hours[1]["closes"] == "02:00")
    #expect(hours[1]["dayOfWeek"] == ["https://schema.org/Saturday", "https://schema.org/Sunday"])
  }

  private func holidays(_ hours: String) async throws -> [JSONValue] {
    let page = try await ServedBooths([ServedBooths.booth(5, "휴일") { $0.openingHours = hours }]).get("/booths/5").text
    guard case .array(let days)? = try data(page)["specialOpeningHoursSpecification"] else { return [] }
    return days
  }

  @Test("The page describes the hours of coming holidays if the booth has rules for them")
  func holidays() async throws {
    let days = try await holidays("Mo-Fr 11:00-22:00; Sa,Su 10:00-02:00; PH off")
    #expect(days[0]["validFrom"] == "2026-12-25" && days[0]["validThrough"] == "2026-12-25")
    #expect(days.allSatisfy { $0["opens"] == "00:00" && $0["closes"] == "00:00" && $0["dayOfWeek"] == nil })
    // Lunar New Year and its substitute, in a row.
    #expect(days.contains { $0["validFrom"] == "2027-02-06" && $0["validThrough"] == "2027-02-09" })
    let nights = try await holidays("Mo-Sa 10:00-22:00; PH 12:00-02:00")
    #expect(nights[0]["opens"] == "12:00" && nights[0]["closes"] == "02:00")
    for hours in ["24/7", "Mo-Fr 10:00-22:00", "Mo-Su 10:00-22:00; PH unknown", "Mo-Su,PH 10:00-22:00"] {
      #expect(try await holidays(hours).isEmpty, "\(hours)")
    }
  }

  @Test("Every text of the catalogue is escaped")
  func hostile() async throws {
    let service = try ServedBooths()
    let page = try await service.get("/booths/2").text
    // The app's own two scripts, and the data.
    #expect(page.matches(of: /<script/).count == 3 && page.matches(of: /<\/script>/).count == 3)
    #expect(!page.contains("<script>alert") && !page.contains("href=\"javascript:") && page.contains("href=\"tel:1\""))
    for scalar in ["\u{202E}", "\u{2066}", "\u{0007}"] { #expect(!page.contains(scalar)) }
    #expect(try data(page)["name"] == .string("</script><script>alert(1)</script> \" ' & moc.live"))
    #expect(try await service.get("/booths/4").status == 200)
  }

  @Test("The page shows the photos of the booth's posts, and works if they cannot be read")
  func photos() async throws {
    let name = try #require(PhotoName(String(repeating: "a", count: 64) + ".jpg"))
    let author = Person(
      id: AccountID(at: Timestamp(milliseconds: 0)) { [UInt8](repeating: 1, count: $0) }, nickname: "<b>")
    let post = PostID(at: Timestamp(milliseconds: 0)) { [UInt8](repeating: 2, count: $0) }
    let photo = GalleryPhoto(name: name, post: post, author: author, likeCount: 3)
    let shown = try await ServedBooths(gallery: { _ in
      BoothGallery(postCount: 2, likeCount: 3, photos: [photo])
    }).get("/booths/1").text
    #expect(shown.contains("src=\"/api/photos/\(name)?width=320\" alt=\"&lt;b&gt;님의 사진\""))
    #expect(shown.contains("글 2개 · 좋아요 3개") && shown.contains("https://booths.example/api/photos/\(name)?width=960"))
    let without = try await ServedBooths(gallery: { _ in throw ServedBooths.NoRoute() }).get("/booths/1")
    #expect(without.status == 200 && !without.text.contains("class=\"gallery\""))
  }

  @Test("The page of a closed booth is 410, and that of an unknown one 404")
  func missing() async throws {
    let service = try ServedBooths()
    let closed = try await service.get("/booths/3")
    #expect(closed.status == 410 && closed.text.contains("닫힌 곳") && closed.text.contains("폐업한 부스예요"))
    #expect(closed.text.contains("content=\"noindex\"") && closed.headers["Cache-Control"] == "no-store")
    #expect(!closed.text.contains("openingHoursSpecification"))
    for id in ["999", "0", "01", "x", "-1", "1e3", "9999999999999999", "%31", "１"] {
      let page = try await service.get("/booths/\(id)")
      #expect(page.status == 404 && page.text.contains("없는 부스예요") && page.text.contains("noindex"), "\(id)")
    }
  }
}

@Suite("The list of booths, without a script")
struct BoothListPageTests {
  @Test("The list shows the booths around a named place, nearest first, with links to their pages")
  func around() async throws {
    let list = try await ServedBooths().get("/booths?q=%EA%B0%95%EB%82%A8%EC%97%AD")
    #expect(list.status == 200 && list.headers["Vary"] == "Accept-Language, Cookie, Accept-Encoding")
    for part in [
      "<h2><bdi>강남역</bdi></h2>", "href=\"/booths/1\"", "<span class=\"far\">10m</span>", "영업 중 · 22:00에 종료",
      "4,000원부터 · 서울특별시 강남구 강남대로 396", "value=\"강남역\"", "content=\"noindex\"",
    ] { #expect(list.text.contains(part), "\(part)") }
    // A closed booth is no place to go to.
    #expect(!list.text.contains("/booths/3\""))
    let english = try await ServedBooths().get("/booths?q=gangnam+station&lang=en").text
    #expect(english.contains("<bdi>Gangnam") && english.contains("396 Gangnam-daero, Gangnam-gu, Seoul"))
  }

  @Test("The list shows booths with a name if no place has it, and says if there are none")
  func named() async throws {
    let service = try ServedBooths()
    let named = try await service.get("/booths?q=%EB%84%A4%EC%BB%B7").text
    #expect(named.contains("href=\"/booths/1\"") && !named.contains("class=\"far\""))
    #expect(try await service.get("/booths?q=zzz").text.contains("“zzz”에 맞는 부스가 없어요"))
  }

  @Test("The list has linked pages of twenty in the order of distance")
  func pages() async throws {
    let service = try ServedBooths(
      (Int64(1)...45).map { id in
        ServedBooths.booth(id, "부스 \(id)") {
          $0.coordinate = StoredCoordinate(latitudeE7: 374_980_000 + Int32(id) * 1000, longitudeE7: 1_270_277_000)
        }
      })
    func booths(_ page: String) -> [Int] { page.matches(of: /href="\/booths\/(\d+)"/).compactMap { Int($0.1) } }
    var address: String? = "/booths?q=%EA%B0%95%EB%82%A8%EC%97%AD&lang=en"
    var pages: [String] = []
    while let target = address, pages.count < 5 {
      let page = try await service.get(target).text
      pages.append(page)
      let next = page.firstMatch(of: /rel="next" href="([^"]+)"/)
      address = next.map { String($0.1).replacing("&amp;", with: "&") }
    }
    #expect(pages.map(booths) == [Array(1...20), Array(21...40), Array(41...45)])
    #expect(pages.map { $0.contains("rel=\"prev\"") } == [false, true, true])
    // The language that an address names goes on, also with the next search.
    #expect(pages.allSatisfy { $0.contains("<html lang=\"en\"") && $0.contains("name=\"lang\" value=\"en\"") })
    for (page, first) in [("0", 1), ("-3", 1), ("x", 1), ("2", 21), ("99999999999999999999", 1)] {
      #expect(booths(try await service.get("/booths?q=%EA%B0%95%EB%82%A8%EC%97%AD&page=\(page)").text).first == first)
    }
    let beyond = try await service.get("/booths?q=%EA%B0%95%EB%82%A8%EC%97%AD&page=9").text
    #expect(booths(beyond).isEmpty && beyond.contains("rel=\"prev\"") && !beyond.contains("rel=\"next\""))
  }

  @Test(
    "The list asks for a place if none is named, and escapes what is typed", arguments: ["", "?q=", "?q=%", "?q=%20"])
  func empty(_ query: String) async throws {
    let page = try await ServedBooths().get("/booths\(query)")
    #expect(page.status == 200 && page.text.contains("<form class=\"find\" action=\"/booths\">"))
    #expect(!page.text.contains("class=\"items\""))
    let hostile = try await ServedBooths().get("/booths?q=%22%3E%3Cscript%3E").text
    #expect(!hostile.contains("\"><script>\"") && hostile.contains("value=\"&quot;&gt;&lt;script&gt;\""))
  }
}

@Suite("What search engines and messengers ask for")
struct CrawlerTests {
  @Test("A preview picture is drawn once, and its tag follows its texts")
  func preview() async throws {
    let service = try ServedBooths()
    let picture = try await service.get("/booths/1/preview.png")
    #expect(picture.status == 200 && picture.headers["Content-Type"] == "image/png")
    #expect(try await service.get("/booths/1/preview.png").headers["ETag"] == picture.headers["ETag"])
    #expect(service.drawn.value == 1)
    #expect(try await service.get("/booths/3/preview.png").headers["ETag"] != picture.headers["ETag"])
    #expect(try await service.get("/booths/99/preview.png").status == 404)
    let version = try #require(picture.headers["ETag"]?.filter { $0 != "\"" })
    #expect(try await service.get("/booths/1").text.contains("preview.png?v=\(version)"))
  }

  @Test("The cache of pictures is bounded, and keeps those in use")
  func bounded() async throws {
    let booths = (Int64(1)...Int64(PreviewPictures.maxCount + 1)).map { ServedBooths.booth($0, "부스 \($0)") }
    let service = try ServedBooths(booths)
    for booth in booths.dropLast() {
      _ = try await service.get("/booths/\(booth.id)/preview.png")
      _ = try await service.get("/booths/1/preview.png")
    }
    _ = try await service.get("/booths/\(booths.count)/preview.png")
    #expect(service.drawn.value == booths.count)
    _ = try await service.get("/booths/1/preview.png")
    #expect(service.drawn.value == booths.count)
    _ = try await service.get("/booths/2/preview.png")
    #expect(service.drawn.value == booths.count + 1)
  }

  @Test("If no picture can be drawn, the response is 503 with a Retry-After")
  func overload() async throws {
    let answer = try await ServedBooths(draw: { _ in throw ServedBooths.NoRoute() }).get("/booths/1/preview.png")
    #expect(answer.status == 503 && answer.headers["Retry-After"] == "10")
  }

  @Test("The sitemap lists open booths, and robots.txt links to it")
  func sitemap() async throws {
    let service = try ServedBooths()
    let map = try await service.get("/sitemap.xml")
    #expect(map.headers["Content-Type"] == "application/xml; charset=utf-8" && map.headers["ETag"] != nil)
    #expect(map.text.matches(of: /<loc>/).count == 3 && map.text.contains("<loc>https://booths.example/booths/1</loc>"))
    #expect(!map.text.contains("/booths/3<"))
    #expect(try await service.get("/sitemaps/1.xml").status == 404)
    let robots = try await service.get("/robots.txt").text
    #expect(robots.contains("Sitemap: https://booths.example/sitemap.xml") && robots.contains("Disallow: /api/\n"))
  }

  @Test("A sitemap of more than 50,000 is split, with each booth in one part")
  func parts() async throws {
    let count = 2 * Sitemap.maxCount + 1
    let service = try ServedBooths((1...Int64(count)).map { ServedBooths.booth($0, "부스") })
    let index = try await service.get("/sitemap.xml").text
    #expect(index.contains("<sitemapindex") && index.matches(of: /<loc>/).count == 3)
    var found: Set<Substring> = []
    for number in 1...3 {
      let part = try await service.get("/sitemaps/\(number).xml").text
      let addresses = part.matches(of: /<loc>([^<]*)<\/loc>/).map(\.1)
      #expect(addresses.count == (number == 3 ? 1 : Sitemap.maxCount))
      found.formUnion(addresses)
    }
    #expect(found.count == count)
    for name in ["0.xml", "4.xml", "01.xml", "x.xml", "1"] {
      #expect(try await service.get("/sitemaps/\(name)").status == 404)
    }
  }

  @Test("Icons are at the standard addresses, and the manifests name existing files")
  func icons() async throws {
    let files = try WebFiles(directory: ShippedFilesTests.directory)
    let app = try WebApp(files)
    for path in ["/favicon.ico", "/apple-touch-icon.png"] { #expect(app.routes.contains { $0.pattern == path }) }
    for language in Language.allCases {
      let manifest = try JSONReader.value(of: try #require(files.contents["app.\(language.rawValue).webmanifest"]))
      guard case .array(let icons)? = manifest["icons"], case .array(let shortcuts)? = manifest["shortcuts"] else {
        Issue.record("no icons or shortcuts")
        continue
      }
      #expect(icons.contains { $0["purpose"] == "maskable" } && shortcuts.count == 4)
      for icon in icons {
        guard case .string(let source)? = icon["src"] else { continue }
        #expect(files.contents[source] != nil, "\(source)")
      }
    }
  }
}
