import Basics
import Support
import Testing
import Workload

@testable import Booths

private func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

@Suite("Values are read as public data writes them")
struct ImportValueTests {
  @Test(
    "Numbers are read with blanks around them",
    arguments: [
      ("325178.430998746", 325178.430998746), ("-4034.04961703895", -4034.04961703895),
      ("    198351.955    ", 198351.955), ("127.0", 127), (".5", 0.5), ("+37.5", 37.5), ("1.27E+02", 127), ("0", 0),
      ("-0.25", -0.25), ("37.", 37), ("37.48888900000000123456", 37.488889000000001), ("00037.5", 37.5),
      ("=\"37.5\"", 37.5), ("37,5572", 37.5572), ("-0,5", -0.5), ("37.5572N", 37.5572), ("W 126.5", -126.5),
      ("37.5572°", 37.5572),
      ("37°33'22.5\"N", 37.55625), ("북위 37도 33분 22.5초", 37.55625), ("서경 126도", -126),
    ])
  func numbers(_ text: String, _ number: Double) {
    #expect(NumberText.reading(bytes(text)) == .number(number))
  }

  @Test(
    "Texts are read without what spreadsheets write around them",
    arguments: [
      ("=\"0123\"", "0123"), (" =\"홍대 네컷\" ", "홍대 네컷"), ("=\" a \"", "a"), ("=1+1", "=1+1"), ("=\"", "=\""),
      ("\"a\"", "\"a\""), ("'=1+1", "=1+1"), (" '@x", "@x"), ("''=1", "'=1"), ("'a", "'a"), ("'", "'"),
    ])
  func spreadsheetTexts(_ text: String, _ expected: String) {
    #expect(PlainText.text(bytes(text)) == expected)
  }

  @Test(
    "Each notation of nothing is recognised",
    arguments: [
      "", " ", "\u{3000}", "\u{00A0}\t", "-", "NULL", "없음", "#N/A", "#REF!", "#DIV/0!", "N/A", "—", "(null)", "정보 없음",
      "Loading...",
    ])
  func nothing(_ text: String) {
    #expect(NumberText.reading(bytes(text)) == .none)
    #expect(PlainText.text(bytes(text)) == nil)
  }

  @Test(
    "A text that is no number is refused",
    arguments: [
      "abc", "12a", "1.2.3", "--1", "inf", "nan0", "0x10", "1e999", "37,557", "1,2,3", "37.5X", "37°61'",
      "N", ".", "1e", "5-",
    ])
  func notNumbers(_ text: String) {
    #expect(NumberText.reading(bytes(text)) == .notNumber)
  }

  @Test(
    "Numbers with separated thousands or in full width and degrees with other marks are read",
    arguments: [
      ("193,412.5", 193412.5), ("1,234,567", 1_234_567), ("193.412,5", 193412.5), ("193 412.5", 193412.5),
      ("193'412.5", 193412.5), ("202,500", 202_500), ("193412.5 m", 193412.5), ("37,5572", 37.5572), ("３７．５", 37.5),
      ("'37.5572", 37.5572), ("\u{2212}37,25", -37.25), ("37-33-25.9", 37.557194444444445), ("37:30:00N", 37.5),
      ("126 30 36", 126.51), ("E126-30-36", 126.51), ("37-30.6", 37.51), ("-37-30-36", -37.51), ("37º30´36˝", 37.51),
      ("37도 30분 36초", 37.51),
    ])
  func otherNumbers(_ text: String, _ number: Double) {
    guard case .number(let found) = NumberText.reading(bytes(text)) else {
      Issue.record("\(text)")
      return
    }
    #expect(abs(found - number) < 1e-9)
  }

  @Test("A comma before three digits is read as the column suggests")
  func commas() {
    #expect(NumberText.reading(bytes("37,557"), comma: .decimal) == .number(37.557))
    #expect(NumberText.reading(bytes("37,557"), comma: .thousands) == .number(37557))
    for text in ["193,41,25", "1934,125.5", "1,234.567,8", "02-123-4567", "12-3", "2026-05-01x", "193,412.5.1"] {
      #expect(NumberText.reading(bytes(text)) == .notNumber, "\(text)")
    }
  }

  @Test("Every decimal is rounded as the standard library does")
  func rounding() {
    var numbers = SeededNumbers(seed: 7)
    for _ in 0..<20_000 {
      let whole = String(numbers.next() % 10_000_000)
      let decimals = (0..<Int(numbers.next() % 14)).map { _ in String(numbers.next() % 10) }.joined()
      let text = (numbers.next() % 2 == 0 ? "-" : "") + whole + (decimals.isEmpty ? "" : "." + decimals)
      #expect(NumberText.reading(bytes(text)) == .number(Double(text)!), "\(text)")
    }
  }

  @Test(
    "Timestamps are in Korea Standard Time unless a zone is given",
    arguments: [
      ("2017-07-12 17:01:39", "2017-07-12T08:01:39Z"), ("20100712", "2010-07-11T15:00:00Z"),
      ("2020-02-05", "2020-02-04T15:00:00Z"), ("20221201123456", "2022-12-01T03:34:56Z"),
      ("2024-05-01T09:30:00+09:00", "2024-05-01T00:30:00Z"), ("2024-05-01T00:30:00Z", "2024-05-01T00:30:00Z"),
      ("2020.2.5", "2020-02-04T15:00:00Z"), ("2020. 2. 5.", "2020-02-04T15:00:00Z"),
      ("2020/02/05 7:05", "2020-02-04T22:05:00Z"), ("2020년 2월 5일", "2020-02-04T15:00:00Z"),
      ("2020-02-29", "2020-02-28T15:00:00Z"), ("2024-05-01T00:30:00-0330", "2024-05-01T04:00:00Z"),
      ("202212011234", "2022-12-01T03:34:00Z"),
    ])
  func instants(_ text: String, _ expected: String) {
    #expect(DateText.instant(bytes(text))?.rfc3339 == expected)
  }

  @Test("Fractions of a second are kept to the millisecond")
  func fractions() throws {
    let whole = try #require(DateText.instant(bytes("2024-05-01T00:30:00Z")))
    for (text, milliseconds) in [("25", 250), ("2", 200), ("250", 250), ("2509999", 250), ("007", 7)]
      as [(String, Int64)]
    {
      let instant = DateText.instant(bytes("2024-05-01T00:30:00.\(text)Z"))
      #expect(instant == Timestamp(milliseconds: whole.milliseconds + milliseconds))
    }
  }

  @Test(
    "Invalid timestamps are refused",
    arguments: [
      "2019-02-29", "2020-13-01", "2020-00-10", "20201301", "0001-01-01", "2020-02-05 25:00:00", "2020-02-05 10:60",
      "어제", "2020", "202002", "2020-02-05x", "12/05/2020", "20-02-05", "2024-05-01T00:30:00+25:00", "99999999999999",
      "2020-02-05 10:30:61", "2020-02-05T",
    ])
  func invalidInstants(_ text: String) {
    #expect(DateText.instant(bytes(text)) == nil)
  }

  @Test(
    "A status is operating only for booths that are open for business",
    arguments: [
      ("영업/정상", BoothStatus.operating), ("영업중", .operating), ("운영중", .operating), ("정상영업", .operating),
      ("01", .operating), ("OPEN", .operating), ("폐업", .closed), ("휴업", .closed), ("취소/말소/만료/정지/중지", .closed),
      ("영업정지", .closed), ("운영종료", .closed), ("직권폐업", .closed), ("03", .closed), ("Permanently closed", .closed),
      ("미상", .unknown), ("제외/삭제/전출", .closed), ("운영중지", .closed), ("미운영", .closed),
    ])
  func statuses(_ text: String, _ status: BoothStatus) {
    #expect(WordText.status(text) == status)
  }

  @Test("An unknown word for a status is not guessed", arguments: ["보통", "77", "?"])
  func unknownStatus(_ text: String) {
    #expect(WordText.status(text) == nil)
  }

  @Test("Words for yes and no are understood")
  func truths() {
    for yes in ["예", "Y", "y", "true", "1", "○", "O", "YES", "네", "Ｙ"] {
      #expect(WordText.boolean(yes) == true, "\(yes)")
    }
    for no in ["아니오", "아니요", "N", "false", "0", "X", "×", "no"] { #expect(WordText.boolean(no) == false, "\(no)") }
    for other in ["2", "아마", "yesno"] { #expect(WordText.boolean(other) == nil, "\(other)") }
  }

  @Test(
    "Prices are read",
    arguments: [
      ("5,000원", 5000), ("5000", 5000), ("₩5,000", 5000), ("5천원", 5000), ("1만2천원", 12000), ("1만 2000원", 12000),
      ("무료", 0), ("4,000~6,000원", 4000), ("4000원 - 6000원", 4000), ("5000.0", 5000), ("５０００원", 5000), ("0", 0),
      ("1만원", 10000), ("￦7,000", 7000),
    ])
  func prices(_ text: String, _ price: Int) {
    #expect(AmountText.price(text)?.amount == price)
  }

  @Test(
    "Invalid prices are refused",
    arguments: ["오천원", "6000~4000", "-5000", "1.5만원", "5000원/6000원", "999999999999", "~", "원", "1천2만", ""])
  func notPrices(_ text: String) {
    #expect(AmountText.price(text) == nil)
  }

  @Test("Numbers of pictures and people are read")
  func amounts() {
    #expect(AmountText.pictures("4컷", within: 1...100) == 4)
    #expect(AmountText.pictures(" 8 장", within: 1...100) == 8)
    #expect(AmountText.pictures("6 Cuts", within: 1...100) == 6)
    for text in ["0", "101", "네컷", "4컷/6컷", "4.5", ""] {
      #expect(AmountText.pictures(text, within: 1...100) == nil, "\(text)")
    }
    #expect(AmountText.people("최대 6명") == 6)
    #expect(AmountText.people("2~6명") == 6)
    #expect(AmountText.people("8") == 8)
    for text in ["6~2명", "256", "여럿", "~"] { #expect(AmountText.people(text) == nil, "\(text)") }
  }

  @Test(
    "Character references are decoded once",
    arguments: [
      ("캣츠&amp;독스", "캣츠&독스"), ("병원&lt;산업동물&gt;", "병원<산업동물>"), ("&#39;A&#x27;", "'A'"),
      ("&quot;&apos;", "\"'"), ("&amp;lt;", "&lt;"), ("A&B", "A&B"), ("&unknown;", "&unknown;"), ("&#0;", "&#0;"),
      ("&#xD800;", "&#xD800;"), ("&#99999999;", "&#99999999;"), ("&", "&"), ("&;", "&;"), ("a &amp", "a &amp"),
      ("&&amp;&", "&&&"),
    ])
  func entities(_ text: String, _ decoded: String) {
    #expect(HTMLEntities.decoded(text) == decoded)
  }

  @Test(
    "Text is trimmed, and control and direction characters are removed",
    arguments: [
      ("  세종문화회관\r\n(세종미술관)  ", "세종문화회관 (세종미술관)"), ("A\u{0}B", "A B"), ("A\u{202E}B", "AB"),
      ("\u{FEFF}이름\u{200B}", "이름"), ("A&nbsp;", "A"), ("\u{3000}가\u{3000}", "가"), ("가  나", "가  나"),
      ("홍대\u{3000}네컷", "홍대 네컷"), ("<b>견본</b> 네컷", "견본 네컷"),
      ("가<br/>나", "가 나"), ("&lt;b&gt;가", "<b>가"), ("I <3 네컷 > 둘", "I <3 네컷 > 둘"), ("<포토> 네컷", "<포토> 네컷"),
      ("<a href=\"x\">가</a>", "가"), ("'0212345678", "0212345678"), ("'90s Photo", "'90s Photo"),
      ("👩\u{200D}🎤 부스", "👩\u{200D}🎤 부스"), ("A\u{85}\u{1B}B", "A B"),
    ])
  func cleaning(_ text: String, _ cleaned: String) {
    #expect(PlainText.text(bytes(text)) == cleaned)
  }

  @Test("Every code point below U+0300 is kept, replaced by a blank or removed by its category")
  func everyCharacter() {
    for value in UInt32(0)..<0x300 {
      let scalar = Unicode.Scalar(value)!
      let isControl = scalar.properties.generalCategory == .control
      let isBlank = isControl || value == 0xA0
      let expected = isBlank ? "가 나" : value == 0xAD ? "가나" : "가\(scalar)나"
      #expect(PlainText.text(bytes("가\(scalar)나")) == expected, "U+\(String(value, radix: 16))")
    }
  }

  @Test("Tags are split, folded and sorted")
  func tags() {
    #expect(TagText.tags(bytes("레트로, 대형;Retro|#반려동물 #대형")) == ["retro", "대형", "레트로", "반려동물"])
    #expect(TagText.tags(bytes(String(repeating: "가", count: 51))) == nil)
    #expect(TagText.tags(bytes((0..<60).map(String.init).joined(separator: ","))) == nil)
  }

  @Test("A length is counted in code points, so that stacked marks do not count as one letter")
  func lengths() {
    #expect(PlainText.isShort(String(repeating: "가", count: 200), 200))
    #expect(!PlainText.isShort(String(repeating: "가", count: 201), 200))
    #expect(!PlainText.isShort("a" + String(repeating: "\u{301}", count: 200), 200))
  }
}
