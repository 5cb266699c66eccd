import Foundation
import Support
import Testing
import Workload

/// `fourcuts serve` with certificate files, and its clients.
@Suite("Serving HTTPS")
struct TLSServeTests {
  private func start(_ files: CertificateFiles, _ options: String...) async throws -> (RunningServer, Int) {
    let server = try await RunningServer(files.program, files.options + options)
    #expect(server.base.scheme == "https")
    return (server, try #require(server.base.port))
  }

  private func client(_ port: Int, _ files: CertificateFiles) throws -> Client {
    try Client(tls: port, TLSChannel.Options(authority: files.authority))
  }

  private func request(
    _ client: Client, _ method: String, _ path: String, _ headers: [String] = [], body: [UInt8] = []
  ) throws -> Client.ClientResponse {
    let lines = ["\(method) \(path) HTTP/1.1", "Host: localhost", "Content-Length: \(body.count)"] + headers
    client.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    return try client.response()
  }

  @Test("People sign up and upload a photo, and cookies and links are for HTTPS only")
  func serves() async throws {
    let files = try CertificateFiles(try Program())
    let (server, port) = try await start(files)
    let client = try client(port, files)
    let account = #"{"email":"mina@example.com","password":"\#(RunningServer.password)","nickname":"mina"}"#
    let json = "Content-Type: application/json"
    let opened = try request(
      client, "POST", "/api/accounts", [json, "Fourcuts-Session: cookie", "Origin: https://localhost"],
      body: Array(account.utf8))
    #expect(opened.status == 201)
    let cookies = opened.headers.filter { $0.name == "Set-Cookie" }.map(\.value)
    #expect(cookies.count == 3 && cookies.allSatisfy { $0.hasPrefix("__Host-") && $0.hasSuffix("; Secure") })
    let login = #"{"email":"mina@example.com","password":"\#(RunningServer.password)"}"#
    let session = try request(client, "POST", "/api/sessions", [json], body: Array(login.utf8))
    let token = try #require(session.text.firstMatch(of: /"access_token":"([^"]+)"/)).1
    let form =
      Array("--x\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a.png\"\r\n\r\n".utf8) + Array(onePixel)
      + Array("\r\n--x--\r\n".utf8)
    let uploaded = try request(
      client, "POST", "/api/photos",
      ["Authorization: Bearer \(token)", "Content-Type: multipart/form-data; boundary=x"], body: form)
    #expect(uploaded.status == 201)
    let name = try #require(uploaded.text.firstMatch(of: /"name":"([^"]+)"/)).1
    let photo = try request(client, "GET", "/api/photos/\(name)")
    #expect(photo.status == 200 && photo.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let landing = try request(client, "GET", "/ogc")
    #expect(landing.text.contains(#""https://localhost/"#) && !landing.text.contains("http://localhost"))
    // Its name is that of whatever else somebody develops on this machine.
    #expect(landing["Strict-Transport-Security"] == nil)
    #expect(try server.end() == 0)
  }

  @Test("curl accepts the certificate, and browsers get HSTS at the public address")
  func publicAddress() async throws {
    let files = try CertificateFiles(try Program())
    let (server, port) = try await start(files, "--public-url", "https://booths.example")
    let curl = try RunningProgram(
      [
        "/usr/bin/curl", "-sS", "--cacert", files.authorityPath, "-D", "-", "https://localhost:\(port)/healthz",
        "https://127.0.0.1:\(port)/nothing",
      ], input: "", environment: [:], in: files.program.directory
    ).finish()
    #expect(curl.code == 0, "\(curl.errors)")
    #expect(curl.output.contains("HTTP/1.1 200") && curl.output.contains("HTTP/1.1 404"))
    #expect(curl.output.components(separatedBy: "Strict-Transport-Security: max-age=31536000\r\n").count == 3)
    #expect(try request(client(port, files), "GET", "/ogc").text.contains(#""https://booths.example/"#))
    let plain = try Client(port)
    plain.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let refused = try plain.response()
    #expect(refused.status == 400 && refused.text.contains("This port speaks HTTPS"))
    #expect(refused["Strict-Transport-Security"] == nil)
    #expect(try server.end() == 0)
  }

  @Test("New files are used without a signal, and an open connection goes on")
  func renews() async throws {
    let files = try CertificateFiles(try Program())
    let (server, port) = try await start(files)
    let open = try client(port, files)
    #expect(try request(open, "GET", "/healthz").status == 200)
    let renewed = files.made()
    try files.write(renewed)
    try await eventually { server.process.errors.contains("The TLS certificate was renewed; it is valid until 20") }
    #expect(try isServed(by: renewed, port, files))
    #expect(try request(open, "GET", "/healthz").status == 200)
    #expect(try server.end() == 0)
  }

  @Test("Files that do not match are refused and reported, and the old certificate stays in use")
  func keepsOld() async throws {
    let files = try CertificateFiles(try Program())
    let old = files.made()
    try files.write(old)
    let (server, port) = try await start(files)
    func health() throws -> String { try request(client(port, files), "GET", "/healthz").text }
    let renewed = files.made()
    try files.writeCertificate(renewed.chain)
    try await eventually { try health().contains(#""code":"certificate-unusable""#) }
    #expect(try health().contains(#""status":"degraded""#))
    #expect(server.process.errors.contains("The TLS certificate stays as it is: The key in \(files.keyPath) does not"))
    #expect(try isServed(by: old, port, files))
    server.process.signal(SIGHUP)
    try await eventually { server.process.errors.contains("info: The TLS certificate stays as it is: The key in") }
    #expect(try isServed(by: old, port, files))
    try files.writeKey(renewed.keyText)
    server.process.signal(SIGHUP)
    try await eventually { server.process.errors.contains("info: The TLS certificate was read; it is valid until") }
    #expect(try isServed(by: renewed, port, files))
    try await eventually { try health().contains(#""status":"ok""#) }
    #expect(try server.end() == 0)
  }

  private func isServed(by certificate: TestCertificate, _ port: Int, _ files: CertificateFiles) throws -> Bool {
    var isFrom = false
    _ = try Client(port) {
      let channel = try TLSChannel($0, TLSChannel.Options(authority: files.authority))
      isFrom = channel.isFrom(certificate)
      return channel
    }
    return isFrom
  }

  // MARK: The start

  @Test("Unusable files end the start with one message, before data is made")
  func rejects() throws {
    let cases: [(code: Int32, message: String, (CertificateFiles) throws -> Void)] = [
      (4, "There is no file", { try FileManager.default.removeItem(atPath: $0.certificatePath) }),
      (4, "There is no file", { try FileManager.default.removeItem(atPath: $0.keyPath) }),
      (3, "holds no certificate in PEM form", { try $0.writeCertificate("nonsense") }),
      (3, "holds no private key in PEM form", { try $0.writeKey("nonsense") }),
      (3, "is encrypted", { try $0.writeKey(TestCertificate().encryptedKeyText) }),
      (3, "does not belong to", { try $0.writeKey(TestCertificate().keyText) }),
      (3, "is open to others", { try $0.writeKey(TestCertificate().keyText, mode: 0o644) }),
      (3, "OpenSSL rejects", { try $0.write(TestCertificate(rsaBits: 1024)) }),
    ]
    for (code, message, change) in cases {
      let files = try CertificateFiles(try Program())
      try change(files)
      let result = try files.program.start(["serve", "--port", "0"] + files.options).finish()
      #expect(result.code == code && result.errors.contains(message), "\(message): \(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(!FileManager.default.fileExists(atPath: files.program.data.path))
    }
  }

  @Test("Contradictory options are refused")
  func contradictions() throws {
    let files = try CertificateFiles(try Program())
    for (words, message) in [
      (["--tls-certificate", files.certificatePath], "belong together"),
      (["--tls-key", files.keyPath], "belong together"),
      (files.options + ["--public-url", "http://booths.example"], "begin it with https"),
    ] {
      let result = try files.program.start(["serve", "--port", "0"] + words).finish()
      #expect(result.code == 2 && result.errors.contains(message))
    }
  }

  @Test("An expired certificate is served, and reported at once")
  func expired() async throws {
    let program = try Program()
    let files = try CertificateFiles(program)
    try files.write(files.made(to: -60))
    let (server, _) = try await start(files)
    #expect(server.process.errors.contains("warning: The TLS certificate has expired at 20"))
    try await eventually { server.process.errors.contains("certificate-expired") }
    #expect(try server.end() == 0)
  }

  @Test("A server that other machines reach without encryption reports it once")
  func exposure() async throws {
    let warning = "Passwords and sessions cross the network unencrypted"
    let files = try CertificateFiles(try Program())
    for (words, isWarned) in [
      (["--address", "0.0.0.0"], true), (["--address", "0.0.0.0", "--public-url", "http://booths.example"], true),
      (["--address", "0.0.0.0", "--public-url", "https://booths.example"], false), ([], false),
      (["--address", "0.0.0.0"] + files.options, false),
    ] {
      let server = try await RunningServer(try Program(), words)
      #expect(server.process.errors.components(separatedBy: warning).count == (isWarned ? 2 : 1), "\(words)")
      #expect(try server.end() == 0)
    }
  }

  // MARK: Doctor

  @Test("The doctor finds problems of a certificate, before clients do")
  func doctor() throws {
    let files = try CertificateFiles(try Program())
    let words = files.options + ["--public-url", "https://booths.example:8443"]
    func findings(_ words: [String]) throws -> String {
      try files.program.start(["doctor"] + words).finish().lines.map { $0.replacing(/\ +/, with: " ") }
        .filter { $0.contains(" certificate ") }.joined(separator: "\n")
    }
    try files.write(files.made(["booths.example"]))
    let fine = try findings(words)
    #expect(fine.contains("ok certificate") && fine.contains("It is for booths.example."))
    #expect(fine.contains("warn certificate") && fine.contains("fullchain.pem"))
    #expect(!fine.contains("fail"))
    try files.write(files.made(["other.example"]))
    #expect(try findings(words).contains("It is for other.example, not for booths.example of --public-url"))
    try files.write(files.made(["booths.example"], to: 86_400))
    #expect(try findings(words).contains("warn certificate It expires at"))
    try files.write(files.made(["booths.example"], to: -60))
    #expect(try findings(words).contains("fail certificate The TLS certificate has expired"))
    try files.writeKey(TestCertificate().keyText)
    #expect(try findings(words).contains("does not belong to"))
    #expect(try findings([]).contains("ok certificate The server does not encrypt: only this machine reaches it."))
    #expect(try findings(["--address", "0.0.0.0"]).contains("warn certificate Passwords and sessions"))
    #expect(
      try findings(["--address", "0.0.0.0", "--public-url", "https://booths.example"]).contains("a proxy does."))
  }
}
