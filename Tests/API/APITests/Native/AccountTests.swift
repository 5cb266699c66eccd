import Basics
import Contracts
import Foundation
import HTTP
import Support
import Testing

@Suite("Signing up")
struct SignUpTests {
  @Test("A sign-up has its complete response: the account, its tokens and its address, uncached")
  func transcript() async throws {
    let service = try await Service.inhabited()
    let answer = await service.send(
      .post, "/api/accounts", json: #"{"email":"Mina@Example.com","password":"correct horse","nickname":"느긋한 고래"}"#)
    #expect(answer.status == 201)
    #expect(answer.type == "application/json")
    #expect(answer.headers["Cache-Control"] == "no-store")
    #expect(answer.headers["Access-Control-Allow-Origin"] == "*")
    #expect(answer.json.keys == ["account", "tokens"])
    let session = try JSONDecoder().decode(SessionDocument.self, from: Data(answer.bytes))
    #expect(answer.headers["Location"] == "/api/accounts/\(session.account.id)")
    #expect(session.account.email == "mina@example.com" && session.account.nickname == "느긋한 고래")
    #expect(session.account.bio == "" && session.account.photo == nil && session.account.postCount == 0)
    #expect(session.account.createdAt == Sample.now)
    #expect(session.tokens.accessExpiresAt == Sample.now.advanced(seconds: 900))
    #expect(session.tokens.refreshExpiresAt == Sample.now.advanced(seconds: 30 * 86_400))
    #expect(!answer.text.contains("correct horse"))
  }

  @Test("An e-mail check says whether an address is free")
  func emailCheck() async throws {
    let service = try await Service.inhabited()
    _ = try await service.signUp("mina")
    let taken = await service.send(.post, "/api/accounts/email-check", json: #"{"email":"mina@example.com"}"#)
    #expect(taken.status == 200 && taken.text == #"{"available":false}"#)
    let free = await service.send(.post, "/api/accounts/email-check", json: #"{"email":"juno@example.com"}"#)
    #expect(free.text == #"{"available":true}"#)
    #expect(
      await service.send(.post, "/api/accounts/email-check", json: #"{"email":"@"}"#).domainError
        == "400 email-invalid email")
  }

  @Test("E-mail checks of a network are counted, those of old clients with the others")
  func countedEmailChecks() async throws {
    let service = try await Service.inhabited()
    let check = { await service.send(.post, "/api/accounts/email-check", json: #"{"email":"juno@example.com"}"#) }
    for _ in 0..<60 { #expect(await check().status == 200) }
    #expect(await check().domainError == "429 too-many-looks -")
    for (key, path) in [("v0-key", "/validation/email"), ("v1-key", "/v1/validation/email")] {
      let old = await service.send(
        .post, path, [("SesacKey", key), ("Content-Type", "application/json")],
        body: .bytes(Array(#"{"email":"juno@example.com"}"#.utf8)))
      #expect(old.status == 429, "\(old.text)")
    }
  }

  @Test("A random nickname can be signed up with")
  func randomNickname() async throws {
    let service = try await Service.inhabited()
    let answer = await service.get("/api/nicknames/random")
    let nickname = try #require(answer.json["nickname"].text)
    #expect(answer.status == 200 && answer.headers["Cache-Control"] == "no-store")
    _ = await service.send(
      .post, "/api/accounts", json: #"{"email":"m@example.com","password":"correct horse","nickname":"\#(nickname)"}"#)
    #expect(await service.get("/api/nicknames/random").json["nickname"].text != nickname)
  }
}

@Suite("A forgotten password")
struct ForgottenPasswordTests {
  @Test("A request for a mail has the same answer whether or not an account has the address, until there are too many")
  func request() async throws {
    let service = try await Service.inhabited()
    _ = try await service.signUp("mina")
    func request(_ body: String) async -> Answer { await service.send(.post, "/api/password-reset-mails", json: body) }
    for name in ["mina", "nobody"] {
      for _ in 0..<3 {
        let answer = await request(#"{"email":"\#(name)@example.com","language":"en"}"#)
        #expect(answer.status == 204 && answer.bytes.isEmpty)
      }
      let limited = await request(#"{"email":"\#(name)@example.com"}"#)
      #expect(limited.domainError == "429 too-many-mails -" && limited.headers["Retry-After"] == "3600")
    }
    #expect(await request(#"{"email":"mina"}"#).domainError == "400 email-invalid email")
    #expect(await request(#"{"email":"a@example.com","language":"fr"}"#).status == 400)
  }
}

@Suite("The address of an account")
struct AddressTests {
  @Test("The own account says whether its address is verified; a change needs the password, and an answer says no more")
  func change() async throws {
    let service = try await Service.inhabited()
    let mina = try await service.signUp("mina")
    _ = try await service.signUp("juno")
    #expect(await mina.get("/api/me").json["email_verified"].value as? Bool == false)
    func change(_ body: String) async -> Answer {
      await mina.send(.put, "/api/me/email", body)
    }
    #expect(await change(#"{"email":"new@example.com"}"#).domainError == "403 password-needed current_password")
    #expect(
      await change(#"{"email":"new@example.com","current_password":"wrong guess"}"#).domainError
        == "403 password-wrong current_password")
    // Not even that an address is taken.
    for address in ["new", "juno"] {
      let answer = await change(#"{"email":"\#(address)@example.com","current_password":"\#(Service.password)"}"#)
      #expect(answer.status == 204)
    }
    #expect(await mina.send(.post, "/api/me/email-checks", "{}").status == 204)
    let token = String(repeating: "A", count: 43)
    #expect(
      await service.send(.post, "/api/email-confirmations", json: #"{"token":"\#(token)"}"#).domainError
        == "400 confirmation-link-unusable token")
  }
}

@Suite("Logging in and out")
struct SessionTests {
  private func logIn(_ service: Service, _ name: String, _ password: String = Service.password) async -> Answer {
    await service.send(.post, "/api/sessions", json: #"{"email":"\#(name)@example.com","password":"\#(password)"}"#)
  }

  @Test("A login needs the right password, and an unknown address gets the same error")
  func logIn() async throws {
    let service = try await Service.inhabited()
    let mina = try await service.signUp("mina")
    let session = await logIn(service, "MINA")
    #expect(session.status == 201 && session.json["account"]["id"].text == mina.id)
    #expect(session.headers["Cache-Control"] == "no-store")
    let wrong = await logIn(service, "mina", "wrong password")
    let unknown = await logIn(service, "nobody", "wrong password")
    #expect(wrong.domainError == "401 login-failed -" && wrong.bytes == unknown.bytes)
    #expect(wrong.headers["WWW-Authenticate"] == "Bearer")
  }

  @Test("A refresh gives the next tokens; a used token, later, ends the session")
  func refresh() async throws {
    let backend = try await TestBackend()
    let service = Service(backend: backend)
    let mina = try await service.signUp("mina")
    func refresh(_ token: String) async -> Answer {
      await service.send(.post, "/api/sessions/refresh", json: #"{"refresh_token":"\#(token)"}"#)
    }
    let next = await refresh(mina.refresh)
    #expect(next.status == 200)
    #expect(next.json.keys == ["access_token", "access_expires_at", "refresh_token", "refresh_expires_at"])
    let newest = try #require(next.json["refresh_token"].text)
    #expect(newest != mina.refresh)
    backend.clock.advance(seconds: 60)
    #expect(await refresh(mina.refresh).domainError == "401 refresh-replayed -")
    #expect(await refresh(newest).status == 401)
    #expect(await refresh("nonsense").domainError == "401 refresh-unusable -")
    #expect(await mina.get("/api/me").domainError == "401 token-unusable -")
  }

  @Test("An expired token and an invalid token get different errors")
  func tokens() async throws {
    let backend = try await TestBackend()
    let service = Service(backend: backend)
    let mina = try await service.signUp("mina")
    #expect(await mina.get("/api/me").status == 200)
    backend.clock.advance(seconds: 901)
    let expired = await mina.get("/api/me")
    #expect(expired.domainError == "401 token-expired -")
    #expect(expired.headers["WWW-Authenticate"] == #"Bearer error="invalid_token""#)
    let unusable = await service.get("/api/me", [("Authorization", "bearer a.b.c")])
    #expect(unusable.domainError == "401 token-unusable -")
    #expect(unusable.headers["WWW-Authenticate"] == #"Bearer error="invalid_token""#)
    for headers in [[], [("Authorization", "Basic eDp5")], [("Authorization", "Bearer")]] {
      let missing = await service.get("/api/me", headers)
      #expect(missing.domainError == "401 token-missing -" && missing.headers["WWW-Authenticate"] == "Bearer")
    }
  }

  @Test("An endpoint with an optional caller still refuses an invalid token")
  func optional() async throws {
    let service = try await Service.inhabited()
    let mina = try await service.signUp("mina")
    #expect(await service.get("/api/posts").status == 200)
    #expect(await mina.get("/api/posts").status == 200)
    #expect(await service.get("/api/posts", [("Authorization", "Bearer x")]).domainError == "401 token-unusable -")
  }
}

@Suite("Profiles")
struct ProfileTests {
  @Test("Others see no address, and see whether they follow the account")
  func others() async throws {
    let service = try await Service.inhabited()
    let (mina, juno) = (try await service.signUp("mina"), try await service.signUp("juno"))
    let seen = await service.get("/api/accounts/\(mina.id)")
    #expect(
      seen.text
        == #"{"id":"\#(mina.id)","nickname":"mina","bio":"","photo":null,"created_at":"2026-11-20T10:00:30.000Z","#
        + #""follower_count":0,"following_count":0,"post_count":0,"is_followed":false}"#)
    #expect(seen.headers["Vary"] == "Authorization, Cookie, Fourcuts-Session, Accept-Encoding")
    #expect(seen.headers["Cache-Control"] == "private, no-cache")
    #expect(await juno.send(.put, "/api/accounts/\(mina.id)/follow").status == 204)
    let followed = await juno.get("/api/accounts/\(mina.id)")
    #expect(followed.json["is_followed"].bool == true && followed.json["follower_count"].int == 1)
    #expect(await service.get("/api/accounts/\(mina.id)").json["is_followed"].bool == false)
    #expect(await service.get("/api/accounts/000000000000000000000000").json["code"].text == "account-unknown")
    #expect(await service.get("/api/accounts/7").domainError == "400 parameter-invalid id")
  }
}

@Suite("Following and blocking")
struct RelationTests {
  private func names(_ answer: Answer) -> [String] { answer.json["items"].items.compactMap { $0["nickname"].text } }

  @Test("Accounts are found by how their nicknames begin, without those that one has blocked")
  func search() async throws {
    let service = try await Service.inhabited()
    let (mina, minho) = (try await service.signUp("Mina"), try await service.signUp("minho"))
    _ = try await service.signUp("juno")
    #expect(names(await mina.get("/api/accounts?nickname=MIN")) == ["Mina", "minho"])
    #expect(names(await mina.get("/api/accounts?nickname=min&limit=1")) == ["Mina"])
    #expect(names(await mina.get("/api/accounts?nickname=inho")).isEmpty)
    #expect(names(await mina.get("/api/accounts?nickname=%25")).isEmpty)
    #expect(await mina.send(.put, "/api/accounts/\(minho.id)/block").status == 204)
    #expect(names(await mina.get("/api/accounts?nickname=min")) == ["Mina"])
    #expect(names(await minho.get("/api/accounts?nickname=min")) == ["minho"])
    #expect(await service.get("/api/accounts?nickname=min").domainError == "401 token-missing -")
  }

  @Test("Following and unfollowing can be repeated without an error")
  func follow() async throws {
    let service = try await Service.inhabited()
    let (mina, juno) = (try await service.signUp("mina"), try await service.signUp("juno"))
    for _ in 0..<2 { #expect(await mina.send(.put, "/api/accounts/\(juno.id)/follow").status == 204) }
    #expect(names(await service.get("/api/accounts/\(juno.id)/followers")) == ["mina"])
    #expect(names(await service.get("/api/accounts/\(mina.id)/following")) == ["juno"])
    for _ in 0..<2 { #expect(await mina.send(.delete, "/api/accounts/\(juno.id)/follow").status == 204) }
    #expect(names(await service.get("/api/accounts/\(juno.id)/followers")).isEmpty)
    #expect(await mina.send(.put, "/api/accounts/\(mina.id)/follow").json["code"].text == "follow-self")
    let nobody = "000000000000000000000000"
    #expect(await mina.send(.put, "/api/accounts/\(nobody)/follow").json["code"].text == "account-unknown")
    #expect(await service.send(.put, "/api/accounts/\(juno.id)/follow").domainError == "401 token-missing -")
  }

  @Test("Blocked accounts are hidden from each other, in every list and at every address")
  func block() async throws {
    let service = try await Service.inhabited()
    let (mina, juno) = (try await service.signUp("mina"), try await service.signUp("juno"))
    let other = try await service.signUp("other")
    let minas = try await mina.post(##"{"kind":"pose","text":"#하트","booth":1}"##)
    let junos = try await juno.post(##"{"kind":"pose","text":"#하트","booth":1}"##)
    let shared = try await other.post(#"{"kind":"feed","text":"all"}"#)
    for client in [mina, juno] {
      _ = await client.send(.post, "/api/posts/\(shared)/comments", #"{"text":"hi"}"#)
      _ = await client.send(.put, "/api/accounts/\(other.id)/follow")
    }
    _ = await juno.send(.put, "/api/accounts/\(mina.id)/follow")
    #expect(await mina.send(.put, "/api/accounts/\(juno.id)/block").status == 204)
    #expect(await mina.send(.put, "/api/accounts/\(juno.id)/block").status == 204)
    #expect(names(await mina.get("/api/me/blocks")) == ["juno"])
    for (client, gone, theirs) in [(mina, juno, junos), (juno, mina, minas)] {
      #expect(await client.get("/api/accounts/\(gone.id)").json["code"].text == "account-unknown")
      #expect(await client.get("/api/posts/\(theirs)").json["code"].text == "post-unknown")
      for list in [
        "/api/posts", "/api/posts?kind=pose", "/api/posts?author=\(gone.id)", "/api/posts?booth=1",
        "/api/posts?hashtag=%ED%95%98%ED%8A%B8", "/api/posts?feed=following", "/api/posts/near?\(Sample.gangnam)",
      ] {
        #expect(!(await client.get(list)).items.contains(theirs), "\(list)")
      }
      let comments = await client.get("/api/posts/\(shared)/comments")
      #expect(comments.json["items"].items.map { $0["author"]["id"].text } == [client.id])
      #expect(
        !names(await client.get("/api/accounts/\(other.id)/followers")).contains(gone.id == mina.id ? "mina" : "juno"))
      #expect(await client.send(.put, "/api/accounts/\(gone.id)/follow").status == 404)
      #expect(await client.send(.put, "/api/posts/\(theirs)/like").status == 404)
      #expect(await client.send(.post, "/api/posts/\(theirs)/comments", #"{"text":"hi"}"#).status == 404)
    }
    #expect(await service.get("/api/accounts/\(mina.id)").json["follower_count"].int == 0)
    #expect(await service.get("/api/posts?kind=pose").items.count == 2)
    #expect(await mina.send(.delete, "/api/accounts/\(juno.id)/block").status == 204)
    #expect(await juno.get("/api/posts/\(minas)").status == 200)
    #expect(await mina.send(.put, "/api/accounts/\(mina.id)/block").json["code"].text == "block-self")
  }
}
