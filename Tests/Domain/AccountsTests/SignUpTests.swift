import Basics
import SQL
import Support
import Testing
import Workload

@testable import Accounts

@Suite("Signing up")
struct SignUpTests {
  @Test("A sign-up makes an account that can log in")
  func signsUp() async throws {
    let fixture = try await AccountsUnderTest()
    let account = try await fixture.accounts.signUp(
      SignUp(
        email: EmailAddress("Name@Example.com"), password: "correct horse", nickname: Nickname("네컷"),
        phone: "010-1234-5678", birthday: "2000년 1월 1일"))
    let (found, _) = try await fixture.accounts.logIn(email: " NAME@example.com ", password: "correct horse", .fixed)
    #expect(found == account)
    #expect(found.phone == "010-1234-5678")
    #expect(found.birthday == "2000년 1월 1일")
    #expect(found.createdAt == fixture.clock.now)
  }

  @Test("Neither the password nor a part of it is in the database")
  func keepsNoPassword() async throws {
    let fixture = try await AccountsUnderTest()
    try await fixture.signUp("name")
    let kept = try await fixture.database.read { connection in
      try connection.first("SELECT password_hash FROM account", []) { $0.text(0) }
    }
    #expect(kept?.hasPrefix("$argon2id$") == true)
    #expect(kept?.contains("correct") == false)
  }

  @Test("An address or nickname in use is refused in any form, and nothing is stored")
  func rejectsTaken() async throws {
    let fixture = try await AccountsUnderTest()
    try await fixture.signUp("FiveCuts")
    #expect(try await !fixture.accounts.isFree(EmailAddress("fivecuts@example.com")))
    #expect(try await !fixture.accounts.isFree(Nickname("ＦＩＶＥＣＵＴＳ")))
    #expect(try await fixture.accounts.isFree(Nickname("FiveCut")))
    await expectDomainError("email-taken", .conflict, field: "email") {
      let new = try SignUp(
        email: EmailAddress("FIVECUTS@example.com"), password: "correct horse", nickname: Nickname("x"))
      _ = try await fixture.accounts.signUp(new)
    }
    for nickname in ["fivecuts", "ｆｉｖｅｃｕｔｓ", " FIVECUTS "] {
      await expectDomainError("nickname-taken", .conflict, field: "nickname") {
        let new = try SignUp(
          email: EmailAddress("x@example.com"), password: "correct horse", nickname: Nickname(nickname))
        _ = try await fixture.accounts.signUp(new)
      }
    }
    #expect(try await fixture.count("account") == 1)
  }

  @Test("One of eight concurrent sign-ups with an address or nickname succeeds")
  func decidesRaces() async throws {
    let fixture = try await AccountsUnderTest()
    let other = try await fixture.otherProcess()
    for isEmail in [true, false] {
      let before = try await fixture.count("account")
      let codes = await withTaskGroup(of: String.self) { group in
        for number in 0..<8 {
          let service = number % 2 == 0 ? fixture.accounts : other
          group.addTask {
            do {
              let word = isEmail ? "one" : "mail\(number)"
              _ = try await service.signUp(
                SignUp(
                  email: EmailAddress("\(word)@example.com"), password: "correct horse",
                  nickname: Nickname(isEmail ? "name \(number)" : "Nick")))
              return "done"
            } catch {
              return (error as? DomainError)?.code ?? "\(error)"
            }
          }
        }
        return await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
      }
      #expect(codes == ["done": 1, isEmail ? "email-taken" : "nickname-taken": 7])
      #expect(try await fixture.count("account") == before + 1)
    }
  }

  @Test("The store refuses a taken address before a taken nickname")
  func storeRejectsTaken() async throws {
    let fixture = try await AccountsUnderTest()
    let account = try await fixture.signUp("name")
    var twin = Account(
      id: AccountID(at: fixture.clock.now, random: seededBytes(9)), email: account.email, nickname: account.nickname,
      createdAt: fixture.clock.now)
    await expectDomainError("email-taken") {
      try await fixture.accounts.accounts.add(twin, passwordHash: "", mail: nil)
    }
    twin.email = try EmailAddress("other@example.com")
    await expectDomainError("nickname-taken") { [twin] in
      try await fixture.accounts.accounts.add(twin, passwordHash: "", mail: nil)
    }
  }

  // MARK: Passwords

  @Test(
    "Short, long, common, repeated and sequential passwords are refused",
    arguments: [
      "", "1234567", "password", "PASSWORD", "ＰＡＳＳＷＯＲＤ", "12345678", "iloveyou", "qwertyuiop", " password ",
      "zzzzzzzz", "zyzyzyzyzy", "xyzzxyzz", "가나다가나다가나다", "가가가가가가가가", "cdefghijk", "98765432", "56789012", "٣٤٥٦٧٨٩٠",
      "hgfedcba",
      String(repeating: "x", count: 129), "a" + String(repeating: "\u{301}", count: 5000),
    ])
  func rejectsWeakPasswords(_ password: String) async {
    await expectDomainError("password-weak", .invalid, field: "password") {
      try PasswordRules.check(password, field: "password")
    }
  }

  @Test(
    "Strong passwords are accepted",
    arguments: [
      "correct horse", "비밀번호는길다아", "kd82!x0Q", "abcdefg1h", "13579acegik",
      String(repeating: "🔑열쇠구멍둘셋넷", count: 16),
    ])
  func takesStrongPasswords(_ password: String) throws {
    try PasswordRules.check(password, field: "password")
  }

  @Test("The list has 3,395 common passwords, all long enough and in folded form")
  func listIsWhole() {
    #expect(CommonPasswords.all.count == 3395)
    #expect(CommonPasswords.all.allSatisfy { $0.count >= 8 && $0 == $0.lowercased() })
  }

  @Test("A password is the same in any composition of its characters")
  func composesPasswords() async throws {
    let fixture = try await AccountsUnderTest()
    _ = try await fixture.accounts.signUp(
      SignUp(email: EmailAddress("a@example.com"), password: "가나다라마바사아자", nickname: Nickname("a")))
    let decomposed = "\u{1100}\u{1161}나다라마바사아자"
    _ = try await fixture.accounts.logIn(email: "a@example.com", password: decomposed, .fixed)
  }

  @Test("A phone number or birthday that is too long or has invisible characters is refused with its field")
  func rejectsPersonalTexts() async throws {
    let fixture = try await AccountsUnderTest()
    let email = try EmailAddress("a@example.com")
    let nickname = try Nickname("a")
    for text in [String(repeating: "1", count: 31), "010\u{202E}1234", "010\n", "1\0"] {
      await expectDomainError("phone-invalid", .invalid, field: "phone") {
        _ = try await fixture.accounts.signUp(
          SignUp(email: email, password: "correct horse", nickname: nickname, phone: text))
      }
      await expectDomainError("birthday-invalid", .invalid, field: "birthday") {
        _ = try await fixture.accounts.signUp(
          SignUp(email: email, password: "correct horse", nickname: nickname, birthday: text))
      }
    }
    #expect(try await fixture.count("account") == 0)
  }

  // MARK: Nicknames made up

  @Test("There are at least a hundred adjectives and nouns, each once, and every pair is a nickname")
  func hasWords() throws {
    #expect(Set(NicknameWords.adjectives).count == NicknameWords.adjectives.count)
    #expect(Set(NicknameWords.nouns).count == NicknameWords.nouns.count)
    #expect(NicknameWords.adjectives.count >= 100)
    #expect(NicknameWords.nouns.count >= 100)
    for adjective in NicknameWords.adjectives { _ = try Nickname("\(adjective) \(NicknameWords.nouns[0])") }
    for noun in NicknameWords.nouns { _ = try Nickname("\(NicknameWords.adjectives[0]) \(noun)") }
  }

  @Test("An offered nickname is free, also when every pair is taken")
  func offersFreeNicknames() async throws {
    let fixture = try await AccountsUnderTest()
    let offered = try await fixture.accounts.randomNickname()
    #expect(offered.description.split(separator: " ").count == 2)
    try await fixture.database.write { connection in
      let insert = try connection.prepare(
        """
        INSERT INTO account (id, email, password_hash, nickname, nickname_folded, bio, created_at)
        VALUES ($1, $1, '', $1, $1, '', 0)
        """)
      for adjective in NicknameWords.adjectives {
        for noun in NicknameWords.nouns {
          try insert.bind(1, "\(adjective) \(noun)")
          try insert.run()
        }
      }
    }
    let next = try await fixture.accounts.randomNickname()
    #expect(next.description.split(separator: " ").count == 3)
    #expect(try await fixture.accounts.isFree(next))
  }
}
