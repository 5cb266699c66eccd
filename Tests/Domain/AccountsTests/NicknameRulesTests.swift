import Basics
import SQL
import Support
import Testing
import Workload

@testable import Accounts

@Suite("Which nicknames may be chosen")
struct NicknameRulesTests {
  @Test(
    "Names that look like the service's own are refused in any letters",
    arguments: [
      "admin", "Admin", "ＡＤＭＩＮ", "аdmin", "аԁміո", "αdmin", "ａdmin", "𝐚𝐝𝐦𝐢𝐧", "ᴀᴅᴍɪɴ", "ádmin", "adm1n", "admın",
      "a.d.m.i.n",
      "a d m i n", "_admin_", "admin1", "admin 2026", "adrnin", "r00t", "Fourcuts", "four cuts", "f0urcut5", "support",
      "관리자", "운영자", "운 영 자", "운영자2", "고객센터", "공지사항", "ⓐⓓⓜⓘⓝ",
    ])
  func reserved(_ name: String) async throws {
    await expectDomainError("nickname-reserved", .invalid, field: "nickname") {
      try NicknameRules.check(Nickname(name))
    }
  }

  @Test(
    "Names that mix scripts with similar letters are refused",
    arguments: ["pаypal", "Mіna", "Ωmina", "미나ф", "Иvan", "Αlice", "Ꭺlice", "եxample", "мина한글", "ไทยfφ"])
  func mixed(_ name: String) async throws {
    await expectDomainError("nickname-mixed", .invalid, field: "nickname") { try NicknameRules.check(Nickname(name)) }
  }

  @Test(
    "Names of one script, or of scripts that are written together, are accepted",
    arguments: [
      "미나", "mina", "Mina미나", "미나mina 27", "다정한 수달 27", "美那미나Mina", "みなミナmina", "Мина", "Ελένη 7", "שלום", "مرحبا",
      "Zoë", "émile", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "19990131", "👨‍👩‍👧‍👦", "❤️ 사진", "ไทยthai", "administrate",
      "rooted",
      "관리자가좋아", "adminton", "x",
    ])
  func allowed(_ name: String) throws {
    try NicknameRules.check(Nickname(name))
  }

  @Test("Every random nickname is allowed")
  func randomOnes() throws {
    let random = seededBytes(1)
    for _ in 0..<500 {
      #expect(NicknameRules.allows(try Nickname(NicknameWords.pick(numbersTo: 99, random))))
    }
  }

  @Test("A disallowed name is refused at sign-up and on change, and an account that has one keeps it")
  func keepsOldOnes() async throws {
    let fixture = try await AccountsUnderTest()
    await expectDomainError("nickname-reserved") { try await fixture.signUp("admin") }
    let (caller, _) = try await fixture.newcomer("mina")
    var change = ProfileChange()
    change.nickname = try Nickname("аdmin")
    await expectDomainError("nickname-reserved") { [change] in _ = try await fixture.accounts.change(caller, change) }
    change.nickname = try Nickname("Мina")
    await expectDomainError("nickname-mixed") { [change] in _ = try await fixture.accounts.change(caller, change) }
    try await fixture.database.write {
      try $0.run("UPDATE account SET nickname = 'Admin', nickname_folded = 'admin'")
    }
    change.nickname = try Nickname("Admin")
    change.bio = "hello"
    #expect(try await fixture.accounts.change(caller, change).account.bio == "hello")
    #expect(try await fixture.accounts.profile(caller).account.nickname.description == "Admin")
  }

  @Test("A preferred nickname that is not allowed is ignored at sign-up")
  func passesOver() async throws {
    let fixture = try await AccountsUnderTest()
    let account = try await fixture.accounts.signUp(
      email: EmailAddress("a@example.com"), password: AccountsUnderTest.password, preferring: Nickname("운영자"))
    #expect(!account.nickname.description.contains("운영자"))
  }
}
