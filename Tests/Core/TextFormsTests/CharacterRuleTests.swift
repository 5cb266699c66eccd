import Testing
import TextForms

@Suite("Characters that a text may hold")
struct CharacterRuleTests {
  @Test(
    "Names in every script and with emoji are allowed",
    arguments: [
      "네컷 사진", "Ünïcode", "שלום", "مرحبا", "नमस्ते", "ช่างภาพ", "写真館", "a.b-c_d!", "👍🏽", "👨‍👩‍👧‍👦", "❤️", "1️⃣", "🇰🇷",
      "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏳️‍🌈", "\u{1FAE8}", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
    ])
  func allowsNames(_ name: String) {
    #expect(CharacterRule.name.firstDisallowed(in: name) == nil)
    #expect(CharacterRule.text.firstDisallowed(in: name) == nil)
  }

  @Test(
    "Some characters are refused in texts and names",
    arguments: [
      0x00, 0x07, 0x1B, 0x7F, 0x85, 0x9F, 0xFFFE, 0xFFFF, 0xFDD0, 0x1FFFE, 0x10FFFF,
    ] as [UInt32])
  func rejectsEverywhere(_ value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    let text = "네" + String(scalar) + "컷"
    #expect(CharacterRule.text.firstDisallowed(in: text) == scalar)
    #expect(CharacterRule.name.firstDisallowed(in: text) == scalar)
  }

  @Test(
    "Some characters are allowed in texts and refused in names",
    arguments: [
      0x061C, 0x200B, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2060, 0x2066, 0x2067, 0x2068, 0x2069,
      0xFEFF, 0x0378, 0x09, 0x0A, 0x0D, 0x2028, 0x2029, 0xAD, 0x034F, 0x115F, 0x1160, 0x200C, 0x200D, 0x2061, 0x2800,
      0x3164, 0xFE00,
      0xFE0F, 0xFFA0, 0xFFF9, 0xE000, 0xE0041, 0xE0100,
    ] as [UInt32])
  func rejectsInNames(_ value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    let text = "네" + String(scalar) + "컷"
    #expect(CharacterRule.text.firstDisallowed(in: text) == nil)
    #expect(CharacterRule.name.firstDisallowed(in: text) == scalar)
  }

  @Test(
    "A joiner is allowed between emoji only",
    arguments: ["👨\u{200D}", "\u{200D}👨", "가\u{200D}👨", "👨\u{200D}가", "1\u{200D}2"])
  func rejectsStrayJoiners(_ name: String) {
    #expect(CharacterRule.name.firstDisallowed(in: name) == "\u{200D}")
  }
}
