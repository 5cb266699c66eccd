import Posts
import Testing

@Suite("Hashtags")
struct HashtagTests {
  @Test(
    "A hashtag is a word after # in any script",
    arguments: [
      ("#부스추천 여기 어때?", ["부스추천"]),
      ("#인생네컷 #포토이즘", ["인생네컷", "포토이즘"]),
      ("(#네컷)#셀카,#포즈", ["네컷", "셀카", "포즈"]),
      ("##twice ###thrice", ["twice", "thrice"]),
      ("#4cuts #2인포즈 #y2k_mood #_", ["4cuts", "2인포즈", "y2k_mood", "_"]),
      ("#写真 #écoute #صورة #हिन्दी", ["写真", "écoute", "صورة", "हिन्दी"]),
      ("#네컷!#최고", ["네컷", "최고"]),
      ("#부스❤️최고", ["부스"]),
      ("#Ⅷ #①", ["Ⅷ", "①"]),
      ("줄\n#바꿈\t#탭", ["바꿈", "탭"]),
    ])
  func words(_ text: String, _ tags: [String]) {
    #expect(Hashtag.found(in: [text]).map(\.text) == tags)
  }

  @Test(
    "A # after a letter, a digit or an underscore, or before digits or nothing, is no hashtag",
    arguments: [
      "a#b", "가#나", "1#b", "_#b", "e\u{301}#b", "#a#b#c".replacing("#a", with: "x"), "#1 #2026 #٣", "# a", "#", "##",
      "#!", "#-a", "#\u{301}a", "#️⃣ 1️⃣ #1️⃣", "#\u{3164}", "＃전각", "",
    ])
  func noWords(_ text: String) {
    #expect(Hashtag.found(in: [text]).isEmpty)
  }

  @Test("A hashtag keeps its first spelling and counts once in any spelling")
  func once() {
    let decomposed = "#\u{1100}\u{1161}\u{11A8}"
    let tags = Hashtag.found(in: ["#Photo #ＰＨＯＴＯ", "#photo \(decomposed) #각"])
    #expect(tags.map(\.text) == ["Photo", "각"])
    #expect(tags.map { $0.text.unicodeScalars.count } == [5, 1])
    #expect(Hashtag("ＰＨＯＴＯ")?.folded == tags[0].folded)
  }

  @Test("A hashtag has at most 50 characters, and a post has at most 30 hashtags")
  func limits() {
    let maxLength = String(repeating: "가", count: 50)
    #expect(Hashtag.found(in: ["#\(maxLength) #\(maxLength)가 #다음"]).map(\.text) == [maxLength, "다음"])
    let many = (1...40).map { "#t\($0)" }.joined(separator: " ")
    #expect(Hashtag.found(in: [many, many]).map(\.text) == (1...30).map { "t\($0)" })
  }

  @Test("A hashtag is found as a whole, with or without the #")
  func asked() {
    #expect(Hashtag("#부스추천") == Hashtag("부스추천"))
    for text in ["", "#", "##a", "a b", "a#b", "12", "a!", String(repeating: "a", count: 51), " a"] {
      #expect(Hashtag(text) == nil, "\(text)")
    }
  }

  @Test("Hashtags are found in linear time")
  func hostile() {
    #expect(Hashtag.found(in: [String(repeating: "#", count: 200_000)]).isEmpty)
    #expect(Hashtag.found(in: [String(repeating: "#a", count: 100_000)]).map(\.text) == ["a"])
    #expect(Hashtag.found(in: ["#a" + String(repeating: "\u{301}", count: 100_000)]).isEmpty)
    #expect(Hashtag(String(repeating: "\u{301}", count: 500_000)) == nil)
  }
}
