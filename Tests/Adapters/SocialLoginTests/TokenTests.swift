import Accounts
import Basics
import Crypto
import JSON
import SocialLogin
import Support
import Testing

@Suite("Identity tokens of providers")
struct TokenTests {
  @Test("Each provider accepts its own tokens only")
  func keepsProvidersApart() async throws {
    let fixture = try Providers()
    for made in [ProviderName.kakao, .google, .apple] {
      let proof = IdentityProof(.identity(rsa.token(fixture.claims(made))))
      #expect(await outcome(fixture.kakao, proof) == (made == .kakao ? "someone" : "proof-refused"))
      #expect(await outcome(fixture.google, proof) == (made == .google ? "someone" : "proof-refused"))
      #expect(await outcome(fixture.apple, proof) == (made == .apple ? "someone" : "proof-refused"))
      #expect(await outcome(fixture.naver, proof) == "proof-unsupported")
    }
    await fixture.stub.stop()
  }

  @Test("An identity has the provider's claims, and says whether its address is verified")
  func readsIdentities() async throws {
    let fixture = try Providers()
    let apple = try await fixture.apple.identity(
      proving: IdentityProof(
        .identity(
          curve.token(
            fixture.claims(.apple, "001.a", ["email": "X@privaterelay.appleid.com", "email_verified": "true"])))
      ))
    #expect(
      apple
        == ProviderIdentity(
          provider: .apple, subject: "001.a", email: "x@privaterelay.appleid.com", isEmailVerified: true))
    let google = try await fixture.google.identity(
      proving: IdentityProof(
        .identity(
          rsa.token(fixture.claims(.google, "117", ["email": "a@gmail.com", "email_verified": false, "name": "미나"])))))
    #expect(google.email?.description == "a@gmail.com" && !google.isEmailVerified && google.nickname == "미나")
    // Kakao's tokens say nothing of whether the address is right.
    let kakao = try await fixture.kakao.identity(
      proving: IdentityProof(
        .identity(rsa.token(fixture.claims(.kakao, "123", ["email": "a@b.kr", "nickname": "네컷"])))))
    #expect(kakao.email != nil && !kakao.isEmailVerified && kakao.nickname == "네컷")
    let strange = try await fixture.google.identity(
      proving: IdentityProof(
        .identity(rsa.token(fixture.claims(.google, "118", ["email": "한글", "email_verified": true])))))
    #expect(strange.email == nil && !strange.isEmailVerified)
    await fixture.stub.stop()
  }

  @Test("Google's issuer has two spellings, and no other provider's has")
  func takesIssuers() async throws {
    let fixture = try Providers()
    let plain = rsa.token(fixture.claims(.google, "1", ["iss": "accounts.google.com"]))
    #expect(await outcome(fixture.google, IdentityProof(.identity(plain))) == "1")
    let other = rsa.token(fixture.claims(.apple, "1", ["iss": "appleid.apple.com"]))
    #expect(await outcome(fixture.apple, IdentityProof(.identity(other))) == "proof-refused")
    await fixture.stub.stop()
  }

  @Test(
    "A token for another application, of another issuer, unsigned, confused or expired is refused",
    arguments: [ProviderName.kakao, .google, .apple])
  func rejects(_ name: ProviderName) async throws {
    let fixture = try Providers()
    let provider: any IdentityProvider =
      switch name {
      case .kakao: fixture.kakao
      case .google: fixture.google
      default: fixture.apple
      }
    func check(_ text: String) async -> String {
      do {
        return try await provider.identity(proving: IdentityProof(.identity(text))).subject
      } catch { return (error as? DomainError)?.code ?? "\(error)" }
    }
    let good = fixture.claims(name)
    #expect(await check(rsa.token(good)) == "someone")
    #expect(await check(rsa.token(fixture.claims(name, "a", ["aud": "stranger"]))) == "proof-refused")
    #expect(await check(rsa.token(fixture.claims(name, "a", ["iss": "https://evil.example"]))) == "proof-refused")
    #expect(await check(rsa.token(good, head: [("kid", "curve-1")])) == "proof-refused")
    #expect(await check(tokenSigned(byHMAC: rsa.jwk.bytes, good, kid: "rsa-1")) == "proof-refused")
    #expect(await check(ProviderKey.curve("curve-1").token(good)) == "proof-refused")
    let parts = rsa.token(good).split(separator: ".")
    let none = Base64URL.encode(Array(#"{"alg":"none","kid":"rsa-1"}"#.utf8))
    for text in ["\(none).\(parts[1]).", "\(none).\(parts[1]).\(parts[2])", "", "..", "a.b.c"] {
      #expect(await check(text) == "proof-refused")
    }
    let text = rsa.token(good)
    fixture.clock.advance(seconds: 660)
    #expect(await check(text) == "proof-expired")
    await fixture.stub.stop()
  }

  @Test("A token with a nonce needs the matching nonce, except Google's, whose library adds its own")
  func comparesNonces() async throws {
    let fixture = try Providers()
    let digest = hexadecimal(Digest.bytes(of: Array("raw nonce".utf8)))
    let apple = rsa.token(fixture.claims(.apple, "a", ["nonce": .string(digest)]))
    #expect(await outcome(fixture.apple, IdentityProof(.identity(apple), nonce: "raw nonce")) == "a")
    #expect(await outcome(fixture.apple, IdentityProof(.identity(apple), nonce: "other")) == "proof-refused")
    #expect(await outcome(fixture.apple, IdentityProof(.identity(apple))) == "proof-refused")
    let google = rsa.token(fixture.claims(.google, "g", ["nonce": "of the library"]))
    #expect(await outcome(fixture.google, IdentityProof(.identity(google))) == "g")
    #expect(await outcome(fixture.google, IdentityProof(.identity(google), nonce: "other")) == "proof-refused")
    await fixture.stub.stop()
  }

  @Test("Without a configured application no identity token is accepted")
  func needsAudience() async throws {
    let fixture = try Providers(kakao: { $0.audiences = [] })
    let proof = IdentityProof(.identity(rsa.token(fixture.claims(.kakao))))
    #expect(await outcome(fixture.kakao, proof) == "proof-unsupported")
    #expect(await outcome(fixture.google, IdentityProof(.access("token"))) == "proof-unsupported")
    #expect(await outcome(fixture.apple, IdentityProof(.access("token"))) == "proof-unsupported")
    await fixture.stub.stop()
  }
}

@Suite("Provider keys")
struct KeyCacheTests {
  private func google(_ fixture: Providers, _ key: ProviderKey = rsa) async -> String {
    await outcome(fixture.google, IdentityProof(.identity(key.token(fixture.claims(.google)))))
  }

  @Test(
    "Keys are fetched once for the lifetime that the provider states, and shared by concurrent requests",
    .timeLimit(.minutes(1)))
  func fetchesOnce() async throws {
    let fixture = try Providers()
    fixture.stub.use([rsa], cacheControl: "public, max-age=7200, must-revalidate")
    await withTaskGroup(of: String.self) { group in
      for _ in 0..<50 { group.addTask { await google(fixture) } }
      for await outcome in group { #expect(outcome == "someone") }
    }
    #expect(fixture.stub.keyCount == 1)
    fixture.clock.advance(seconds: 7199)
    #expect(await google(fixture) == "someone" && fixture.stub.keyCount == 1)
    fixture.clock.advance(seconds: 1)
    #expect(await google(fixture) == "someone" && fixture.stub.keyCount == 2)
    await fixture.stub.stop()
  }

  @Test(
    "Keys are kept for a minute to a day, whatever lifetime the provider states",
    arguments: [
      ("max-age=0", 60), ("no-store", 60), ("private, no-cache", 60), ("max-age=5", 60), ("max-age=300", 300),
      ("MAX-AGE=300", 300), ("max-age=99999999", 86_400), ("max-age=99999999999999999999", 60), ("max-age=-1", 60),
      ("max-age=x", 60), ("public", 3600), (nil, 3600),
    ] as [(String?, Int64)])
  func boundsFreshness(_ cacheControl: String?, _ seconds: Int64) async throws {
    let fixture = try Providers()
    fixture.stub.use([rsa], cacheControl: cacheControl)
    #expect(await google(fixture) == "someone")
    fixture.clock.advance(seconds: seconds - 1)
    #expect(await google(fixture) == "someone" && fixture.stub.keyCount == 1)
    fixture.clock.advance(seconds: 1)
    #expect(await google(fixture) == "someone" && fixture.stub.keyCount == 2)
    await fixture.stub.stop()
  }

  @Test(
    "An unknown key is found by one more fetch; made-up key identifiers cost one fetch a minute",
    .timeLimit(.minutes(1)))
  func refetchesForUnknownKeys() async throws {
    let fixture = try Providers()
    fixture.stub.use([rsa], cacheControl: "max-age=86400")
    #expect(await google(fixture) == "someone" && fixture.stub.keyCount == 1)
    fixture.clock.advance(seconds: 60)
    let new = ProviderKey.curve("curve-2")
    fixture.stub.use([rsa, new], cacheControl: "max-age=86400")
    #expect(await google(fixture, new) == "someone" && fixture.stub.keyCount == 2)
    let outsider = ProviderKey.curve("stranger")
    for _ in 0..<20 { #expect(await google(fixture, outsider) == "proof-refused") }
    fixture.clock.advance(milliseconds: 59_999)
    #expect(await google(fixture, outsider) == "proof-refused" && fixture.stub.keyCount == 2)
    fixture.clock.advance(milliseconds: 1)
    await withTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { await google(fixture, outsider) } }
      for await outcome in group { #expect(outcome == "proof-refused") }
    }
    #expect(fixture.stub.keyCount == 3)
    #expect(await google(fixture) == "someone" && fixture.stub.keyCount == 3)
    await fixture.stub.stop()
  }

  @Test("A key that the provider has withdrawn is refused once the keys are fetched again")
  func forgetsKeys() async throws {
    let fixture = try Providers()
    fixture.stub.use([rsa, curve], cacheControl: "max-age=600")
    #expect(await google(fixture, curve) == "someone")
    fixture.stub.use([rsa])
    fixture.clock.advance(seconds: 600)
    #expect(await google(fixture, curve) == "proof-refused")
    await fixture.stub.stop()
  }

  @Test(
    "A provider whose keys cannot be fetched is unavailable, until they can",
    arguments: [
      .fails(500), .fails(503), .fails(429), .fails(404), .isHuge(300_000), .redirects("/auth/keys"), .hangs,
      .invalidBody,
    ] as [ProviderStub.ResponseMode])
  func isUnavailable(_ responseMode: ProviderStub.ResponseMode) async throws {
    let fixture = try Providers(milliseconds: 300)
    fixture.stub.behave(responseMode)
    #expect(await google(fixture) == "provider-unavailable")
    fixture.stub.behave(.works)
    #expect(await google(fixture) == "someone")
    await fixture.stub.stop()
  }

  @Test("Cached keys are used while the provider is unavailable, which is asked once a minute")
  func goesOn() async throws {
    let fixture = try Providers()
    fixture.stub.use([rsa], cacheControl: "max-age=60")
    #expect(await google(fixture) == "someone")
    fixture.stub.behave(.fails(500))
    fixture.clock.advance(seconds: 60)
    for _ in 0..<10 { #expect(await google(fixture) == "someone") }
    #expect(fixture.stub.keyCount == 2)
    // It may be that the provider has this key by now.
    #expect(await google(fixture, curve) == "provider-unavailable" && fixture.stub.keyCount == 2)
    fixture.clock.advance(seconds: 60)
    #expect(await google(fixture) == "someone" && fixture.stub.keyCount == 3)
    await fixture.stub.stop()
    fixture.clock.advance(seconds: 3600)
    #expect(await google(fixture) == "someone")
  }

  @Test("A clock that is set back does not block new keys")
  func standsClocks() async throws {
    let fixture = try Providers()
    fixture.stub.use([rsa])
    #expect(await google(fixture) == "someone")
    fixture.clock.advance(seconds: -10_000)
    fixture.stub.use([curve])
    #expect(await google(fixture, curve) == "someone")
    await fixture.stub.stop()
  }
}
