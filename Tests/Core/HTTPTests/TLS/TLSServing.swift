import Support
import Workload

@testable import HTTP

extension TestCertificate {
  /// As a server has it.
  func serverCertificate() throws -> TLSCertificate {
    try TLSCertificate(
      chain: PEMFile(path: "chain.pem", contents: Array(chain.utf8)),
      key: PEMFile(path: "key.pem", contents: Array(keyText.utf8)))
  }
}

/// The same as `withServer`, over TLS.
func withTLSServer<Value: Sendable>(
  _ routes: [Route], showing certificate: TestCertificate = TestCertificate(),
  _ configure: (inout ServerConfiguration) -> Void = { _ in }, _ body: @escaping @Sendable (Int) throws -> Value
) async throws -> Value {
  let tls = try ServerTLS(certificate.serverCertificate())
  return try await withServer(
    routes,
    {
      $0.tls = tls
      configure(&$0)
    }, body)
}
