import Foundation
import Support
import Workload

/// The files of a certificate in a program's working folder.
struct CertificateFiles {
  let program: Program
  let authority = TestCertificate.authority()

  var certificatePath: String { path("certificate.pem") }
  var keyPath: String { path("certificate.key") }
  var authorityPath: String { path("authority.pem") }

  /// The options that name both files.
  var options: [String] { ["--tls-certificate", certificatePath, "--tls-key", keyPath] }

  init(_ program: Program, _ certificate: TestCertificate? = nil) throws {
    self.program = program
    try write(certificate ?? made())
    _ = try program.file("authority.pem", authority.chain)
  }

  /// A certificate that clients which trust the authority accept.
  func made(_ names: [String] = ["localhost", "127.0.0.1"], to end: Int = 86_400 * 30) -> TestCertificate {
    TestCertificate(names, issuer: authority, from: -86_400, to: end)
  }

  func write(_ certificate: TestCertificate) throws {
    try writeCertificate(certificate.chain)
    try writeKey(certificate.keyText)
  }

  func writeCertificate(_ text: String) throws { _ = try program.file("certificate.pem", text) }

  func writeKey(_ text: String, mode: Int = 0o600) throws {
    _ = try program.file("certificate.key", text)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: keyPath)
  }

  private func path(_ name: String) -> String { program.directory.url.appendingPathComponent(name).path }
}
