import Crypto
import Testing

@Suite("Password hashes")
struct PasswordHasherTests {
  private let hasher = PasswordHasher()

  @Test(
    "The right password is accepted, and another one is not",
    arguments: ["correct horse", "비밀번호 12", "a\0b", "", "🔑🔑🔑🔑"])
  func recognises(_ password: String) async throws {
    let kept = try await hasher.hash(password)
    #expect(try await hasher.verify(password, against: kept))
    #expect(try await !hasher.verify(password + "x", against: kept))
    #expect(try await !hasher.verify("a\0c", against: kept))
  }

  @Test("A hash is Argon2id of the fixed cost, with a new salt each time")
  func isArgon2id() async throws {
    let kept = try await hasher.hash("correct horse")
    #expect(kept.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    #expect(kept.utf8.count <= 128)
    #expect(try await hasher.hash("correct horse") != kept)
  }

  @Test("Verifying without a stored hash takes the work of a hash as well")
  func worksForNobody() async throws {
    #expect(try await !hasher.verify("correct horse", against: nil))
    #expect(hasher.hashCount == 1)
  }

  @Test("A hash of another cost or a text that is no hash needs a new hash")
  func knowsItsCost() async throws {
    #expect(try await !hasher.needsRehash(hasher.hash("correct horse")))
    #expect(hasher.needsRehash("$argon2id$v=19$m=8192,t=1,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b4dWRWJTmaaJObG"))
    #expect(hasher.needsRehash("plain"))
  }

  @Test(
    "A text that is no hash matches no password",
    arguments: ["", "plain", "$argon2id$", "$argon2id$v=19$m=99999999,t=9,p=1$$"])
  func rejectsNonsense(_ kept: String) async throws {
    #expect(try await !hasher.verify("plain", against: kept))
  }
}
