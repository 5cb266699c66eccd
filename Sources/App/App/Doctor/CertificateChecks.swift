import Basics
import HTTP

struct CertificateChecks {
  /// How long before the end a certificate should have been renewed: certbot does it 30 days before.
  private static let renewalSeconds: Int64 = 14 * 86_400

  let options: ServeOptions
  let now: Timestamp

  var all: [DoctorFinding] {
    guard let files = options.tls else { return [withoutTLS] }
    do throws(DomainError) {
      let certificate = try files.certificate()
      _ = try ServerTLS(certificate)
      return [validity(certificate), names(certificate), trust(certificate)].compactMap(\.self)
    } catch {
      return [.fail("certificate", error.message)]
    }
  }

  private var withoutTLS: DoctorFinding {
    if let exposure = options.exposure { return .warn("certificate", exposure) }
    let reason = options.reached.isLoopback ? "only this machine reaches it" : "a proxy does"
    return .ok("certificate", "The server does not encrypt: \(reason).")
  }

  private func validity(_ certificate: borrowing TLSCertificate) -> DoctorFinding {
    if let problem = certificate.timeProblem(at: now) { return .fail("certificate", problem) }
    let end = certificate.notAfter.rfc3339
    return now.advanced(seconds: Self.renewalSeconds) < certificate.notAfter
      ? .ok("certificate", "It is valid until \(end), and the key belongs to it.")
      : .warn("certificate", "It expires at \(end): see why it was not renewed.")
  }

  private func names(_ certificate: borrowing TLSCertificate) -> DoctorFinding {
    let names = certificate.names.isEmpty ? "no host" : certificate.names.joined(separator: ", ")
    guard let publicHost else { return .ok("certificate", "It is for \(names).") }
    return certificate.covers(publicHost)
      ? .ok("certificate", "It is for \(publicHost).")
      : .fail("certificate", "It is for \(names), not for \(publicHost) of --public-url: browsers reject it.")
  }

  private func trust(_ certificate: borrowing TLSCertificate) -> DoctorFinding? {
    certificate.distrustReason.map {
      .warn(
        "certificate",
        "This machine does not trust it (\($0)): --tls-certificate needs those of its issuers, too (fullchain.pem).")
    }
  }

  /// The host of the public address, without brackets and port.
  private var publicHost: String? {
    guard let address = options.reached.publicAddress, let scheme = address.firstRange(of: "://") else { return nil }
    let host = address[scheme.upperBound...].prefix { $0 != "/" }
    return String(host.first == "[" ? host.dropFirst().prefix { $0 != "]" } : host.prefix { $0 != ":" })
  }
}
