import Crypto
import Testing

@Suite("Passwords as they are kept")
struct PasswordHasherTests {
  private let hasher = PasswordHasher()

  @Test("A password is recognised, another is not", arguments: ["correct horse", "비밀번호 12", "a\0b", "", "🔑🔑🔑🔑"])
  func recognises(_ password: String) async throws {
    let kept = try await hasher.hash(password)
    #expect(try await hasher.isPassword(password, of: kept))
    #expect(try await !hasher.isPassword(password + "x", of: kept))
    #expect(try await !hasher.isPassword("a\0c", of: kept))
  }

  @Test("Argon2id at the cost that is promised, with a salt of its own each time")
  func isArgon2id() async throws {
    let kept = try await hasher.hash("correct horse")
    #expect(kept.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    #expect(kept.utf8.count <= 128)
    #expect(try await hasher.hash("correct horse") != kept)
  }

  @Test("Nobody's password costs a hash as well")
  func worksForNobody() async throws {
    #expect(try await !hasher.isPassword("correct horse", of: nil))
    #expect(hasher.hashCount == 1)
  }

  @Test("A hash of another cost is outdated, and so is what is none")
  func knowsItsCost() async throws {
    #expect(try await !hasher.isOutdated(hasher.hash("correct horse")))
    #expect(hasher.isOutdated("$argon2id$v=19$m=8192,t=1,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b4dWRWJTmaaJObG"))
    #expect(hasher.isOutdated("plain"))
  }

  @Test(
    "What is no hash is no password's", arguments: ["", "plain", "$argon2id$", "$argon2id$v=19$m=99999999,t=9,p=1$$"])
  func refusesNonsense(_ kept: String) async throws {
    #expect(try await !hasher.isPassword("plain", of: kept))
  }
}
