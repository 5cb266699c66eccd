import Basics
import Support
import Testing
import Workload

@testable import HTTP

@Suite("Certificates")
struct TLSCertificateTests {
  private func domainError(_ chain: String, _ key: String) -> DomainError? {
    do throws(DomainError) {
      let certificate = try TLSCertificate(
        chain: PEMFile(path: "chain.pem", contents: Array(chain.utf8)),
        key: PEMFile(path: "key.pem", contents: Array(key.utf8)))
      _ = try ServerTLS(certificate)
      return nil
    } catch {
      return error
    }
  }

  @Test("An invalid certificate or key, and a pair that does not match, are refused with the file's name")
  func rejects() {
    let (made, other) = (TestCertificate(), TestCertificate())
    #expect(domainError(made.chain, made.keyText) == nil)
    let cases: [(chain: String, key: String, code: String, file: String)] = [
      ("", made.keyText, "tls-certificate-invalid", "chain.pem"),
      ("nonsense", made.keyText, "tls-certificate-invalid", "chain.pem"),
      (made.keyText, made.keyText, "tls-certificate-invalid", "chain.pem"),
      (String(made.chain.dropLast(40)), made.keyText, "tls-certificate-invalid", "chain.pem"),
      (
        made.chain + made.chain.prefix(200) + "?" + made.chain.dropFirst(201), made.keyText, "tls-certificate-invalid",
        "chain.pem"
      ),
      (made.chain, "", "tls-key-invalid", "key.pem"),
      (made.chain, made.chain, "tls-key-invalid", "key.pem"),
      (made.chain, made.encryptedKeyText, "tls-key-encrypted", "key.pem"),
      (made.chain, other.keyText, "tls-key-mismatch", "key.pem"),
    ]
    for (chain, key, code, file) in cases {
      let error = domainError(chain, key)
      #expect(error?.code == code && error?.message.contains(file) == true, "\(code): \(error?.message ?? "accepted")")
    }
  }

  @Test("RSA keys are accepted from 2,048 bits on", arguments: [(1024, "tls-certificate-rejected"), (2048, nil)])
  func weakKeys(bits: Int32, code: String?) {
    let made = TestCertificate(rsaBits: bits)
    #expect(domainError(made.chain, made.keyText)?.code == code)
  }

  @Test("The names, addresses and times of a certificate are read")
  func reads() throws {
    let made = TestCertificate(["booths.example", "*.api.example", "192.0.2.1", "2001:db8::1"], from: -60, to: 600)
    let certificate = try made.serverCertificate()
    let (names, length) = (
      certificate.names, certificate.notAfter.milliseconds - certificate.notBefore.milliseconds
    )
    #expect(names == ["booths.example", "*.api.example", "192.0.2.1", "2001:db8::1"])
    for host in ["booths.example", "BOOTHS.example", "a.api.example", "192.0.2.1", "2001:db8::1"] {
      let isCovered = certificate.covers(host)
      #expect(isCovered, "\(host)")
    }
    for host in ["example", "www.booths.example", "a.b.api.example", "192.0.2.2", "::1", ""] {
      let isCovered = certificate.covers(host)
      #expect(!isCovered, "\(host)")
    }
    #expect(length == 660_000)
  }

  @Test("A chain is sent with its issuers, and a client that trusts the topmost accepts it")
  func chains() async throws {
    let root = TestCertificate.authority()
    let middle = TestCertificate([], issuer: root)
    let made = TestCertificate(issuer: middle)
    #expect(made.chain.split(separator: "BEGIN CERTIFICATE").count == 3)
    try await withTLSServer([hello], showing: made) { port in
      let client = try Client(tls: port, TLSChannel.Options(authority: root))
      client.send(get("/hello"))
      #expect(try client.response().text == "hello")
      var wrong = TLSChannel.Options(authority: root)
      wrong.host = "other.example"
      #expect(throws: Client.Failure.self) { try Client(tls: port, wrong) }
      #expect(throws: Client.Failure.self) {
        try Client(tls: port, TLSChannel.Options(authority: TestCertificate.authority()))
      }
    }
  }

  @Test("A certificate of an unknown authority is not trusted, and the reason is given")
  func distrust() throws {
    let alone = try TestCertificate().serverCertificate().distrustReason
    #expect(alone?.contains("self") == true)
    let signed = try TestCertificate(issuer: .authority()).serverCertificate().distrustReason
    #expect(signed == "unable to get local issuer certificate")
  }
}
