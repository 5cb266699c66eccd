import Accounts
import Basics
import Contracts
import Crypto
import Foundation
import HTTP
import SQL
import Support
import Testing

@Suite("Passkeys over HTTP")
struct PasskeyTests {
  @Test("A member adds a passkey, logs in by it, renames and removes it")
  func transcript() async throws {
    let backend = try await TestBackend()
    let service = Service(backend: backend)
    let mina = try await service.signUp("mina")
    let options = await mina.send(
      .post, "/api/me/passkeys/options", #"{"current_password":"\#(Service.password)"}"#)
    Definition.own.check(options, "PasskeyCreation")
    #expect(options.status == 200 && options.headers["Cache-Control"] == "no-store")
    let challenge = try #require(options.json["challenge"].text)
    let handle = Base64URL.encode(Array(mina.id.utf8))
    #expect(
      options.text == #"{"challenge":"\#(challenge)","rp":{"id":"booths.localhost","name":"fourcuts"},"#
        + #""user":{"id":"\#(handle)","name":"mina@example.com","displayName":"mina"},"#
        + #""pubKeyCredParams":[{"type":"public-key","alg":-7},{"type":"public-key","alg":-8},"#
        + #"{"type":"public-key","alg":-257}],"timeout":300000,"excludeCredentials":[],"#
        + #""authenticatorSelection":{"residentKey":"required","requireResidentKey":true,"#
        + #""userVerification":"required"},"attestation":"none"}"#)
    var phone = TestAuthenticator()
    let added = await mina.send(.post, "/api/me/passkeys", #"{\#(try phone.made(for: options)),"name":"휴대폰"}"#)
    Definition.own.check(added, "Passkey")
    #expect(added.status == 201, "\(added.text)")
    let id = try #require(added.json["id"].text)
    let instant = backend.clock.now.rfc3339Milliseconds
    #expect(
      added.text == #"{"id":"\#(id)","name":"휴대폰","created_at":"\#(instant)","used_at":null,"is_synced":false,"#
        + #""is_second_factor":false}"#)
    // An authenticator that has one makes no other one.
    let more = await mina.send(.post, "/api/me/passkeys/options", #"{"current_password":"\#(Service.password)"}"#)
    #expect(more.json["excludeCredentials"][0]["id"].text == Base64URL.encode(phone.credential))

    let request = await service.send(.post, "/api/passkeys/log-in-options", json: nil)
    Definition.own.check(request, "PasskeyRequest")
    #expect(request.json.keys == ["challenge", "rpId", "timeout", "userVerification", "allowCredentials"])
    #expect(request.json["rpId"].text == "booths.localhost" && request.json["allowCredentials"].items.isEmpty)
    let body = "{\(try phone.used(for: request))}"
    let session = await service.send(.post, "/api/sessions/passkey", json: body)
    Definition.own.check(session, "Session")
    #expect(session.status == 201 && session.json["account"]["id"].text == mina.id, "\(session.text)")
    let again = await service.send(.post, "/api/sessions/passkey", json: body)
    #expect(again.domainError == "400 challenge-unusable client_data")

    let there = try TestClient(service, session)
    let renamed = await there.send(.patch, "/api/me/passkeys/\(id)", #"{"name":"미나의 휴대폰"}"#)
    #expect(renamed.status == 200 && renamed.json["name"].text == "미나의 휴대폰")
    let listed = await there.get("/api/me/passkeys")
    Definition.own.check(listed, "PasskeyList")
    #expect(listed.json["passkeys"].items.count == 1 && listed.json["passkeys"][0]["used_at"].text == instant)
    #expect(await there.send(.delete, "/api/me/passkeys/\(id)").status == 204)
    #expect(await there.send(.delete, "/api/me/passkeys/\(id)").domainError == "404 passkey-unknown id")
    #expect(try await service.logIn(phone).domainError == "401 passkey-rejected -")
  }

  @Test("Somebody signs up without a password, in a page with cookies too, and gets a mail for the address")
  func signUp() async throws {
    let backend = try await TestBackend()
    let service = Service(backend: backend)
    var page = Page(service)
    let person = #""email":"mina@example.com","nickname":"mina""#
    let options = await page.send(.post, "/api/passkeys/sign-up-options", "{\(person)}")
    #expect(options.status == 200 && options.json["user"]["name"].text == "mina@example.com", "\(options.text)")
    #expect(try await backend.database.read { try $0.integer("SELECT COUNT(*) FROM account") } == 0)
    var phone = TestAuthenticator()
    let body = #"{\#(person),"language":"ko",\#(try phone.made(for: options))}"#
    let signedUp = await page.send(.post, "/api/accounts/passkey", body)
    #expect(signedUp.status == 201 && signedUp.json.keys == ["account", "expires"], "\(signedUp.text)")
    #expect(page.cookies["fourcuts-access"] != nil && page.cookies["fourcuts-refresh"] != nil)
    let id = try #require(signedUp.json["account"]["id"].text)
    #expect(signedUp.headers["Location"] == "/api/accounts/\(id)")
    #expect(signedUp.json["account"]["email_verified"].bool == false)
    let mails = try await backend.database.read {
      try $0.first("SELECT kind FROM mail", []) { $0.text(0) }
    }
    #expect(mails == "address-check")
    let own = await page.get("/api/me")
    #expect(own.json["id"].text == id)
    let listed = await page.get("/api/me/passkeys")
    let passkey = try #require(listed.json["passkeys"][0]["id"].text)
    let removed = await page.send(.delete, "/api/me/passkeys/\(passkey)")
    #expect(removed.domainError == "409 passkey-last -")
    #expect(try await service.logIn(phone).json["account"]["id"].text == id)
    // What is taken is told before an authenticator makes anything.
    let taken = await service.send(.post, "/api/passkeys/sign-up-options", json: "{\(person)}")
    #expect(taken.domainError == "409 email-taken email")
    let other = await service.send(
      .post, "/api/passkeys/sign-up-options", json: #"{"email":"juno@example.com","nickname":"MINA"}"#)
    #expect(other.domainError == "409 nickname-taken nickname")
  }

  @Test("Where browsers have no passkeys, that is said; an unconfirmed host of a request is never trusted")
  func addresses() async throws {
    let backend = try await TestBackend()
    let options = "/api/passkeys/log-in-options"
    for address in [
      "https://192.0.2.1", "http://booths.example", "https://[2001:db8::1]:8443", "http://127.0.0.1:8080",
    ] {
      let service = Service(backend: backend) { $0.publicAddress = address }
      #expect(await service.send(.post, options, json: nil).domainError == "409 passkeys-not-offered -", "\(address)")
    }
    for (address, id) in [
      ("https://booths.example", "booths.example"), ("https://booths.example:8443", "booths.example"),
      ("http://localhost:8080", "localhost"),
    ] {
      let service = Service(backend: backend) { $0.publicAddress = address }
      // The host of the request does not count.
      let answer = await service.send(.post, options, [("Host", "evil.example")])
      #expect(answer.json["rpId"].text == id, "\(answer.text)")
    }
    let service = Service(backend: backend)
    for (headers, isOffered) in [
      ([("Host", "localhost:8080")], true), ([("Host", "127.0.0.1:8080")], false),
      ([("Host", "booths.example")], false),
      ([("Host", "localhost:8080"), ("X-Forwarded-For", "192.0.2.1")], false),
    ] as [([(String, String)], Bool)] {
      let answer = await service.send(.post, options, headers)
      #expect((answer.status == 200) == isOffered, "\(headers): \(answer.text)")
    }
    // Every operation says so.
    let mina = try await service.signUp("mina")
    let elsewhere = Service(backend: backend) { $0.publicAddress = "https://192.0.2.1" }
    let there = TestClient(elsewhere, of: mina)
    var phone = TestAuthenticator()
    let creation = await mina.send(
      .post, "/api/me/passkeys/options", #"{"current_password":"\#(Service.password)"}"#)
    let made = try phone.made(for: creation)
    let used = try phone.used(for: creation)
    let person = #""email":"juno@example.com","nickname":"juno""#
    for (path, body) in [
      ("/api/passkeys/sign-up-options", "{\(person)}"), ("/api/accounts/passkey", "{\(person),\(made)}"),
      ("/api/sessions/passkey", "{\(used)}"), ("/api/me/passkeys/options", "{}"), ("/api/me/passkeys", "{\(made)}"),
      ("/api/operator/passkey-options", nil), ("/api/operator/session/passkey", "{\(used)}"),
    ] as [(String, String?)] {
      #expect(await there.send(.post, path, body).domainError == "409 passkeys-not-offered -", "\(path)")
    }
  }

  @Test("Passkeys of one address do not work at another one of the same service")
  func moved() async throws {
    let backend = try await TestBackend()
    let service = Service(backend: backend)
    let mina = try await service.signUp("mina")
    var phone = TestAuthenticator()
    #expect(try await phone.add(to: mina).status == 201)
    let moved = Service(backend: backend) { $0.publicAddress = "https://booths.example" }
    #expect(try await moved.logIn(phone).domainError == "401 passkey-origin-foreign -")
    phone.origin = "https://booths.example"
    #expect(try await moved.logIn(phone).domainError == "401 passkey-site-foreign -")
    phone.site = "booths.example"
    #expect(try await moved.logIn(phone).status == 201)
    // A challenge of the other address.
    let options = await service.send(.post, "/api/passkeys/log-in-options", json: nil)
    let answer = await moved.send(.post, "/api/sessions/passkey", json: "{\(try phone.used(for: options))}")
    #expect(answer.domainError == "400 challenge-unusable client_data")
  }

  @Test("Each refusal has its own error")
  func refusals() async throws {
    let service = try await Service.inhabited()
    let mina = try await service.signUp("mina")
    let juno = try await service.signUp("juno")
    #expect(
      await mina.send(.post, "/api/me/passkeys/options", "{}").domainError == "403 password-needed current_password")
    let wrong = #"{"current_password":"wrong guess"}"#
    #expect(
      await mina.send(.post, "/api/me/passkeys/options", wrong).domainError == "403 password-wrong current_password")
    var phone = TestAuthenticator()
    let id = try #require(try await phone.add(to: mina).json["id"].text)
    var again = phone
    #expect(try await again.add(to: juno).domainError == "409 passkey-taken attestation")
    for (method, body) in [(.patch, #"{"name":"x"}"#), (.delete, nil)] as [(HTTP.Method, String?)] {
      #expect(await juno.send(method, "/api/me/passkeys/\(id)", body).domainError == "404 passkey-unknown id")
    }
    #expect(await mina.send(.patch, "/api/me/passkeys/\(id)", #"{"name":" "}"#).domainError == "400 name-invalid name")
    for (field, text) in [
      ("client_data", "e30="), ("client_data", "e3 0"), ("attestation", "+/+/"), ("attestation", ""),
    ] {
      let fields = ["client_data": "e30", "attestation": "oA"].merging([field: text]) { $1 }
      let body = fields.sorted { $0.key < $1.key }.map { #""\#($0)":"\#($1)""# }.joined(separator: ",")
      #expect(await mina.send(.post, "/api/me/passkeys", "{\(body)}").domainError == "400 field-invalid \(field)")
    }
    let empty = await mina.send(.post, "/api/me/passkeys", #"{"client_data":"e30","attestation":"oA"}"#)
    #expect(empty.domainError == "400 passkey-malformed -")
    for (code, spoil) in [
      ("passkey-origin-foreign", { $0.origin = "https://evil.example" }),
      ("passkey-site-foreign", { $0.site = "evil.example" }), ("passkey-unverified", { $0.flags = 1 }),
      ("passkey-backup-changed", { $0.flags |= 0x10 }), ("passkey-malformed", { $0.type = "webauthn.create" }),
    ] as [(String, (inout TestAuthenticator) -> Void)] {
      var spoilt = phone
      spoil(&spoilt)
      #expect(try await service.logIn(spoilt).domainError == "401 \(code) -")
    }
    var forged = TestAuthenticator(seed: 2)
    (forged.credential, forged.userHandle) = (phone.credential, phone.userHandle)
    #expect(try await service.logIn(forged).domainError == "401 passkey-signature-wrong -")
    phone.signCount = 7
    #expect(try await service.logIn(phone).status == 201)
    #expect(try await service.logIn(phone).domainError == "401 passkey-counter-reused -")
  }

  @Test("A passkey opens and confirms operator sessions, once it was chosen after a code")
  func operators() async throws {
    let backend = try await TestBackend()
    let service = Service(backend: backend)
    let mina = try await service.signUp("mina")
    var phone = TestAuthenticator()
    let id = try #require(try await phone.add(to: mina).json["id"].text)
    let options = "/api/operator/passkey-options"
    #expect(await mina.send(.post, options).domainError == "409 factor-passkey-missing -")
    let op = try await backend.makeOperator(mina, .operator)
    let passkey = "/api/operator/passkeys/\(id)"
    #expect(await mina.send(.put, passkey).domainError == "401 operator-session-ended -")
    backend.clock.advance(seconds: 300)
    #expect(await op.send(.put, passkey).domainError == "403 code-needed -")
    let code = #"{"code":"\#(op.app.code(at: backend.clock.now))"}"#
    #expect(await op.send(.post, "/api/operator/session/confirmation", code).status == 200)
    #expect(
      await op.send(.put, "/api/operator/passkeys/0123456789abcdef01234567").domainError == "404 passkey-unknown id")
    #expect(await op.send(.put, passkey).status == 204)
    #expect(await mina.get("/api/me/passkeys").json["passkeys"][0]["is_second_factor"].bool == true)

    let request = await mina.send(.post, options)
    Definition.own.check(request, "PasskeyRequest")
    #expect(request.json["allowCredentials"][0]["id"].text == Base64URL.encode(phone.credential))
    #expect(request.headers["Access-Control-Allow-Origin"] == nil)
    let opened = await mina.send(.post, "/api/operator/session/passkey", "{\(try phone.used(for: request))}")
    Definition.own.check(opened, "OperatorSession")
    #expect(opened.status == 201, "\(opened.text)")
    let token = try #require(opened.json["token"].text)
    #expect(opened.headers["Set-Cookie"]?.hasPrefix("fourcuts-operator=\(token);") == true)
    backend.clock.advance(seconds: 300)
    let again = await mina.send(.post, options)
    let body = "{\(try phone.used(for: again))}"
    let confirmation = "/api/operator/session/confirmation/passkey"
    let confirmed = await service.send(.post, confirmation, json: body, token: token)
    #expect(confirmed.status == 200 && confirmed.json["token"].text == token, "\(confirmed.text)")
    let repeated = await service.send(.post, confirmation, json: body, token: token)
    #expect(repeated.domainError == "400 challenge-unusable client_data")
    #expect(await service.send(.delete, passkey, json: nil, token: token).status == 204)
    #expect(await mina.send(.post, options).domainError == "409 factor-passkey-missing -")
    let log = try await backend.database.read {
      try $0.integer(
        "SELECT COUNT(*) FROM audit_entry WHERE action IN ('passkey-add', 'operator-session', 'second-factor')")
    }
    #expect((log ?? 0) >= 4)
  }
}

extension TestClient {
  /// The same person at another address of the service.
  fileprivate init(_ service: Service, of other: TestClient) {
    (self.service, id, token, refresh) = (service, other.id, other.token, other.refresh)
  }
}
