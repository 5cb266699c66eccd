import Accounts
import Basics
import Testing

@Suite("E-mail addresses")
struct EmailAddressTests {
  @Test(
    "Every address that the clients' pattern accepts is accepted",
    arguments: [
      "name@example.com", "Iyeah@Iyeah.COM", "a@b.kr", "first.last+tag@sub.example.co.kr", "user_%-1@ex-ample.museum",
      ".a..b.@example.com", "-@-.co", "a@1.2.kr", "a@..kr", "a@b..kr", "0@0.aa",
      "long@example." + String(repeating: "a", count: 64), String(repeating: "a", count: 100) + "@example.com",
    ])
  func takes(_ text: String) throws {
    #expect(try EmailAddress(text).description == text.lowercased())
  }

  @Test("An address is compared trimmed and in lower case")
  func normalises() throws {
    #expect(try EmailAddress(" Name@Example.COM\n") == EmailAddress("name@example.com"))
  }

  @Test(
    "A malformed address is refused with its field",
    arguments: [
      "", " ", "@", "name", "name@", "@example.com", "name@example", "name@.", "name@com", "name@example.c",
      "name@example.c0m", "name@example.com.", "a@b@example.com", "na me@example.com", "name@exam ple.com",
      "name@exa_mple.com", "이름@example.com", "name@예시.한국", "name@example.\u{212A}om", "name\0@example.com",
      "name@example.com\u{200B}", "name,@example.com", "name@.com", "\u{FF4E}ame@example.com",
      String(repeating: "a", count: 243) + "@example.com",
    ])
  func rejects(_ text: String) async {
    await expectDomainError("email-invalid", .invalid, field: "email") { _ = try EmailAddress(text) }
  }
}

@Suite("Nicknames")
struct NicknameTests {
  @Test(
    "A nickname has up to forty characters of any script",
    arguments: [
      "네컷", "a", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "다정한 수달 27", "שלום", "مرحبا", "👨‍👩‍👧‍👦", "❤️ 사진",
      String(repeating: "가", count: 40),
    ])
  func takes(_ text: String) throws {
    #expect(try Nickname(text).description == text)
  }

  @Test("A nickname is kept composed and trimmed, and otherwise as written")
  func normalises() throws {
    let name = try Nickname(" \u{1102}\u{1166}\u{110F}\u{1165}\u{11BA} Photo\u{3000}")
    #expect(name.description.unicodeScalars.elementsEqual("네컷 Photo".unicodeScalars))
  }

  @Test(
    "Nicknames that differ only in case, width, composition or blanks fold to one form",
    arguments: [
      ("Four Cuts", "ＦＯＵＲ\u{A0}ｃｕｔｓ"), ("네컷", "\u{1102}\u{1166}\u{110F}\u{1165}\u{11BA}"), ("Straße", "STRASSE"),
      ("ﾊﾟﾋﾟ", "パピ"), ("a  b", "A b"), ("①", "1"),
    ])
  func folds(_ one: String, _ other: String) throws {
    #expect(try Nickname(one).folded == Nickname(other).folded)
  }

  @Test(
    "Invisible, ambiguous and misleading nicknames are refused with their field",
    arguments: [
      "", " ", "\u{3000}\u{A0}", "\u{3164}", "\u{2800}", "\u{200B}", "네\u{200B}컷", "네\u{200D}컷", "\u{202E}네컷",
      "네\u{2066}컷",
      "네\u{200F}컷", "네\0컷", "네\n컷", "네\t컷", "네\u{7F}컷", "네\u{AD}컷", "\u{E000}", "\u{FFFE}",
      "\u{1F3F4}\u{E0041}\u{200B}",
      String(repeating: "가", count: 41), "a" + String(repeating: "\u{301}", count: 100),
    ])
  func rejects(_ text: String) async {
    await expectDomainError("nickname-invalid", .invalid, field: "nickname") { _ = try Nickname(text) }
  }
  @Test("A nickname of a megabyte is refused at once")
  func rejectsLargeTexts() async {
    for piece in ["가", "a\u{301}\u{323}", "\u{301}\u{323}", " ", "\u{200D}"] {
      let text = String(repeating: piece, count: 1_000_000 / piece.utf8.count)
      await expectDomainError("nickname-invalid") { _ = try Nickname(text) }
      await expectDomainError("email-invalid") { _ = try EmailAddress(text + "@example.com") }
    }
  }
}
