import CVips
import Foundation
import Testing

@testable import Images

@Suite("Pictures of a few lines")
struct TitleCardTests {
  private func card(_ title: String, subtitle: String = "서울특별시 강남구 강남대로 396") -> TitleCard {
    TitleCard(
      title: title, subtitle: subtitle, label: "네컷", footer: "네컷 지도",
      color: PictureColor(hex: "#c2255c")!, width: 1200, height: 630)
  }

  @Test("A picture has the expected size, and depends on its texts")
  func size() throws {
    let picture = try drawTitleCard(card("강남점"))
    let again = try processImage(picture, widths: [])
    #expect(again.full.format == .png && again.full.width == 1200 && again.full.height == 630)
    #expect(try drawTitleCard(card("강남점")) == picture && drawTitleCard(card("홍대점")) != picture)
    #expect(picture.count < 100_000)
  }

  @Test(
    "A picture is drawn for any texts",
    arguments: [
      "", "  ", "<b>&amp;</b>", "<span size='999999'>", "]]>&", String(repeating: "긴이름", count: 200),
      String(repeating: "a\u{0301}\u{0301}\u{0301}", count: 300), "\u{202E}abc", "😀🏳️‍🌈", "مرحبا", "a\nb\tc", "&#0;",
    ])
  func anyText(_ text: String) throws {
    #expect(try !drawTitleCard(card(text, subtitle: text)).isEmpty)
  }

  @Test("A colour is read from six digits", arguments: ["", "#12345", "c2255c", "#gg0000", "#1234567"])
  func colors(_ text: String) {
    #expect(PictureColor(hex: text) == nil)
    #expect(PictureColor(hex: "#0a0B0c") == PictureColor(red: 10, green: 11, blue: 12))
  }
}
